-- Bitmaps of partial indexes: the predicate counts as a condition by which rows were left out.
create table o (id int, cid int, odate date, total int, status text);
insert into o select g, (g * 7) % 500, date '2023-01-01' + g % 365, (g * 13) % 5000,
  case when g % 10 = 0 then 'open' when g % 33 = 0 then null else 'done' end from generate_series(1, 5000) g;
create index o_open on o (odate) where status = 'open';
create index o_big on o (cid) where total > 4000;
create index o_status on o (status, total desc);
create index o_total on o (total);
create index o_cid on o (cid);
analyze o;
explain (costs off) select * from o where status = 'open' and odate > '2023-12-01';
explain (costs off) select * from o where status = 'open' and odate > '2023-12-01' and cid = 14;
explain (costs off) select * from o where total > 4000 and cid < 50;
explain (costs off) select * from o where total > 4900 and cid < 50;
explain (costs off) select * from o where total > 4900 and cid < 50 and status = 'open';
explain (costs off) select * from o where (status = 'open' and odate = '2023-12-01') or (total > 4500 and cid = 3);
prepare q(text, date) as select * from o where status = $1 and odate > $2;
set plan_cache_mode = force_custom_plan;
explain (costs off) execute q('open', '2023-12-30');
set plan_cache_mode = force_generic_plan;
explain (costs off) execute q('open', '2023-12-30');
