-- Merge joins compare dates, timestamps and timestamps with time zone with each other by
-- their operators; other types of a family have one representation.
create table merge_days (x date, n int);
create table merge_times (y timestamp, z timestamptz);
insert into merge_days select date '2024-01-01' + g / 2, g from generate_series(0, 9) g;
insert into merge_days values (null, 100), ('infinity', 101), ('-infinity', 102), ('5000000-01-01', 103);
insert into merge_times select timestamp '2024-01-01' + g * interval '12 hours', timestamptz '2024-01-01' + g * interval '12 hours' from generate_series(0, 9) g;
insert into merge_times values (null, null), ('infinity', '-infinity'), ('-infinity', 'infinity');
set timezone = 'America/New_York';
select x, n, y from merge_days full join merge_times on x = y order by y, n;
select x, n, z from merge_days full join merge_times on z = x order by z, n;
select a.y, b.z from merge_times a full join merge_times b on a.y = b.z order by 1, 2;
select a.y, b.z from merge_times a full join merge_times b on b.z = a.y order by 1, 2;
set enable_nestloop = off;
set enable_hashjoin = off;
select x, n, y from merge_days join merge_times on x = y order by y, n;
select x, n, y from merge_days left join merge_times on x = y order by y, n;
select x, n, z from merge_days right join merge_times on x = z order by z, n;
select x, n from merge_days where x in (select y from merge_times) order by n;
select x, n from merge_days where x not in (select y from merge_times where y is not null) order by n;
select x, n from merge_days where not exists (select from merge_times where y = x) order by n;
explain (costs off) select x, n from merge_days where not exists (select from merge_times where y = x) order by n;
explain (costs off) select x, n, y from merge_days join merge_times on x = y order by x desc, n;
select x, n, y from merge_days join merge_times on x = y order by x desc, n;
select x, y from (values (date '2024-01-01'), ('2024-02-01')) v(x) full join (values (timestamp '2024-01-01 00:00'), ('2024-02-02')) w(y) on x = y;
create index on merge_days (x); create index on merge_times (y); create index on merge_times (z);
select x, n, y from merge_days join merge_times on x = y order by y, n;
select i2.v, i8.v from (values (1::int2), (3)) i2(v) full join (values (1::int8), (2)) i8(v) using (v) order by 1, 2;
reset enable_hashjoin; reset enable_nestloop; set enable_mergejoin = off;
select x, n, y from merge_days join merge_times on x = y order by y, n;
select x, n from merge_days where x in (select y from merge_times) order by n;
select x, n from merge_days where x not in (select y from merge_times where y is not null) order by n;
select i2.v, i8.v from (values (1::int2), (3)) i2(v) full join (values (1::int8), (2)) i8(v) using (v) order by 1, 2;
select f4.v as a, f8.v as b from (values (1.5::float4), ('nan')) f4(v) full join (values (1.5::float8), ('nan'), (2)) f8(v) on f4.v = f8.v order by 2;
reset enable_mergejoin;
reset timezone;

-- the order of ORDER BY's first keys, where all merge keys are among them
set enable_nestloop = off;
set enable_hashjoin = off;
explain (costs off) select x, n, y from merge_days join merge_times on x = y order by x desc;
explain (costs off) select x, n, y from merge_days join merge_times on x = y order by n, x desc;
explain (costs off) select x, n, y from merge_days join merge_times on x = y order by y desc nulls last, n desc, z;
