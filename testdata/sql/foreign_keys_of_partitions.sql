-- Foreign keys of partitioned tables: constraints of partitions, and the rows they allow.
\set keys 'select conname, conrelid::regclass rel, confrelid::regclass ref, (select conrelid::regclass from pg_constraint p where p.oid = c.conparentid) above, conislocal loc, coninhcount inh, connoinherit noinh, convalidated val, conenforced enf, conkey, confkey, conindid::regclass from pg_constraint c where contype = ''f'' order by conname, conrelid::regclass::text, confrelid::regclass::text;'
create table city (id int primary key, name text);
insert into city values (1, 'Ulm'), (2, 'Bonn'), (3, 'Kiel'), (4, 'Jena');
create table visit (day int, city int references city, note text) partition by range (day);
create table visit_a partition of visit for values from (0) to (10);
create table visit_b (note text, gone int, city int, day int);
alter table visit_b drop column gone;
alter table visit attach partition visit_b for values from (10) to (20);
create table visit_c partition of visit for values from (20) to (40) partition by list (day);
create table visit_c1 partition of visit_c for values in (20, 21, 22);
create table visit_d partition of visit default;
:keys
-- rows through the table and through partitions
insert into visit values (1, 1, 'a'), (11, 2, 'b'), (21, 3, 'c'), (50, 4, 'd'), (51, null, 'e');
insert into visit values (1, 9, 'x');
insert into visit values (11, 9, 'x');
insert into visit values (21, 9, 'x');
insert into visit values (60, 9, 'x');
insert into visit_b values ('x', 9, 12);
insert into visit_c1 values (20, 8, 'x');
insert into visit_b values ('y', 1, 12);
update visit set city = 7 where day = 12;
update visit set city = 2 where day = 12;
update visit_b set city = 7 where day = 12;
-- moves between partitions
update visit set day = 22 where day = 12;
update visit set day = 13, city = 77 where day = 22;
update visit set day = 13, city = 3 where day = 22;
select tableoid::regclass, * from visit order by day;
copy visit from stdin;
2	1	copied
23	1	x
\.
copy visit from stdin;
3	5	copied
\.
copy visit_b (day, city) from stdin;
14	6
\.
-- what the other table may do
delete from city where id = 1;
update city set id = 9 where id = 2;
delete from city where id = 3;
delete from visit where city = 3;
delete from city where id = 3;
select * from city order by id;
truncate city;
truncate visit_a;
truncate city, visit;
truncate city cascade;
select count(*) from visit;
drop table city;
-- ON CONFLICT
create table load (k int, city int, primary key (k)) partition by hash (k);
create table load0 partition of load for values with (modulus 2, remainder 0);
create table load1 partition of load for values with (modulus 2, remainder 1);
insert into city values (1), (2);
alter table load add foreign key (city) references city on update cascade on delete set null;
insert into load values (1, 1), (2, 2) on conflict (k) do update set city = excluded.city;
insert into load values (1, 2), (2, 3) on conflict (k) do update set city = excluded.city;
insert into load values (1, 2), (3, 1) on conflict (k) do update set city = excluded.city returning *;
insert into load values (1, 5) on conflict do nothing;
select * from load order by k;
update city set id = id + 10;
select * from load order by k;
delete from city where id = 12;
select * from load order by k;
-- psql
\d visit
\d visit_b
\d visit_c
\d visit_c1
\d+ load
\d load0
\d city
-- partitions go, and come
alter table visit detach partition visit_b;
alter table visit_c detach partition visit_c1;
:keys
insert into visit_b values ('n', 99, 10);
\d visit_b
alter table visit_b drop constraint visit_city_fkey;
insert into visit_b values ('n', 99, 10);
alter table visit attach partition visit_b for values from (10) to (20);
delete from visit_b;
alter table visit attach partition visit_b for values from (10) to (20);
alter table visit_c1 rename constraint visit_city_fkey to own_name;
alter table visit_c attach partition visit_c1 for values in (20, 21, 22);
alter table visit_c1 rename constraint own_name to other_name;
:keys
alter table visit_c1 drop constraint own_name;
alter table visit_c drop constraint visit_city_fkey;
alter table only visit drop constraint visit_city_fkey;
drop table visit_d;
alter table visit drop constraint visit_city_fkey;
:keys
-- with the constraint added later
insert into visit values (1, 11, 'a'), (11, 11, 'b'), (21, 19, 'c');
alter table visit add constraint to_city foreign key (city) references city;
alter table visit add constraint to_city foreign key (city) references city not valid;
:keys
insert into visit values (2, 19);
alter table visit validate constraint to_city;
update visit set city = null where city = 19;
alter table visit_a validate constraint to_city;
:keys
alter table visit validate constraint to_city;
:keys
alter table only visit add foreign key (city) references city;
alter table visit drop constraint to_city;
alter table visit_a add constraint mine foreign key (city) references city;
alter table visit_b add constraint mine foreign key (city) references city on delete cascade;
alter table visit_c1 add constraint mine foreign key (city) references city not valid;
alter table visit add constraint mine foreign key (city) references city;
:keys
alter table visit_a drop constraint mine;
alter table visit_b drop constraint mine;
alter table visit drop constraint mine;
:keys
-- as a column
alter table visit add column other int references city default 11;
insert into visit (day, other) values (3, 19);
:keys
alter table visit drop column other;
alter table visit_a add foreign key (city) references city;
create table visit_e partition of visit (foreign key (city) references city) for values from (100) to (110);
:keys
drop table visit;
:keys
-- several columns, MATCH FULL
create table pair (a int, b int, primary key (a, b));
insert into pair values (1, 1), (2, 2);
create table many (x int, a int, b int, foreign key (a, b) references pair match full on delete set null (a)) partition by list (x);
create table many1 (b int, a int, x int);
create table many2 partition of many for values in (2);
alter table many attach partition many1 for values in (1);
insert into many values (1, 1, null);
insert into many values (2, null, 1);
insert into many values (1, 1, 1), (2, 2, 2), (1, null, null);
delete from pair where a = 1;
:keys
alter table many drop constraint many_a_b_fkey;
alter table many add foreign key (b, a) references pair (b, a) on delete set null (a);
delete from pair where a = 1;
select tableoid::regclass, * from many order by x, a;
drop table pair;
drop table pair cascade;
:keys
