-- EXPLAIN ANALYZE in JSON has what is zero, too.
create table t1 (a int, b int, c int); 
insert into t1 select i, i%10 from generate_series(1,1000) i; 
create index on t1 (a);
vacuum analyze t1;
explain (analyze, costs off, timing off, summary off, buffers off, format json) select * from t1 where a = 5 and b = 2;
explain (analyze, costs off, timing off, summary off, buffers off, format json) select * from t1 where a = 5 and false;
set enable_seqscan=off; set enable_hashjoin=off; set enable_mergejoin=off; set enable_memoize=off; set enable_material=off;
explain (analyze, costs off, timing off, summary off, buffers off, format json) select 1 from t1 x join t1 y on x.a = y.a where x.a < 0;
explain (analyze, costs off, timing off, summary off, buffers off) select 1 from t1 x join t1 y on x.a = y.a where x.a < 0;
set enable_indexscan=off; set enable_indexonlyscan=off;
explain (analyze, costs off, timing off, summary off, buffers off, format json) select * from t1 where a < 5 and b = 2;
explain (analyze, costs off, timing off, summary off, buffers off, format json) select 1 from t1 x join t1 y on x.a = y.a where x.a < 0;
explain (analyze, costs off, timing off, summary off, buffers off) select 1 from t1 x join t1 y on x.a = y.a where x.a < 0;
explain (analyze, costs off, timing off, summary off, buffers off, format json) insert into t1 values (1) returning a;
explain (analyze, costs off, timing off, summary off, buffers off, format json) update t1 set b = 1 where a = 5;
reset all;
drop table t1;
