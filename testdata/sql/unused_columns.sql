-- What nobody reads of a subquery in FROM is not computed; plans of joins whose
-- sides compute what the other compares.
create table r (id int primary key, a int, b int, t text, n numeric, f bool);
create table s (id int, a int, t text, x numeric);
create index on s (a);
create table u (a int, b int, t text, primary key (a, b));
insert into r select i, i % 4, nullif(i % 5, 3), (array['a', 'b', 'ab', '', null, 'c'])[i % 6 + 1], (i % 7) / 2.0, i % 3 = 0 from generate_series(1, 12) i;
insert into s select i % 6, nullif(i % 4, 2), (array['a', 'b', 'ba', null])[i % 4 + 1], i * 1.5 from generate_series(1, 15) i;
insert into u select i, j, chr(96 + i + j) from generate_series(0, 3) i, generate_series(0, 2) j;
create view rs as select r.id, s.a, r.t, coalesce(r.n, s.x) as n from r left join s on s.id = r.a where r.b is distinct from 2;
-- Unused columns
explain (verbose) select 1 from (select count(*) c from r) x;
explain (verbose) select count(*) from (select max(id), min(a) from r limit 3) x;
explain (verbose) select m from (select max(id) m, min(a) from r offset 0) x;
explain (verbose) select a from (select a, count(*) c, 5 as k, random() z from r group by a) x;
explain (verbose) select a from (select distinct on (a) a, b, t as k from r order by a, b) x;
explain (verbose) select a from (select distinct a, b from r) x;
explain (verbose) select x.t from (select id, t, n from r order by id limit 3) x join s using (id);
explain (verbose) select count(*) from (select id, t, n from r order by id limit 3) x;
explain (verbose) select x.id from (select id, (select max(a) from s where s.id = r.id) t, n from r order by id limit 3) x;
explain (verbose) select x.id from (select id, n from r order by id limit 3) x, lateral (select x.n + 1 from s limit 1) y;
explain (verbose) with x as materialized (select id, t, n from r) select id from x;
explain (verbose) select id from (select id, t from r union select id, t from s) x;
explain (verbose) select a from (select a, sum(b) from r group by a having sum(b) > 1) x;
explain (verbose) select x.k, a from (select 5 as k, a from r limit 3) x order by a;
select count(*) from (select id, (select a from s) from r) x;
select count(*) from (select id, (select a from s) from r offset 0) x;
select id from (select id, 1 / (id - 1) from r limit 2) x order by 1;
select id, q from (select id, 1 / (id - 1) as q from r limit 2) x order by 1;
select id from (select distinct id, 1 / (id - 1) from r limit 2) x order by 1;
select 1 from (select count(*) from r) x;
-- A view below an outer join, columns of it that are not strict
explain (verbose) select u.a from u left join rs on rs.id = u.a;
select u.a, rs.id from u left join rs on rs.id = u.a + 9 and rs.n = u.b where u.b = 1 order by 1, 2;
select u.a, y.n from u left join rs on rs.id = u.a + 9 cross join lateral (select rs.n) y where u.b = 1 order by 1, 2;
select y.* from (select u.a, rs.n from u left join rs on rs.id = u.a + 9 where u.b = 1) y order by 1, 2;
select u.a from u natural left join rs where u.t = 'c' for update;
-- Columns that a sort or a merge adds to the output of the join below
explain select count(m.x) from rs i2 join r k4 on k4.a = i2.a - i2.id join s m on m.a = k4.a;
select r.id, count(distinct q.n) from r join (select a, max(n) as n from r group by a) h on h.a = r.a join rs q on q.n = h.n group by r.id order by 1;
-- ORs over one relation, rows with constants
explain select 1 from u left join r using (a) where (r.b not between 4 and r.id) or r.f;
explain select 1 from u left join r using (a) where r.f is true or r.t = 'b';
explain select 1 from u left join r using (a) where r.f or u.b = 2;
select count(*) from u left join r using (a) where r.f or r.t = 'b';
select u.b from u left join r using (a) where u.t = 'c' and (r.f or r.t = 'b') order by 1, r.id for share;
explain select 1 from r where (a, 'z'::text) is null;
explain select 1 from r where (a, 'z'::text) is not null;
explain select 1 from r where (a, b) is not null;
select count(*) from r where (a, b) is not null;
select count(*) from r where not ((a, b) is null);
-- GROUPING of what holds a subquery
select grouping(h.c), count(*) from (select case when r.a not in (values (1), (2)) then 1 else r.a end from r) h(c) group by distinct h.c order by 2;
-- Group keys of inner queries come last
select (select count(*) from s where r.a = any (select min(r.b) from s) group by s.t, r.t) from r group by r.id + 1;
select exists (select sum(r.b) from s where s.a = r.a group by r.t || s.t), count(*) from r group by r.n;
select (select r.t || 'x' from s group by r.t || 'x' having r.a > 1), count(*) from r group by r.n;
-- The right side is not read when there is nothing on the left
(select 1 where false) intersect all (select 1 / 0 from r);
(select id from r where id > 100) except (select 1 / (id - 1) from r);
