-- An outer column that is a constant makes the inner one a constant too, whatever the
-- order of the joins is.
create table t1 (a int, b int, c int);
create table t2 (a int, b int, c int);
create table t3 (a int, b int, c int) partition by list (a);
create table t3_1 partition of t3 for values in (1, 2);
create table t3_2 partition of t3 for values in (3);
create table t3_d partition of t3 default;
insert into t1 select g % 5, g % 3, g from generate_series(1, 20) g;
insert into t2 select g % 4, g % 6, g from generate_series(1, 15) g;
insert into t3 select g % 6, g % 2, g from generate_series(1, 25) g;
insert into t1 values (null, 1, 100), (3, null, 101);
insert into t3 values (null, 1, 102), (3, null, 103);
create index on t3 (b);
analyze;
select count(*), sum(x5.c) from ((t3 x4 left join t3 x5 on x4.a = x5.a) right join t2 x6 on x4.b = x6.b and x4.a = 2) where x6.a = 0;
select count(*), sum(y.c) from t1 x left join t3 y on x.a = y.a where x.a = 3;
explain (costs off) select * from t1 x left join t3 y on x.a = y.a where x.a = 3;
select count(*), sum(y.c), sum(z.c) from t1 x left join t2 y on x.a = y.a and y.b = 2 left join t3 z on z.a = y.b;
select count(*), sum(y.c), sum(z.c) from t1 x left join (t2 y left join t3 z on z.a = y.b) on x.a = y.a and y.b = 2;
select count(*), sum(y.c), sum(z.c) from t1 x left join (t2 y left join t3 z on z.a = y.b and z.b = y.a) on x.a = y.a and y.b = 2 where x.b = 1;
select count(*), sum(x.c) from t1 x where x.a = 3 and not exists (select from t3 y where y.a = x.a and y.b = x.b);
explain (costs off) select * from t1 x where x.a = 3 and not exists (select from t3 y where y.a = x.a and y.b = x.b);
select count(*), sum(x.c), sum(y.c) from t1 x full join t3 y on x.a = y.a where x.a = 3;
select count(*), sum(x.c), sum(y.c), sum(z.c) from t1 x left join t2 y on x.a = y.a left join t3 z on z.a = y.a and z.b = x.b where x.a = 1;
explain (costs off) select * from t1 x left join t2 y on x.a = y.a left join t3 z on z.a = y.a and z.b = x.b where x.a = 1;
