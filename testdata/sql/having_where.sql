-- HAVING without aggregates is WHERE's; where a group may be empty it stays too.
create table t (a int, b int);
create table u (a int, b int);
insert into t values (1, 1), (2, 2), (null, 3);
insert into u values (1, 10), (3, 30);
select max(a) from t having null;
select max(a) from t having false;
select max(a) from t having max(a) < null;
select max(a) from t having true;
select a, count(*) from t group by rollup (a) having false;
select a, count(*) from t group by rollup (a) having a is null order by 1, 2;
select a, count(*) from t group by grouping sets (a, b) having null;
explain (costs off) select max(a) from t having null;
explain (costs off) select max(a) from t having current_date < '2000-01-01';
explain (costs off) select b, max(a) from t group by b having max(a) < null;
-- so a join that could not be done is never done
select count(*) from t full join u on t.a > u.a having null;
select count(*) from t full join u on t.a > u.a having min(t.a) > null;
select count(*) from t full join u on t.a > u.a group by rollup (t.b) having max(u.a) < null;
select count(*) from t full join u on t.a > u.a;
-- An OR makes no inner join whose arms are about different tables of a view.
create view v as select t.a, u.b from t left join u on t.a = u.a;
explain (costs off) select 1 from v right join t on v.a = t.b where v.a <> t.a or v.b <> t.b;
select 1 from v right join t on v.a = t.b where v.a <> 7 or v.b <> 7 for update of v;
select t.b from v right join t on v.a = t.b where v.a <> 7 or v.a = 8 order by 1 for update of v;
select t.b from v right join t on v.a = t.b where (v.a, v.b) <> (7, 7) for update of v;
select t.b from v right join t on v.a = t.b where (v.a, v.b) = (1, 10) for update of v;
