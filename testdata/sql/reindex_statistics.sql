-- REINDEX CONCURRENTLY keeps what is known of expressions, and how well it is to be known.
create table t (a int, b text);
insert into t select g, 'v' || g % 5 from generate_series(1, 100) g;
create index t_e on t ((a % 7), lower(b), a) where a > 10;
create index t_w on t ((a + 1), (a + 2), (a + 3), (a + 4), (a + 5), (a + 6), (a + 7), (a + 8), (a + 9), (a + 10), (a + 11), (a + 12), (a + 13), (a + 14), (a + 15), (a + 16),
  (a + 17), (a + 18), (a + 19), (a + 20), (a + 21), (a + 22), (a + 23), (a + 24), (a + 25), (a + 26), (a + 27), (a + 28), (a + 29), (a + 30), (a + 31), (a + 32));
create index t_too on t ((a + 1), (a + 2), (a + 3), (a + 4), (a + 5), (a + 6), (a + 7), (a + 8), (a + 9), (a + 10), (a + 11), (a + 12), (a + 13), (a + 14), (a + 15), (a + 16),
  (a + 17), (a + 18), (a + 19), (a + 20), (a + 21), (a + 22), (a + 23), (a + 24), (a + 25), (a + 26), (a + 27), (a + 28), (a + 29), (a + 30), (a + 31), (a + 32), (a + 33));
alter index t_e alter column 1 set statistics 50;
alter index t_e alter column 3 set statistics 50;
analyze t;
select tablename, count(*), sum(array_length(histogram_bounds::text::int[], 1)) from pg_stats where tablename = 't_w' group by 1;
select attname, n_distinct, most_common_vals, correlation from pg_stats where tablename = 't_e' order by 1;
select starelid::regclass, count(*) from pg_statistic where starelid in ('t'::regclass, 't_e'::regclass, 't_w'::regclass) group by 1 order by 1::regclass::text;
select oid as old from pg_class where relname = 't_e' \gset
reindex table concurrently t;
select oid <> :old as other from pg_class where relname = 't_e';
select tablename, count(*), sum(array_length(histogram_bounds::text::int[], 1)) from pg_stats where tablename = 't_w' group by 1;
select attname, n_distinct, most_common_vals, correlation from pg_stats where tablename = 't_e' order by 1;
select starelid::regclass, count(*) from pg_statistic where starelid in ('t'::regclass, 't_e'::regclass, 't_w'::regclass) group by 1 order by 1::regclass::text;
select attnum, attname, attstattarget from pg_attribute where attrelid = 't_e'::regclass order by 1;
select count(*) from pg_depend where objid = :old or refobjid = :old;
select count(*) from pg_statistic where starelid = :old;
select deptype, count(*) from pg_depend where objid = 't_w'::regclass group by 1;
create table h (a int primary key, b int unique, c int, constraint h_c unique (c) deferrable);
create table h2 (x int references h, y int references h (b), z int);
comment on constraint h_pkey on h is 'of the key';
comment on index h_pkey is 'of its index';
reindex table concurrently h;
select conname, conindid::regclass from pg_constraint where conrelid in ('h'::regclass, 'h2'::regclass) order by 1;
select obj_description('h_pkey'::regclass), obj_description(oid, 'pg_constraint') from pg_constraint where conname = 'h_pkey';
select classid::regclass, objid::regclass, refclassid::regclass, deptype from pg_depend where objid in ('h_pkey'::regclass, 'h_b_key'::regclass, 'h_c'::regclass) order by 2;
select indexrelid::regclass, indisprimary, indisunique, indimmediate, indisvalid, indisready, indislive from pg_index where indrelid = 'h'::regclass order by 1::regclass::text;
insert into h values (1, 1, 1);
insert into h values (1, 2, 2);
insert into h2 values (1, 1, 1), (2, 1, 1);
insert into h2 values (1, 1, 1);
delete from h;
insert into h values (1, 5, 5) on conflict (a) do update set c = 9 returning *;
drop index h_pkey;
alter table h drop constraint h_b_key;
alter table h drop constraint h_b_key cascade;
alter table h drop constraint h_pkey cascade;
\d h
\d h2
