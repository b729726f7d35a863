-- Whole rows in plans, and what a semijoin's unique side computes.
create table c (id int primary key, name text, score int);
create table o (id int primary key, cid int, amount numeric, d date);
create index o_d on o (d);
insert into c select g, 'n' || g, g % 100 from generate_series(1, 1000) g;
insert into o select g, 1 + g % 1000, g % 500, date '2021-01-01' + g % 365 from generate_series(1, 5000) g;
analyze c;
analyze o;
explain (verbose, costs off) select c from c where id = 1;
explain (verbose, costs off) select row(c.*), row(c), c is null from c;
explain (verbose, costs off) insert into c values (0, 'x') returning c, old, new;
explain (verbose, costs off) update c set name = 'y' where id = 0 returning c.*, c, old.name, new;
explain (costs off) select * from c where (id, score) in (select cid, amount::int from o);
explain (costs off) select * from c where id in (select abs(cid) from o where amount < 100);
select count(*) from c where score = any (select amount::int from o where d = '2021-02-02');
select count(*) from c where (id, score) in (select cid, amount::int from o);
select count(*) from c where id in (select abs(cid) from o where amount < 100);
