-- A merged subquery's column that is a grouping key is NULL, where the grouping set lacks it,
-- in the subqueries too that name it: in targets, HAVING, ORDER BY and window functions.
create table r (id int, a int);
insert into r values (1, 0), (2, 1), (3, 1), (4, null);
create table v (id int, b int generated always as (7) virtual, c int generated always as (id % 2) virtual);
insert into v values (1), (2), (3);
create view w as select id % 2 as k, 5 as c from r;
select a, (select max(r.id + c1) from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select c1, (select c1), (select max(r.id + c1) from r) from (select a, a + 1 from r) s(a, c1) group by cube (a, c1) order by 1, 2, 3;
select a, (select c1 + 1) from (select a, a + 1 from r) s(a, c1) group by rollup (a, c1) order by 1, 2;
select a, (select c1 + 1) from (select a, 1 + 2 from r) s(a, c1) group by grouping sets ((a), (c1), (a, c1), ()) order by 1, 2;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having (select c1) is null order by 1;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having exists (select from r where r.id = c1) order by 1;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having 3 in (select c1 from r) order by 1;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having c1 in (select id from r) order by 1;
select a, array(select c1 + r.id from r order by 1) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, exists (select from r where r.id = c1), c1 = any (select r.id from r), (2, 3) in (select r.id, c1 from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2, 3, 4;
select a, count(*) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, (select c1 * 2), 2;
select a, (select c1), rank() over (partition by a order by (select c1)), sum((select c1)) over (order by a, (select c1)) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select distinct on ((select c1)) (select c1), a from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by (select c1), a;
-- two levels in, laterally, in WITH
select a, (select max((select r.id + c1 + q.id from r q where q.id = 1)) from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select max(x) from r, lateral (select r.id + c1) l(x)) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select max(x) from (select c1 + id from r) l(x)) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (with z as materialized (select c1 + id x from r) select max(x) from z) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select max(y) from (values (c1), (1)) l(y)), (select y from generate_series(c1, c1) y) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select c1 union all select 1 order by 1 limit 1) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select count(*) from r group by cube (c1, r.a) order by 1 desc, a limit 1), (select max(c2) from (select c1 from r limit 1) i(c2) group by rollup (c2) having c2 is null limit 1) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2, 3;
-- aggregates see the column as it was
select a, (select max(c1)), (select c1 + sum(c1)), max((select c1)), (select sum(s.c1 + r.id) from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2, 3, 4, 5;
select a, (select c1) from (select a, 3 from r) s(a, c1) where (select c1) = 3 and exists (select from r where r.id = c1) group by cube (a, c1) order by 1, 2;
-- VALUES, views, WITH, LATERAL, a subquery, another subquery, rows, joins
select (select c + 1) from (values (3)) s(c) group by cube (c) order by 1;
select k, (select max(c + k + id) from r), (select k) from w group by cube (k, c) order by 1, 2, 3;
with s as (select a, 3 c1 from r) select a, (select c1 + 1) from s group by cube (a, c1) order by 1, 2;
with s as materialized (select a, 3 c1 from r) select a, (select c1 + 1) from s group by cube (a, c1) order by 1, 2;
select (select c1 + 1) from r, lateral (select r.a + 1) s(c1) group by cube (c1, a) order by 1;
select a, (select c1 + 1) from (select a, (select 3) from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select c1 + 1) from (select a, (select q.id from r q where q.id = r.id) from r) s(a, c1) group by cube (a, c1) order by 1, 2;
select a, (select d + 1), (select a) from (select a, c1 from (select a + 0, 3 from r) i(a, c1)) s(a, d) group by cube (a, d) order by 1, 2, 3;
select (select s), (select s.c1) from (select a, 3 from r) s(a, c1) group by cube (s, s.c1) order by 1, 2;
select (select k + 1), (select s.k + 2) from (select a, 3 from r) s(a, k) join (select 3, id from r) t(k, id) using (k) group by cube (k, a) order by 1, 2;
select (select k + 1) from (select a, 3 from r) s(a, k) full join (select 3, id from r) t(k, id) using (k) group by cube (k, a) order by 1;
select (select s.k + 1), (select t.k) from (select id, id + 1 from r) s(id, k) left join (select id, a + 1 from r) t(id, k) on s.id = t.k group by cube (s.k, t.k) order by 1, 2;
select (select b), (select c), b, c from v group by cube (b, c) order by 1, 2, 3, 4;
select (select max(b + c + r.id) from r), b + 1, c from v group by cube (b, c) order by 1, 2, 3;
select (select c1 + c2), (select c1), (select c2) from (select a, 3, 3 from r) s(a, c1, c2) group by cube (c1, c2) order by 1, 2, 3;
select (select c1 + c2), (select c1), (select c2) from (select a, a + 1, a + 1 from r) s(a, c1, c2) group by cube (c1, c2) order by 1, 2, 3;
select (select c1), count(*) from (select a, a % 2, id from r) s(a, c1, i) group by c1 order by 1;
-- no rows
select a, (select c1 + 1), (select max(c1 + id) from r) from (select a, 3 from r where id < 0) s(a, c1) group by cube (a, c1);
-- in what a level around groups
select (select max((select c1 + i.a)) from r i group by rollup (i.a) having (select c1) is null limit 1) from (select a, 3 from r) s(a, c1) group by cube (c1) order by 1;
select id, (select (select c1 + 1) from (select r.a, r.id + 3) s(a, c1) group by cube (c1) order by 1 limit 1) from r order by 1;
-- more places
select a, sum((select c1)), (select max((select c1 + s.a)) from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1, (select c1 + 1)) order by 1, 2, 3;
select (select c1), c1 from (select a, 3 from r) s(a, c1) group by grouping sets ((c1, c1), (c1), ()) order by 1;
select (select c1), c1 from (select a, 3 from r) s(a, c1) group by distinct cube (c1, c1) order by 1;
select (select x.c1 from (select s.c1) x), (select s.c1 || '' from (select 1) s2(c1)) from (select a, 'q'::text from r) s(a, c1) group by cube (c1) order by 1, 2;
select (select c1), (select c2) from (select a, null::int, id + 0 from r) s(a, c1, c2) group by cube (c1, c2) order by 1, 2;
select (select coalesce(c1, 9)), (select c1 is null), (select c1 is not null from r limit 1) from (select a, 3 from r) s(a, c1) group by cube (c1) order by 1;
select (select coalesce(c1, 9)), (select c1 is null), (select case when c1 = 3 then 1 else 2 end) from (values (3)) s(c1) left join r on true group by cube (c1) order by 1;
select (select coalesce(s.c1, 9)), (select s.c1 is null) from r left join (select id + 1, 3 from r) s(id, c1) on s.id = r.id group by cube (s.c1) order by 1;
select (select coalesce(v.b, 9)), (select v.c), v.b from r left join v on v.id = r.id group by cube (v.b, v.c) order by 1, 2, 3;
select (select c1 from r order by r.id + c1 limit 1), (select r.id from r order by r.id offset c1 limit 1), (select count(*) from r where id between c1 and 4) from (select a, 2 from r) s(a, c1) group by cube (c1) order by 1;
select (select sum(r.id) over (order by r.id + c1 rows between 1 preceding and current row) from r limit 1), (select row_number() over (partition by c1) from r limit 1)  from (select a, 2 from r) s(a, c1) group by cube (c1) order by 1;
select (select (select (select c1))), (select s2.x from (select s.c1 + 1) s2(x) group by rollup (x) having x is not null) from (select a, 2 from r) s(a, c1) group by cube (c1) order by 1;
prepare q(int) as select a, (select max(r.id + c1) from r) from (select a, $1 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
execute q(3); execute q(null); execute q(5);
insert into v select (select c1) from (select a, 3 from r) s(a, c1) group by cube (c1) returning id, b;
update r set a = (select (select c1) from (select 1, r.id + 3) s(a, c1) group by cube (c1) order by 1 limit 1) returning *;
select array(select c1), row((select c1), c1), (select row(c1, s.a)) from (select a, 3 from r) s(a, c1) group by cube (c1, a) order by 1, 2, 3;
select (select c1), (select count(*) from r where exists (select from v where v.id = c1 and v.id = r.id)), c1 not in (select id from v) from (select a, 3 from r) s(a, c1) group by cube (c1, a) order by 1, 2, 3;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having not exists (select from r where r.id = c1) and (select count(*) from v where v.b = 7 or c1 = 3) > 0 order by 1;
select a from (select a, 3 from r) s(a, c1) group by cube (a, c1) having c1 > all (select id from v where id < 3 and id <> coalesce(c1, 0)) order by 1;
select (select r1.id from r r1 join lateral (select r1.id + c1 where c1 > 1) l(x) on true order by 1 limit 1), (select x from r r1 left join lateral (select c1) l(x) on r1.id = c1 order by 1 limit 1) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1, 2;
with recursive t(n) as (select 1 union all select n + 1 from t where n < 3) select n, (select c from r limit 1) from (select n, 2 from t) s(n, c) group by cube (n, c) order by 1, 2;
select (with recursive t(n) as (select c1 union all select n + 1 from t where n < 5) select max(n) from t) from (select a, 3 from r) s(a, c1) group by cube (a, c1) order by 1;
deallocate q;
explain (costs off) select a, (select max(r.id + c1) from r) from (select a, 3 from r) s(a, c1) group by cube (a, c1);
drop view w;
drop table r, v;
