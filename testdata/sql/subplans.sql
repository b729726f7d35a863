-- IN and NOT IN answered from a hash table: the test's casts, blanks of char(n),
-- NULLs, several columns, parameters from further out.
create table d(x int, y text, c char(5), f float8, n numeric);
insert into d values (1,'a','a',1,1.0), (2,'b','b',2,2.00), (3,null,'c',3.5,3.5), (20,'t','t',20,20), (null,'n',null,null,null);
select 2.0 in (select 2), 2 in (select 2.0), 2.5 in (select 2), 2.0 not in (select 2);
select 'a'::char(3) in (select 'a'::char(5)), 'a '::char(3) not in (select 'a'::char(5)), 'a '::text in (select 'a'::char(5));
select 1::float8 in (select 1), 1::float8 not in (select 1), 1.5::float8 in (select 1.5), 1.5::float8 not in (select 1.5::numeric);
select x, (f in (select x from d)) as i, (f not in (select x from d where x is not null)) as ni, n in (select x from d) as n from d;
select x, x in (select n from d) as num, x in (select f from d) as flt, x::int2 in (select x::int8 from d) as ints from d;
select x, c in (select y::char(8) from d) as bp, c::text in (select y from d) as tx, c not in (select y::bpchar from d where y is not null) as nb from d;
select '1 day'::interval in (select '24:00'::interval), 0.0::float8 in (select '-0'::float8), 'NaN'::float8 in (select 'nan'::numeric::float8);
select null::int in (select x from d), null::int in (select x from d where false), 99 in (select x from d), 99 in (select x from d where x is not null);
-- several columns
select x, (x, n) in (select x, f from d) as p, (x, n) not in (select x, f from d) as np, (x, y) in (select n, c from d) as q from d;
select (1, null) in (select 1, 2), (1, null) in (select 2, 2), (1, null) not in (select 1, 2), (null, null) in (select x, x from d where false);
select (1, 'x') in (select x, y from d), (3, 'x') in (select x, y from d), (3, 'x') not in (select x, y from d), (4, 'x') not in (select x, y from d where x is not null);
-- the table is read again when a parameter further out changes
create table o(k int);
insert into o values (1), (2), (3), (null);
create table t(k int, x int);
insert into t values (1, 20), (2, 21), (3, 20), (3, null);
select o.k, (select bool_or(d.x in (select t.x from t where t.k = o.k)) from d where d.x = 20) from o order by 1;
select o.k, (select count(*) from d where d.x not in (select t.x from t where t.k = o.k)) from o order by 1;
select o.k, (select string_agg((d.n in (select t.x from t where t.k = o.k))::text, ',' order by d.x) from d) from o order by 1;
-- in joins, conditions and select lists
select d.x from d left join o on o.k in (select x from d) order by 1, o.k;
select o.k, d.x from o left join d on d.x = o.k and d.f in (select k from o) order by 1, 2;
select case when x in (select k from o) then 'in' else 'out' end, x from d order by x;
select k from o where k = any (select x from d where x is not null) or k > all (select x from t where x is null) order by k;
select x, x < any (select k from o) as lt, x >= all (select k from o where k is not null) as ge from d order by x;
select k, k > all (select x from d order by x) as a, k = any (select x from d order by x limit 2) as b from o order by k;
drop table d, o, t;
-- semijoins with conditions on one side; a side made unique that is joined to others first
create table o(k int);
insert into o values (1), (2), (3), (null);
create table t(k int, x int);
insert into t values (1, 20), (2, 21), (3, 20), (3, null), (3, 20);
select 'o', k from o where exists (select 1 from t where t.k = o.k and t.x = 20) order by k;
select 'o', k from o where k in (select k from t where x = 20 and k > 0) order by k;
select 'o', k from o where not exists (select 1 from t where t.k = o.k and t.x = 20) order by k;
select a.k, b.x from o a, t b where a.k in (select k from t) and b.x is not null order by 1, 2;
select a.k, b.k from o a, o b where (a.k, b.k) in (select k, k from t) order by 1, 2;
drop table o, t;
