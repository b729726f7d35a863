-- What random statements found: subqueries merged into the query around them,
-- beside outer joins and grouping, and what their columns become there.
create table r (id int primary key, a int, b int, t text);
insert into r select i, i % 4, nullif(i % 5, 3), chr(96 + i % 3) from generate_series(1, 12) i;
create table s (id int, a int, e int[]);
insert into s select i % 6, nullif(i % 4, 2), array[i % 3, i, null] from generate_series(1, 15) i;
create table u (a int, b int, t text, primary key (a, b));
insert into u select i, j, chr(96 + i + j) from generate_series(0, 3) i, generate_series(0, 2) j;
create table w (id int, a int);
create table l as select i as id from generate_series(1, 600) i;
create index on l (id);
analyze r, s, u, l;

-- A condition of a merged subquery stays with the outer join around it.
select count(*), count(x.c) from r left join lateral (select g.c from (select a, count(*)::int c from r group by a) g left join w on g.a = w.a where false) x on r.a = x.c;
select count(*), count(x.a) from r left join (select s.a from s left join u on s.a = u.a where u.b is null) x on r.a = x.a;
-- Lateral columns that an outer join outside compares.
select count(*), count(u.t) from r, lateral (select r.a + 1 as y from s) l left join u on l.y = u.a + 100;
select count(*), count(u.t) from r, lateral (select r.a + 1 as y from s) l left join u on l.y = u.a + 1;
select * from (select 1 x) x left join u on x.x = u.a order by 2, 3;
select * from (values (1)) x(x) full join u on x.x = u.a where u.b = 0 order by 2, 3;
select c::int from (select v.c from (values ('b')) v(c) left join u on u.t = v.c where u.b > 100) x;

-- What is kept for one parameter depends on another further out as well.
create view both_ab as select a, null::int as k from u union all select id, b from r;
select count(k.c), count(*) from (select id as i, id % 2 = 0 as f from r) x cross join both_ab y left join lateral (select distinct x.i > 4 c, u.b d from u where y.k = y.k limit 1) k on k.c = x.f;

-- Grouping keys written again, with subqueries, constant.
select date '2024-03-01', count(*), date '2024-03-01' from w group by rollup (date '2024-03-01');
select 1 as x, 1 as y, 1 + 1, count(*) from r group by rollup (1) order by 1;
select 1 as x, 1 as y, count(*) from w group by rollup (1) order by 1;
select 5, a, 5 from r where a < 2 group by cube (1, a) order by 1, 2;
select array(select z from unnest(e) z order by 1), count(*), array(select z from unnest(e) z order by 1) from s where id = 1 group by rollup (1) order by 1, 2;
select array(select z from unnest(e) z order by 1), count(*), array(select z from unnest(e) z order by 1) from s where false group by rollup (1);
select (select count(*) from u where r.a > u.a), count(*), (select count(*) from u where r.a > u.a) + 1 from r group by 1 having (select count(*) from u where r.a > u.a) > 3 order by 1;
select r.a in (select a from u where u.b > r.b), count(*), r.a in (select a from u where u.b > r.b) from r group by 1 order by 1;
select (select max(a) from u), count(*), (select max(a) from u) from r group by rollup (1) order by 1;
select grouping(h.c), count(*), bool_and(h.c) from (select r.a in (select 1 + r.b where r.t < 'b'), r.id from r) h(c, d) group by h.c order by 3;

-- Aggregates of a query further out, in merged subqueries.
select (select 1 from (select max(t) c) x where c = 'd') from u;
select (select c from (select max(t) c) x) from u;
select (select string_agg(t, c order by t) from (select 1) x) from u cross join (select '-' c) y;
select (select bit_xor(distinct h.c) from w) is null, count(*) from (select (select u.a from u where u.a = r.a limit 1) from r) h(c);
-- Columns that are WITH queries' or subqueries.
with q as (select 7 x) select from (select (select true from q) from q) h(c), lateral (select where c) y;
select r.id from r where (r.a in (select s.a from s where s.a > 1)) in (select t > 'c' from u where u.b = 1) and r.id < 4 order by 1;
begin;
with wa as (update u set b = b returning t p), wb as (update w set id = (select a from wa join wa n using (p))) select count(*) from wa;
rollback;

-- min and max of a constant read one row.
explain (costs off) select min(5) from r where a = 3;
explain (costs off) select max(id) from (select id from (select * from l) x where true) y;
select max(1) from r order by 1 fetch first row with ties;
select max(1) from w;

select stddev(x * 20), variance(x * 20), stddev_pop(x) from generate_series(1, 40) x;
select trunc(null);

-- Which column an error names.
select case when t is null then a else b end, count(*) from r;
select count(*), case a when 1 then t else b::text end from r group by a;
select count(*), (select sum(u.a order by r.a) filter (where u.a > r.b) from u) from r;
select count(*), s.e[s.a:s.id] from s;
select b, grouping(a) from r group by t;
select * from r natural join (u x join u y using (a));

-- Locking what views and subqueries read.
create view rs as select r.id, s.a from r left join s on s.id = r.a;
create view ga as select a, count(*)::int c from r group by a;
select count(*) from (select 1 from rs where rs.a = rs.a for share) x;
select 1 from rs for share;
select 1 from ga where false for share;
select 1 from ga where a = 3 for share;
select x.id from (select * from r where a > 2) x order by 1 for update;
select x.id from r left join s on r.id = s.id, (select id from u, w) x where r.a = any (s.e) for update of s;
