-- ALTER COLUMN TYPE rewrites the table and makes constraints and indexes again.
create table t (a int primary key, b text, c int default 7, check (c > 0), d varchar(4));
insert into t values (1, '10', 1, 'abcd'), (2, '20', 2, 'x'), (3, null, 3, 'ab');
create index tb on t (b);
create unique index te on t ((c + 1)) where c > 1;
create index tac on t (a desc, c) include (b);
comment on index te is 'kept';
comment on constraint t_c_check on t is 'kept too';
alter table t alter b type int;
alter table t alter b type int using b;
alter table t alter b type int using b::int;
select * from t order by a;
select atttypid::regtype, atttypmod, attlen, attalign, attstorage, attbyval from pg_attribute
  where attrelid = 't'::regclass and attname = 'b';
set enable_seqscan = off;
select * from t where b = 20;
reset enable_seqscan;
insert into t values (4, 'x');
alter table t alter c type bigint, alter a type numeric(6,2), alter b set data type float8 using b / 3;
select * from t order by a;
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index where indrelid = 't'::regclass order by indexrelid::regclass::text;
select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 't'::regclass order by 1;
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 't'::regclass;
select obj_description('te'::regclass), obj_description(oid) from pg_constraint where conname = 't_c_check';
insert into t values (5, 1, 0);
insert into t values (1, 1, 1);
insert into t values (6, 1, 3);
insert into t values (6, 1) returning *;
set enable_seqscan = off;
select * from t where a = 6;
select c from t where c + 1 = 8 and c > 1;
reset enable_seqscan;

-- Lengths; a longer one rewrites nothing.
alter table t alter d type varchar(2);
alter table t alter d type varchar(2) using substr(d, 1, 2);
alter table t alter d type text;
select a, d from t order by a;
alter table t alter d type char(3);
select a, d || '|' as d from t order by a;

-- The default must be cast too.
create table d (a text default 'x', b int default 3);
alter table d alter a type int using 1;
alter table d alter a drop default, alter a type int using 1, alter a set default 5;
alter table d alter b type text;
insert into d default values returning *;
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'd'::regclass order by adnum;
alter table d alter b type boolean using b = '3';
alter table d alter b drop default, alter b type boolean using b = '3';
select * from d;

-- Rows that the new type cannot hold; constraints that no longer hold.
create table e (a bigint, b text check (b < 'c'), c text not null, d text unique);
insert into e values (5000000000, '10', 'x', '1'), (1, '2', 'y', '01');
alter table e alter a type int;
alter table e alter b type int using b::int;
alter table e alter c type int using null;
alter table e alter d type int using d::int;
alter table e alter a type text, alter a type text;

alter table e alter nope type int;
alter table e alter a type nope;
alter table e alter a type record;
alter table e alter a type int using sum(a);
alter table e alter a type int using (select 1);
alter table e alter a type int using nope;
alter table e drop a, alter a type text;
alter table e drop a, add a int default 1, alter d type varchar;
select * from e;
create table g (a int, b int generated always as (a * 2) stored, c int generated always as (a + 1) stored);
insert into g values (1);
alter table g alter a type bigint;
alter table g alter b type bigint;
alter table g alter b type text using 'x';
select * from g;
select attname, attgenerated, atttypid::regtype from pg_attribute where attrelid = 'g'::regclass and attnum > 0 order by attnum;
update g set a = 5 returning *;

-- Rollback, savepoints.
begin;
alter table g alter c type text;
insert into g values (7);
savepoint s;
alter table g drop b;
alter table g drop c, alter a type text using 'x' || a;
select * from g;
rollback to s;
select * from g order by a;
alter table g alter b type numeric;
select * from g order by a;
rollback;
select * from g;
insert into g values (8) returning *;
select count(*) from pg_class where relname = 'g';

-- Prepared plans.
prepare p as select * from g;
prepare q as select a from g order by a;
execute p;
alter table g alter c type text;
execute p;
execute q;
alter table g add z int default 4;
execute p;
execute q;
alter table g drop z, alter c type text using 'x';
alter table g drop z, drop c, add c int;
execute p;
