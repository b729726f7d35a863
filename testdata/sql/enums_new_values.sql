-- Labels that are not committed may not be used, but those of a new type, outside of savepoints.
create type e as enum ('a','b');
create table t (v e);
begin; alter type e add value 'c'; insert into t values ('c'); rollback;
begin; savepoint s; alter type e add value 'c'; insert into t values ('c'); rollback to s; insert into t values ('c'); rollback;
begin; savepoint s; alter type e add value 'c'; release s; insert into t values ('c'); rollback;
begin; savepoint s; alter type e add value 'c'; rollback to s; alter type e add value 'c'; insert into t values ('c'); rollback;
begin; savepoint s; alter type e add value 'c'; savepoint s2; select 'c'::e; rollback to s2; select enum_range(null::e); rollback to s2; select enum_last(null::e); rollback;
begin; savepoint s; create type f as enum ('x'); alter type f add value 'y'; select 'y'::f; release s; select 'y'::f; rollback;
begin; create type f as enum ('x'); savepoint s; alter type f add value 'y'; select 'y'::f; release s; select 'y'::f; rollback;
begin; create type f as enum ('x'); savepoint s; alter type f add value 'y'; select 'y'::f; rollback to s; select 'y'::f; rollback to s; alter type f add value 'z'; select 'z'::f;  rollback;
begin; savepoint s; create type f as enum ('x'); rollback to s; create type f as enum ('x'); alter type f add value 'y'; select 'y'::f; rollback;
begin; alter type e rename to g; alter type g add value 'c'; select 'c'::g; rollback;
begin; alter type e rename value 'a' to 'aa'; select 'aa'::e; rollback;
begin; alter type e add value 'c'; alter type e rename value 'c' to 'cc'; select 'cc'::e; rollback;
begin; alter type e add value 'c' before 'b'; select enum_range(null::e); rollback;
begin; alter type e add value 'c' before 'b'; select enum_range('a'::e, 'b'::e); rollback;
begin; alter type e add value 'c'; select enum_range('a'::e, 'b'::e); rollback;
begin; alter type e add value 'c'; select enum_range('a'::e, null); rollback;
begin; alter type e add value 'c' before 'a'; select enum_first(null::e); rollback;
begin; alter type e add value 'c' before 'a'; select enum_range(null, 'a'::e); rollback;
begin; alter type e add value 'c'; select enumlabel from pg_enum where enumtypid = 'e'::regtype order by enumsortorder; rollback;
begin; alter type e add value 'c'; alter table t alter v set default 'c'; rollback;
begin; alter type e add value 'c'; create table t2 (v e default 'c'); rollback;
begin; alter type e add value 'c'; create table t2 (v e check (v <> 'c')); rollback;
begin; alter type e add value 'c'; create view vv as select 'c'::e; rollback;
begin; alter type e add value 'c'; select 'c' = any (enum_range('a'::e,'b'::e)::text[]); select array['a','c']::e[]; rollback;
begin; alter type e add value 'c'; prepare pp(e) as select $1; execute pp('c'); rollback;
deallocate pp;
begin; alter type e add value 'c'; select ('(c)'::t).v; rollback;
begin; alter type e add value 'c'; create table pt (v e) partition by list (v); create table pt1 partition of pt for values in ('c'); rollback;
begin; alter type e add value if not exists 'a'; select 'a'::e; alter type e add value if not exists 'c'; select 'c'::e; rollback;
begin; alter type e add value if not exists 'c'; alter type e add value if not exists 'c'; select 'c'::e; rollback;
begin; savepoint a; alter type e add value 'c'; release a; savepoint b; alter type e add value 'd'; rollback to b; select 'c'::e; rollback;
begin; savepoint a; alter type e add value 'c'; release a; savepoint b; alter type e add value 'd'; rollback to b; select 'd'::e; rollback;
begin; savepoint a; alter type e add value 'c'; release a; commit;
select 'c'::e;
begin; savepoint a; alter type e add value 'd'; rollback to a; commit;
select 'd'::e;
begin; copy t from stdin;
c
\.
alter type e add value 'd'; 
copy t from stdin;
d
\.
rollback;
begin; create type f as enum (); alter type f add value 'a'; select 'a'::f; commit;
select 'a'::f;
begin; alter type f add value 'b'; drop type f; create type f as enum ('b'); select 'b'::f; rollback;
begin; alter type f rename to f2; alter type f2 add value 'q'; savepoint x; select 'q'::f2; rollback;
begin; alter type f set schema pg_temp; rollback;
select x, cast(x as e) from (values ('a'),('c')) v(x);
begin; alter type e add value 'zz'; select x, cast(x as e) from (values ('a'),('zz')) v(x); rollback;
begin; alter type e add value 'zz'; select 'zz'::text::e; rollback;
drop table t; drop type e; drop type f;

-- A type that was made inside of a savepoint does not count as the transaction's own.
begin;
savepoint a;
create type inner_made as enum ('p');
release a;
alter type inner_made add value 'q' before 'p';
select 'p'::inner_made, enum_last(null::inner_made);
savepoint b;
select enum_range(null::inner_made);
rollback to b;
commit;
select enum_range(null::inner_made);
