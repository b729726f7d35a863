-- A subquery with values that an outer join may null counts as its relations where joins
-- are split into lists, since PostgreSQL merges it.
create table a (x int, y int);
create table b (x int, y int);
create table c (x int, y int);
create table d (x int);
insert into a select i, i % 3 from generate_series(1, 10) i;
insert into b select i, nullif(i % 4, 1) from generate_series(1, 50) i;
insert into c select i, i % 5 from generate_series(1, 50) i;
insert into d select generate_series(1, 50);
analyze a, b, c, d;
set join_collapse_limit = 3;
explain (costs off) select count(*), sum(s.k) from a left join (select b.x, coalesce(b.y, c.y) k from b left join c on b.x = c.x) s on a.x = s.x join d on true
 where a.x in (select b.x + a.y from b order by 1 limit 3);
select count(*), sum(s.k) from a left join (select b.x, coalesce(b.y, c.y) k from b left join c on b.x = c.x) s on a.x = s.x join d on true
 where a.x in (select b.x + a.y from b order by 1 limit 3);
reset join_collapse_limit;
set from_collapse_limit = 3;
explain (costs off) select count(*), sum(t.k) from d, (select a.x, s.k from a left join (select b.x, coalesce(b.y, c.y) k from b left join c on b.x = c.x) s on a.x = s.x) t, d e where d.x = t.x and e.x = d.x;
select count(*), sum(s.k) from d, (select a.x, s.k from a left join (select b.x, coalesce(b.y, c.y) k from b left join c on b.x = c.x) s on a.x = s.x) s, d e where d.x = s.x and e.x = d.x;
drop table a, b, c, d;
