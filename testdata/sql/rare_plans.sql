-- Faults that random queries found (make fuzz-oracle).
create table w (id int, a int, f bool);
insert into w values (1, 1, true), (2, 2, false), (3, null, null);
create table m (id int, e int[]);
insert into m values (0, '{1,2,3}'), (1, '{4,5,6}');
-- grouping keys without columns are null where a grouping set lacks them
select bool_or(false), c1 from (select a, 5 from w where a <> a) h(c0, c1) group by cube (c1);
select count(*), c1 from (select a, 5 from w) h(c0, c1) group by cube (c1) order by 2;
select 5 - 6, count(*) from w group by rollup ((5 - 6)) order by 1;
select date '2024-02-28', grouping(date '2024-02-28'), a, count(*) from w group by grouping sets ((a, date '2024-02-28'), (a), ()) order by 1, 2, 3;
select (array[1, null])[1], avg(1.5) from w where a > 5 group by distinct grouping sets (rollup ((1.5 * 0.5), (array[1, null])[1]), (1.5 * 0.5));
select count(*), 5 as k from w group by rollup (k) order by k desc nulls last;
select sum(a), c + 1, c from w, (values (7)) v(c) group by cube (c) having c is null or c > 3 order by 1, 2, 3;
-- conditions on GROUPING
select * from (select min(id), grouping(a) from w group by a) ct(p, q) where q > 4;
select * from (select min(id), grouping(a) from w group by a) ct(p, q) where q < 4 order by 1;
select a from w group by a having grouping(a) = 0 order by 1;
-- the level that GROUPING belongs to
select id from w h1 where exists (select grouping(h1.a) from m group by cube (h1.a));
select * from w h1, lateral (select grouping(h1.a) from m group by rollup (h1.a)) x;
select (select grouping(h1.a) from m limit 1) from w h1;
select (select grouping(h1.a) from m limit 1) from w h1 group by id;
-- a contradiction below an outer join empties its nullable side alone
select g, p from (select id p, a q from w where false order by 1) j right join generate_series(1, 3) g on j.q = 2 and j.q = 1;
select w.id, m.id from w left join m on m.id = 1 and m.id = 0 where w.a = 1;
select w.id, m.id from w left join m on m.id = w.id and m.id = 0 and m.id = (select 1) order by 1;
select w.id, s1.id from w left join (m s1 join m s2 on s1.id = s2.id) on s1.id = 0 and s2.id = 1 order by 1;
select w.id, m.id from w left join m on m.id = 1 where w.a = 1 and w.a = w.id;
-- a constant known below an outer join says nothing about the same constant above
select bit_xor(distinct p) from (select 0 as p from w) g left join m on g.p = m.id where case m.id when 0 then true end;
select p from (select 0 as p, id from w) g left join m on g.p = m.id where m.id = 0 or m.id is null order by p, g.id;
-- a subquery equal to a column
select id from w where (1 < any (select 2)) = f order by 1;
select id from w where f = (1 in (select id from m)) order by 1;
select id from w where f = (3 >= all (select id from m)) order by 1;
-- subscripts of something in parentheses
select (e[2:])[1:2], ((e)[2:])[1:2], ((e)[2:3])[2], (e[2:3])[2:2] from m order by id;
-- conditions of a full join that are never true
select w.id, m.id from w full join m on m.id between symmetric null and m.id order by 1, 2;
select w.id, m.id from w full join m on (null and m.id = 1) or (w.id = 1 and null) order by 1, 2;
-- locks
select id from w order by id fetch first 1 row with ties for update skip locked;
select id from w order by id for update skip locked fetch first 1 row with ties;
-- CASE with an operand in RETURNING
update w set f = null, id = 1 returning a, case a when 0 then 'zero' when id then 'id' end;
insert into w values (4, 4, false), (5, 4, false) returning case a when 4 then 'x' when id then 'y' end, case id when a then 'y' end;
delete from w returning case a when 0 then 'zero' when id then 'id' end;
create view wm as select id from w union all select id from m;
select id from wm order by id for update;
select interval '1 day', interval '1 day', count(*) from m group by rollup (interval '1 day') order by 1;
select array_length(null, 1);
-- WITH queries in a subquery of an expression that moves into a subquery
with rc(n) as materialized (select 0) select array(select h1.c0) from (select (select n from rc where w.id > 0 limit 1) from m w) h1(c0) order by 1;
-- an array that may be empty
create table ea (id int, e int[]);
insert into ea values (0, '{}'), (1, '{1}');
select m.id, ea.id from m left join ea on ea.id = m.id + 1 where not (ea.id = any (array_remove('{5}'::int[], 5 + m.id * 0))) order by 1;
select m.id, ea.id from m left join ea on ea.id = m.id + 1 where ea.id <> all ('{}') order by 1;
select m.id, ea.id from m left join ea on ea.id = m.id + 1 where ea.id <> all ('{7,8}') order by 1;
-- an outer join in LATERAL whose condition names a column outside
select r.id, x.id from w r, lateral (select m.id, r.f from m left join ea on r.f where r.f is not distinct from r.f) x order by 1, 2;
update w set f = id > 1, id = a;
insert into w values (1, 1, true), (2, 2, false);
select w.id, x.* from w, lateral (select m.id, ea.id from m left join ea on m.id = ea.id and w.f) x order by 1, 2;
select w.id, x.* from w, lateral (select m.id, ea.id, b.id from m left join (ea left join ea b on ea.id = b.id or w.f) on m.id = ea.id) x order by 1, 2, 4;

-- a semijoin with its inner side made unique: fractions are estimated as those of the
-- semijoin, and a nested loop does not materialize it
create table uo (id int primary key, g text, v int);
insert into uo select x, chr(97 + x * 7 % 5), x * 13 % 11 from generate_series(1, 40) x;
create table up (g text, w int);
insert into up values ('a', 1), ('b', 2), ('c', 3), ('a', 4), ('e', 5), ('z', 6);
analyze uo, up;
explain select * from up where g in (select g from uo where v > 9);
explain select * from up where g in (select g from uo);
explain select * from uo where g in (select g from up);
explain select * from uo where id in (select w from up);
set enable_hashjoin = off;
set enable_mergejoin = off;
explain select * from up where g in (select g from uo);
explain select * from up where g in (select g from uo where v > 9);
reset enable_hashjoin;
reset enable_mergejoin;
