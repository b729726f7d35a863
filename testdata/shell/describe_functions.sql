\df abs
\df abs int
\df abs numeric
\df substr text
\df substr * int4 int4
\dfw row_number
\dfw rank
\dfn initcap
\dfa every
\df nope
\dfp
\df now
\df pg_catalog.pi
\sf abs
\sf nope
\sf
