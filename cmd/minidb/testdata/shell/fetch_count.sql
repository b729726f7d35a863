-- options: -q
\set FETCH_COUNT 2
select g, repeat('x', g * 3) as t from generate_series(1, 5) g;
select g from generate_series(1, 4) g;
select 1 as a where false;
\echo :ROW_COUNT
values (1), (2), (3);
select nope;
\pset format unaligned
select g, g from generate_series(1, 5) g;
\pset format csv
select g, g from generate_series(1, 5) g;
\pset format html
select g, g from generate_series(1, 3) g;
\x
select g, g from generate_series(1, 3) g;
\pset format aligned
select g, g from generate_series(1, 3) g;
\pset border 2
select g, g from generate_series(1, 3) g;
\x
select g, g from generate_series(1, 3) g;
\pset format latex
select g, g from generate_series(1, 3) g;
\pset format troff-ms
select g, g from generate_series(1, 3) g;
create temp table t (a int);
