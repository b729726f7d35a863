-- Sizes in pg_class, and that a table has had an index, are written over the row
-- itself: no rollback takes them back.
create table stays (a int);
insert into stays values (1), (2), (3);
begin;
create index on stays (a);
select relname, reltuples, relpages, relhasindex from pg_class where relname like 'stays%' order by 1;
rollback;
select relname, reltuples, relpages, relhasindex from pg_class where relname like 'stays%' order by 1;
begin;
savepoint s;
insert into stays values (4);
analyze stays;
rollback to s;
select reltuples from pg_class where relname = 'stays';
commit;
select reltuples from pg_class where relname = 'stays';
select count(*) from pg_stats where tablename = 'stays';
-- what the transaction itself has written anew goes
begin;
truncate stays;
analyze stays;
select reltuples from pg_class where relname = 'stays';
rollback;
select reltuples from pg_class where relname = 'stays';
begin;
alter table stays add column b int;
create index on stays (b);
insert into stays values (9);
analyze stays;
select relname, reltuples, relhasindex, relnatts from pg_class where relname = 'stays';
rollback;
select relname, reltuples, relhasindex, relnatts from pg_class where relname = 'stays';
-- VACUUM and ANALYZE find that there is no index, outside of a block
begin;
analyze stays;
commit;
select relhasindex from pg_class where relname = 'stays';
analyze stays;
select relhasindex from pg_class where relname = 'stays';
alter table stays add primary key (a);
alter table stays drop constraint stays_pkey;
select relhasindex from pg_class where relname = 'stays';
vacuum stays;
select relhasindex from pg_class where relname = 'stays';
-- partitioned tables
create table tree (a int) partition by list (a);
create table tree_1 partition of tree for values in (1);
insert into tree values (1), (1);
begin;
analyze tree;
create index on tree (a);
rollback;
select relname, reltuples, relhasindex from pg_class where relname like 'tree%' order by 1;
vacuum tree;
select relname, reltuples, relhasindex from pg_class where relname like 'tree%' order by 1;
analyze tree;
select relname, reltuples, relhasindex from pg_class where relname like 'tree%' order by 1;
