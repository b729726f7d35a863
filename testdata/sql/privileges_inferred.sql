-- What conditions name that are not of the query: the predicate of ON CONFLICT, the WHERE of COPY; who may REINDEX a schema.
create role reader1;
create table pt1 (a int, b int, c int);
create unique index on pt1(a) where c > 0;
grant select(a), insert on pt1 to reader1;
set role reader1;
insert into pt1(a) values (1) on conflict (a) where c > 0 do nothing;
copy pt1(a) from stdin where b is null;
1
\.
copy pt1(a) from stdin where a > 0;
1
\.
reindex schema public;
reset role;
grant select(c) on pt1 to reader1;
set role reader1;
insert into pt1(a) values (1) on conflict (a) where c > 0 do nothing;
reset role;
grant pg_maintain to reader1;
set role reader1;
reindex schema public;
reset role;
drop table pt1;
drop role reader1;
