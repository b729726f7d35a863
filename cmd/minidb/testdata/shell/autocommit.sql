-- options: 
\set AUTOCOMMIT off
create temp table t (a int);
insert into t values (1);
rollback;
table t;
rollback;
begin;
commit;
/* comment */ -- and
vacuum;
select 1;
select 1/0;
select 2;
commit;
\set AUTOCOMMIT on
select 3;
