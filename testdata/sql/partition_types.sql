-- Partitions in transactions, and keys of all types
create table p(a int) partition by list(a);
begin;
create table p1 partition of p for values in (1);
savepoint s;
create table p2 partition of p for values in (2);
create table p3 partition of p for values in (2);
rollback to s;
create table p3 partition of p for values in (2);
drop table p1;
create table p4 partition of p for values in (1);
savepoint s2;
alter table p detach partition p4;
create table p5 partition of p for values in (1);
rollback to s2;
create table p5 partition of p for values in (1);
rollback to s2;
commit;
select inhrelid::regclass from pg_inherits order by 1;
create table p5 partition of p for values in (1);
create table p5 partition of p for values in (2);
begin; drop table p; rollback;
create table p5 partition of p for values in (1);
begin; create schema x; alter schema x rename to y; create table p6 partition of p for values in (6); commit;
create table p7 partition of p for values in (6);
begin; alter table p3 rename to p33; create table p7 partition of p for values in (2); rollback;
begin; create table q (a int) partition by range(a); create table q1 partition of q for values from (1) to (2); create table q2 partition of q for values from (1) to (3); rollback;
create table q (a int) partition by range(a); create table q1 partition of q for values from (1) to (2);
drop table q1; create table q1 partition of q for values from (1) to (3); drop table q; create table q(a int) partition by range(a); create table q2 partition of q for values from (1) to (3);
create table d partition of p default; select partdefid::regclass from pg_partitioned_table order by 1;
drop table d; select partdefid::regclass from pg_partitioned_table order by 1;
create table d partition of p default; alter table p detach partition d;  select partdefid::regclass from pg_partitioned_table order by 1;
create type mood as enum ('sad','ok','happy');
create table m(f mood) partition by range(f);
create table m1 partition of m for values from ('sad') to ('happy');
create table m2 partition of m for values from ('happy') to (maxvalue);
create table m3 partition of m for values from ('ok') to ('happy');
alter type mood add value 'angry' before 'sad';
create table m3 partition of m for values from ('angry') to ('sad');
insert into m3 values ('angry'); insert into m3 values ('sad'); insert into m1 values ('happy');
create table mh(f mood) partition by hash(f); create table mh0 partition of mh for values with (modulus 1, remainder 0); insert into mh0 values ('ok'),(null);
alter type mood rename value 'ok' to 'fine';
\d+ m1
create table ml(f mood) partition by list(f); create table ml1 partition of ml for values in ('fine', 'happy'); 
\d+ ml1
drop type mood;
drop type mood cascade;
\d m
create table cc(a char(5), b varchar) partition by list(a); create table cc1 partition of cc for values in ('x'); create table cc2 partition of cc for values in ('x  '); insert into cc1 values ('x    ', 'q');
create table tt(t timestamptz) partition by range(t); set timezone = 'UTC'; create table tt1 partition of tt for values from ('2024-01-01 00:00+02') to ('2024-02-01');
\d+ tt1
set timezone='America/New_York';
\d+ tt1
create table num(a numeric(4,1)) partition by list (a); create table num1 partition of num for values in (1.25, '2'); 
\d+ num1
create table big(a int) partition by list (a); create table big1 partition of big for values in (99999999999);
create table tx(a text) partition by list (a); create table tx1 partition of tx for values in ('a', 'b' || 'c', current_user::text || '');
create table ex(a int, b int) partition by list ((a + b)); create table ex1 partition of ex for values in (3); insert into ex1 values (1,2); insert into ex1 values (1,3); insert into ex1 values (1, null);
create table ex2 partition of ex for values in (null); insert into ex2 values (1,null);
alter table ex drop column a;
alter table ex alter column b type bigint;
\d+ ex1
create table g(a int, b int generated always as identity, c serial) partition by list(a); create table g1 partition of g for values in (1); insert into g1(a) values (1),(1); select * from g1;
alter table g detach partition g1; 
\d g1
create table v(a int, b int generated always as (a * 2) virtual) partition by list(a); create table v1 partition of v for values in (1); insert into v1 values (1); select * from v1;
create table v2 partition of v (b generated always as (a * 3)) for values in (2); insert into v2 values (2); select * from v2;
create table v3 partition of v (b generated always as (a * 3) stored) for values in (2);
\d v2
create table ser(a int not null, b text default 'z') partition by range(a);
create table ser1 partition of ser (b default 'y') for values from (1) to (2);
alter table ser alter b set default 'k'; insert into ser1 values (1); select * from ser1;
select conname, coninhcount, conislocal from pg_constraint where conrelid='ser1'::regclass;
alter table ser1 alter a drop not null; alter table ser0 alter a drop not null;
\d ser1
create table long_partition_name_that_is_quite_long_indeed_really_very_long_x partition of ser0 for values from (5) to (6);
create index on ser0 (b, a); 
\d long_partition_name_that_is_quite_long_indeed_really_very_long_x
