-- equalities between more than two sides: none is lost, whatever the plan
create table r (id int primary key, a int, b int, d date);
insert into r select i, i % 4, nullif(i % 5, 3), date '2024-02-27' + i % 4 from generate_series(1, 12) i;
analyze r;
select h.id, h.b, j.id, z from r h join unnest(array[1, 2, null]) z on h.id = z and h.b = z join r j using (id) where h.b = z % 3 + (j.d - date '2024-02-28') and j.d = h.d order by 1;
set enable_material = off;
set enable_mergejoin = off;
set enable_seqscan = off;
select h.id, h.b, j.id, z from r h join unnest(array[1, 2, null]) z on h.id = z and h.b = z join r j using (id) where h.b = z % 3 + (j.d - date '2024-02-28') and j.d = h.d order by 1;
set enable_hashjoin = off;
select h.id, h.b, j.id, z from r h join unnest(array[1, 2, null]) z on h.id = z and h.b = z join r j using (id) where h.b = z % 3 + (j.d - date '2024-02-28') and j.d = h.d order by 1;
select count(*) from r x join r y on x.id = y.id and x.b = y.id and x.a = y.a where x.id = x.a + y.b - y.a;
select x.id from r x, r y, r z where x.id = y.id and y.id = z.id and x.a + y.b = z.id and x.a + z.b = y.id order by 1;
reset all;
select x.id from r x, r y, r z where x.id = y.id and y.id = z.id and x.a + y.b = z.id and x.a + z.b = y.id order by 1;
-- contradictions in the condition of an outer join empty its nullable side alone
create table u (a int, t text);
create table mu (a int, t text, k int);
insert into u select i % 3, chr(97 + i) from generate_series(0, 5) i;
insert into mu select * from (select a, t, a from u where a < 2) x;
select * from (select 4 as c0, 5 as c2) i2 left join (u j3 natural left join mu) on false;
select * from (select 4 as c0, 5 as c2) i2 left join (u j3 natural left join mu) on j3.a = 1 and false;
select * from (select 4 as c0, 5 as c2) i2 left join (u j3 natural left join mu) on j3.a = 1 and (select false);
select * from (select 4 as c0, 5 as c2) i2 left join (u j3 natural left join mu) on j3.a = 1 and random() < -1;
select * from (select 4 as c0, 5 as c2) i2 left join (u j3 left join r l on l.id = j3.a left join mu c on c.a = j3.a) on i2.c0 = j3.a and i2.c2=j3.a;
select * from r w full join (u j3 left join r l on l.id = j3.a and 5 = l.id and 4 = l.id) on w.id = j3.a where j3.a = 2;
select * from (values (4,5),(6,6)) i2(c0,c2) left join lateral (select * from u j3 natural left join mu where i2.c0 = j3.a and i2.c2=j3.a) x on true;
select count(*) from (r h right join ((values (4, false, 5)) i(c0, c1, c2) left join (u j natural left join mu k) on i.c2 = j.a and i.c0 = j.a) on h.id = j.a);
