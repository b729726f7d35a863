-- psql's descriptions of partitioned tables and indexes, and the functions about trees
create schema s2;
create table p(a int, b text not null, c int default 1, primary key (a)) partition by range(a);
create table p1 partition of p for values from (0) to (10);
create table p2 partition of p for values from (10) to (20) partition by list(a);
create table p21 partition of p2 for values in (11, 12);
create table p2d partition of p2 default;
create table s2.p3 partition of p for values from (20) to (maxvalue);
create table pdef partition of p default;
create index pb on p(b);
create unique index on p(a, b);
comment on table p is 'the parent'; comment on index pb is 'the index';
\d p
\d+ p
\d p1
\d+ p1
\d p2
\d+ p2
\d+ p21
\d pdef
\d+ p2d
\d pb
\d+ pb
\d p1_b_idx
\d+ p1_b_idx
\d p_pkey
\dt
\di
\di p2*
\dP
\dP+
\dPt
\dPi
\dPn
\dPin+
\dPtn p*
\dt s2.*
select * from pg_partition_tree('p');
select * from pg_partition_tree('p21');
select * from pg_partition_ancestors('p21');
select pg_partition_root('p21'), pg_partition_root('pg_class'), pg_partition_root('p_pkey');
select relid, parentrelid, isleaf, level from pg_partition_tree('p_pkey');
select table_name, table_type, is_insertable_into from information_schema.tables where table_schema in ('public','s2') order by 1;
select table_name, constraint_name, constraint_type from information_schema.table_constraints where table_schema='public' order by 1,2;
select tablename, indexname, indexdef from pg_indexes where schemaname='public' order by 1,2;
select tablename, hasindexes from pg_tables where schemaname='public' order by 1;
select c.relname, pg_get_indexdef(c.oid) from pg_class c where relkind='I' order by 1;
select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid='p1'::regclass order by 1;
select 'p1'::regclass::text, pg_table_is_visible('s2.p3'::regclass), 's2.p3'::regclass::text;
select relname, relpages, reltuples, relkind, relam, relfilenode = 0 as nofile, reltype <> 0 as typed, relnatts, relchecks, relreplident from pg_class where relname in ('p','p1','p_pkey','pb') order by 1;
alter table p detach partition p1;
\d p1
drop table p;
\d
