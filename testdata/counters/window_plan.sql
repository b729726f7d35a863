-- setting: minidb.window_plan
-- Plans without a store where no function looks back, and without a sort where there is
-- no order.
create table t as select g as a, g % 100 as p from generate_series(1, 20000) g;
analyze t;
select max(rn) from (select row_number() over (order by p) rn from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and value > 0 and unit <> 'bytes';
select max(s) from (select sum(a) over (order by a) s from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and value > 0 and unit <> 'bytes';
select max(s) from (select sum(a) over (order by p) s from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and value > 0 and unit <> 'bytes';
select max(c) from (select count(*) over (partition by p) c from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and value > 0 and unit <> 'bytes';
explain (costs off) select a, count(*) over (partition by p) from t;
explain (costs off, verbose) select a, row_number() over (partition by p order by a) from t;
explain (costs off) select a, lag(a) over (partition by p order by a) from t;
explain (costs off, format json) select a, sum(a) over (partition by p) from t;
