-- Whole rows in indexes and constraints: partitions and LIKE cannot take them over
create table p (x int, y int) partition by list (x);
create table p3 (x int, y int);
create index on p3 ((p3 is null));
create index pw on p (x) where p is not null;
alter table p attach partition p3 for values in (3);
create table p4 partition of p for values in (4);
create table p4 partition of p for values in (4) partition by list (y);
drop table p, p3;
create table a (x int, y int, check (a is not null));
create index on a ((a));
create index on a (x) where a is not null;
create index on a ((a.*::text = 'x'));
create table l1 (like a including constraints);
create table l2 (like a including indexes);
create table l3 (like a);
create table g (x int, y text generated always as (g::text) stored);
create table g (x int, y bool generated always as (g is null) virtual);
create table d (x int, y text default d::text);
create table p (x int, y int) partition by list (x);
create table p1 partition of p for values in (1);
create index on p ((p));
create index on only p ((p));
create index pw on only p (x) where p is not null;
create table p2 partition of p for values in (2);
alter table p add check (p is not null);
alter table p drop constraint p_check;
drop index pw;
drop index p_p_idx;
alter table p add constraint cw check (p is not null);
create table p2 partition of p for values in (2);
create table p3 (x int, y int);
alter table p attach partition p3 for values in (3);
alter table p3 add constraint cw check (p3 is not null);
alter table p attach partition p3 for values in (3);
\d p
\d p3
insert into p values (1, null), (2, 2);
insert into p values (null, null);
alter table a add column z int;
alter table a drop column y;
alter table a alter x type bigint;
\d a
create unique index on a (x) where a is not null;
insert into a values (1, 1) on conflict (x) where a is not null do nothing;
insert into a values (1, 1) on conflict (a) do nothing;
create table t (a int, b int);
create index tw on t ((t.*));
alter table t add column c int;
insert into t values (1, 2, 3);
select * from t where t = row(1, 2, 3);
alter table t drop column b;
alter table t drop column b cascade;
\d t
select t from t;
