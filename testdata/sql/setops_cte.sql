-- set operations over set operations, WITH and WITH RECURSIVE
create table p (id int, up int, name text);
insert into p values (1, null, 'root'), (2, 1, 'a'), (3, 1, 'b'), (4, 2, 'aa'), (5, 4, 'aaa'), (6, null, 'other');
select up from p union select id from p order by 1;
select up from p union all select id from p where id > 4 order by 1;
select up from p intersect select id from p order by 1;
select up from p intersect all select up from p order by 1;
select id from p except select up from p order by 1;
select up from p except all select 1 order by 1;
(select id from p order by id desc limit 2) union all (select up from p order by up nulls first limit 2) order by 1 nulls first;
select 1 union select 2.5 union select null order by 1;
select array[1, null] union select array[1, null] union select array[2] order by 1;
select id, name from p where id < 3 union (select up, name from p except select 1, 'a') order by 1, 2;
select * from (select id from p union all select up from p) q where id = 1;
select id, count(*) from (select id from p union all select up from p) q group by id order by 1;
with c as (select up, count(*) n from p group by up) select c.n, d.n from c join c d on c.up = d.up order by 1, 2;
with c as materialized (select * from p), d as (select id from c where up = 1) select * from c where id in (select id from d) order by 1;
with recursive t(id, path, depth) as (
  select id, name, 0 from p where up is null
  union all
  select p.id, t.path || '/' || p.name, depth + 1 from p join t on p.up = t.id
) select * from t order by path;
with recursive t(n) as (values (1) union select n % 5 + 1 from t) select * from t order by 1;
with recursive t(n) as (select 1 union all select n + 1 from t where n < 5) select sum(n), count(*) from t;
with recursive t(n) as (select 1 union all select n + 1 from t) select * from t limit 3;
with recursive anc as (select * from p where id = 5 union select p.* from p, anc where p.id = anc.up) select id from anc order by 1;
with recursive t(n) as (select 1 union all select n from t where n in (select m from t)) select * from t;
with recursive t(n) as (select n from t) select * from t;
with c as (select 1), c as (select 2) select 1;
with c(x, y) as (select 1) select * from c;
select (with c as (select max(id) m from p) select m from c), (with c as (select min(id) m from p) select m from c);
select id from p union select name from p;
select id, up from p union select id from p;
select id from p union select up from p order by name;
drop table p;

-- rows without columns
select from generate_series(1, 3) intersect all select from generate_series(1, 2);
select from generate_series(1, 3) except all select from generate_series(1, 2);
select count(*) from (select from generate_series(1, 3) except select from generate_series(1, 2) where false) s;
