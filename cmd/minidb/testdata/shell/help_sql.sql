-- options: -L /dev/null
\h
\help
\h select
\h SELECT;
\h selec
\h begin work
\h create table
\h create table as
\h create view v as x
\h alter i nosuch
\h nosuch
\h nosuch x y
\h  commit ; 
\h with \g
\h sav
\h set nosuch
\h table
\h insert into t values (1)
\h release
\if false
\h select
\endif
\h rollback to savepoint
\h truncate table
