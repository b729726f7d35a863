-- EXPLAIN (BUFFERS): when it is on, which nodes have a line, and where it stands. The
-- tables have one page each, so that the numbers are PostgreSQL's too.
create table t (a int primary key, b int);
insert into t select g, g from generate_series(1, 20) g;
create temp table tt (a int);
insert into tt select g from generate_series(1, 20) g;
vacuum analyze t;
analyze tt;
\set E 'explain (analyze, costs off, timing off, summary off)'

-- caches are filled by a first run
select count(*) from t;
:E select count(*) from t;
explain (analyze, costs off, timing off, summary off, buffers off) select count(*) from t;
explain (analyze, costs off, timing off, summary off, buffers) select count(*) from t;
explain (buffers, analyze off, costs off) select count(*) from t;
explain (buffers, costs off) select count(*) from t;
explain (buffers on, costs off, generic_plan) select 1;
explain (buffers 0, buffers 1, costs off, format json) select 1;
explain (buffers off, costs off, format json) select 1;
explain (analyze, buffers, costs off, timing off, summary off, format json) select count(*) from t;
explain (analyze, buffers off, costs off, timing off, summary off, format json) select count(*) from t;
explain (analyze, serialize, costs off, timing off, summary off, format json) select count(*) from t;
explain (analyze, serialize, wal, costs off, timing off, summary off) select count(*) from t;
explain (analyze, wal, costs off, timing off, summary off, format json) select count(*) from t;
:E select 1;
explain (buffers maybe) select 1;
explain (buffers 3) select 1;

-- local: of temporary tables
select count(*) from tt;
:E select count(*) from tt;
select count(*) from t, tt;
:E select count(*) from t, tt;

-- nodes that were not run, or visited nothing
select * from t where (select false);
:E select * from t where (select false);
explain (analyze, costs off, timing off, summary off, format json) select * from t where (select false);
:E select * from t limit 0;
select count(*) from t where a = (select 5);
:E select count(*) from t where a = (select 5);

-- index scans: the root page, and the page of the rows, where a scan stays
set enable_seqscan = off;
set enable_bitmapscan = off;
select b from t where a = 5;
:E select b from t where a = 5;
select b from t where a between 8 and 10;
:E select b from t where a between 8 and 10;
:E select b from t where a = 500;
set enable_hashjoin = off;
set enable_mergejoin = off;
select x.b, y.b from t x join t y on y.a = x.b where x.a < 4;
:E select x.b, y.b from t x join t y on y.a = x.b where x.a < 4;
reset enable_bitmapscan;
set enable_indexscan = off;
select b from t where a = 5;
:E select b from t where a = 5;
select b from t where a = 3 or a between 8 and 10;
:E select b from t where a = 3 or a between 8 and 10;
reset enable_indexscan;
reset enable_seqscan;
select a from t where ctid = '(0,1)';
:E select a from t where ctid = '(0,1)';
select a from t where ctid in ('(0,1)', '(0,2)', '(0,3)');
:E select a from t where ctid in ('(0,1)', '(0,2)', '(0,3)');

-- changes
create table w (a int, b int);
insert into w values (1, 1);
:E insert into w values (2, 2);
:E insert into w values (3, 3), (4, 4), (5, 5);
select * from w;
:E update w set b = b + 1 where a = 1;
:E delete from w where a < 3;
:E select a from w for update;
explain (analyze, wal, costs off, timing off, summary off, format json) delete from w where false;
:E with d as (delete from w where a = 3 returning a) select * from d;

-- partitions
create table p (a int) partition by list (a);
create table p1 partition of p for values in (1);
create table p2 partition of p for values in (2);
create table p3 partition of p for values in (3);
insert into p values (1), (2), (3);
select * from p where a < 3;
:E select * from p where a < 3;
select * from p where a = (select 2);
:E select * from p where a = (select 2);
prepare q as select * from p where a = $1;
set plan_cache_mode = force_generic_plan;
execute q (1);
:E execute q (2);
explain (analyze, costs off, timing off, summary off, format json) execute q (2);
:E create table made as select * from t;
