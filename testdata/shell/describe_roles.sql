\du postgres
\dg postgres
\du nope
\du a.b
\db
\db pg_default
\db a.b
\dconfig work_mem
\dconfig enable_hash*
\dconfig nope
\dx a.b
\dn a.b
\dn a.b.c
\dL a.b.c
