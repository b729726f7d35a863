\sf abs(int)
\sf sum(int)
\sf format(text,"any")
\sf now
\sf pg_typeof
\sf make_interval
\sf+ lower(text)
\sf concat
\sf lpad(text,int,text)
\sf int4pl
\sf+ current_database
\sf
\sf nosuch
\sf lower
\sf nosuch(int)
\sf pg_catalog.upper(text)
\sf "substring"(text,int,int)
\sv
\sf+ pg_sleep
