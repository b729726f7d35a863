-- A row cast to record stays what it is: its type is known still, and so are its columns.
create table t (a int, b text);
insert into t values (1, 'x'), (2, 'y');
select pg_typeof(t::record), t::record, (t::record).b from t order by 1, 2;
select pg_typeof(array[t::record]), pg_typeof(array[t]::record[]), (array[t]::record[])[1] from t order by 3;
select array_agg(t order by a)::record[] = array_agg(t order by a) from t;
select t::record = row(1, 'x'::text), t::record = t, t = any (array[row(1, 'x'::text)]), t::record::t from t order by t::record desc;
select t::record from t union select row(3, 'z'::text) order by 1;
select case when a = 1 then t::record else row(5, 'e') end from t;
select coalesce(t::record, row(1, 'e')) from t;
select (array[t]::record[])::t[] from t;
select null::record, pg_typeof(null::record), row(1, 2)::record;
select '{}'::record[], pg_typeof('{}'::record[]);
select '{(1)}'::record[];
create view v as select t::record r from t;
\d v
select * from v order by 1;
select pg_get_viewdef('v');
create table x as select t::record r from t;
\d x
drop table x;
create index on t ((t::record));
\d t
explain (verbose, costs off) select t::record, t::record = row(1, 'x'::text) from t where t::record > row(1, 'x');
drop view v;
drop table t;
