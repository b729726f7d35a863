-- EXPLAIN (FORMAT JSON) of grouping sets and functions.
create table t (a int, b text, c numeric(8,2), d timestamp);
explain (costs off, format json) select a, b, count(*) from t group by rollup (a, b), grouping sets ((c), ());
explain (costs off, format json) select a, b, count(*) from t group by grouping sets ((a, b), (c), (), (a));
set enable_hashagg = off;
explain (costs off, format json) select a, b, count(*) from t group by grouping sets ((a, b), (c), (), (a));
explain (verbose, costs off, format json) select * from generate_series(1, 2), now() n;
