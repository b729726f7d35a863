-- How long arrays are is known from the statistics of their elements.
create table t (a int, b text, e int[], c int);
create table u (x int primary key, y int);
insert into t select g, 'b', array[g, g + 1], g from generate_series(1, 100) g;
insert into u select g, g from generate_series(1, 5000) g;
analyze;
explain (costs off) select * from t where a between 1 and 5 and c in (1, 2) and b not in ('x', 'y') and a = any(e) and 5 <> all(e);
explain select * from t, unnest(e) x;
explain select unnest(e) from t;
explain (costs off) select * from t, unnest(t.e) x join u on u.x = x;
explain (costs off) select * from u where x = any((select e from t where a = 5)::int[]);
explain (costs off) select t.a, u.y from t join u on u.x = any(t.e);
explain (costs off) select t.a, u.y from t left join u on u.x = any(t.e) where t.a < 4;
explain select * from t where a = any(e);
explain select * from t where a <> all(e || 1);
