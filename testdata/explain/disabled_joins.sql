-- Switched off, merge and hash joins are not considered at all but for FULL JOIN, which
-- may have no other way; nested loops always are.
create table big (a int, b int);
insert into big select g, g % 1000 from generate_series(1, 20000) g;
vacuum analyze big;
set enable_hashjoin = off;
set enable_mergejoin = off;
set enable_nestloop = off;
explain (costs off) select * from big x join big y on x.a = y.a;
explain (costs off) select * from big x left join big y on x.a = y.a;
explain (costs off) select * from big x full join big y on x.a = y.a;
explain (costs off) select * from big x where x.a in (select b from big y);
explain (costs off) select * from big x where not exists (select b from big y where x.b = y.a);
set enable_hashjoin = on;
explain (costs off) select * from big x join big y on x.a = y.a;
set enable_hashjoin = off;
set enable_mergejoin = on;
explain (costs off) select * from big x join big y on x.a = y.a;
set enable_mergejoin = off;
set enable_nestloop = on;
explain (costs off) select * from big x right join big y on x.a = y.a and x.b < 7;
