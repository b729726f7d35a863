-- A row of expressions is no relation that is joined: a condition that is never true and
-- joins it to a full join empties that, which needs no plan then.
create table a (id int, t text);
create table b (id int, t text);
insert into a values (1, 'ab'), (2, 'b');
insert into b values (2, 'b'), (3, 'c');
select o.id, a.id, v.* from a o full join ((a full join b on b.t not like '%b') join (values (5)) v(c) on false) on o.id = a.id order by 1;
select o.id, a.id, v.* from a o full join ((values (5)) v(c) join (a full join b on b.t not like '%b') on null and v.c > 3) on o.id = a.id order by 1;
select o.id, v.* from a o full join (select * from (values (5)) v(c), (a full join b on b.t not like '%b') where false) v on o.id = v.c order by 1;
select o.id, a.id, v.* from a o full join ((select 5) v(c) join (a full join b on b.t not like '%b') on false) on o.id = a.id order by 1;
select o.id, v.* from a o full join (((a full join b on b.t not like '%b') join (values (5)) v(c) on true) join (values (7)) w(c) on false) on o.id = v.c order by 1;
select o.id, v.*, w.* from a o full join ((values (5)) v(c) join (values (7)) w(c) on false) on o.id = v.c order by 1;
select o.id, v.*, w.* from a o full join ((values (2)) v(c) join (values (7)) w(c) on true) on o.id = v.c order by 1;
select o.id, v.*, b.id from a o left join ((values (2)) v(c) left join b on false) on o.id = v.c order by 1;
-- two rows, or an outer join, are a relation
select o.id, a.id, v.* from a o full join ((a full join b on b.t not like '%b') join (values (5), (6)) v(c) on false) on o.id = a.id order by 1;
select o.id, v.* from a o full join ((values (5)) v(c) left join (a full join b on b.t not like '%b') on false) on o.id = v.c order by 1;
select o.id, v.* from a o full join ((a full join b on b.t not like '%b') left join (values (5)) v(c) on false) on o.id = v.c order by 1;
drop table a, b;
