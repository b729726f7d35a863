-- UPDATE, DELETE and FOR UPDATE take along which rows a semijoin or antijoin found.
create table a (id int primary key, b int, v int); create table b (id int primary key, c int, v int); create table c (id int primary key, v int);
insert into a values (1,1,1), (2,2,2), (3,3,3), (4,null,4); insert into b values (1,1,10), (2,2,20), (3,null,30); insert into c values (1,100), (2,200);
explain (costs off, verbose) delete from a where exists (select 1 from b join c on b.c = c.id where b.id = a.b) returning *;
explain (costs off, verbose) delete from a where not exists (select 1 from b where b.id = a.b) returning *;
explain (costs off, verbose) delete from a where b in (select c from b where v > 10) returning *;
explain (costs off, verbose) select * from a where b in (select c from b where v > 10) for update;
explain (costs off, verbose) select * from a where b in (select c from b where v > 10);
delete from a where b in (select c from b where v > 10) returning *;
insert into c select generate_series(10, 10000); insert into b select g, g % 3, 0 from generate_series(10, 5000) g; analyze;
explain (costs off, verbose) delete from c where id in (select c from b) returning *;
explain (costs off, verbose) delete from b where id in (select v from a) returning *;
explain (costs off, verbose) delete from a where exists (select 1 from b, c where b.c = c.id and b.v = a.v and c.v = a.b) returning *;
