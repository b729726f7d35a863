-- setting: minidb.catalog_insert
-- What CREATE TYPE AS ENUM costs in pg_enum, which has three indexes, by the number of labels.
\pset tuples_only on
\pset format unaligned
\set show 'select format(''%s labels: %s index opens, %s closes, %s locks, %s infos; %s slots, %s tuples, %s batches; records: %s heap + %s index = %s'', :n, sum(index_opens), sum(index_closes), sum(index_locks), sum(index_info_built), sum(slots), sum(tuples), sum(batches), sum(heap_records), sum(index_records), sum(heap_records + index_records)) from (select * from minidb_stat_catalog_insert where scope = ''statement'' and relation = ''pg_enum'' union all select ''none'', ''pg_enum'', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) x'
select string_agg('''label_' || g || '''', ', ') as l2 from generate_series(1, 2) g \gset
select string_agg('''label_' || g || '''', ', ') as l10 from generate_series(1, 10) g \gset
select string_agg('''label_' || g || '''', ', ') as l100 from generate_series(1, 100) g \gset
select string_agg('''label_' || g || '''', ', ') as l1000 from generate_series(1, 1000) g \gset
\set l0
-- catalog_open = eager, catalog_index_insert = each
set minidb.catalog_open = eager; set minidb.catalog_index_insert = each;
create type e0_eager_each as enum (:l0);
\set n 0
:show;
create type e2_eager_each as enum (:l2);
\set n 2
:show;
create type e10_eager_each as enum (:l10);
\set n 10
:show;
create type e100_eager_each as enum (:l100);
\set n 100
:show;
create type e1000_eager_each as enum (:l1000);
\set n 1000
:show;
-- catalog_open = eager, catalog_index_insert = batch
set minidb.catalog_open = eager; set minidb.catalog_index_insert = batch;
create type e0_eager_batch as enum (:l0);
\set n 0
:show;
create type e2_eager_batch as enum (:l2);
\set n 2
:show;
create type e10_eager_batch as enum (:l10);
\set n 10
:show;
create type e100_eager_batch as enum (:l100);
\set n 100
:show;
create type e1000_eager_batch as enum (:l1000);
\set n 1000
:show;
-- catalog_open = lazy_unknown, catalog_index_insert = each
-- (with multi: PostgreSQL 16 to 18, which open the indexes also if there is no label)
set minidb.catalog_open = lazy_unknown; set minidb.catalog_index_insert = each;
create type e0_lazy_unknown_each as enum (:l0);
\set n 0
:show;
create type e2_lazy_unknown_each as enum (:l2);
\set n 2
:show;
create type e10_lazy_unknown_each as enum (:l10);
\set n 10
:show;
create type e100_lazy_unknown_each as enum (:l100);
\set n 100
:show;
create type e1000_lazy_unknown_each as enum (:l1000);
\set n 1000
:show;
-- catalog_open = lazy_unknown, catalog_index_insert = batch
set minidb.catalog_open = lazy_unknown; set minidb.catalog_index_insert = batch;
create type e0_lazy_unknown_batch as enum (:l0);
\set n 0
:show;
create type e2_lazy_unknown_batch as enum (:l2);
\set n 2
:show;
create type e10_lazy_unknown_batch as enum (:l10);
\set n 10
:show;
create type e100_lazy_unknown_batch as enum (:l100);
\set n 100
:show;
create type e1000_lazy_unknown_batch as enum (:l1000);
\set n 1000
:show;
-- catalog_open = lazy, catalog_index_insert = each
set minidb.catalog_open = lazy; set minidb.catalog_index_insert = each;
create type e0_lazy_each as enum (:l0);
\set n 0
:show;
create type e2_lazy_each as enum (:l2);
\set n 2
:show;
create type e10_lazy_each as enum (:l10);
\set n 10
:show;
create type e100_lazy_each as enum (:l100);
\set n 100
:show;
create type e1000_lazy_each as enum (:l1000);
\set n 1000
:show;
-- catalog_open = lazy, catalog_index_insert = batch
set minidb.catalog_open = lazy; set minidb.catalog_index_insert = batch;
create type e0_lazy_batch as enum (:l0);
\set n 0
:show;
create type e2_lazy_batch as enum (:l2);
\set n 2
:show;
create type e10_lazy_batch as enum (:l10);
\set n 10
:show;
create type e100_lazy_batch as enum (:l100);
\set n 100
:show;
create type e1000_lazy_batch as enum (:l1000);
\set n 1000
:show;
