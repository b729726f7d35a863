-- Window functions in queries: several windows, named ones, over groups, in ORDER BY and
-- DISTINCT, in subqueries and joins, and conditions on them from outside.
create table s (id int primary key, region text, product text, qty int, price numeric(8,2), day date);
insert into s select g, (array['north', 'south', 'east', null])[g % 4 + 1], chr(97 + g % 3), (g * 7) % 10, (g * 13 % 50) / 4.0, date '2024-01-01' + g % 10 from generate_series(1, 30) g;
analyze s;
-- Named windows.
select id, sum(qty) over w, row_number() over w from s window w as (partition by region order by id) order by id limit 6;
select id, sum(qty) over w1, sum(qty) over w2 from s window w1 as (partition by region), w2 as (w1 order by id) order by id limit 6;
select id, sum(qty) over (w rows 1 preceding), sum(qty) over (w range between unbounded preceding and unbounded following) from s window w as (partition by product order by id) order by id limit 6;
select id, sum(qty) over (w order by id) from s window w as (partition by product), unused as (order by price) order by id limit 4;
select id, sum(qty) over (w order by id desc rows between 1 preceding and 1 following exclude current row), count(*) over w from s window w as (partition by region) order by id limit 6;
select id, sum(qty) over (w2), sum(qty) over w3 from s window w as (partition by region), w2 as (w order by id), w3 as (w2 rows 1 preceding) order by id limit 6;
-- Several windows.
select id, row_number() over (order by id) a, row_number() over (order by id desc) b, sum(qty) over (partition by region) c, sum(qty) over (partition by product) d, rank() over (partition by region order by qty) e from s order by id;
select id, sum(qty) over (partition by region, product order by id) a, sum(qty) over (partition by region order by product, id) b, count(*) over (partition by region) c, count(*) over () d from s order by id limit 12;
select id, max(qty) over (order by day), min(qty) over (order by day rows unbounded preceding) is not null x from s order by id limit 5;
-- Expressions around and inside.
select id, sum(qty) over (partition by region order by id) + 1 as plus, round(avg(price) over (partition by product), 3) as avg, qty - lag(qty) over (order by id) as diff from s order by id limit 8;
select id, 100 * qty / nullif(sum(qty) over (partition by region), 0) as share from s order by id limit 8;
select id, case when row_number() over (order by id) % 2 = 0 then 'even' else 'odd' end from s order by id limit 4;
select id, sum(case when qty > 4 then qty end) over (order by id) from s order by id limit 6;
select id, coalesce(lag(region) over (order by id), 'first') from s order by id limit 5;
select id, sum(qty) over (partition by id % 3, qty > 5 order by id % 5, id) from s order by id limit 8;
select id, count(*) over (partition by 1), count(*) over (partition by 'x'::text order by 1) from s order by id limit 3;
select id, row_number() over (partition by region, region order by id, id) from s order by id limit 4;
-- ORDER BY, LIMIT, DISTINCT.
select id, qty from s order by row_number() over (order by qty desc, id) limit 5;
select id, rank() over (order by qty) r from s order by r desc, id limit 5;
select region, product from s order by sum(qty) over (partition by region) desc nulls last, product, region nulls first limit 5;
select distinct region, count(*) over (partition by region) from s order by 1 nulls first;
select distinct on (region) region, id, row_number() over (partition by region order by qty desc, id) rn from s order by region, rn;
select count(*) over (partition by region) c from s group by region order by 1;
select id, count(*) over (order by id) from s order by id offset 27;
select id, sum(qty) over (order by id) from s order by 2, 1 fetch first 3 rows with ties;
select id, ntile(3) over (order by id) nt from s order by nt desc, id limit 2;
-- Over groups.
select region, sum(qty), rank() over (order by sum(qty) desc) from s group by region order by 1 nulls last;
select region, product, sum(qty), sum(sum(qty)) over (partition by region), sum(sum(qty)) over (order by region, product) from s group by region, product order by 1 nulls last, 2;
select region, count(*) c, sum(count(*)) over () total, row_number() over (order by count(*), region) from s group by region having count(*) > 6 order by region nulls first;
select qty % 3 as m, count(*), lag(count(*)) over (order by qty % 3) from s group by qty % 3 order by 1;
select sum(qty), sum(sum(qty)) over (), count(*) over () from s;
select region, array_agg(id order by id) ids, first_value(min(id)) over (order by region) from s group by region order by region;
select region, product, sum(qty), grouping(region, product), rank() over (partition by grouping(region, product) order by sum(qty)) from s group by rollup (region, product) order by 4, 1 nulls last, 2 nulls last;
select product, sum(qty) filter (where qty > 3), max(sum(qty) filter (where qty > 3)) over () from s group by product order by product;
select product, sum(sum(price)) over (order by product rows between 1 preceding and current row) from s group by product order by product;
select product, row_number() over () from s group by product order by product limit 1;
-- Subqueries.
select * from (select id, row_number() over (partition by region order by qty, id) rn from s) x where rn = 1 order by id;
select * from (select id, row_number() over (order by qty, id) rn from s) x where rn <= 4 order by rn;
select * from (select id, row_number() over (order by qty, id) rn from s) x where rn < 4 and id > 2 order by rn;
select * from (select id, rank() over (partition by product order by qty) r from s) x where 2 >= r order by id;
select * from (select id, dense_rank() over (partition by product order by qty) r from s) x where r between 2 and 3 order by id;
select * from (select id, region, count(*) over (partition by region order by id) c from s) x where c <= 2 order by id;
select * from (select id, region, count(*) over (partition by region) c from s) x where c < 8 order by id limit 3;
select * from (select id, count(*) over () c from s) x where c = 30 order by id limit 3;
select * from (select id, count(*) over () c from s) x where c = 31 order by id limit 3;
select * from (select id, count(qty) over (order by id rows between current row and unbounded following) c from s) x where c > 27 order by id;
select * from (select id, row_number() over (order by id) a, count(*) over (partition by region order by id) b, sum(qty) over (order by id desc) c from s) x where a <= 5 and b <= 1 order by id;
select * from (select id, row_number() over (partition by region order by id) a, rank() over (partition by product order by id) b from s) x where a < 3 and b < 3 order by id;
select * from (select id, row_number() over (order by id) rn, sum(qty) over (order by id) sq from s) x where rn > 28 order by id;
select * from (select id, percent_rank() over (order by id) p, cume_dist() over (order by id) c, ntile(5) over (order by id) n from s) x where p < 0.1 and c < 0.2 and n <= 1 order by id;
select * from (select id, region, sum(qty) over (partition by region) from s) x where region = 'east' order by id;
select * from (select id, region, sum(qty) over (partition by region, product) q, count(*) over (partition by region) from s) x where region = 'north' and q > 5 order by id limit 4;
select * from (select id, count(*) over (order by id rows between 1 preceding and 1 following) c from s) x where c = 2 order by id;
select x.id, x.rn, y.rn from (select id, row_number() over (order by id) rn from s) x join (select id, row_number() over (order by id desc) rn from s) y using (id) where x.rn <= 3 order by 1;
select id, (select max(c) from (select count(*) over (partition by s2.product order by s2.id) c from s s2 where s2.region = s1.region) z) from s s1 order by id limit 6;
select id, (select sum(q) over (order by q) from (values (s1.qty)) v(q)) from s s1 order by id limit 4;
select id, array(select row_number() over (order by s2.id) + s1.id from s s2 where s2.id <= s1.id and s2.region = s1.region) from s s1 order by id limit 9;
select s1.id, l.* from s s1, lateral (select s2.id as other, row_number() over (order by s2.id) rn from s s2 where s2.product = s1.product and s2.id < s1.id) l where l.rn <= 2 and s1.id < 9 order by 1, 3;
select id from s where id in (select first_value(id) over (partition by region order by id) from s) order by id;
select exists (select row_number() over () from s where id > 100), exists (select count(*) over () from s);
with w as (select id, row_number() over (partition by product order by id) rn from s) select a.id, b.id from w a join w b on a.rn = b.rn and a.id < b.id where a.rn <= 2 order by 1, 2;
with recursive r(n, rn) as (select 1, 1::bigint union all select n + 1, row_number() over () from r where n < 4) select * from r order by 1;
select id, row_number() over (order by id) from s where id < 3 union all select id, count(*) over () from s where id > 28 order by 1, 2;
select max(c) from (select count(*) over (partition by region) c from s) x;
-- Set-returning functions, volatile ones.
select id, generate_series(1, 2) gs, row_number() over (order by id) from s where id < 4 order by id, gs;
select g, count(*) over (partition by g % 2) from generate_series(1, 5) g order by g;
select unnest(array[1, 2]) u, sum(qty) over () from s where id < 3 order by 1;
select count(*) from (select random() < 2 r, row_number() over (order by random()) from s) x where r;
-- DML.
create table ranks as select id, rank() over (order by qty desc) r from s;
select * from ranks order by r, id limit 5;
insert into ranks select id + 100, ntile(2) over (order by id) from s where id < 5;
update ranks set r = x.rn from (select id, row_number() over (order by id) rn from ranks) x where x.id = ranks.id and ranks.id > 100 returning ranks.*;
delete from ranks where id in (select id from (select id, row_number() over (partition by r order by id) rn from ranks) d where rn > 1);
select count(*), sum(r) from ranks;
-- Whole rows, types of results.
select first_value(s) over (order by id desc) is not null as f from s limit 1;
select pg_typeof(row_number() over ()), pg_typeof(ntile(2) over ()), pg_typeof(percent_rank() over ()), pg_typeof(lag(price) over ()), pg_typeof(sum(qty) over ()), pg_typeof(lag(1, 1, 2.5) over ()) from s limit 1;
-- DISTINCT beside keys that are not selected.
select distinct sum(qty) over (partition by region is null order by 42), count(*) over (partition by qty > 5 order by 42) from s order by 1, 2;
select distinct on (qty) qty, rank() over (partition by product order by region, id) from s order by qty, rank() over (partition by product order by region, id) desc limit 4;
select distinct qty % 2 from s order by qty % 2;
select distinct region, rank() over (partition by upper(region) order by length(product)) from s order by 1 nulls last, 2;
select sum(qty) over (partition by region) as a from s union select count(*) over (partition by product) from s order by 1;
