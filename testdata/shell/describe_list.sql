create table b (a serial primary key, t text);
create table a (x int);
create view v as select * from a;
create sequence s;
create index i on a (x);
\d
\dt
\di
\dv
\ds
\di b*
\dp
\dp a
\z b
