-- setting: minidb.lock_release
-- A prepared UPDATE by key of 1000 partitions, plan_cache_mode = auto: the sixth execution makes a generic plan,
-- which locks all, and is then not used. The local table stays as large as that.
set minidb.executor_locks = 'all';
create table t (a int);
create table p (a int primary key, b int) partition by range (a);
\set ECHO none
select format('create table p_%s partition of p for values from (%s) to (%s)', i, i, i + 1) from generate_series(0, 999) i \gexec
select format('insert into p values (%s, 0)', i) from generate_series(0, 999) i \gexec
select format('analyze p_%s', i) from generate_series(0, 999) i \gexec
\set ECHO all
prepare u (int) as update p set b = b + 1 where a = $1;
begin; execute u (1); select count(*) from pg_locks; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin; execute u (2); select count(*) from pg_locks; commit;
begin; execute u (3); select count(*) from pg_locks; commit;
begin; execute u (4); select count(*) from pg_locks; commit;
begin; execute u (5); select count(*) from pg_locks; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin; execute u (6); select count(*) from pg_locks; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin; execute u (7); select count(*) from pg_locks; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
begin; execute u (8); select count(*) from pg_locks; commit;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
select generic_plans, custom_plans from pg_prepared_statements;
-- What is left of it for a transaction that locks one table.
select count(*) from t;
select counter, value from minidb_stat_last_transaction where strategy = 'lock_release' and value <> 0;
