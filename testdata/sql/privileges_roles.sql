-- GRANT, REVOKE and ownership among several roles.
create role own_a; create role own_b; create role own_c; create role own_g; grant own_g to own_b; create role own_cr createrole; grant create on schema public to own_a, own_b, own_c;
set role own_a;
create table a1 (id int primary key, v text, w int); create table a2 (id int, v text); create sequence as1; create view av as select id, v from a1; create type ae as enum ('x','y');
insert into a1 values (1,'one',1),(2,'two',2);
grant select on a1 to own_b with grant option;
grant select (v), update (w) on a1 to own_c;
grant all on a2 to own_g;
grant usage on sequence as1 to own_b;
grant usage on type ae to own_b; revoke usage on type ae from public;
set role own_b;
grant select on a1 to own_c;
grant select on a1 to own_c with grant option;
grant insert on a1 to own_c;
grant all on a1 to own_c;
grant select, insert on a1 to own_c;
revoke select on a1 from own_a;
revoke select on a1 from own_b;
select nextval('as1'), currval('as1'); select setval('as1', 5);
create table b1 (e ae);
insert into a2 values (1,'x'); truncate a2;
lock table a2 in access exclusive mode;
begin; lock table a1 in access share mode; lock table a1 in row exclusive mode; rollback;
set role own_c;
select v from a1 order by v; select id from a1; select * from a1;
update a1 set w = w; update a1 set w = 5; update a1 set w = 1 where v = 'one'; update a1 set w = 1 where id = 1; update a1 set v = 'q'; update a1 set w = 9 returning w; update a1 set w = 9 returning v;
create table c1 (e ae);
select 'x'::ae; select null::ae; create table c2 as select 'x'::ae e;
set role own_a;
revoke grant option for select on a1 from own_b;
revoke grant option for select on a1 from own_b cascade;
\dp a1
revoke select on a1 from own_b;
revoke select on a1 from own_b cascade;
\dp a1
revoke all on a1 from own_c; revoke all (v) on a1 from own_c;
\dp a1
grant select on a1, a2 to own_b granted by own_a; grant select on a1 to own_b granted by own_b; grant select on a1 to own_b granted by current_user; revoke select on a1 from own_b granted by own_b;
grant nix on a1 to own_b; grant usage on a1 to own_b; grant select on sequence a1 to own_b; grant select on as1 to own_b; grant usage on as1 to own_b; grant execute on a1 to own_b; grant select (nix) on a1 to own_b; grant delete (v) on a1 to own_b; grant select (v) on as1 to own_b; grant select on nix to own_b; grant select on a1 to nix; grant select on a1 to public; grant select on a1 to public with grant option; grant select on table av to own_b; grant all privileges on a1 to own_b; grant all (v) on a1 to own_b; grant select, all on a1 to own_b; grant all, select on a1 to own_b;
grant select on all tables in schema public to own_c; grant usage on all sequences in schema public to own_c; grant select on all tables in schema nix to own_c; revoke all on all tables in schema public from own_c;
\dp a1
\dp av
\dp as1
alter table a1 owner to own_b;
reset role;
alter table a1 owner to own_b;
\dp a1
set role own_b; drop table a1; drop table a1 cascade;
reset role;
alter view av owner to own_c; select * from av; grant select on a1 to own_c; select * from av;
alter sequence as1 owner to own_c; alter type ae owner to own_c; alter table a2 owner to own_c; alter table as1 owner to own_a; alter table av owner to own_b; alter view a1 owner to own_a; alter sequence a1 owner to own_a; alter index a1_pkey owner to own_a; alter table a1_pkey owner to own_a; alter view nix owner to own_a; alter table if exists nix owner to own_a; alter table a1 owner to nix; alter table a1 owner to current_user; alter table a1 owner to session_user; alter table a1 owner to public;
select relname, relowner::regrole from pg_class where relname in ('a1','a2','as1','av','a1_pkey') order by 1;
reassign owned by own_c to own_a; reassign owned by nix to own_a; reassign owned by postgres to own_a; reassign owned by own_a, own_b to own_c;
select relname, relowner::regrole from pg_class where relname in ('a1','a2','as1','av','a1_pkey') order by 1;
drop role own_c; drop role own_g; drop role own_b; drop role if exists nix, own_g; drop role postgres; drop role current_user;
set role own_cr; create role own_x; drop role own_a; drop role postgres; alter role own_x createdb; alter role own_x superuser; alter role own_x createrole; grant own_g to own_x; grant own_x to own_a; grant own_x to own_x; revoke own_x from own_a; drop role own_x; create role own_y superuser; create role own_y createdb; create role own_y role own_a; create role own_y in role own_g;
reset role;
drop owned by own_c; drop owned by own_a, own_b cascade; drop owned by nix; drop owned by postgres;
drop role own_a, own_b, own_c, own_g, own_cr; drop role if exists own_y, own_x;
