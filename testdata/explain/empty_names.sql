-- Where all tables are proven empty, columns still have their tables' names in front
create table a (k int, v int, t text) partition by range (k); create table b (k int, v int, t text) partition by range (k);
create table a1 partition of a for values from (0) to (10);
create table b1 partition of b for values from (20) to (30);
set enable_partitionwise_join = on;
explain (costs off) select * from a join b on a.k = b.k order by a.k;
explain (costs off, verbose) select a.k + 1, upper(b.t) from a join b on a.k = b.k where b.v < 5;
explain (costs off, verbose) select a.k + 1, upper(b.t) from a left join b on a.k = b.k where b.v < 5;
explain (costs off, verbose) select a.k + 1, upper(b.t) from a, b where false order by a.v;
explain (costs off, verbose) select a.k + 1, upper(b.t) from a, b where false order by a.v;
explain (costs off) select a.k, count(*) from a join b on a.k = b.k where false group by a.k order by 1 limit 5;
create table e (k int, v int); create table f (k int, v int);
explain (costs off, verbose) select e.k + 1, upper(f.v::text) from e, f where false order by e.v;
explain (costs off, verbose) select e.k + 1 from e where false order by e.v;
explain (costs off, verbose) select e.k + 1 from e where k < 1 and k > 2 order by e.v;
explain (costs off, verbose) select * from e join f using (k) where false order by e.v;
explain (costs off, verbose) select * from e join f using (k) where exists (select from f where false);
explain (costs off, verbose) select e.k from e left join f on false order by f.v, e.k;
drop table b1; drop table a1;
explain (costs off, verbose) select a.k + 1, upper(b.t) from a join b on a.k = b.k where b.v < 5 order by a.v;
explain (costs off, verbose) select a.k + 1 from a order by a.v;
explain (costs off, verbose) select a.k + 1, x.k from a, e x order by a.v;

-- A relation that conditions contradict is proven empty after its partitions are opened; by a constant, before.
create table r (a int, b int, c text) partition by range (a, b);
create table r1 partition of r for values from (minvalue, minvalue) to (10, 5);
create table r2 partition of r for values from (10, 5) to (10, 20);
explain (costs off) select * from r where b = null order by a limit 3;
explain (costs off) select * from r where c = null order by a limit 3;
explain (costs off) select * from r where false order by a limit 3;
explain (costs off) select * from r where b < 1 and b > 2 order by a limit 3;
explain (costs off) select * from r where c < 'a' and c > 'b' order by a limit 3;
set enable_partition_pruning = off;
explain (costs off) select * from r where b = null order by a limit 3;
explain (costs off) select * from r where false order by a limit 3;
explain (costs off) select * from r where c = null order by a limit 3;
set constraint_exclusion = off;
explain (costs off) select * from r where b = null order by a limit 3;
explain (costs off) select * from r where c = null order by a limit 3;
