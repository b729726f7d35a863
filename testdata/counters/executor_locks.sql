-- setting: minidb.executor_locks
-- What a cached plan locks.
create table p0 (a int primary key, b int);
create table p10 (a int primary key, b int) partition by range (a);
create table p100 (a int primary key, b int) partition by range (a);
select format('create table %s_%s partition of %s for values from (%s) to (%s)', t, i, t, i * 10, i * 10 + 10)
  from (values ('p10', 10), ('p100', 100)) v (t, n), generate_series(0, n - 1) i \gexec
insert into p0 select g, 0 from generate_series(0, 99) g;
insert into p10 select g, 0 from generate_series(0, 99) g;
insert into p100 select g, 0 from generate_series(0, 999) g;
set plan_cache_mode = force_generic_plan;
prepare u0(int) as update p0 set b = b + 1 where a = $1;
prepare u10(int) as update p10 set b = b + 1 where a = $1;
prepare u100(int) as update p100 set b = b + 1 where a = $1;
prepare k10(int) as update p10 set a = (a + 10) % 100 where a = $1;
prepare k100(int) as update p100 set a = (a + 10) % 1000 where a = $1;
execute u0(5);
execute u10(5);
execute u100(5);
execute k10(5);
execute k100(5);
-- a generic plan's later executions: an update by key, P = 0, 10, 100
execute u0(6);
select counter, value from minidb_stat_last_statement where strategy = 'modify_table' and value > 0;
execute u10(6);
select counter, value from minidb_stat_last_statement where strategy = 'modify_table' and value > 0;
execute u100(6);
select counter, value from minidb_stat_last_statement where strategy = 'modify_table' and value > 0;
-- one that moves the row
execute k10(6);
select strategy, counter, value from minidb_stat_last_statement where strategy in ('modify_table', 'attr_map') and value > 0;
execute k100(6);
select strategy, counter, value from minidb_stat_last_statement where strategy in ('modify_table', 'attr_map') and value > 0;
