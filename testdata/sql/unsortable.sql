-- Types that have no order: errors point at the item of ORDER BY, and DISTINCT ON hashes.
create table dd (a aclitem, x xid, n int);
insert into dd select 'postgres=r/postgres', (i % 2)::text::xid, 5 from generate_series(1, 6) i;
select x from dd order by 1;
select x from dd order by x;
select x as z from dd order by z;
select n, x as z from dd order by 1, 2 using <;
select x from dd union all select x from dd order by 1;
select n + 1, x from dd group by 1, 2 order by x desc;
select distinct x from dd order by 1;
select array[a], x from dd order by 1;
select row_number() over (order by x) from dd;
select count(*) from (select distinct on (x) x, n from dd) s;
select count(*), min(n) from (select distinct on (x, n) x, n from dd) s;
explain (costs off) select distinct on (x) x, n + 1 from dd;
explain (costs off) select distinct on (n, x) x, n from dd;
select distinct on (a) a, n, n + 1 as more from dd;
drop table dd;
