-- temp_file_limit counts the bytes of all temporary files that a session has at a time.
create table t (a int, b text);
insert into t select g * 7919 % 20011, repeat('x', 20) || g from generate_series(1, 20000) g;
set work_mem = '64kB';
set temp_file_limit = 0;
select a from t order by a, b offset 19999;
begin;
savepoint s;
select max(l) from (select lag(b) over (order by a) as l from t) q;
rollback to s;
select count(*) from t;
commit;
set temp_file_limit = '100kB';
with x as materialized (select a, b from t) select count(*) from x, x y where x.a = y.a and x.a < 3;
set temp_file_limit = '100MB';
select a from t order by a, b offset 19999;
select a from t order by a desc, b offset 19999;
set temp_file_limit = -1;
select a from t order by a, b offset 19999;
set temp_file_limit = -2;
set temp_file_limit = '10MB';
show temp_file_limit;
-- What a cursor WITH HOLD keeps goes on counting.
set temp_file_limit = '2MB';
begin;
declare c cursor with hold for select b from t order by a;
commit;
fetch 1 from c;
close c;
-- work_mem is enough: no file
set temp_file_limit = 0;
set work_mem = '64MB';
select a from t order by a, b offset 19999;
