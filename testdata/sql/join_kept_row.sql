-- One row without columns on the kept side of an outer join stays, when the semijoin
-- that was beside it has become a condition.
create table w (id int, a int);
select * from w right join (select c1 from (values (3, 2)) n(c0, c1) where c1 = any (values (2))) m on false;
select * from w right join (select c1 from (values (3, 2)) n(c0, c1) where c1 = any (values (2))) m on w.id not in (0, w.a);
select * from (select 1 from (select 2) b(c1) where c1 in (select 2)) m left join w on w.id = 2;
select * from (select 1 from (select 2) b(c1) where c1 in (select 3)) m left join w on w.id = 2;
select * from (w full join (values (5), (0)) l(c0) on w.id = l.c0)
  right join (select c1 from (values (3, 2)) n(c0, c1) where c1 = any (values (2))) m on w.id <> w.a;
insert into w values (1, 2), (2, null);
select * from w right join (select c1 from (values (3, 2)) n(c0, c1) where c1 = any (values (2))) m on w.id = m.c1;
select * from w, (select c1 from (values (3, 2)) n(c0, c1) where c1 = any (values (2))) m where w.id = m.c1;
drop table w;
