create table t (a int, b smallint, c varchar(10), d numeric(5,2), e date, f int[], g text, h char(3));
create view u1 as select count(*) from t union all select 2;
\d+ u1
create view u2 as select 1::bigint x union select 2 union select a from t union select b from t;
\d+ u2
create view u3 as (select 1.5 as y) except values (2);
\d+ u3
create view u4 as select distinct a from t union select d from t order by 1;
\d+ u4
create view u5 as select c from t union all select g from t union all select 'x' union all select null;
\d+ u5
create view u6 as (select a from t order by b limit 2) intersect (select d from t);
\d+ u6
create view u7 as select e from t union select now() union all select '2020-01-01'::date;
\d+ u7
create view u8 as select * from (select a, c from t union select b, g from t) q where a > 1;
\d+ u8
create view u9 as with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select * from r;
\d+ u9
create view u10 as select (select max(x) from (select distinct t.a as x union select 2.5) z) from t;
\d+ u10
create view u11 as select a::bigint from t union select 1::bigint;
\d+ u11
create view u12 as values (1, 'a'), (2.5, 'b');
\d+ u12
create view u13 as select 1 union values (2.5), (3);
\d+ u13
create view u14 as select h from t union select c from t union select g from t;
\d+ u14
select * from u10;
insert into t values (1,2,'x',3.5,'2020-01-01','{1}','g','h');
table u2 order by 1; table u4; table u5; table u10; table u6;
