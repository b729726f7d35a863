-- Sizes of relations: pages of the heap, its maps, indexes and what a TOAST table would have.
create table empty();
create table fixed(a int, b timestamptz, c name);
create table key(a int primary key, b text);
create table few(a int); insert into few values (1);
create table many(a int primary key, b text); insert into many select x, 'v' || x from generate_series(1, 1000) x;
create sequence seq; create unlogged sequence useq;
create view v as select 1 as a;
create unlogged table ul(a int primary key, b numeric);
create table auto(id serial, i2 bigint generated always as identity, t text default 'x');
create table short(a varchar(20), b char(10)); create table longer(a int, b varchar(800));
create table limit505(a varchar(505)); create table limit490(a varchar(490));
create table digits(a numeric(10, 2)); create table plain(a text storage plain);
create table arr(a int[]);
create index on fixed(a);
create view sizes as select relname, pg_relation_size(oid) as main, pg_table_size(oid) as table, pg_indexes_size(oid) as indexes,
  pg_total_relation_size(oid) as total, pg_relation_size(oid, 'fsm') as fsm, pg_relation_size(oid, 'vm') as vm, pg_relation_size(oid, 'init') as init
  from pg_class where relnamespace = 'public'::regnamespace order by relname;
select * from sizes;
vacuum;
select * from sizes;
truncate many;
select * from sizes where relname like 'many%';
\dt+
\di+
\ds+
\dv+
select pg_relation_size('few', 'nofork');
select pg_relation_size(99999), pg_relation_size(99999, 'nofork'), pg_total_relation_size(99999);
select pg_size_pretty(pg_relation_size('few')), pg_relation_size('many', 'main'), pg_indexes_size('many_pkey'), pg_total_relation_size('many_pkey');
-- an index has its columns' storage
create table st(a text, b text); create index st_a on st(a, b);
alter table st alter a set storage external, alter b set storage main; create index st_b on st(b, lower(a));
\d+ st_a
\d+ st_b
