-- Plans that run again with other parameters, or with the same: what is kept must
-- be given up when a parameter changes, and only then.
create table o(k int);
insert into o select generate_series(1, 4);
create table c(x int, k int);
insert into c select i, i % 4 + 1 from generate_series(1, 12) i;
create table d(y int);
insert into d values (1), (2), (3), (5), (8);
-- WITH queries that depend on the row outside
select k, (with w as materialized (select x from c where c.k = o.k) select sum(w.x) from w join d on d.y = w.x) from o order by k;
select k, (with w as materialized (select x from c where c.k = o.k) select count(*) from w a, w b where a.x <= b.x) from o order by k;
select k, (with w as materialized (select x from c where c.k = o.k) select count(*) from w a left join w b on a.x = b.x + 4) from o order by k;
select k, (with w as materialized (select x from c where c.k = o.k) select string_agg(y::text, ',' order by y) from d where y in (select x from w)) from o order by k;
select k, (with w as materialized (select x from c where c.k = o.k) select string_agg(y::text, ',' order by y) from d where exists (select 1 from w where w.x > d.y)) from o order by k;
select k, (with w as materialized (select x from c where c.k = o.k), v as materialized (select max(x) m from w) select m + count(*) from v, w group by m) from o order by k;
select o.k, l.* from o, lateral (with w as materialized (select x from c where c.k = o.k) select sum(a.x), count(b.x) from w a full join w b on a.x = b.x + 4) l order by 1;
-- two readers at different places
with w as materialized (select x from c where x <= 3) select a.x, b.x from w a, w b order by 1, 2;
with w as materialized (select x from c where x <= 3) select a.x, (select string_agg(b.x::text, ',') from w b where b.x <> a.x) from w a order by 1;
with w as materialized (select random() as r from generate_series(1, 3)) select count(distinct a.r), count(*), bool_and(a.r in (select r from w)) from w a, w b;
with w as materialized (select random() as r) select count(distinct (select r from w where o.k > 0)) from o;
select count(distinct v) from (select (with w as materialized (select random() as r) select w.r + 0 * a.k from w) v from o a) s;
-- recursion with the working table under a join, below further WITH queries, per outer row
select k, (with recursive r(n) as (select o.k union all select r.n + 1 from r join d on d.y = r.n) select string_agg(n::text, ',' order by n) from r) from o order by k;
with recursive r(n) as (select 1 union all select * from (with w as materialized (select n from r) select a.n + 1 from w a join w b on a.n = b.n where a.n < 5) s) select * from r order by n;
with recursive r(n) as (select 1 union select (n + y) % 7 from r, d where n in (select x from c)) select * from r order by n;
-- functions in FROM give the same rows every time
select count(distinct r), count(*) from o left join random() r on true;
select count(distinct r), count(*) from o left join random() r on r >= 0 and o.k > 0;
select count(distinct (k, r)), count(distinct r), count(*) from o, generate_series(1, 3) g(i), random() r;
select k, (select count(*) from generate_series(1, 5) g where g > o.k) from o order by k;
select o.k, g from o, lateral generate_series(1, o.k) g order by 1, 2;
select o.k, g, n from o left join lateral generate_series(o.k, 4) with ordinality u(g, n) on g % 2 = 0 order by 1, 2;
select k, (select sum(g) from generate_series(1, (select max(x) from c where c.k = o.k)) g) from o order by k;
select count(distinct r), count(distinct q) from d, lateral (select 1 from o where o.k < d.y limit 1) l, rows from (random(), generate_series(1, 2)) f(r, q);
select d.y, s.g, s.h from d left join rows from (generate_series(1, 2), generate_series(1, 3)) s(g, h) on s.h <= d.y order by 1, 3;
-- sorts, groups and set operations run again
select k, k > all (select y from d order by y desc limit 2) a, k = any (select y from d order by y limit 3) b from o order by k;
select k, (select y from d order by abs(y - o.k), y limit 1) from o order by k;
select k, (select string_agg(y::text, ',') from (select y from d order by y limit o.k) s) from o order by k;
select k, (select string_agg(y::text, ',') from (select y from d order by y desc offset o.k - 1 limit 2) s) from o order by k;
select o.k, s.* from o left join (select k, count(*) n, sum(x) t, avg(x) a, string_agg(x::text, ',' order by x) l, bool_or(x > 5) b from c group by k) s on s.t > o.k * 6 order by 1, 2;
select o.k, s.* from o left join (select k, array_agg(x order by x) l, count(distinct x % 2) c, min(x), max(x), stddev(x)::numeric(6, 3) from c group by k) s on s.k <> o.k order by 1, 2;
select o.k, s.x from o left join (select x from c intersect all select y from d) s on s.x >= o.k order by 1, 2;
select o.k, s.x from o left join (select x from c except select y from d) s on s.x < o.k * 3 order by 1, 2;
select k, (select count(*) from (select x from c where c.k = o.k except all select y from d) s) from o order by k;
select k, (select count(*) from (select x % 2 from c where c.k >= o.k group by 1) s) from o order by k;
select k, (select sum(s.n) from d, (select x % 3 m, count(*) n from c where c.k = o.k group by 1) s where d.y > s.m) from o order by k;
-- initplans, constant and not
select k, (select sum(x) from c where x > (select max(y) from d) and c.k = o.k) from o order by k;
select k, (select sum(x) from c where x > (select max(y) from d where y <= o.k + 1)) from o order by k;
select k, (select string_agg(d.y || '-' || s.x, ',' order by d.y, s.x) from d join (select x from c where x > (select min(y) * 3 from d where y >= o.k)) s on s.x = d.y + 1) from o order by k;
select o.k, l.m from o, lateral (select count(*) m from d join c on c.x = d.y where c.x > (select o.k + 1)) l order by 1;
drop table o, c, d;
