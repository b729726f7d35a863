-- setting: minidb.attr_map_cache
-- The thread's tests with N = 1000 columns and two partitions, of which T3 and T6 have a
-- table whose first column was dropped, T5 and T6 move the row. Versions of the patch are
-- pairs of attr_map and inherit_translation; maps are made as before PostgreSQL 14.
set minidb.modify_plan = per_partition;
set minidb.result_rel_init = eager;
\set ECHO none
select string_agg('c' || substr(md5(g::text), 1, 10) || ' int', ', ' order by g) as cols, 'c' || substr(md5('1'), 1, 10) as key from generate_series(1, 1000) g \gset
create table plain (:cols) partition by list (:key);
create table dropped (gone int, :cols) partition by list (:key);
alter table dropped drop column gone;
select format('create table %s_%s partition of %1$s for values in (%2$s)', t, v) from unnest('{plain,dropped}'::text[]) t, generate_series(0, 1) v \gexec
create table versions (n int, version text, attr_map text, inherit_translation text);
insert into versions values (0, 'unpatched', 'scan', 'scan'), (1, 'v1', 'same_position', 'scan'), (2, 'v2', 'same_position', 'syscache'),
  (3, 'v3', 'cursor', 'syscache'), (4, 'v4 = v5', 'cursor', 'cursor');
create table seen (n int, test text, counter text, value bigint);
create table statements (test text, before text, statement text);
insert into statements select test, 'truncate ' || t, format('insert into %s values (%s)', t, repeat('1,', 999) || '1')
  from (values ('T2', 'plain'), ('T3', 'dropped')) v (test, t);
insert into statements select test, 'reset work_mem', format('update %s set %I = 1 - %2$I', t, :'key')
  from (values ('T5', 'plain'), ('T6', 'dropped')) v (test, t);
select 'set minidb.attr_map = ' || attr_map, 'set minidb.inherit_translation = ' || inherit_translation, before, statement,
  format('insert into seen select %s, %L, counter, value from minidb_stat_last_statement where strategy = %L', n, test, 'attr_map')
  from versions, statements order by n, test \gexec
\set ECHO all
-- comparisons of names, of maps and of lists together
select version, sum(value) filter (where test = 'T2') as "T2", sum(value) filter (where test = 'T3') as "T3",
  sum(value) filter (where test = 'T5') as "T5", sum(value) filter (where test = 'T6') as "T6"
  from versions join seen using (n) where counter in ('name_comparisons', 'translation_comparisons') group by n, version order by n;
select version, sum(value) filter (where test = 'T5') as "T5", sum(value) filter (where test = 'T6') as "T6"
  from versions join seen using (n) where counter = 'syscache_lookups' group by n, version order by n;
select counter, max(value) filter (where test = 'T2') as "T2", max(value) filter (where test = 'T3') as "T3",
  max(value) filter (where test = 'T5') as "T5", max(value) filter (where test = 'T6') as "T6"
  from seen where n = 4 group by counter order by counter;
