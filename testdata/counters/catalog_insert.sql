-- setting: minidb.profile
-- What statements cost in catalogs, as PostgreSQL's releases write them and as minidb does.
\set show 'select relation, index_opens as opens, slots, tuples, batches, heap_records as heap, index_records as index from minidb_stat_catalog_insert where scope = ''statement'''
select string_agg('c' || g || ' int', ', ') as columns, string_agg('1', ', ') as vals from generate_series(1, 100) g \gset
-- An enum without labels: PostgreSQL 16 to 18 open the three indexes of pg_enum for it, before them none was.
create type none as enum ();
:show and relation = 'pg_enum';
create type e as enum ('a', 'b', 'c', 'd');
:show;
alter type e add value 'aa' before 'b';
:show;
alter type e rename value 'aa' to 'ab';
:show;
create table wide (:columns, e e);
:show;
-- ANALYZE: nothing to do, new statistics, then the same again.
analyze wide;
:show;
insert into wide values (:vals, 'a'), (:vals, 'b');
analyze wide;
:show;
analyze wide;
:show;
-- A column more: one new row, the others changed. Then a column without statistics.
alter table wide add x int default 7;
analyze wide;
:show and relation = 'pg_statistic';
alter table wide add y int default 7;
alter table wide alter y set statistics 0;
analyze wide (y);
:show and relation = 'pg_statistic';
-- Roles: three memberships in each of two.
create role r1; create role r2; create role r3; create role r4; create role r5;
grant r1, r2 to r3, r4, r5;
:show;
grant r1, r2 to r3, r4, r5 with admin option;
:show;
-- By one who is no superuser: the grantors are noted too.
create role boss createrole;
grant r1, r2 to boss with admin option;
create role r6; create role r7;
set role boss;
grant r1, r2 to r6, r7;
:show;
reset role;
-- What the session has written.
select relation, index_opens = index_closes as closed, tuples, batches from minidb_stat_catalog_insert where scope = 'session' order by 1;
