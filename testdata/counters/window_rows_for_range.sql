-- setting: minidb.window_rows_for_range
-- Functions that look at no frame get ROWS: no read pointer for the frame's end, and one
-- window where there were two.
set minidb.window_plan = sorted;
create table t as select g as a, g % 10 as p from generate_series(1, 1000) g;
select max(r) from (select rank() over (order by p) r from t) x;
select counter, value from minidb_stat_last_statement where counter = 'read_pointers';
explain (costs off) select row_number() over (order by p) from t;
explain (costs off) select row_number() over (order by p), sum(a) over (order by p rows unbounded preceding) from t;
explain (costs off) select row_number() over (order by p), sum(a) over (order by p) from t;
