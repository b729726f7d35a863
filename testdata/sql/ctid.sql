-- ctid: reading, comparing, locking, writing
create table t (a int primary key, b text);
insert into t values (1, 'x'), (2, 'y'), (3, 'z');
select ctid, a from t order by a;
select a from t where ctid = '(0,1)';
select a from t where ctid = '(0,0)';
select a from t where ctid = '(0,99)';
select a from t where ctid = '(5,1)';
select a from t where ctid = any (array['(0,1)', '(0,3)']::tid[]) order by a;
insert into t values (4, 'w') returning ctid;
update t set b = 'n' where ctid = '(0,2)' returning ctid, a;
delete from t where ctid = '(0,2)';
delete from t where ctid = '(0,3)' returning ctid, a;
select ctid, * from t order by a for update;
explain (costs off) select * from t where ctid = '(0,1)';
insert into t values (1, 'c') on conflict (a) do update set b = excluded.b returning ctid;
select ctid, * from t order by a;
select a from t where ctid < '(0,3)' order by a;
select min(ctid), max(ctid) from t;
