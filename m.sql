\dt app.
\dt nope
\d nope
\dt "a""b"
\dt a.b.c
\du a.b
\dn a.b
\dn a.b.c
\sv nope
\sf nope
\sv
\sf
\ef
\dt "unterminated
\dt int[]
\dt [a-e]*
\sv dept
\db a.b
\dx a.b
\l a.b
\dL a.b.c
\dm
\di x y z
