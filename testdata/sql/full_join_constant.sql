-- Full joins whose condition is a constant.
explain (costs off) select * from (values (1),(2)) a(x) full join (values (3),(4)) b(y) on false;
select * from (values (1),(2)) a(x) full join (values (3),(4)) b(y) on false;
select * from (values (1),(2)) a(x) full join (values (3),(4)) b(y) on null;
select * from (values (1),(2)) a(x) full join (values (1),(4)) b(y) on x = y and false;
select * from (values (1),(2)) a(x) full join (values (1),(4)) b(y) on x = y and null::bool;
select * from (values (1),(2)) a(x) full join (values (1),(4)) b(y) on true;
select * from (select 1 where false) a(x) full join (values (1),(4)) b(y) on false;
select * from (values (1),(4)) b(y) full join (select 1 where false) a(x) on false;
set enable_hashjoin = off; set enable_nestloop = off;
explain (costs off) select * from (values (1),(2)) a(x) left join (values (1),(4)) b(y) on x = y and false;
select * from (values (1),(2)) a(x) left join (values (1),(4)) b(y) on x = y and (select false);
select * from (values (1),(2)) a(x) full join (values (1),(4)) b(y) on x = y and x > 1;
