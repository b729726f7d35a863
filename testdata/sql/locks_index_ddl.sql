-- The relations that stay locked after DDL on indexes of partitions, and after GRANT.
create table pt (k int, v int) partition by list (k);
create table pt1 partition of pt for values in (1);
create view held as select relation::regclass::text, mode, fastpath from pg_locks
  where relation::regclass::text like 'pt%' or relation::regclass::text like '%iv' order by 1, 2;
begin; alter table pt add primary key (k); select * from held; commit;
begin; create table pt2 partition of pt for values in (2) partition by list (k); select * from held; commit;
create table pt21 partition of pt2 for values in (2);
begin; create index on pt (v, k); select * from held; rollback;
create index iv on only pt (v);
create index pt1iv on pt1 (v);
begin; alter index iv attach partition pt1iv; select * from held; commit;
begin; alter table pt detach partition pt1; select * from held; commit;
begin; alter table pt attach partition pt1 for values in (1); select * from held; commit;
begin; drop index iv; select * from held; commit;
begin; grant select on pt to public; select * from held; commit;
begin; grant select on all tables in schema public to public; select * from held; commit;
begin; revoke select on pt, pt1 from public; select * from held; commit;
