-- No ORDER BY: few groups come out of hash tables, and equal rows of a hash join, in
-- the order in which PostgreSQL has them.
create table a (k int, v text);
create table b (k int, w text);
insert into a values (1, 'a1'), (2, 'a2'), (2, 'a2b'), (3, 'a3'), (null, 'an');
insert into b values (2, 'b2'), (2, 'b2b'), (3, 'b3'), (4, 'b4'), (1, 'b1'), (null, 'bn');
select k, count(*) from a group by k;
select distinct k from b;
select k from a union select k from b;
select k from a intersect select k from b;
select k from a except select k from b where k > 2;
analyze a, b;
select * from a join b using (k);
select * from a left join b using (k);
select distinct k from b;
select k from a union select k from b;
select k from a except all select k from b where k > 2;
select a.v, b.w, count(*) from a, b where b.k > 2 group by grouping sets ((a.v), (b.w));
-- a table that is full grows when a group is looked up that it has
select x, count(*) from (values (1), (2), (3), (2)) v(x) group by x;
select x, count(*) from (values (1), (2), (2), (3)) v(x) group by x;
-- keys of other types
create table t (k int, g text, n numeric, d date, f float8, b bool, i bigint, ts timestamp, iv interval);
insert into t select x, 'g' || x % 17, x % 13 / 4.0, date '2024-01-01' - x % 11, x % 7 - 3.5, x % 3 = 0, -(x % 19), timestamp '2024-01-01' + x % 9 * interval '5 hours', x % 6 * interval '30 hours' from generate_series(1, 200) x;
analyze t;
select array_agg(x) from (select g from t group by g) s(x);
select array_agg(x) from (select distinct n from t) s(x);
select array_agg(x) from (select distinct d from t) s(x);
select array_agg(x) from (select distinct f from t) s(x);
select array_agg(x) from (select distinct i from t) s(x);
select array_agg(x) from (select distinct ts from t) s(x);
select array_agg(x) from (select distinct iv from t) s(x);
select array_agg(x) from (select distinct substr(g, 1, 2)::char(3) from t) s(x);
select array_agg(x) from (select distinct k from t) s(x);
select array_agg(x) from (select distinct k * 2 from t) s(x);
select b, k % 4 as m, count(*) from t group by b, m;
select array[k % 3, k % 2] as x, count(*) from t group by x;
select (g, b) from t group by (g, b) limit 3;
-- rows without a named type are not hashed, but in a recursive query
explain (costs off) select row (k, v) as r, count(*) from a group by r;
select row (k, v) as r, count(*) from a group by r;
select row (1, 2) union select row (1, 2) union select row (0, 5);
explain (costs off) select row (k, v) from a intersect select row (k, w) from b;
explain (costs off) select k from a where row (k, v)::record in (select row (1, w)::record from b offset 0);
with recursive r as (select row (1, 1) as x union select row (1, 1) from r) select * from r;
explain (costs off) select a from a group by a;
-- inner rows that met no other
insert into a values (77, 'a77'), (null, 'an2'), (55, 'q');
insert into b values (9, 'b9'), (8, 'b8'), (null, 'bn2'), (9, 'b9b'), (44, 'x'), (101, 'y');
set enable_mergejoin = off;
select * from a full join b using (k);
analyze a, b;
select * from a right join b using (k);
select * from b where not exists (select 1 from a where a.k = b.k);
select * from a full join b on a.k = b.k and substr(a.v, 1, 1) = substr(b.w, 1, 1) where a.k is null or b.k is null;
select * from a full join b on a.v = b.w;
