-- setting: minidb.window_store
-- Tuplestores of window functions: one for each window partition, or one in all. Read
-- pointers by functions and frame; with recreate they are allocated for each partition.
set minidb.window_plan = sorted;
create table t as select g as a, g % 10 as p, g % 7 as o from generate_series(1, 1000) g;
create table none (a int, p int);
create table k (a int, o int);
insert into k values (1, 1), (2, 1), (3, 2);
-- 10 partitions.
select count(c) from (select count(*) over (partition by p) c from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store';
-- 1000 partitions.
select count(c) from (select count(*) over (partition by a) c from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and counter in ('window_partitions', 'stores_created', 'stores_cleared', 'read_pointers', 'rows_spooled', 'allocations');
-- One partition, and none.
select count(c) from (select count(*) over () c from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and counter in ('window_partitions', 'stores_created', 'stores_cleared');
select count(c) from (select count(*) over (partition by p) c from none) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and value > 0;
-- Two windows, each with its store.
select count(c), count(s) from (select count(*) over (partition by p) c, sum(a) over (partition by o) s from t) x;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and counter in ('window_partitions', 'stores_created', 'read_pointers');
-- A rescan for each of 3 rows.
select (select max(c) from (select count(*) over (partition by t.p) c from t where t.o = k.o) x) from k;
select counter, value from minidb_stat_last_statement where strategy = 'window_store' and counter in ('window_partitions', 'stores_created');
-- Read pointers: the current row's; an aggregate's; with a mark if rows leave the frame.
\set pointers 'select value as read_pointers from minidb_stat_last_statement where counter = ''read_pointers'';'
select sum(a) over (order by o rows unbounded preceding) from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o rows 1 preceding) from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o rows unbounded preceding exclude current row) from k \g (tuples_only=on)
:pointers
-- Two for each window function.
select row_number() over (order by o), lag(a) over (order by o) from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o rows 1 preceding), first_value(a) over (order by o rows 1 preceding) from k \g (tuples_only=on)
:pointers
-- RANGE and GROUPS: the ends of the frame, where rows have to be looked at for them.
select sum(a) over (order by o) from k \g (tuples_only=on)
:pointers
select sum(a) over () from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o range between 1 preceding and 1 following) from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o groups between current row and unbounded following) from k \g (tuples_only=on)
:pointers
-- EXCLUDE GROUP and TIES: the end of the peers.
select sum(a) over (order by o range between current row and 1 following exclude ties) from k \g (tuples_only=on)
:pointers
select sum(a) over (order by o range unbounded preceding exclude group) from k \g (tuples_only=on)
:pointers
explain (analyze, counters, costs off, timing off, summary off, buffers off) select sum(a) over (partition by p order by a) from t;
