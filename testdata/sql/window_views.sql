-- Views with window functions: their text, and what they return.
create table t (a int, b text, c numeric, d date);
insert into t select g, chr(97 + g % 3), g * 1.5, date '2024-01-01' + g from generate_series(1, 9) g;
create view v1 as select a, row_number() over (partition by b order by a) as rn, sum(c) over w as s, count(*) over () as n from t window w as (partition by b order by a desc);
create view v2 as select a, first_value(c) over (w rows between 1 preceding and 1 following exclude current row) as f, last_value(c) over (w range between unbounded preceding and unbounded following) l
  from t window w as (partition by b, a % 2 order by a nulls first, d desc nulls last);
create view v3 as select a, sum(a) over w1 s1, sum(a) over w2 s2, sum(a) over w3 s3 from t window w1 as (partition by b), w2 as (w1 order by a), w3 as (w2 groups between 1 + 1 preceding and current row exclude ties);
create view v4 as select b, sum(c) as sc, rank() over (order by sum(c) desc) as r, sum(count(*)) over (order by b rows unbounded preceding) as run from t group by b;
create view v5 as select a, sum(a) over (order by d range between interval '2 days' preceding and '1 day'::interval following) as s, sum(a) filter (where a > 2) over (order by a) f, lag(a, 2, 0) over (order by a), ntile(2) over (order by a) nt,
  sum(a) over (order by a groups 1 preceding exclude group), sum(a) over (order by a rows between unbounded preceding and 1 following exclude no others) as n from t;
create view v6 as select t.a, u.a as ua, rank() over (partition by t.b order by u.a) from t join t u on t.a = u.a + 1;
create view v7 as select x.* from (select a, row_number() over (order by a) rn from t) x where x.rn <= 3;
create view v8 as select a, b from t order by row_number() over (partition by b order by a), a;
create view v9 as select distinct b, count(*) over (partition by b) from t order by (count(*) over (partition by b)), b;
create view "V10" as select max(a) over "W w" as "M" from t window "W w" as (order by upper(b), a);
create view v11 as select a, (select sum(x) over (order by x rows t.a preceding) from (values (1), (2)) y(x) limit 1) s from t;
create view v12 as select count(*) over w from t window unused as (order by a), w as (partition by (a + 1), lower(b) order by (c * 2) desc, (select 1));
select viewname, pg_get_viewdef(quote_ident(viewname)::regclass) from pg_views where schemaname = 'public' order by length(viewname), viewname \g (format=unaligned tuples_only=on)
select pg_get_viewdef('"V10"'::regclass, true), pg_get_viewdef('v3'::regclass, true), pg_get_viewdef('v8'::regclass, true) \gx (format=unaligned)
select * from v1 order by a;
select * from v2 order by a;
select * from v3 order by a;
select * from v4 order by b;
select * from v5 order by a;
select * from v6 order by 1;
select * from v7 order by a;
select * from v8;
select * from v9;
select * from "V10" order by 1 limit 3;
select * from v11 order by a limit 3;
select * from v12;
select * from v1 where rn = 1 order by a;
select * from v1 where b = 'a';
alter table t rename column a to aa;
alter table t rename to tt;
select pg_get_viewdef('v1'::regclass);
select * from v1 where rn <= 2 order by a;
insert into v1 values (1);
update v7 set a = 1;
delete from v1;
create or replace view v7 as select aa as a, row_number() over (order by aa desc) rn from tt;
select * from v7 order by a limit 2;
drop table tt;
drop table tt cascade;
