create table abc (a int);
create table abd (a int);
create table "ABC" (a int);
create table a1 (a int);
create table a$b (a int);
create table "a.b" (a int);
create table "a*b" (a int);
create table "a""b" (a int);
\dt a*
\dt ab?
\dt ABC
\dt "ABC"
\dt "AB"*
\dt A"BC"
\dt ab[cd]
\dt (abc|a1)
\dt a[0-9]
\dt a$b
\dt "a.b"
\dt "a*b"
\dt "a""b"
\dt a+
\dt *
\dt *.abc
\dt public.ab*
\dt pub*.a1
\dt public.
\dt .abc
\dt a.b.c.d
\dt other.public.abc
\dt int[]
\dt 'abc'
\dt abc;
\dt [
\d ab?
\d a.b.c
\d nope
\d x.nope
