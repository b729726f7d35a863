-- Serial columns: an integer column, a sequence that it owns, a default.
create table t (a serial, b text, c smallserial, d bigserial primary key);
insert into t (b) values ('one'), ('two');
insert into t values (10, 'ten');
insert into t (a, b) values (default, 'three'), (20, 'twenty');
insert into t (b) select 'x' || i from generate_series(1, 3) i;
insert into t default values returning a, c, d;
select * from t order by d;
select attname, atttypid::regtype, attnotnull, atthasdef, attidentity, pg_get_expr(adbin, adrelid)
from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
where attrelid = 't'::regclass and attnum > 0 order by attnum;
select conname, contype from pg_constraint where conrelid = 't'::regclass order by 1;
select sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value
from pg_sequences order by 1;
select pg_get_serial_sequence('t', 'a'), pg_get_serial_sequence('public.t', 'd'), pg_get_serial_sequence('t', 'b');
select pg_get_serial_sequence('t', 'nosuch');
select pg_get_serial_sequence('nosuch', 'a');
select currval(pg_get_serial_sequence('t', 'a'));
select classid::regclass, objid::regclass, objsubid, refclassid::regclass, refobjid::regclass, refobjsubid, deptype
from pg_depend where objid = 't_a_seq'::regclass and refobjid = 't'::regclass;
select pg_describe_object(classid, objid, objsubid) as obj, pg_describe_object(refclassid, refobjid, refobjsubid) as ref, deptype
from pg_depend where refobjid = 't_a_seq'::regclass or objid = 't_a_seq'::regclass order by 1, 2;

-- A sequence that a default uses stays; the table takes its sequences along.
drop sequence t_a_seq;
drop sequence t_a_seq cascade;
insert into t (b) values ('none');
drop table t;
select nextval('t_d_seq');
select count(*) from pg_sequence;

-- Names.
create sequence n_a_seq;
create table n (a serial, "B b" serial4, x serial2, y serial8);
select sequencename from pg_sequences order by 1;
insert into n default values returning *;
select pg_get_serial_sequence('n', 'B b'), pg_get_serial_sequence('n', 'a');
select column_name, column_default, is_identity from information_schema.columns where table_name = 'n' order by ordinal_position;
create table "Odd name" ("Col" serial);
insert into "Odd name" default values returning *;
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = '"Odd name"'::regclass;
alter sequence n_x_seq rename to renamed;
insert into n default values returning *;
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'n'::regclass order by adnum;
create schema s;
create table s.t (a serial);
insert into s.t default values returning *;
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 's.t'::regclass;

-- What cannot be.
create table e (a serial default 3);
create table e (a serial null);
create table e (a serial[]);
create table e (a serial generated always as identity);
create table e (a serial not null unique, b serial);
create table if not exists e (a serial);
select sequencename from pg_sequences where sequencename like 'e\_%' order by 1;
insert into e values (null, 1);
insert into e default values returning *;
insert into e values (2);
insert into e (b) values (7);
insert into e (b) values (7);
select * from e;
select nextval('e_a_seq');

-- The end of a small one.
select setval('n_y_seq', 9223372036854775807);
insert into n (x) values (1);
create table small (a smallserial);
select setval('small_a_seq', 32767);
insert into small default values;
select setval('small_a_seq', 32768);

-- TRUNCATE.
create table u (a serial, b int);
insert into u (b) values (1), (2) returning *;
truncate u;
insert into u (b) values (3) returning *;
truncate u continue identity;
insert into u (b) values (4) returning *;
truncate u restart identity;
insert into u (b) values (5) returning *;
begin;
truncate u restart identity;
insert into u (b) values (6) returning *;
rollback;
insert into u (b) values (7) returning *;
select * from u_a_seq;

-- In plans and conflicts.
explain (verbose, costs off) insert into u (b) values (8);
create table k (id serial, name text unique);
insert into k (name) values ('a') on conflict (name) do nothing returning *;
insert into k (name) values ('a') on conflict (name) do nothing returning *;
insert into k (name) values ('a') on conflict (name) do update set name = 'a2' returning *;
insert into k (name) values ('b') returning *;
update k set id = default where name = 'b' returning *;
prepare ins as insert into k (name) values ($1) returning id;
execute ins('c');
execute ins('d');
