-- Expressions with constants of users' types are written out and read again.
create type en as enum('a','b');
create table base (i int, t text);
create table t1(e en, n int, b en[], r base, check (e = 'a' or n > 0));
create index on t1(n) where e = 'b';
create unique index u1 on t1((e = 'a'), n);
create index on t1(n) where b = '{a}';
create index on t1(n) where r = row(1,'x')::base;
alter table t1 alter n type bigint;
\d t1
insert into t1 values ('a', 1), ('a', 1);
create table t2 (a int);
create unique index on t2 ((t2::text));
create unique index on t2 ((a || 'x'), (a + 1));
insert into t2 values (1), (1);
insert into t2 values (2), (2);
drop index t2_t2_idx;
insert into t2 values (2), (2);
alter table t1 alter e type text;
alter table t1 drop constraint t1_check;
alter table t1 alter e type text;
drop table t1, t2;
drop table base; drop type en;
select format('%*s', 'c', 'x');
select format('%*s', 2.6, 'x');
select format('%*1$s', true);
select format('%*s|', '5', 'x'), format('%*s|', 5::bigint, 'x'), format('%*s|', null, 'x'), format('%-*s|', 3::smallint, 'x');
