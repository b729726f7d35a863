-- A sort with so many runs that they are merged to one and more follow.
set work_mem='64kB';
create table many_runs as select i%10 k, repeat('x',20000) z from generate_series(0,2999) i;
set enable_hashagg=off;
select k, count(*), max(length(z)) from many_runs group by k order by k;
select count(*) from (select k, lag(k) over () p from (select k, z from many_runs order by k offset 0) q) l where k < p;
select count(*), min(c), max(c) from (select k, count(*) over (partition by k) c, z from many_runs) q;
reset work_mem;
reset enable_hashagg;
drop table many_runs;
-- What changes while a statement runs changes no row that it has read.
create temp table w as select i a, i%3 b from generate_series(1,20000) i;
analyze w;
set my.x='19998';
create temp table kept as select set_config('my.x','5',false), a, count(*) over (partition by b) from w where a < current_setting('my.x')::int;
select count(*), sum(count) from kept;
create temp table w10 as select i a, date '2020-01-01' + i d from generate_series(1,10) i;
set my.x='100';
begin;
declare c cursor for select a from w10 where a < current_setting('my.x')::int order by a;
fetch 2 c;
set my.x='4';
fetch all c;
commit;
set my.x='100';
select set_config('my.x','5',false) x, a from (select a from w10 where a < current_setting('my.x')::int order by a offset 0) q;
begin;
declare c cursor for select d::text t from w10 order by t;
fetch 2 c;
set datestyle='German';
fetch all c;
commit;
reset datestyle;
-- Of equal values that are written differently the later one is the smallest and the largest.
select min(n), max(n), min(f), max(f) from (values (0.0, 0::float8),(0.00,'-0')) v(n,f);
select min(i), max(i) from (values (interval '30 days'),('1 mon')) v(i);
select min(c), max(c) from (values ('a '::bpchar), ('a')) v(c);
select n, min(n) over (order by o), max(n) over (order by o rows 1 preceding), min(n) over (order by o rows between 1 preceding and 1 following) from (values (1, 0.0), (2, 0.00), (3, 0.000), (4, 1.0), (5, 1.00)) v(o, n);
