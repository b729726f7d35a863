-- options: 
\set ON_ERROR_ROLLBACK on
begin;
create temp table t (a int);
insert into t values (1);
select 1/0;
insert into t values (2);
savepoint s;
insert into t values (3);
rollback to s;
selekt;
commit;
table t;
\set ON_ERROR_ROLLBACK interactive
begin;
select 1/0;
select 2;
rollback;
