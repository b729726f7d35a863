-- Foreign keys to partitioned tables: actions, rows that move, partitions that come and go.
\set keys 'select conname, conrelid::regclass rel, confrelid::regclass ref, (select conrelid::regclass || ''>'' || confrelid::regclass from pg_constraint p where p.oid = c.conparentid) above, conislocal loc, coninhcount inh, convalidated val, conenforced enf, conkey, confkey, conindid::regclass from pg_constraint c where contype = ''f'' order by conname, conrelid::regclass::text, confrelid::regclass::text;'
create table item (id int, v text) partition by range (id);
create table item_a partition of item for values from (0) to (10);
create table item_b (v text, gone int, id int not null);
alter table item_b drop column gone;
create table use (item int references item);
alter table item add primary key (id);
alter table item attach partition item_b for values from (10) to (20);
create table item_c partition of item for values from (20) to (40) partition by list (id);
create table item_c1 partition of item_c for values in (20, 21, 22);
create table use (item int references item, n int);
:keys
insert into item values (1, 'a'), (2, 'a'), (11, 'b'), (12, 'b'), (20, 'c'), (21, 'c');
insert into use values (1, 1), (11, 2), (20, 3), (null, 4);
insert into use values (3, 1);
insert into use values (13, 1);
insert into use values (22, 1);
insert into use values (30, 1);
insert into use values (99, 1);
update use set item = 98 where n = 1;
update use set item = 21 where n = 3;
copy use from stdin;
2	5
77	6
\.
-- NO ACTION
delete from item where id = 1;
delete from item_b where id = 11;
delete from item where id = 21;
delete from item_c where id = 21;
delete from item where id in (2, 12, 20);
update item set id = 5 where id = 1;
update item set v = 'z', id = id where id = 1;
update item set id = 15 where id = 1;
update item set id = 5 where id = 11;
update item set id = 30 where id = 21;
update item set id = 22 where id = 21;
update item_c set id = 22 where id = 21;
insert into item values (2, 'a'), (12, 'b');
update item set id = 16 where id = 2;
-- a key that comes back
begin;
delete from item where id = 1;
rollback;
update item set id = case id when 1 then 11 else 1 end where id in (1, 11);
alter table use alter constraint use_item_fkey deferrable initially deferred;
:keys
begin;
delete from item where id = 1;
insert into item values (1, 'back');
update item set id = 17 where id = 11;
update item set id = 11 where id = 17;
commit;
begin;
update item set id = 17 where id = 11;
commit;
begin;
update item set id = 17 where id = 11;
set constraints use_item_fkey immediate;
rollback;
begin;
insert into use values (4, 4);
insert into item values (4, 'late');
commit;
delete from use where item = 4;
alter table use alter constraint use_item_fkey not deferrable;
-- actions
alter table use drop constraint use_item_fkey;
alter table use add constraint act foreign key (item) references item on update cascade on delete cascade;
:keys
update item set id = 5 where id = 1;
update item set id = 18 where id = 5;
update item set id = 22, v = 'moved' where id = 18;
update item_c set id = 20 where id = 22;
select * from use order by n;
delete from item where id in (20, 11);
select * from use order by n;
select tableoid::regclass, * from item order by id;
alter table use drop constraint act;
insert into use values (2, 10), (12, 11), (16, 12);
update use set item = null where not exists (select from item where id = item);
alter table use add constraint act foreign key (item) references item on update set null on delete set null;
update item set id = 6 where id = 4;
update item set id = 19 where id = 12;
delete from item where id = 21;
select * from use order by n;
alter table use drop constraint act;
alter table use alter item set default 6;
update use set item = 16 where n in (3, 10);
update use set item = 19 where n in (11);
alter table use add constraint act foreign key (item) references item on update set default on delete set default;
update item set id = 13 where id = 16;
update item set id = 3 where id = 19;
select * from use order by n;
delete from item where id = 6;
alter table use drop constraint act;
update use set item = 3 where n in (3, 10);
alter table use add constraint act foreign key (item) references item on update restrict on delete restrict;
delete from item where id = 3;
delete from item_a where id = 3;
update item set id = 7 where id = 3;
update item set id = 14 where id = 3;
update item set v = 'same' where id = 3;
alter table use drop constraint act;
-- SET NULL of some columns
create table part2 (a int, b int, unique (a, b)) partition by list (b);
create table part2_1 partition of part2 for values in (1);
create table part2_2 (b int, a int);
alter table part2 attach partition part2_2 for values in (2);
create table use2 (a int, b int, foreign key (a, b) references part2 (a, b) on delete set null (a) on update cascade);
insert into part2 values (1, 1), (1, 2), (2, 2), (null, 1), (null, 2);
insert into use2 values (1, 1), (1, 2), (2, 2);
update part2 set b = 2, a = 3 where b = 1;
select * from use2 order by b, a;
delete from part2 where b = 2 and a >= 2;
select * from use2 order by b, a;
create table use3 (a int, b int, foreign key (b, a) references part2 (b, a) match full);
insert into use3 values (1, 2), (null, null);
insert into use3 values (1, null);
insert into use3 values (2, 1);
drop table use2, use3;
-- which keys
create table bad (x int references part2);
create table bad (x int references part2 (a));
create table bad (x int, foreign key (x) references item (v));
create table bad (x int, foreign key (x) references item (nix));
create table bad (x text references item);
create table bad (x int references item_a);
insert into bad values (3), (4);
insert into bad values (3);
update item set id = 15 where id = 3;
update item_a set id = 4 where id = 3;
drop table bad;
-- types that differ
create table wide (x bigint references item, y numeric references item, z smallint references item);
insert into wide values (3, 3, 3);
insert into wide values (3, 3.5, 3);
insert into wide values (3000000000, 3, 3);
insert into wide values (3, 1e40, 3);
delete from item where id = 3;
drop table wide;
-- partitions between
create table mid (x int references item_c);
insert into item values (20, 'm');
insert into mid values (20);
insert into mid values (3);
update item set id = 21 where id = 20;
update item set id = 4 where id = 20;
update item_c set id = 21 where id = 20;
delete from mid;
update item set id = 4 where id = 20;
drop table mid;
update item set id = 20 where id = 4;
-- psql
create table use4 (item int references item on delete cascade, n int) partition by list (n);
create table use4_1 partition of use4 for values in (1);
create table use4_2 partition of use4 default;
:keys
\d item
\d item_b
\d item_c
\d+ item_c1
\d use4
\d use4_1
insert into use4 values (3, 1), (13, 2), (20, 3);
insert into use4 values (4, 1);
insert into use4 values (4, 3);
update use4 set n = 3, item = 4 where n = 1;
update use4 set n = 3 where n = 1;
delete from item where id = 20;
select tableoid::regclass, * from use4 order by item;
-- partitions come and go
create table item_d partition of item default;
insert into item values (100, 'd'), (22, 'c');
insert into use4 values (100, 7);
:keys
alter table item detach partition item_d;
alter table item detach partition item_a;
alter table item detach partition item_d finalize;
delete from use4 where item = 100;
alter table item detach partition item_d;
:keys
delete from item_d;
drop table item_d;
drop table item_a;
drop table item_c1;
drop table item_c;
drop table item;
alter table item_c detach partition item_c1;
alter table item_c attach partition item_c1 for values in (20, 21, 22);
:keys
insert into use4 values (22, 22);
alter table item_c detach partition item_c1;
alter table item detach partition item_c concurrently;
delete from use4 where item = 22;
alter table item detach partition item_c concurrently;
:keys
insert into use4 values (22, 22);
drop table item_c;
-- TRUNCATE
truncate item;
truncate item_a;
truncate use4_1;
truncate item_a, use4;
truncate item, use4;
insert into item values (1), (11);
insert into use4 values (1, 1), (11, 2);
truncate item_a cascade;
select * from use4;
select * from item;
-- DROP
drop index item_pkey;
drop index item_a_pkey;
alter table item drop constraint item_pkey;
drop table item_b cascade;
:keys
alter table item drop constraint item_pkey;
drop table item, use, use4;
-- a table that refers to itself
create table node (id int primary key, up int references node on delete cascade on update cascade) partition by range (id);
create table node_a partition of node for values from (0) to (10);
create table node_b (up int, id int not null);
alter table node attach partition node_b for values from (10) to (20);
:keys
insert into node values (1, null), (2, 1), (11, 2), (12, 11), (3, 3);
insert into node values (4, 5);
update node set id = 15 where id = 2;
select tableoid::regclass, * from node order by id;
delete from node where id = 1;
select tableoid::regclass, * from node order by id;
alter table node detach partition node_b;
:keys
insert into node_b values (5, 15);
insert into node_b values (3, 15);
delete from node where id = 3;
select * from node_b;
alter table node attach partition node_b for values from (10) to (20);
:keys
\d node
\d node_a
drop table node;
create table root (id int primary key) partition by list (id);
create table leaf (id int primary key, r int references root);
alter table root attach partition leaf for values in (1);
drop table leaf;
create table leaf (id int primary key);
create table root2 (id int primary key, r int references leaf) partition by list (id);
alter table root2 attach partition leaf for values in (1);
drop table root, root2, leaf;
