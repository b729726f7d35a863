-- setting: minidb.window_plan
-- EXPLAIN (BUFFERS): pages of 128 rows, one for each way down into an index with up to 4,
-- then 32, then 256 entries, and blocks of 8 kB of temporary files.
create table t (a int primary key, b int, c text);
insert into t select g, g % 10, repeat('x', 100) from generate_series(1, 1000) g;
create temp table tt (a int);
insert into tt select a from t;
vacuum analyze t;
analyze tt;
\set E 'explain (analyze, costs off, timing off, summary off)'
:E select count(*) from t;
-- again: nothing for planning
:E select count(*) from t;
:E select count(*) from tt;
:E select * from t limit 1;
:E select * from t limit 129;
-- index scans
:E select * from t where a = 500;
:E select * from t where a = 5000;
:E select * from t where a between 100 and 130;
:E select * from t where a in (1, 2, 900);
:E select * from t order by a;
:E select * from t order by a desc limit 5;
set enable_indexscan = off;
set enable_seqscan = off;
:E select * from t where a < 10 or a > 900;
reset enable_indexscan;
reset enable_seqscan;
:E select * from t where ctid in ('(0,1)', '(0,2)', '(7,1)');
-- a nested loop over an index, and over a table that is read again
set enable_hashjoin = off;
set enable_mergejoin = off;
set enable_memoize = off;
:E select * from tt join t using (a) where tt.a <= 3;
set enable_indexscan = off;
set enable_bitmapscan = off;
set enable_material = off;
:E select * from t x, t y where x.a < 4 and y.a < 3;
reset all;
-- a subquery for each row, one that is hashed, and what is never run
:E select (select max(b) from t where t.a < tt.a) from tt where a < 4;
:E select count(*) from tt where a not in (select a from t);
:E select * from tt where false or (select false) and a in (select a from t);
-- changes
begin;
:E insert into t values (1001, 1, 'y');
:E insert into tt select g from generate_series(1, 256) g;
:E update t set b = b + 1 where a = 1;
:E update t set a = a + 5000 where a = 2;
:E delete from t where a < 5;
:E select * from t where a = 7 for update;
:E insert into t values (7, 0, 'z') on conflict (a) do update set c = excluded.c;
:E with d as (delete from tt where a = 9 returning a) select * from d;
rollback;
-- a trigger's visits are nobody's
create table f (a int references t);
:E insert into f values (1), (2), (3);
-- partitions
create table p (k int, v int) partition by list (k);
create table p1 partition of p for values in (1);
create table p2 partition of p for values in (2);
insert into p select 1 + g % 2, g from generate_series(1, 600) g;
:E select * from p;
:E select * from p where k = (select 2);
:E update p set k = 3 - k where v < 3;
-- temporary files
set work_mem = '64kB';
create table wide (a int, c text);
insert into wide select g % 1000, repeat('w', 100) || g from generate_series(1, 3000) g;
analyze wide;
:E select * from wide order by c;
:E with w as materialized (select * from wide) select count(*) from w;
:E with w as materialized (select * from wide) select count(*) from w x, w y where x.a = y.a;
:E select c, count(*) over () from wide;
:E select c, count(*) over (partition by a) from wide;
explain (analyze, costs off, timing off, summary off, format json) select * from wide order by c;
