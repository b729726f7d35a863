-- setting: minidb.explain_fold
-- Partitions that are read in the same way are printed once.
create table p (a int primary key, b int) partition by range (a);
select format('create table p_%s partition of p for values from (%s) to (%s)', i, i * 10, i * 10 + 10) from generate_series(0, 7) i \gexec
create index on p_5 (b);
insert into p select g, g % 7 from generate_series(0, 79) g;
analyze p;
explain (costs off) select * from p where b = 3;
explain select * from p;
explain (analyze, costs off, timing off, summary off, buffers off) select * from p where b = 3;
explain (analyze, costs off, timing off, summary off, buffers off) select * from p where a = (select 55);
explain (costs off) update p set b = 0 where b = 3;
set minidb.modify_plan = per_partition;
explain (costs off) update p set b = 0 where b = 3;
explain (costs off) select * from p order by b limit 3;
explain (costs off) select * from p x join p y using (a);
set minidb.modify_plan = single;
explain (verbose, costs off) update p set b = a where b = 3 returning a;
set enable_hashjoin = off;
set enable_mergejoin = off;
explain (analyze, costs off, timing off, summary off, buffers off) select * from (values (5), (15)) v (k) join p on p.a = v.k;
