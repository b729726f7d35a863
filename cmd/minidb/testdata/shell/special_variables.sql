-- options: -q
select 1;
\echo :ERROR :SQLSTATE :ROW_COUNT
select 1/0;
\echo :ERROR :SQLSTATE :ROW_COUNT :LAST_ERROR_SQLSTATE :LAST_ERROR_MESSAGE
create temp table t (a int);
\echo :ERROR :SQLSTATE :ROW_COUNT :LAST_ERROR_SQLSTATE
insert into t select generate_series(1, 7);
\echo :ROW_COUNT
update t set a = a where a > 3;
\echo :ROW_COUNT
delete from t where a < 3;
\echo :ROW_COUNT :LASTOID
selekt;
\echo :ERROR :SQLSTATE :LAST_ERROR_MESSAGE
\echo :SERVER_VERSION_NUM :VERSION_NUM
select 1 \; select 2 \; select 1/0;
\echo :ERROR :ROW_COUNT
select from generate_series(1, 4);
\echo :ROW_COUNT
