-- setting: minidb.window_run_condition
-- A bound on row_number() and its kin stops the window function, or skips the rest of
-- each partition.
set minidb.window_plan = sorted;
create table t as select g as a, g % 10 as p from generate_series(1, 1000) g;
analyze t;
select * from (select a, row_number() over (order by a) rn from t) x where rn <= 3;
select counter, value from minidb_stat_last_statement where counter in ('rows_evaluated', 'rows_spooled');
select count(*) from (select a, rank() over (partition by p order by a) r from t) x where r <= 3;
select counter, value from minidb_stat_last_statement where counter in ('rows_evaluated', 'rows_spooled');
select count(s) from (select a, count(*) over (order by a) c, sum(a) over (partition by p order by a) s from t) x where c <= 3;
select counter, value from minidb_stat_last_statement where counter in ('rows_evaluated', 'rows_spooled');
set minidb.window_plan = auto;
select a, rn from (select a, row_number() over (order by a) rn from t) x where rn <= 3;
select counter, value from minidb_stat_last_statement where counter in ('rows_evaluated', 'rows_spooled');
select count(*) from (select a, rank() over (partition by p order by a) r from t) x where r <= 3;
select counter, value from minidb_stat_last_statement where counter in ('rows_evaluated', 'rows_spooled');
set minidb.window_plan = sorted;
explain (costs off) select * from (select a, row_number() over (order by a) rn from t) x where rn <= 3;
explain (costs off) select * from (select a, row_number() over (order by a) rn from t) x where rn = 3;
explain (costs off) select * from (select a, rank() over (partition by p order by a) r from t) x where 3 >= r;
