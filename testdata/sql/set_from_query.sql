-- SET (a, b) = (query): the query runs once for a row, for all of its columns.
create sequence q;
create table m (a int, b int, c int[]);
create table s (id int, x int, y text);
insert into s values (1, 10, 'x'), (2, 20, 'y');
insert into m values (1, 1), (2, 2), (3, 3);
-- once for the statement
update m set (a, b) = (select nextval('q'), nextval('q')) returning a, b;
select last_value from q;
-- once for a row, in the order of the query's columns
update m set (b, a) = (select nextval('q'), m.b) returning a, b;
update m set (a, c[1], c[2], b) = (select nextval('q'), 5, 6, m.b) returning *;
update m set (b, a) = (select nextval('q'), nextval('q') + m.b), (c[1], c[2]) = (select m.b, nextval('q')) returning *;
-- no row gives NULL, two are an error
update m set (a, b) = (select x, id from s where s.id = m.b) returning a, b;
update m set (b, a) = (select id, x from s);
update m set (b, a) = (select id, x from s where m.c is not null);
update m set (b, a) = (select id from s);
-- with and views
with w as (select 7 k) update m set (b, a) = (select k, k + coalesce(m.b, 1) from w) returning a, b;
with w as (select 7 k), v as (update m set (b, a) = (select k, k + m.b from w) returning *) select a, b from v;
create view mv as select a + 0 as z, b, a from m where a > 0;
update mv set (b, a) = (select nextval('q'), max(x) + mv.z from s) returning *;
-- on conflict
create table k (id int primary key, a int, b int);
insert into k values (1, 1, 1);
insert into k values (1, 5, 6), (2, 1, 1) on conflict (id) do update set (b, a) = (select nextval('q'), excluded.a + k.a) returning *;
-- partitions
create table pt (id int, a int, b int) partition by list (id);
create table pt1 partition of pt for values in (1);
create table pt2 (b int, a int, id int);
alter table pt attach partition pt2 for values in (2);
insert into pt values (1, 1, 1), (2, 2, 2), (1, 3, 3);
update pt set (b, a) = (select nextval('q'), pt.a * 10) returning *;
update pt set (b, a) = (select nextval('q'), sum(x) + pt.a from s where x > pt.a or pt.b > 0), id = 3 - id where id = 2 returning *;
prepare p(int) as update m set (a, b) = (select nextval('q'), m.a + $1) where b > $1 returning a, b;
execute p(0);
execute p(10);
