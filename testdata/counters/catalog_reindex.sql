-- setting: minidb.catalog_insert
-- The thread's workload with 100 of its 400 indexes of 32 expressions each. REINDEX TABLE CONCURRENTLY copies the
-- statistics of every index, 32 rows of pg_statistic, which has one index, and removes the old ones: tuples counts both.
\pset tuples_only on
\pset format unaligned
select 'create table tab (' || string_agg('aa_' || g || ' int', ', ') || ')' as t from generate_series(1, 32) g \gset
:t;
\set ECHO none
select 'create index ind_' || k || ' on tab (' || string_agg('(aa_' || g || ' + ' || k || ')', ', ') || ')' from generate_series(1, 100) k, generate_series(1, 32) g group by k order by k \gexec
\set ECHO all
insert into tab values (1), (2);
analyze tab;
select relation, index_opens as opens, tuples, batches, heap_records as heap, index_records as index from minidb_stat_catalog_insert where scope = 'statement' and relation = 'pg_statistic';
select count(*) from pg_statistic;
reindex table concurrently tab;
select relation, sum(index_opens) as opens, sum(tuples) as tuples, sum(batches) as batches from minidb_stat_catalog_insert where scope = 'statement' and relation = 'pg_statistic' group by 1;
select count(*) from pg_statistic;
select count(*) from pg_class where relname like '%ccnew%' or relname like '%ccold%';
