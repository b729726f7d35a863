-- setting: minidb.profile
-- An UPDATE by key of P partitions with two indexes, as releases of PostgreSQL do it:
-- what its generic plan's later executions cost, and a custom plan.
\set ECHO none
create table p0 (a int primary key, b int, c int);
select format('create table p%s (a int primary key, b int, c int) partition by range (a)', p) from unnest('{10,100,1000}'::int[]) p \gexec
select format('create table p%1$s_%2$s partition of p%1$s for values from (%3$s) to (%4$s)', p, i, i * 10, i * 10 + 10)
  from unnest('{10,100,1000}'::int[]) p, generate_series(0, p - 1) i \gexec
select format('create index on p%s (c)', p) from unnest('{0,10,100,1000}'::int[]) p \gexec
select format('insert into p%s select g * 2, 0, 0 from generate_series(0, %s) g', p, greatest(p, 10) * 5 - 1) from unnest('{0,10,100,1000}'::int[]) p \gexec
create table seen (statement text, p int, strategy text, counter text, value bigint);
\set ECHO all
set plan_cache_mode = force_generic_plan;
prepare u0(int) as update p0 set b = b + 1 where a = $1;
prepare u10(int) as update p10 set b = b + 1 where a = $1;
prepare u100(int) as update p100 set b = b + 1 where a = $1;
prepare u1000(int) as update p1000 set b = b + 1 where a = $1;
-- these move the row
prepare k10(int) as update p10 set a = a + 11 where a = $1;
prepare k100(int) as update p100 set a = a + 11 where a = $1;
prepare k1000(int) as update p1000 set a = a + 11 where a = $1;
\set ECHO none
select format('execute %s(%s)', name, case name ^@ 'k' when true then 2 else 0 end) from pg_prepared_statements order by 1 \gexec
select format('execute %s(%s)', name, case name ^@ 'k' when true then 24 else 16 end), format($$insert into seen select 'generic ' || %L, %s, strategy, counter, value from minidb_stat_last_statement where strategy in ('attr_map', 'modify_table') and value > 0$$, substr(name, 1, 1), substr(name, 2))
  from pg_prepared_statements order by length(name), 1 \gexec
set plan_cache_mode = force_custom_plan;
select format('execute %s(%s)', name, case name ^@ 'k' when true then 46 else 38 end), format($$insert into seen select 'custom ' || %L, %s, strategy, counter, value from minidb_stat_last_statement where strategy in ('attr_map', 'modify_table') and value > 0$$, substr(name, 1, 1), substr(name, 2))
  from pg_prepared_statements order by length(name), 1 \gexec
\set ECHO all
-- u sets another column, k the key
select statement, counter, max(value) filter (where p = 0) as "P = 0", max(value) filter (where p = 10) as "P = 10",
  max(value) filter (where p = 100) as "P = 100", max(value) filter (where p = 1000) as "P = 1000"
  from seen group by statement, strategy, counter order by statement, strategy, counter;
