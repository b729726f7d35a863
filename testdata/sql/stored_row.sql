-- Stored expressions that name more than plain columns: the table's OID, the
-- whole row, virtual columns.
create table g (a int primary key, b oid generated always as (tableoid) stored);
insert into g values (1), (2);
update g set a = 3 where a = 1;
insert into g values (3) on conflict (a) do update set a = 4;
alter table g add c boolean generated always as (tableoid > 0) stored;
select a, b = 'g'::regclass as own, c from g order by a;
create table w (a int, b text, check (w is not null));
insert into w values (1, 'x'), (2, 'y');
insert into w values (3, null);
copy w from stdin where w is distinct from row(5, 'q')::w and a > 0;
5	q
6	r
\.
select * from w order by a;
create table v (a int, b int generated always as (a * 2) virtual not null, check (b < 10));
insert into v values (3);
insert into v values (6);
insert into v values (null);
update v set a = a + 2;
update v set a = 4 returning old.b, new.b;
copy v (a) from stdin;
5
\.
select * from v order by a;
drop table g, w, v;
