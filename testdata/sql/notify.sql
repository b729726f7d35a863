-- LISTEN, NOTIFY and UNLISTEN take effect at the commit. What is delivered names a
-- process, so here nobody hears anything.
select pg_notify('', 'x');
select pg_notify(null, null);
select pg_notify('x', null);
select pg_notify(repeat('x', 63), ''), pg_notify(repeat('x', 64), '');
select pg_notify('a', repeat('x', 7999)), pg_notify('a', repeat('x', 8000));
select pg_listening_channels();
listen x;
listen x;
listen "Ab c";
listen x234567890123456789012345678901234567890123456789012345678901234567890;
select * from pg_listening_channels();
begin;
unlisten x;
listen y;
select * from pg_listening_channels();
savepoint a;
unlisten *;
listen z;
rollback to a;
commit;
select * from pg_listening_channels();
begin;
listen w;
notify x, 'nobody listens';
rollback;
begin;
unlisten y;
select 1 / 0;
commit;
select * from pg_listening_channels();
begin read only;
notify nobody, 'ro';
listen q;
commit;
unlisten nobody;
select pg_listening_channels(), pg_notification_queue_usage();
discard all;
select pg_listening_channels();
notify z, 'a';
notify z, E'\u00e4';
notify z, 5;
notify z 'x';
notify;
listen;
listen *;
unlisten 'x';
listen a.b;
begin;
discard all;
rollback;
prepare p as notify z;
explain notify z;
explain (costs off) select * from pg_listening_channels();
select pg_notify('z', g::text) from generate_series(1, 2) g;
select oid, prosrc, provolatile, proisstrict, prorettype::regtype, proretset from pg_proc
where proname in ('pg_listening_channels', 'pg_notify', 'pg_notification_queue_usage') order by 1;
-- What returns nothing is not NULL.
select pg_notify('x', 'y') is null, pg_sleep_until('-infinity') is null, pg_sleep(0) is null,
  pg_sleep_for('-1 day') is null, pg_advisory_unlock_all() is null, setseed(0) is null,
  pg_stat_reset() is null, pg_stat_clear_snapshot() is null, pg_stat_force_next_flush() is null,
  pg_stat_reset_single_table_counters('pg_class'::regclass) is null, pg_sleep(null) is null;
