-- System columns: where a row version lies and which transactions and commands
-- made and ended it. Transaction ids are compared with each other only.
create table s(a int);
begin;
insert into s values (1);
insert into s values (2);
select ctid, xmin = (select min(xmin::text)::xid from s) as mine, xmax, cmin, cmax, a from s;
update s set a = 3 where a = 1;
select ctid, xmin = (select min(xmin::text)::xid from s) as mine, xmax, cmin, cmax, a from s;
select * from s for update;
select xmax = xmin as locked, cmin, cmax, a from s;
commit;
select xmin = xmax as same, cmin, cmax from s where a = 2;
-- types
select pg_typeof(xmin), pg_typeof(xmax), pg_typeof(cmin), pg_typeof(cmax), pg_typeof(ctid), pg_typeof(tableoid) from s limit 1;
select tableoid::regclass, tableoid = 's'::regclass as eq from s limit 1;
select * from s where xmin = 999999999;
select * from s where cmin = 2;
select * from s where xmin::text = '999999999';
select a from s where cmin = '2'::cid;
select * from s order by xmin;
-- ctid
select * from s where ctid = '(0,2)';
select * from s where ctid in ('(0,3)', '(0,9)', '(0,3)', '(7,1)', '(0,0)');
select * from s where ctid = any ('{"(0,3)","(0,2)"}'::tid[]);
select '(1,2)'::tid, '(1,2)'::tid < '(1,3)' as lt, '7'::xid, '7'::cid;
select count(distinct ctid), max(ctid), min(ctid) from s;
select ctid, a from s order by ctid desc;
select '(1,0)'::tid;
select '(0,70000)'::tid;
select '(0,1'::tid;
update s set a = a + 1 where ctid = '(0,2)' returning ctid, xmax, a;
delete from s where ctid = '(0,4)' returning ctid, xmax <> xmin as ended, a;
select s.ctid, x.ctid from s join s x on s.ctid = x.ctid;
-- another transaction ends a row and rolls back: the row remembers neither more nor less
insert into s values (10) returning ctid, xmin <> '0' as made, xmax;
drop table s;
-- xmax tells rows that ON CONFLICT DO UPDATE made from those that it found
create table u(k int primary key, v int);
insert into u values (1, 1), (2, 2) on conflict (k) do update set v = excluded.v returning k, xmax = 0 as inserted;
insert into u values (2, 3), (3, 3) on conflict (k) do update set v = excluded.v
  returning k, xmax = 0 as inserted, xmax = pg_current_xact_id()::xid as own;
select k, xmax = 0 as free from u order by k;
-- so does a lock taken before an UPDATE, by the transaction itself, and by a foreign key
update u set v = 4 where k = 1 returning xmax = 0 as free;
begin;
select k from u where k = 1 for no key update;
update u set v = 5 where k = 1 returning xmax = 0 as free, xmax = pg_current_xact_id()::xid as own;
commit;
create table w(k int references u);
insert into w values (1);
select k, xmax = 0 as free from u order by k;
-- and a DELETE that was rolled back
begin;
delete from u where k = 3;
rollback;
select k, xmax = 0 as free from u order by k;
drop table w, u;
