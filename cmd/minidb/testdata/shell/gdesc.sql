-- options: -q
select 1 as a, 'x' as b, 1.5::numeric(10, 2) as c, now() as d, array[1] as e \gdesc
select 1/0 \gdesc
select nope \gdesc
create temp table t (a int) \gdesc
select \gdesc
\x
select 1 as a \gdesc
\echo :ROW_COUNT
