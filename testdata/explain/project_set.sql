-- ProjectSet takes a scan's rows as they are.
create table t (a int, b text, e int[], c int);
create table u (x int, y int);
insert into t select g, 'b', array[g, g], g from generate_series(1, 50) g;
insert into u select g, g from generate_series(1, 50) g;
analyze;
explain (verbose, costs off) select unnest(e), generate_series(1, 2) from t;
explain (verbose, costs off) select unnest(e) from t where a < 5;
explain (verbose, costs off) select unnest(e) x, a from t order by x limit 1;
explain (verbose, costs off) select generate_series(1, a + 1) from (select a, c from t offset 0) q;
explain (verbose, costs off) select generate_series(1, 2), ctid from t;
explain (verbose, costs off) insert into u select unnest(e), c from t;
explain (verbose, costs off) with q as materialized (select a, e from t) select unnest(e) from q;
select unnest(e), generate_series(1, 2), c from t where a = 1;
