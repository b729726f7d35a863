-- A subquery inside a lateral one names what the lateral one may name: where it has an outer join whose condition
-- does, neither can be merged into the query around it.
create table l4 (a int, b int);
create table g16 (a int, c int);
create table n15 (p int);
insert into l4 values (1, 3), (2, 9), (3, null);
insert into g16 values (1, 1), (3, 5), (5, 10);
insert into n15 values (1), (2);
select k.a, l.c0, l.c1 from l4 k, lateral (select m.c0, m.c1 from (select g.a, n.p from n15 n right join g16 g on k.b between 3 and g.c) m(c0, c1)) l order by 1, 2, 3;
select count(*) from l4 k left join n15 on k.a = p, lateral (select 1 from (select case g.a when 3 then k.b end from n15 n right join g16 g on (case k.b when 3 then 1 when g.a then g.c end between 1 and g.c)) m) l;
select k.a, l.c0, l.c1 from l4 k, lateral (select m.c0, m.c1 from (select g.a, n.p from g16 g left join (select p from n15 where p < k.b offset 0) n on g.c > k.b) m(c0, c1) where c0 > 1) l order by 1, 2, 3;
select k.a, l.* from l4 k left join lateral (select m.* from (select g.a, g.c, k.b from g16 g where g.c > k.b) m) l on true order by 1, 2, 3;
select k.a, l.* from l4 k, lateral (select m.* from (select g.a x, n.p y from n15 n full join g16 g on g.a = n.p and k.b = 3) m) l order by 1, 2, 3;
drop table l4, g16, n15;
