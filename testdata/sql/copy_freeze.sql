-- COPY FREEZE, and the options that the binary format has no use for.
create table t (a int primary key, b text);
copy t from stdin with (freeze on);
1	x
\.
begin;
truncate t;
copy t from stdin with (freeze);
1	x
2	y
\.
select * from t order by a;
savepoint s;
copy t from stdin (freeze);
3	z
\.
rollback to s;
truncate t;
copy t from stdin (freeze);
4	z
\.
release s;
copy t from stdin (freeze);
5	z
\.
rollback to s;
commit;
begin;
create table u (a int);
savepoint s;
copy u from stdin (freeze);
1
\.
rollback to s;
release s;
copy u from stdin (freeze);
2
\.
declare c cursor for select 1;
copy u from stdin (freeze);
3
\.
rollback;
begin;
create table u (a int);
copy u from stdin (freeze);
2
\.
commit;
select * from u;
update u set a = a + 1;
delete from u where a = 4;
select * from u;
copy t to stdout (freeze);
copy t to stdout (freeze off);
copy t from stdin (format binary, delimiter ',');
copy t from stdin (format binary, null 'x');
copy t from stdin (format binary, header);
copy t from stdin (format binary, default 'x');
copy t from stdin (format binary, on_error ignore);
copy t to stdout (format binary, quote 'x');
copy t from stdin (format 'binaries');
select * from t order by a;
