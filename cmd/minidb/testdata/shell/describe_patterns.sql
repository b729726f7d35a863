-- options: -q
-- What patterns become: the queries only.
\set ECHO_HIDDEN noexec
\do +
\do |
\do '||'
\do a+.'*'
\do pg_catalog."*"
\do ?.^
\do "+"
\do [](){}\\
\do + int4 int4[]
\do + "a+" -
\dt +
\dt a|b.c$
\dt "a+""b".[x]?
\dt "A.b$"
\dT int[]
\dT "int[]"
\du a+.b
\dn postgres.public
\dn x.y
\dL postgres.sql
\ddp a+.b
\ddp postgres.a.b
\dconfig a.b.c.$
\dE a+
\dtsE
\dES
\dAc * int4
\dAc btree "a+"
\dAf * int4
\dAf *
\dAo * a.b
\dAp * *.*
\drds * a$
\df a+ x+
\dC a|b
\dd +
\sv a b;
\sv 'a'
\sf abs (int4, "x") \echo no
\sf :USER
\set ECHO_HIDDEN on
\do ++
\sv -
\sf nope(int
\if false
  \sv 'x \echo no
\endif
\echo done
