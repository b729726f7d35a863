-- Under grouping sets the columns of a merged subquery are folded on their own: what is
-- computed of them fails when there are rows, not while planning.
create table w (id int, a int);
create table r (id int, a int, b int);
insert into r values (1, 0, 3), (2, 1, 4), (3, 2, 4), (4, null, 1);
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where c1 * 3 > 5 group by cube (c0);
select sum(c1 * 3) from (select a, 1711584000 from w) i(c0, c1) group by cube (c0);
select sum(c1 * 3) from (select a, 1711584000 from r) i(c0, c1) group by cube (c0);
select count(*) from (select a, 1711584000 from r where id < 0) i(c0, c1) left join w on c1 * 3 = 1 group by cube (c0);
select c1, count(*) from (select a, 1711584000 from w) i(c0, c1) group by cube (c0, c1) having c1 * 3 > 4;
select sum(distinct c0) filter (where row(c1, '') is null) from (select bit_and(2 - p), sum(q)::int from (select abs(w.id) - (null - w.id), 1711584000, (values (date '2024-02-28')) from unnest(array[1, 2]) j cross join w) i(p, q, s) where (p, s, 0.5) > (3 + q * 3, s, 1.5) group by grouping sets ((), ())) h(c0, c1);
select c, sum(c * 3) from (values (1711584000)) v(c) where c * 3 < 5 group by rollup (c);
select c, sum(c) from (values (1711584000)) v(c) where c / 3 > 5 group by rollup (c);
-- but not: without grouping sets, in a subquery of a subquery, where rows are estimated
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where c1 * 3 > 5 group by c0;
select a, sum(c) from (select a, d from (select a, 1711584000 d from w) z where d * 3 > 7) i(a, c) group by cube (a);
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where c1 * 3 > c0 group by cube (c0);
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where c0 = 1 or c1 * 3 > c0 group by cube (c0);
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where c0 + c1 * 3 > 3 group by cube (c0);
select sum(c1) from (select a, 1711584000 from w) i(c0, c1) where case when c1 * 3 > c0 then true end group by cube (c0);
-- rows
select c1 - 2, count(*) from (select a, 5 from r) i(c0, c1) group by cube (c0, c1) order by 1, 2;
select c1, c0 + 1, count(*) from (select a + 0, b + 1 from r) i(c0, c1) group by cube (c0, c1) having c0 + 1 > 1 or c1 is null order by 1, 2, 3;
select sum(c1 + 1), c0 from (select a + 0, b + 1 from r) i(c0, c1) where c1 = 5 group by cube (c0) order by 2, 1;
select count(*) from (select a, 5 from r) i(c0, c1) group by cube (c0, c1) having c1 is null order by 1;
select count(*) from (select a, 5 from r) i(c0, c1) group by cube (c0, c1) having c1 is not null order by 1;
select a, max(c1), sum(c1) from r, lateral (select r.a + 1) s(c1) where c1 > 1 group by rollup (a) order by 1, 2;
select a, max(c1) from r left join (select id + 0, id * 2 from r) s(i, c1) on s.i = r.id and c1 < 7 group by rollup (a) order by 1, 2;
explain (costs off) select sum(c1) from (select a, 3 from w) i(c0, c1) where c1 * 2 > 5 group by cube (c0);
explain (costs off) select sum(c1 + 1), c0 from (select a + 0, b + 1 from r) i(c0, c1) where c1 = 5 group by cube (c0);
-- the same GROUPING of a subquery twice
select grouping((select r.id)), grouping((select r.id)), count(*) from r group by rollup ((select r.id)) order by 1, 2;
select grouping((select r.id)), grouping((select r.id), r.a), count(*) from r group by rollup ((select r.id), r.a) having grouping((select r.id)) < 5 order by 1, 2, 3;
(select grouping((select r.id)), grouping((select r.id)) from r group by (select r.id)) union (values (5, 0), (6, 6)) order by 1;
drop table w, r;
