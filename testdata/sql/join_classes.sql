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
