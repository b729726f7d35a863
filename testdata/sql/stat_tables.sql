-- What was done with tables and indexes: pg_stat_user_tables and its kin. Each count is looked
-- at when PostgreSQL has it (pg_stat_force_next_flush), and ANALYZE, after which its planner
-- reads the ends of indexes, is left to the end.
\set T 'select relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_tup_newpage_upd from pg_stat_user_tables order by 1;'
\set L 'select relname, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum, vacuum_count, autovacuum_count, analyze_count, autoanalyze_count, last_seq_scan is null ls, last_idx_scan is null li, last_vacuum is null lv, last_autovacuum is null lav, last_analyze is null la, last_autoanalyze is null laa, total_vacuum_time > 0 tv, total_analyze_time > 0 ta from pg_stat_user_tables order by 1;'
\set I 'select relname, indexrelname, idx_scan, idx_tup_read, idx_tup_fetch, last_idx_scan is null l from pg_stat_user_indexes order by 1, 2;'
set enable_bitmapscan = off;
create table t (a int primary key, b int, c text) with (autovacuum_enabled = off);
create table u (x int) with (autovacuum_enabled = off);
insert into t select g, g % 10, 'x' from generate_series(1, 50) g;
select pg_stat_force_next_flush();
:T
:L
:I
-- scans
set enable_seqscan = off;
select * from t where a = 5;

select count(c) from t where a between 10 and 19;
reset enable_seqscan; set enable_indexscan = off; set enable_indexonlyscan = off;
select count(*) from t where b = 3;
select * from t limit 3;
select t.a, u.x from t left join u on u.x = t.a where t.a = 1;
begin; declare c cursor for select * from t; fetch 5 from c; commit;
select (select count(*) from u where x > y.a) from t y where a < 3;
select pg_stat_force_next_flush();
:T
:I
create index on t (b);
set enable_bitmapscan = on; set enable_seqscan = off;
select count(c) from t where b = 3;
select count(c) from t where b = 3 or a = 7;
reset enable_seqscan; reset enable_indexscan; reset enable_indexonlyscan; set enable_bitmapscan = off;
select pg_stat_force_next_flush();
:T
:I
-- rows written, also those of transactions that roll back
update t set c = 'y' where a = 1;
update t set b = 11 where a = 2;
delete from t where a = 50;
begin; insert into t values (2000, 1, 'z'); delete from t where a = 1; update t set c = 'q' where a = 3; rollback;
begin; insert into u values (1), (2); savepoint s; insert into u values (3); delete from u where x = 1; rollback to s; insert into u values (4); release s; commit;
insert into t values (1, 1, 'q') on conflict (a) do nothing;
insert into t values (1, 1, 'q') on conflict (a) do update set c = 'upd';
insert into t values (51, 1, 'q') on conflict (a) do nothing;
copy u from stdin;
5
6
\.
select pg_stat_force_next_flush();
select relname, n_tup_ins, n_tup_upd, n_tup_del, n_tup_hot_upd, n_tup_newpage_upd, n_live_tup, n_dead_tup, n_mod_since_analyze, n_ins_since_vacuum from pg_stat_user_tables order by 1;
-- tables that are made anew
create table ct as select * from u;
alter table ct add check (x > 0);
alter table ct alter x type bigint;
select pg_stat_force_next_flush();
:T
-- partitions and foreign keys
create table p (a int primary key, b int) partition by range (a);
create table p1 partition of p for values from (0) to (10);
create table p2 partition of p for values from (10) to (20);
insert into p select g, g from generate_series(0, 19) g;
delete from p where a = 14;
update p set a = 14 where a = 4;
create table pk (id int primary key);
create table fk (id int references pk);
insert into pk select generate_series(1, 100);
set enable_seqscan = off;
insert into fk values (1), (2), (3);
reset enable_seqscan;
select pg_stat_force_next_flush();
select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables order by 1;
select relname, idx_scan, idx_tup_fetch from pg_stat_user_tables where relname = 'pk';
-- VACUUM and ANALYZE
vacuum t;
analyze t (a);
analyze u;
vacuum analyze pk;
analyze p;
select pg_stat_force_next_flush();
:L
-- functions
select pg_stat_get_tuples_inserted('t'::regclass), pg_stat_get_tuples_deleted('t'::regclass), pg_stat_get_numscans(0), pg_stat_get_last_vacuum_time(0), pg_stat_get_vacuum_count('t'::regclass),
  pg_stat_get_last_vacuum_time('t'::regclass) > now() - interval '1 hour' recent, pg_stat_get_total_analyze_time('u'::regclass) > 0 took, pg_stat_get_lastscan('t'::regclass) is null never,
  pg_stat_get_autoanalyze_count('t'::regclass), pg_stat_get_tuples_fetched(null);
select pg_stat_reset_single_table_counters('t'::regclass);
select seq_scan, n_tup_ins, vacuum_count, last_seq_scan from pg_stat_user_tables where relname = 't';
drop table u;
select count(*) from pg_stat_user_tables where relname = 'u';
create role regress_stat; set role regress_stat;
select pg_stat_reset();
select count(*) > 3 from pg_stat_all_tables;
reset role; drop role regress_stat;
select pg_stat_reset();
select sum(seq_scan), sum(n_tup_ins), sum(vacuum_count) from pg_stat_user_tables;
select count(*) > 50 from pg_stat_sys_tables;
select schemaname, relname, indexrelname from pg_stat_sys_indexes where relname = 'pg_class' order by 3;
\d pg_stat_user_tables
\d pg_stat_sys_indexes
