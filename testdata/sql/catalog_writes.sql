-- What is written into catalogs many rows at a time: the rows, their order, and errors in the middle.
\set VERBOSITY terse
select string_agg('''label ' || g || '''', ', ') as labels from generate_series(1, 1000) g \gset
create type big as enum (:labels);
select count(*), min(enumsortorder), max(enumsortorder), count(distinct oid), bool_and(oid::int8 % 2 = 0) as even
from pg_enum where enumtypid = 'big'::regtype;
-- The order of numbers is the order of labels.
select count(*) from (select enumsortorder, row_number() over (order by oid) as n, enumlabel from pg_enum where enumtypid = 'big'::regtype) x
where n <> enumsortorder or enumlabel <> 'label ' || n;
select 'label 1000'::big > 'label 999'::big, (enum_range(null::big))[863], enum_first(null::big), enum_last(null::big);
-- A label twice, in the middle of a batch and after its end: nothing is left.
select count(*) as before from pg_enum \gset
create type twice as enum (:labels, 'label 500');
create type twice as enum ('a', 'b', :labels, 'b', 'a');
create type twice as enum ('a', 'a');
select count(*) - :before as left from pg_enum;
select count(*) from pg_type where typname in ('twice', '_twice');
select count(*) from pg_depend d left join pg_type t on t.oid = d.objid where d.classid = 'pg_type'::regclass and t.oid is null;
create type twice as enum ('a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'a');
-- In a block: the rest stays.
begin;
create type once as enum ('x', 'y');
savepoint s;
create type twice as enum ('a', 'b', 'a');
rollback to s;
create type twice as enum ('a', 'b', 'c');
alter type once add value 'z';
commit;
select t.typname, e.enumsortorder, e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid where t.typname in ('once', 'twice') order by 1, 2;
-- A value that is there already.
alter type once add value 'y';
alter type once add value if not exists 'y';
alter type once add value 'y' before 'x';
alter type once rename value 'x' to 'y';
alter type once rename value 'nope' to 'q';
alter type once add value 'w' after 'nope';
alter type once add value 'w' before 'x';
select enum_range(null::once);
-- None.
create type hollow as enum ();
select count(*) from pg_enum where enumtypid = 'hollow'::regtype;
alter type hollow add value 'first';
select enum_range(null::hollow);
-- Memberships: twice in one statement, then with other options.
create role catalog_writes_a; create role catalog_writes_b; create role catalog_writes_c; create role catalog_writes_d;
grant catalog_writes_a, catalog_writes_b to catalog_writes_c, catalog_writes_d, catalog_writes_c;
grant catalog_writes_a, catalog_writes_a to catalog_writes_c with admin option;
grant catalog_writes_c to catalog_writes_d, catalog_writes_a;
grant catalog_writes_c, catalog_writes_d to catalog_writes_d;
select roleid::regrole, member::regrole, admin_option, inherit_option, set_option from pg_auth_members
where roleid::regrole::text like 'catalog_writes%' order by 1, 2;
create role catalog_writes_e in role catalog_writes_a, catalog_writes_d role catalog_writes_b, catalog_writes_c;
create role catalog_writes_e in role catalog_writes_a role catalog_writes_b;
select roleid::regrole, member::regrole from pg_auth_members
where roleid::regrole::text = 'catalog_writes_e' or member::regrole::text = 'catalog_writes_e' order by 1, 2;
drop role catalog_writes_a, catalog_writes_b, catalog_writes_c, catalog_writes_d, catalog_writes_e;
select count(*) from pg_auth_members where roleid >= 16384;
-- A wide table: columns, and what they need.
select string_agg('c' || g || ' once', ', ') as columns, string_agg('''x''', ', ') as vals from generate_series(1, 300) g \gset
create table wide (:columns);
select count(*), min(attnum), max(attnum), count(distinct attname) from pg_attribute where attrelid = 'wide'::regclass;
select count(*), min(objsubid), max(objsubid) from pg_depend where objid = 'wide'::regclass and refobjid = 'once'::regtype;
insert into wide values (:vals), (:vals);
analyze wide;
select count(*), min(most_common_vals::text), max(most_common_vals::text) from pg_stats where tablename = 'wide';
analyze wide;
select count(*), min(most_common_vals::text), max(most_common_vals::text) from pg_stats where tablename = 'wide';
alter table wide add z int default 1;
analyze wide;
select count(*), min(most_common_vals::text), max(most_common_vals::text) from pg_stats where tablename = 'wide';
-- What the log has.
explain (wal) insert into wide (z) values (1);
select wal_records > 0 as records, wal_fpi >= 0 as images, wal_bytes > 0 as bytes, wal_buffers_full >= 0 as full from pg_stat_wal;
