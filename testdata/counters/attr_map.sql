-- setting: minidb.attr_map
-- Maps and translation lists of a row that moves: 2 partitions, N = 1000 columns; as
-- before PostgreSQL 12 but for how names are matched. An UPDATE of the key makes 2
-- lists (planner), 2 maps to the root and 1 to the new partition.
set minidb.modify_plan = per_partition;
set minidb.result_rel_init = eager;
set minidb.attr_map_cache = off;
set minidb.inherit_translation = scan;
select 'create table t5 (' || string_agg('c' || lpad(g::text, 10, '0') || ' int', ', ' order by g) || ') partition by list (c0000000001)'
  from generate_series(1, 1000) g \gexec
create table t5_0 partition of t5 for values in (0);
create table t5_1 partition of t5 for values in (1);
select 'create table t6 (gone int, ' || string_agg('c' || lpad(g::text, 10, '0') || ' int', ', ' order by g) || ') partition by list (c0000000001)'
  from generate_series(1, 1000) g \gexec
alter table t6 drop column gone;
create table t6_0 partition of t6 for values in (0);
create table t6_1 partition of t6 for values in (1);
insert into t5 (c0000000001) values (0);
insert into t6 (c0000000001) values (0);
update t5 set c0000000001 = 1 - c0000000001;
select counter, value from minidb_stat_last_statement where strategy = 'attr_map' and value > 0;
update t6 set c0000000001 = 1 - c0000000001;
select counter, value from minidb_stat_last_statement where strategy = 'attr_map' and value > 0;
set minidb.inherit_translation = syscache;
update t6 set c0000000001 = 1 - c0000000001;
select counter, value from minidb_stat_last_statement where strategy = 'attr_map' and value > 0;
set minidb.inherit_translation = cursor;
update t5 set c0000000001 = 1 - c0000000001;
select counter, value from minidb_stat_last_statement where strategy = 'attr_map' and value > 0;
update t6 set c0000000001 = 1 - c0000000001;
select counter, value from minidb_stat_last_statement where strategy = 'attr_map' and value > 0;
