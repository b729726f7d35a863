-- setting: minidb.lock_release
-- When a large local table is thrown away: lock_table_shrink_threshold, session locks, the usual need.
create table t (a int);
create table u (a int);
create table v (a int);
create table w (a int);
create table q13 (a int) partition by list (a);
create table q63 (a int) partition by list (a);
create table q64 (a int) partition by list (a);
create table q127 (a int) partition by list (a);
create table q128 (a int) partition by list (a);
\set ECHO none
select format('create table %s_%s partition of %s for values in (%s)', p, i, p, i)
  from (values ('q13', 13), ('q63', 63), ('q64', 64), ('q127', 127), ('q128', 128)) x (p, n), generate_series(1, n) i \gexec
\set ECHO all

-- The table grows by one bucket for each lock beyond its buckets, and never shrinks by itself.
begin;
lock table q13 in access share mode;
select counter, value from minidb_stat_last_statement where strategy = 'lock_release' and counter in ('buckets', 'splits');
lock table t in access share mode;
select counter, value from minidb_stat_last_statement where strategy = 'lock_release' and counter in ('buckets', 'splits');
lock table u in access share mode;
select counter, value from minidb_stat_last_statement where strategy = 'lock_release' and counter in ('buckets', 'splits');
lock table v in access share mode;
select counter, value from minidb_stat_last_statement where strategy = 'lock_release' and counter in ('buckets', 'splits');
lock table w in access share mode;
select counter, value from minidb_stat_last_statement where strategy = 'lock_release' and counter in ('buckets', 'splits');
commit;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;

-- Threshold 64: 64 locks, then 65.
begin;
lock table q63 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table q64 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
-- Threshold 128: 65 locks, 128, 129.
set minidb.lock_table_shrink_threshold = 128;
begin;
lock table q64 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table q127 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table q128 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
reset minidb.lock_table_shrink_threshold;

-- shrink_average's multiple and minimum: a table of 64 buckets, an average of about 6.
set minidb.lock_table_shrink_multiple = 20;
begin; lock table q63 in access share mode; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'rebuilds');
set minidb.lock_table_shrink_multiple = 1;
set minidb.lock_table_shrink_minimum = 64;
begin; lock table q63 in access share mode; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'rebuilds');
begin; set minidb.lock_table_shrink_minimum = 63; select count(*) from t; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'rebuilds');
reset minidb.lock_table_shrink_multiple;
reset minidb.lock_table_shrink_minimum;

-- A lock that the session keeps stops the shrinking, until it is given back.
select pg_advisory_lock(1);
begin;
lock table q128 in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin;
lock table t in access share mode;
rollback;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select pg_advisory_unlock_all();
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;

-- An advisory lock of the transaction is left by the first pass and goes with the second.
begin;
select pg_advisory_xact_lock(1);
lock table t in access share mode;
commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;

-- A need that comes again: four transactions with 64 locks, then small ones.
begin; lock table q63 in access share mode; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'buckets_visited', 'splits', 'rebuilds');
begin; lock table q63 in access share mode; commit;
begin; lock table q63 in access share mode; commit;
begin; lock table q63 in access share mode; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'buckets_visited', 'splits', 'rebuilds');
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'buckets_visited', 'splits', 'rebuilds');
select count(*) from t;
select count(*) from t;
select count(*) from t;
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and counter in ('buckets', 'buckets_visited', 'splits', 'rebuilds');
