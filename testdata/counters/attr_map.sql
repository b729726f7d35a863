-- setting: minidb.attr_map
-- One map of N = 1000 columns: an INSERT into a partition whose columns are in the
-- order of the table's, or where the table's or the partition's first is dropped, or
-- they are reversed, swapped in pairs or rotated by half. Without the map's cache.
set minidb.attr_map_cache = off;
\set ECHO none
create table lists (name text, cols text);
insert into lists select name, string_agg('c' || lpad(g::text, 10, '0') || ' int', ', ' order by n)
  from generate_series(1, 1000) g, lateral (values ('same', g), ('reversed', -g), ('pairs', (g - 1) # 1), ('rotated', (g + 499) % 1000)) v (name, n) group by name;
insert into lists select 'gone', 'gone int, ' || cols from lists where name = 'same';
create table cases (n int, name text, above text, part text);
insert into cases values (1, 'same order', 'same', 'same'), (2, 'dropped above', 'gone', 'same'), (3, 'dropped below', 'same', 'gone'),
  (4, 'dropped on both sides', 'gone', 'gone'), (5, 'reversed', 'same', 'reversed'), (6, 'pairs swapped', 'same', 'pairs'), (7, 'rotated', 'same', 'rotated');
select format('create table p%s (%s) partition by list (c0000000001)', n, cols) from cases c join lists l on l.name = c.above order by n \gexec
select format('create table p%s_1 (%s)', n, cols) from cases c join lists l on l.name = c.part order by n \gexec
select format('alter table p%s drop column gone', n) from cases where above = 'gone' \gexec
select format('alter table p%s_1 drop column gone', n) from cases where part = 'gone' \gexec
select format('alter table p%s attach partition p%1$s_1 for values in (1)', n) from cases \gexec
create table seen (n int, counter text, value bigint);
select format('insert into p%s values (%s)', n, repeat('1,', 999) || '1'),
  format('insert into seen select %s, counter, value from minidb_stat_last_statement where strategy = %L', n, 'attr_map') from cases \gexec
\set ECHO all
select name, max(value) filter (where counter = 'maps_discarded') as maps_discarded,
  max(value) filter (where counter = 'name_comparisons') as name_comparisons,
  max(value) filter (where counter = 'hash_operations') as hash_operations,
  max(value) filter (where counter = 'dropped_skipped') as dropped_skipped,
  max(value) filter (where counter = 'columns_copied') as columns_copied
  from cases join seen using (n) group by n, name order by n;
