-- options: -a
select 1 as a, 'two' as b, null as c \gset
\echo :a :b :{?c}
select 3 as a \gset p_
\echo :p_a
select 1 as a where false \gset
select generate_series(1, 2) as a \gset
select 'x' as "bad name" \gset
select 'x' as "VERBOSITY" \gset
create temp table t (a int) \gset
select 1/0 as a \gset
select 5 as a \; select 6 as b \gset
\echo :a :b
insert into t values (8) returning a \gset
\echo :a :ROW_COUNT
