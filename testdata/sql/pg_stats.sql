-- what ANALYZE finds, where it looks at every row
set synchronous_commit = on;
create table t (a int, b text, c numeric, d float8, e bool, f timestamp, g char(5), i date, n int, o float4, p uuid, q bytea, r interval, s name, u time, v int8, w varchar(20), x timestamptz);
insert into t select i, 'txt' || i % 10, i * 1.5, i / 7.0, i % 3 = 0, timestamp '2020-01-01' + i * interval '1 hour', 'x' || i % 4,
  date '2021-01-01' + i % 50, case when i % 4 = 0 then null else i % 150 end, (i % 30) / 4.0, ('00000000-0000-0000-0000-' || lpad((i % 7)::text, 12, '0'))::uuid,
  ('\x' || lpad((i % 5)::text, 2, '0'))::bytea, i % 11 * interval '1 day', 'n' || i, time '10:00' + i % 60 * interval '1 minute', -i, case when i % 2 = 0 then 'even' end, timestamptz '2020-01-01 00:00:00+00' + i % 3 * interval '1 month' from generate_series(1, 1000) i;
analyze t;
select relpages, reltuples, relallvisible from pg_class where relname = 't';
set timezone = 'UTC';
select attname, null_frac, avg_width, n_distinct, correlation from pg_stats where tablename = 't' order by attname;
select attname, most_common_vals, most_common_freqs from pg_stats where tablename = 't' order by attname;
select attname, histogram_bounds from pg_stats where tablename = 't' and attname in ('a', 'c', 'd', 'f', 's', 'n') order by attname;
select staattnum, stainherit, stakind1, stakind2, stakind3, stakind4, stakind5, staop1, staop2, staop3, stacoll1, stacoll2, stacoll3 from pg_statistic where starelid = 't'::regclass order by 1;
select stanumbers1, stavalues1 from pg_statistic where starelid = 't'::regclass and staattnum = 2;
select schemaname, inherited, most_common_elems, most_common_elem_freqs, elem_count_histogram, range_length_histogram, range_empty_frac, range_bounds_histogram from pg_stats where tablename = 't' and attname = 'a';
-- targets
alter table t alter b set statistics 3, alter c set statistics 0, alter a set statistics 5;
analyze t (a, b, c, n);
select attname, n_distinct, most_common_vals, most_common_freqs, histogram_bounds from pg_stats where tablename = 't' and attname in ('a', 'b', 'n') order by attname;
set default_statistics_target = 4;
analyze t;
select attname, n_distinct, most_common_vals, most_common_freqs, histogram_bounds from pg_stats where tablename = 't' and attname in ('a', 'b', 'd', 'n', 'i') order by attname;
reset default_statistics_target;
select attname, attstattarget from pg_attribute where attrelid = 't'::regclass and attnum between 1 and 3 order by attnum;
-- few rows, wide values, nulls only, none
create table e (a int, b text, c int);
analyze e;
select relpages, reltuples from pg_class where relname = 'e';
select count(*) from pg_stats where tablename = 'e';
insert into e values (1, repeat('x', 1500), null), (2, repeat('y', 1000), null), (null, null, null), (4, '', null);
analyze e;
select relpages, reltuples from pg_class where relname = 'e';
select attname, null_frac, avg_width, n_distinct, length(most_common_vals::text), most_common_freqs, correlation from pg_stats where tablename = 'e' order by attname;
delete from e where a is not null;
analyze e;
select attname, null_frac, avg_width, n_distinct, correlation from pg_stats where tablename = 'e' order by attname;
delete from e;
analyze e;
select reltuples from pg_class where relname = 'e';
select attname, null_frac, avg_width, n_distinct, correlation from pg_stats where tablename = 'e' order by attname;
create table one (a int, b text);
insert into one values (7, 'seven');
analyze one;
select attname, null_frac, avg_width, n_distinct, most_common_vals, histogram_bounds, correlation from pg_stats where tablename = 'one' order by attname;
-- enums
create type mood as enum ('sad', 'ok', 'happy');
create table m (a mood);
insert into m select (array['sad', 'ok', 'happy']::mood[])[i % 3 + 1] from generate_series(0, 40) i;
insert into m values (null);
analyze m;
select attname, null_frac, avg_width, n_distinct, most_common_vals, most_common_freqs, correlation from pg_stats where tablename = 'm' order by attname;
-- skewed data
create table skew (x int, y text);
insert into skew select case when i % 10 < 7 then 1 when i % 10 < 9 then 2 else i end, case when i % 3 = 0 then 'common' else 'v' || i % 400 end from generate_series(1, 5000) i;
analyze skew;
select attname, n_distinct, most_common_vals, most_common_freqs from pg_stats where tablename = 'skew' order by attname;
select attname, histogram_bounds from pg_stats where tablename = 'skew' order by attname;
