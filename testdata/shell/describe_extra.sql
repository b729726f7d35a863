create table t (a int);
\d t u v
\dt t u
\d- t
\dq
\dtx
\dfz
\z t u
\dn public x
\di x y
\d nope extra
