-- ALTER TABLE: columns that come and go, their defaults, NOT NULL.
create table t (a int, b text);
insert into t values (1, 'x'), (2, null);
create table files (name text, file oid);
insert into files select 'before', relfilenode from pg_class where relname = 't';

-- A constant default is read from the catalog: rows are not rewritten.
alter table t add column c int default 5 not null;
alter table t add d text default 'a' || 'b', add column e numeric(5,2) default 1.005;
alter table t add f timestamptz default null, add g int;
select * from t order by a;
select attname, atthasmissing, attmissingval, atthasdef, attnotnull from pg_attribute
  where attrelid = 't'::regclass and attnum > 2 order by attnum;
select relfilenode = file as same_file from pg_class, files where relname = 't';
insert into t (a) values (3);
alter table t alter c set default 6, alter d drop default;
insert into t (a) values (4);
update t set b = 'upd' where a = 2;
update t set c = c + 1 where a in (1, 3) returning *;
select * from t order by a;
select a, c from t where c = 5;
create index on t (c);
set enable_seqscan = off;
select a, c from t where c = 5;
select count(*) from t where c = 6;
reset enable_seqscan;
select t, t.* from t where a = 1;
delete from t where a = 4 returning *;

-- A volatile one rewrites.
alter table t add h float8 default random() * 0 + 1;
select relfilenode = file as same_file from pg_class, files where relname = 't';
select * from t order by a;
select attname, atthasmissing, attmissingval from pg_attribute
  where attrelid = 't'::regclass and attnum > 2 order by attnum;
set enable_seqscan = off;
select a, c from t where c > 5 order by c;
reset enable_seqscan;

-- Generated columns are computed from the row.
alter table t add i int generated always as (a * 10) stored;
select a, c, h, i from t order by a;
alter table t add j int generated always as (i * 10) stored;
alter table t add j int generated always as (nope * 10) stored;
alter table t alter i set default 3;
alter table t alter i drop default;
alter table t drop a;
alter table t drop a cascade;
select * from t order by c;
insert into t (b) values ('after') returning *;
select attname, attnum, atttypid, attisdropped, attnotnull from pg_attribute
  where attrelid = 't'::regclass and attnum > 0 order by attnum;

-- The same name again, and errors.
alter table t add a int check (a > 0) default 7;
select a, b from t order by b;
alter table t add a int;
alter table t add if not exists a int;
alter table t add ctid int;
alter table t add x nope;
alter table t add x record;
alter table t add x int default 'x';
alter table t add x int default a;
alter table t add x int default 5 check (x > 7);
alter table t add x int not null;
alter table t add x int primary key;
alter table t add x int default 1 unique;
alter table t add x int not null null;
alter table nope add x int;
alter table if exists nope add x int;
alter table s.nope add x int;
alter table if exists s.nope add x int;
alter table pg_class add x int;
alter table t drop nope;
alter table t drop if exists nope;
alter table t drop ctid;
alter table t alter nope set default 1;
alter table t alter ctid set default 1;
alter table t alter a set default 'x';
alter table t alter a set default true;
alter table t alter a set default c;
alter table t alter a set default (select 1);

-- NOT NULL.
create table n (a int not null, b int constraint named not null, c int);
insert into n values (1, 2, null);
alter table n alter c set not null;
alter table n alter a drop not null, alter b drop not null;
alter table n alter a drop not null;
select conname, contype, conkey from pg_constraint where conrelid = 'n'::regclass order by 1;
update n set c = 3;
alter table n alter c set not null, alter a set not null;
alter table n alter c set not null;
select conname, contype, conkey from pg_constraint where conrelid = 'n'::regclass order by 1;
insert into n values (1, 2, null);
alter table n add constraint nn not null b, add constraint nn2 not null b;
alter table n add constraint nn not null b not valid;
insert into n values (1, null, 3);
alter table n alter nope set not null;
alter table n alter nope drop not null;
alter table n alter ctid set not null;
alter table n drop constraint nn;
insert into n values (1, null, 3);
alter table n add constraint nv not null b not valid;
select conname, convalidated from pg_constraint where conrelid = 'n'::regclass order by 1;
alter table n validate constraint nv;
delete from n where b is null;
alter table n validate constraint nv;
select conname, convalidated from pg_constraint where conrelid = 'n'::regclass order by 1;
alter table n add primary key (a);
alter table n alter a drop not null;
alter table n drop constraint n_a_not_null;

-- Subcommands run in passes.
alter table n drop b, add b text default 'new', add check (b <> 'old');
select * from n;
alter table n add z int, drop z;
alter table n add z int, alter z set default 5, alter z set not null;
alter table n add z int default 1, alter z set default 5, alter z set not null;
insert into n (a, c) values (9, 9) returning *;
alter table n drop a, drop b, drop c, drop z;
select * from n;
select count(*) from n;
insert into n default values;
alter table n add back int default 1;
select * from n;

-- All of it is undone by a rollback.
begin;
alter table t add y int default 3;
insert into t (b, y) values ('gone', 4);
savepoint s;
alter table t drop b, add z float8 default random();
select count(z) from t;
rollback to s;
select b, y from t order by b;
rollback;
select * from t order by b;
insert into t (b) values ('last') returning *;
begin;
savepoint s;
alter table t add y int default 3;
update t set y = 4;
release s;
commit;
select b, y from t order by b;

-- Tables whose rows are kept in other tables.
create table r (a int);
create table u (x r);
insert into u values (row(1));
alter table r add b int;
alter table r add c int default 1;
alter table r alter a type text;
