-- txid_snapshot, its text and its functions.
select s::txid_snapshot, txid_snapshot_xmin(s::txid_snapshot), txid_snapshot_xmax(s::txid_snapshot),
  array(select txid_snapshot_xip(s::txid_snapshot)) as xip
from unnest(array['1:1:', '12:13:', '12:20:13,15,18', '12:16:14,14', '100:150:101,102,101'::text, '100:150:149']::text[]) s
where s not like '%102,101';
select '12:20:13,15,18'::txid_snapshot as s, array_agg(x) filter (where txid_visible_in_snapshot(x, '12:20:13,15,18')) as visible
from generate_series(10, 22) x;
select '31:12:'::txid_snapshot;
select '0:1:'::txid_snapshot;
select '12:13:0'::txid_snapshot;
select '12:16:14,13'::txid_snapshot;
select '12:16:16'::txid_snapshot;
select '12:16'::txid_snapshot;
select '12:16:14,'::txid_snapshot;
select '12:16:14;15'::txid_snapshot;
select ''::txid_snapshot;
select 'x'::txid_snapshot;
select txid_snapshot_xmin('12:16:,');
select array['1:2:'::txid_snapshot, null], '{1:2:,"3:5:4"}'::txid_snapshot[], pg_typeof('{}'::txid_snapshot[]);
select '1:2:'::txid_snapshot = '1:2:';
select distinct '1:2:'::txid_snapshot from generate_series(1, 2);
select count(*) from (values ('1:2:'::txid_snapshot)) v(x) group by x;
select '1:2:'::txid_snapshot order by 1;
select 1::txid_snapshot;
create table snaps (id int, s txid_snapshot);
insert into snaps values (1, '5:9:6'), (2, null);
copy snaps to stdout;
select id, s, txid_visible_in_snapshot(6, s) from snaps order by id;
select s::text || '!' from snaps order by id;
create index on snaps (s);
drop table snaps;
select typname, typlen, typcategory, typarray::regtype, typinput, typsend from pg_type where typname like '%txid_snapshot' order by 1;
-- a transaction and what it sees
begin;
select txid_current_snapshot()::text = format('%s:%s:', txid_current(), txid_current());
select txid_visible_in_snapshot(txid_current(), txid_current_snapshot()), txid_visible_in_snapshot(txid_current() - 1, txid_current_snapshot());
savepoint a;
create temp table x (a int);
select txid_current_snapshot()::text = format('%s:%s:', txid_current(), txid_current());
rollback;
