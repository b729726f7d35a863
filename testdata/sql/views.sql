-- Views: stored queries that are read as subqueries and survive what happens to
-- the names of their tables.
create table t (id int primary key, name varchar(10), n numeric default 0, tags text[]);
create table u (id int, t_id int, note text);
create type mood as enum ('sad', 'ok');
insert into t values (1, 'ann', 5, '{a,b}'), (2, 'bob', 0, null), (3, 'abe', 7.5, '{}');
insert into u values (1, 1, 'first'), (2, 1, 'second'), (3, 9, 'lost');
create view all_t as select * from t;
create view picked as select id, name as nm, n + 1 as n1 from t where n > 0 and name like 'a%' order by id desc nulls last limit 10;
create view joined as select t.id, u.note from t join u on t.id = u.t_id;
create view grouped as select a.name, count(*) as c, sum(n) filter (where n > 1) from t a group by a.name having count(*) >= 1;
create view united as select 1 as one union all select id from t union select 30 order by 1;
create view listed as values (1, 'a'), (2, 'b');
create view withs as with q as (select id from t) select q.id, (select max(u.id) from u where u.t_id = q.id) as m from q where exists (select 1 from u where u.id = q.id);
create view series(a, b) as select x.id, y.g from t x, lateral generate_series(1, x.id) y(g);
create view inner_ as select * from (select id, n from t) s where s.id in (select t_id from u);
create view ons as select distinct on (left(name, 1)) name, id from t order by left(name, 1), id;
create view both_ as select all_t.id, picked.nm from all_t, picked where all_t.id = picked.id;
create view exprs as select id = any (array[1, 2]) as a, case when id = 1 then 'x' else 'y' end as c, coalesce(name, 'z') as co,
  name::text as tx, 'ok'::mood as m, tags[1] as tg from t;
create view loop as with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select * from r;
create view empty as select from t;
create view sys as select relname from pg_class where relname = 'all_t';
create view sysv as select viewname from pg_views where schemaname = 'public' and viewname like 'p%';
select * from all_t order by id;
select * from picked;
select * from joined order by note;
select * from grouped order by name;
select * from united;
select * from listed order by 1;
select * from withs order by 1;
select * from series order by a, b;
select * from inner_ order by id;
select * from ons order by name;
select * from both_ order by id;
select * from exprs order by co;
select * from loop order by n;
select count(*) from empty;
select * from sys;
select * from sysv;
select v.id, w.nm from all_t v(id, nm) join picked w on v.id = w.id order by 1;
select all_t.name from all_t where all_t.id = 2;
select public.all_t.name from public.all_t where id = 2;
select nosuch from all_t;
select ctid from all_t;
-- errors
create view all_t as select 1;
create view t as select 1;
create or replace view t as select 1;
create view x as select nosuch from t;
create view x as select $1;
create view x (a, b, c) as select 1, 2;
create view x as select 1 as a, 2 as a;
create view x as select 1 into y;
create view nowhere.x as select 1;
create view x as select row(1, 2) as r;
-- catalogs
select relname, relkind, relnatts, relhasrules, relam, relfilenode from pg_class where relname = 'picked';
select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute where attrelid = 'picked'::regclass order by attnum;
select rulename, ev_type, ev_enabled, is_instead, ev_qual from pg_rewrite where ev_class = 'picked'::regclass;
select classid::regclass, refclassid::regclass, refobjid::regclass, refobjsubid, deptype from pg_depend
  where objid = (select oid from pg_rewrite where ev_class = 'picked'::regclass) order by 3, 4;
select refobjid::regclass, refobjsubid from pg_depend where refclassid = 'pg_class'::regclass and
  objid = (select oid from pg_rewrite where ev_class = 'withs'::regclass) order by 1, 2;
select refobjid::regclass, refobjsubid from pg_depend where refclassid = 'pg_class'::regclass and
  objid = (select oid from pg_rewrite where ev_class = 'empty'::regclass) order by 1, 2;
select viewname, viewowner from pg_views where schemaname = 'public' order by 1;
select table_name, table_type from information_schema.tables where table_schema = 'public' order by 1 limit 3;
-- plans
explain (costs off) select * from all_t where id = 1;
explain (costs off) select * from picked where nm = 'ann';
explain (costs off) select * from joined;
explain (costs off) select * from both_;
-- OR REPLACE
create or replace view all_t as select id, name, n, tags, n * 2 as twice from t;
select id, twice from all_t order by id;
select * from both_ order by id;
create or replace view all_t as select id, name from t;
create or replace view all_t as select id as other, name, n, tags, n * 2 as twice from t;
create or replace view all_t as select id::text as id, name, n, tags, n * 2 as twice from t;
create or replace view fresh as select 1 as one;
create or replace view fresh as select one + 1 as one from fresh;
select * from fresh;
drop view fresh;
-- changing data through views
insert into grouped values ('x', 1);
update united set one = 2;
delete from joined;
delete from loop;
insert into listed values (1, 'x');
update picked set nm = 'x';
update ons set id = 2;
-- prepared statements notice
prepare p as select * from picked order by id;
execute p;
insert into t values (4, 'al', 1);
execute p;
create or replace view picked as select id, name as nm, n + 1 as n1 from t where id = 4;
execute p;
-- locks
begin;
select count(*) from both_;
select relation::regclass, mode from pg_locks where locktype = 'relation' and relation in
  (select oid from pg_class where relname in ('both_', 'all_t', 'picked', 't', 'u')) order by 1, 2;
commit;
begin;
select id from all_t where id = 1 for update;
select relation::regclass, mode from pg_locks where locktype = 'relation' and relation in
  (select oid from pg_class where relname in ('all_t', 't')) order by 1, 2;
rollback;
-- DROP
drop table t;
drop view all_t;
drop type mood;
drop view nosuch;
drop view if exists nosuch;
drop view t;
drop table all_t;
drop view joined, grouped;
drop view all_t cascade;
begin;
drop table u cascade;
rollback;
drop table t cascade;
select viewname from pg_views where schemaname = 'public' order by 1;
select count(*) from pg_rewrite r where not exists (select from pg_class c where c.oid = r.ev_class);
begin;
create view temp_v as select 1 as one;
rollback;
select * from temp_v;
create schema s;
create table s.t (a int);
create view s.v as select * from s.t;
set search_path = s;
select * from v;
drop table t;
set search_path = public;
drop schema s cascade;
