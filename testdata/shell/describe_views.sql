create table t (id int primary key, name text, amount numeric(10,2));
create view v1 as select id, name from t where amount > 100;
create view v2 as select t.*, v1.name as other from t left join v1 using (id) order by t.id;
create view v3 (a, "B c") as select count(*), max(name) from t group by name having count(*) > 1;
create view v4 as select id from t where id > 5 with local check option;
create view v5 as with x as (select 1 as one) select one, case when one = 1 then 'a' else 'b' end as w from x union all select 2, 'z';
\d v1
\d+ v1
\d v2
\d+ v2
\d v3
\d+ v3
\d+ v4
\d+ v5
\dv
\dv v?
\sv v1
\sv+ v2
\sv v4
\sv t
\sv nope
\sv
drop view v2;
\dv
