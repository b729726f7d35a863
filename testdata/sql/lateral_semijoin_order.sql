-- What is joined already needs no others for LATERAL: a semijoin whose subquery reads its
-- left side may come first, before the tables without conditions.
create table a (x int, y int);
create table b (x int);
create table c (x int);
insert into a select i, i % 3 from generate_series(1, 10) i;
insert into b select generate_series(1, 50);
insert into c select generate_series(1, 50);
analyze a, b, c;
explain (costs off) select count(*) from b, a where a.x in (select b.x + a.y from b order by 1 limit 3);
select count(*) from b, a where a.x in (select b.x + a.y from b order by 1 limit 3);
explain (costs off) select count(*) from a, b, c where a.x in (select b.x + a.y from b order by 1 limit 3);
select count(*) from a, b, c where a.x in (select b.x + a.y from b order by 1 limit 3);
explain (costs off) select count(*) from b, a, lateral (select c.x from c where c.x > a.x order by 1 limit 2) l;
select count(*) from b, a, lateral (select c.x from c where c.x > a.x order by 1 limit 2) l;
drop table a, b, c;
