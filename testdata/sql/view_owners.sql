-- Views ask their owners, also when a superuser reads them.
create role vown_o; create role vown_u;
create table t (a int, b int); insert into t values (1,2);
create view v as select * from t; create view vv as select * from v; create view vi with (security_invoker) as select * from t; create view vf as select (select max(b) from t) m, 1 one;
alter view v owner to vown_o; alter view vf owner to vown_o;
select * from v; select * from vv; select * from vi; select * from vf; select one from vf;
insert into v values (3,4); update v set a = 5; delete from v; update vv set b = 7; insert into vv values (1,1);
explain (costs off) select * from v;
prepare p as select count(*) from v; execute p;
grant select on t to vown_o; execute p; select * from v; select * from vv; update v set a = 5; update vv set a = 5;
grant update on t to vown_o; update v set a = 5; update vv set a = 5; insert into v values (1,1);
revoke select on v from vown_o; select * from v; select * from vv;
alter view vv owner to vown_u; select * from vv; grant select on v to vown_u; select * from vv;
create view vg as select (t).a from t; revoke all on t from vown_o; grant select (a) on t to vown_o; alter view vg owner to vown_o; select * from vg; select a from v; select b from v; select count(*) from v;
copy v to stdout; copy (select * from v) to stdout; create table x as select * from v; select * into x from v; declare c cursor for select * from v;
begin; declare c cursor for select * from v; rollback;
drop table t cascade; drop role vown_o, vown_u;
