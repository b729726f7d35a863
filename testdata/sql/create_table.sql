-- CREATE TABLE: types, constraints, catalog rows
create table t (
  a int primary key,
  b text not null,
  c varchar(10) unique,
  d numeric(10,2) default 0 check (d >= 0),
  e char(3),
  f timestamp(3),
  g bool default true,
  h float4, i real, j double precision, k float(20), l float(53), m smallint, n bigint, o date, p timestamptz, q "char", r name, s oid,
  constraint b_or_c check (b <> '' or c is not null),
  unique (b, c)
);
select attname, format_type(atttypid, atttypmod), attnotnull, atthasdef from pg_attribute where attrelid = 't'::regclass and attnum > 0 order by attnum;
select conname, contype, conkey, pg_get_constraintdef(oid) from pg_constraint where conrelid = 't'::regclass order by conname;
select c.relname, i.indisunique, i.indisprimary, i.indkey, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 't'::regclass order by 1;
select adnum, pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 't'::regclass order by adnum;
select relname, relkind, relnatts, relchecks, relhasindex from pg_class where oid = 't'::regclass;
insert into t (a, b) values (1, 'x');
insert into t (a, b, d) values (2, 'y', -1);
insert into t (a, b) values (3, '');
insert into t (a, b, c) values (3, '', 'c'), (4, 'x', 'c');
insert into t (a) values (5);
create table t (a int);
create table if not exists t (a int);
create table u (a int, primary key (a), check (a > 0), check (a < 100), constraint pos check (a <> 50));
select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'u'::regclass order by conname;
create table nocols ();
select * from nocols;
insert into nocols default values;
select count(*) from nocols;
create table "Mixed Case" ("Col A" int, "select" int);
insert into "Mixed Case" values (1, 2);
select "Col A", "select" from "Mixed Case";
select * from mixed;
create table two (a int, b int, primary key (b, a), unique nulls not distinct (a));
insert into two values (1, 2), (1, 3);
insert into two (b, a) values (null, 1);
insert into two values (null, 1);
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'two'::regclass order by 1;
create table c1 (a int check (a > 0) check (a < 10), b int check (a > b));
select conname from pg_constraint where conrelid = 'c1'::regclass order by 1;
insert into c1 values (5, 6);
insert into c1 values (null, null);
create table thisisaverylongtablenamethatexceedsthelimitofsixtythreecharactersforsure (a int primary key);
select relname from pg_class where relname like 'thisisavery%' order by 1;
drop table thisisaverylongtablenamethatexceedsthelimitofsixtythreecharactersforsure;
create schema s;
create schema s;
create schema if not exists s;
create schema pg_bad;
create table s.t (a int);
insert into s.t values (42);
select * from s.t;
select * from t where a = 42;
set search_path = s, public;
select * from t;
show search_path;
select 't'::regclass, 'public.t'::regclass;
create table only_here (a int);
reset search_path;
select * from only_here;
select nspname, relname from pg_class c join pg_namespace n on n.oid = relnamespace where relname in ('t', 'only_here') and relkind = 'r' order by 1, 2;
drop schema s;
drop schema s cascade;
drop table t, u, nocols, "Mixed Case", two, c1;
-- the table that is being made can be named with its schema
create schema made;
create table made.t (a int check (made.t.a > 0 and t.a < 5), b int generated always as (made.t.a + 1) stored);
insert into made.t values (7);
insert into made.t values (3) returning made.t.b;
create table made.u (a int check (made.t.a > 0));
create table made.u (a int check (nosuch.u.a > 0));
drop schema made cascade;
