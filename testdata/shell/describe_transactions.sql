begin;
create table t (a int primary key);
\d t
savepoint s;
alter table t add column b text not null default 'x';
create index t_b on t (b);
\d t
rollback to s;
\d t
select 1/0;
\d t
\dt
rollback;
\d t
\dt
