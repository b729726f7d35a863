-- CREATE SEQUENCE and its options.
create sequence s;
select nextval('s'), nextval('s');
select * from s;
select currval('s'), lastval();
create sequence s;
create sequence if not exists s;
create sequence s2 as smallint increment by 5 minvalue 10 maxvalue 22 start with 12 cache 1 cycle;
select nextval('s2'), nextval('s2'), nextval('s2'), nextval('s2'), nextval('s2');
create sequence down increment -1;
select nextval('down'), nextval('down');
select seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle
from pg_sequence order by 1::text;
select * from pg_sequences order by 2;
select sequence_name, data_type, numeric_precision, numeric_precision_radix, numeric_scale, start_value, minimum_value, maximum_value,
  increment, cycle_option from information_schema.sequences order by 1;
select relname, relkind, relnatts, relpages, reltuples, relam, reltype, relreplident from pg_class where relname in ('s', 's2', 'down') order by 1;
select attname, atttypid::regtype, attnum, attnotnull from pg_attribute where attrelid = 's'::regclass and attnum > 0 order by attnum;

-- What it refuses.
create sequence e increment 0;
create sequence e minvalue 10 maxvalue 5;
create sequence e as smallint maxvalue 100000;
create sequence e as integer minvalue -3000000000;
create sequence e start 0;
create sequence e maxvalue 5 start 6;
create sequence e cache 0;
create sequence e as text;
create sequence e as nosuch;
create sequence e increment 1 increment 2;
create sequence e start 1 cache 2 start 3;
create sequence e owned by nothing;
create sequence e owned by nothing.a;
create sequence e sequence name f;
create sequence e maxvalue 9223372036854775808;
create sequence e minvalue 1.5;
create sequence nosuch.e;
create sequence pg_catalog.e;
select 'e'::regclass;

-- The end of a sequence.
create sequence few maxvalue 2;
select nextval('few');
select nextval('few');
select nextval('few');
select * from few;
create sequence low increment -1 minvalue -2;
select nextval('low'), nextval('low');
select nextval('low');
create sequence loop minvalue 1 maxvalue 3 cycle;
select nextval('loop') from generate_series(1, 7);

-- setval.
select setval('few', 1);
select nextval('few');
select setval('few', 1, false);
select currval('few');
select nextval('few');
select setval('few', 3);
select setval('few', 0);
select setval('few', null);
select * from few;

-- currval and lastval need a nextval before.
create sequence fresh;
select currval('fresh');
select setval('fresh', 10, false);
select currval('fresh');
select setval('fresh', 10);
select currval('fresh');
select lastval();
select nextval('nosuch');
select nextval(99999999::oid);
create table plain (a int);
select nextval('plain');
select currval('plain');
select setval('plain', 3);
drop table plain;

-- A rollback gives no numbers back.
begin;
select nextval('fresh');
rollback;
select nextval('fresh');
begin;
savepoint a;
select nextval('fresh');
rollback to a;
select nextval('fresh');
commit;
begin;
create sequence gone;
select nextval('gone');
rollback;
select lastval();
select currval('gone');
begin read only;
select nextval('fresh');
rollback;
begin read only;
select setval('fresh', 2);
rollback;
begin read only;
alter sequence fresh rename to e;
rollback;
begin read only;
select currval('fresh');
create sequence e;
rollback;

-- A cache of numbers.
create sequence cached cache 10;
select nextval('cached'), nextval('cached'), nextval('cached');
select * from cached;
select setval('cached', 100);
select nextval('cached');
select last_value, is_called from cached;
alter sequence cached cache 1;
select nextval('cached');

-- ALTER SEQUENCE.
alter sequence s increment by 10;
select nextval('s'), nextval('s');
select * from s;
alter sequence s restart;
select * from s;
select nextval('s');
alter sequence s restart with 50;
select nextval('s');
alter sequence s start 7 maxvalue 100;
alter sequence s restart;
select nextval('s');
alter sequence s maxvalue 5;
alter sequence s minvalue 8;
alter sequence s minvalue 8 start 8;
alter sequence s restart 101;
alter sequence s no maxvalue no cycle;
alter sequence s as smallint;
select seqtypid::regtype, seqmin, seqmax from pg_sequence where seqrelid = 's'::regclass;
alter sequence s as integer;
select seqtypid::regtype, seqmin, seqmax from pg_sequence where seqrelid = 's'::regclass;
alter sequence s increment 0;
alter sequence s cycle no cycle;
alter sequence if exists nosuch restart;
alter sequence nosuch restart;
begin;
alter sequence s restart with 30;
select nextval('s');
rollback;
select * from s;
select currval('s');

-- Renaming.
alter sequence s rename to s3;
select nextval('s3');
alter sequence s3 rename to s2;
alter sequence nosuch rename to x;
alter sequence if exists nosuch rename to x;
create table t (a int, b int);
alter sequence t rename to x;
alter sequence t restart;
alter sequence pg_class restart;
alter sequence nosuch.s restart;
alter sequence s2 set increment 3;
alter sequence s2 owned by nosuch.t.a;
select s2 from s2;

-- Owners.
create sequence owned owned by t.a;
select pg_get_serial_sequence('t', 'a'), pg_get_serial_sequence('t', 'b');
alter sequence owned owned by t.b;
select pg_get_serial_sequence('t', 'a'), pg_get_serial_sequence('t', 'b');
alter sequence owned owned by none;
select pg_get_serial_sequence('t', 'b');
alter sequence owned owned by t.c;
alter sequence owned owned by s2.last_value;
alter sequence owned owned by t;
create schema other;
create table other.t (a int);
alter sequence owned owned by other.t.a;
alter sequence owned owned by t.a;
drop table t;
select nextval('owned');

-- Sequences are tables to read, not to change.
select last_value + 1 as next from s2 where is_called;
insert into s2 values (1);
update s2 set last_value = 3;
delete from s2;
truncate s2;
drop table s2;
create index on s2 (last_value);
select last_value from s2 for update;
vacuum s2;
select ctid, xmin, tableoid::regclass, * from s2;

-- DROP SEQUENCE.
drop sequence s2, low;
drop sequence s2;
drop sequence if exists s2;
drop sequence other.t;
drop schema other;
drop schema other cascade;
create table uses (a int default nextval('few'), b bigint default nextval('few'::text));
insert into uses default values;
drop sequence few;
select setval('few', 1);
insert into uses default values;
select * from uses;
drop sequence few cascade;
insert into uses (b) values (1);
select * from uses;

-- DISCARD SEQUENCES forgets currval, lastval and the cache.
create sequence kept cache 5;
select nextval('kept');
discard sequences;
select currval('kept');
select lastval();
select nextval('kept');
select pg_sequence_last_value('kept');
select * from pg_sequence_parameters('kept'::regclass);
select (pg_sequence_parameters('kept'::regclass)).cache_size;
