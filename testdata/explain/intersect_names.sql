-- INTERSECT keeps the smaller side in memory: columns are named by the side that is outer.
create table t1 (a int, b int); create table t2 (a int, b int);
insert into t1 select i, i%10 from generate_series(1,1000) i; insert into t2 select i, i%7 from generate_series(1,500) i;
analyze t1; analyze t2;
explain (costs off, verbose) select a, b from t1 intersect select a, b from t2 order by a;
explain (costs off, verbose) select a, b from t1 except select a, b from t2 order by a;
explain (costs off, verbose) select a as x, b from t1 intersect select a, b from t2 order by x;
explain (costs off, verbose) select a, b from t1 union select a, b from t2 order by a;
explain (costs off, verbose) select 1, b from t1 intersect select a, b from t2 order by 1;
explain (costs off) select * from (select a, b from t1 intersect select a, b from t2) s join t1 using (a) where s.b = 1;
explain (costs off, verbose) select a, b from t1 intersect (select a, b from t2 union all select 1,2) order by a;
explain (costs off, verbose) (select a, b from t1 order by b limit 700) intersect select a, b from t2 order by a;
explain (costs off, verbose) select a, b from t1 intersect (select a, b from t2 order by b limit 30) order by a;
explain (costs off, verbose) select a, b from t1 where a in (select a from t1 intersect select a from t2);
explain (costs off, verbose) select a+1, b from t1 intersect select a, b from t2 order by 1;
drop table t1, t2;
