-- setting: minidb.profile
-- EXPLAIN (ANALYZE, COUNTERS): what partitions cost, under the node that did it and under Planning.
create table p (k int, a int, b text) partition by list (k);
create table p1 partition of p for values in (1);
create table p2 (b text, a int, k int);
alter table p attach partition p2 for values in (2);
explain (analyze, counters, costs off, timing off, summary off, buffers off) insert into p values (1, 1, 'x'), (2, 2, 'y');
explain (analyze, counters, costs off, timing off, summary off, buffers off) update p set a = a + 1;
explain (analyze, counters, costs off, timing off, summary off, buffers off) update p set k = 3 - k;
explain (counters, costs off) update p set a = a + 1;
explain (analyze, counters, costs off, timing off, summary off, buffers off) update p set a = a + 1;
explain (analyze, counters, format json, costs off, timing off, summary off, buffers off) delete from p where k = 2;
set minidb.explain_counters = on;
prepare q(int) as update p set a = a + 1 where k = $1;
set plan_cache_mode = force_generic_plan;
explain (analyze, costs off, timing off, summary off, buffers off) execute q(1);
