create table t (a int);
\d nope
\dt nope
\d t
\dt t
\dv
\dm
\di x y
\ds s*
\d "No Such"
\dt public.nope
\d nope.t
\dx+ nope
drop table t;
\d
\dt
