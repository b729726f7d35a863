-- Grouping sets with keys from a query further out. PostgreSQL forgets that the empty
-- set nulls them: it takes them for constants, and sorts by nothing.
create table r (id int, n numeric);
create table m (id int);
insert into r values (1, 0.5), (2, 1);
insert into m values (1), (2), (3);
select r.id, array(select r.n from m group by grouping sets ((r.n), (r.n), ()) order by 1 nulls first) from r order by 1;
select r.id, array(select r.n from m group by grouping sets ((r.n), ()) order by r.n nulls first) from r order by 1;
select r.id, array(select r.n from m group by grouping sets ((r.n), ()) order by r.n nulls first, max(m.id) desc) from r order by 1;
select r.id, array(select r.n from m group by rollup (r.n, r.id) order by r.n + 1 nulls first) from r order by 1;
select r.id, array(select distinct r.n from m group by rollup (r.n) order by 1 desc) from r order by 1;
-- an expression as key is none
select r.id, array(select r.n + 1 from m group by grouping sets ((r.n + 1), ()) order by 1 nulls first) from r order by 1;
select r.id, array(select r.n from m group by rollup (r.n, m.id) order by m.id nulls first, r.n) from r order by 1;
-- fetch first with ties has more ties for that
select r.id, array(select r.n from m group by grouping sets ((r.n), ()) order by 1 nulls first fetch first 1 rows with ties) from r order by 1;
-- input that is in order by chance: the first sets need no hash table
create index on m (id);
set enable_seqscan = off;
explain (costs off) select id, count(*) from m group by grouping sets ((id), ());
explain (costs off) select id, id % 2, count(*) from m group by grouping sets ((id), (id % 2), ());
