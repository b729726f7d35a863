-- Where nodes keep rows, and how much that takes: tuplestores in memory and on disk.
\set E 'explain (analyze, costs off, timing off, summary off, buffers off)'
set max_parallel_workers_per_gather = 0;
:E with recursive t(n) as (select 1 union all select n+1 from t where n<1000) select count(*) from t;
:E with recursive t(n) as (select 1 union select n+1 from t where n<10000) select count(*) from t;
:E with recursive t(n, s) as (select g, g::text from generate_series(1, 300) g union all select n+1, s || 'x' from t where n<300) select count(*) from t;
:E with t as materialized (select g, g::text as b from generate_series(1,200000) g) select count(*) from t, t u where t.g=u.g and t.g < 5;
:E with t as materialized (select g, g::text as b from generate_series(1,20000) g) select count(*) from t;
:E with t as materialized (select g, g::int8 as b, g * 1.5 as d, g % 2 = 0 as c, '2020-01-01'::date + g as e from generate_series(1,20000) g) select count(*) from t;
:E with t as materialized (select g, case when g % 3 = 0 then g::int8 end as b from generate_series(1,20000) g) select count(*) from t;
set work_mem = '1MB';
:E with t as materialized (select g, g::text as b from generate_series(1,100000) g) select count(*) from t;
:E with t as materialized (select g from generate_series(1,18000) g) select count(*) from t;
:E with t as materialized (select g from generate_series(1,22000) g) select count(*) from t;
:E with t as materialized (select g from generate_series(1,24000) g) select count(*) from t;
:E with t as materialized (select g from generate_series(1,26000) g) select count(*) from t;
:E with t as materialized (select g from generate_series(1,30000) g) select count(*) from t;
reset work_mem;
create table a as select g as x, g % 10 as y, g::text as z from generate_series(1, 10000) g;
analyze a;
set enable_hashjoin = off;
set enable_mergejoin = off;
:E select count(*) from a, (select x from a where x < 5000 offset 0) b where a.x < 10 and b.x > a.y;
set enable_mergejoin = on;
set enable_nestloop = off;
:E select count(*) from a, a b where a.x = b.y;
set work_mem = '64kB';
-- a cursor goes back to rows that are in a file
begin;
declare c scroll cursor with hold for select x, z from a order by x;
move 9000 in c;
commit;
fetch backward 2 in c;
fetch absolute 5 in c;
fetch last in c;
close c;
with recursive r(n, t) as (select x, z from a union all select n + 10000, t || '+' from r where n < 30000) select count(*), sum(n), max(length(t)) from r;
explain (analyze, costs off, timing off, summary off, buffers off, format json) with w as materialized (select x from a) select count(*) from w;
