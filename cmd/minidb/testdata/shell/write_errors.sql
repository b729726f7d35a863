-- options: -a
-- what cannot be written is told, and fails the statement, but no variable tells of it
select 1 as a \g /dev/full
\echo :ERROR
select 1 as a;
select generate_series(1, 10000) \gx /dev/full
\echo :ERROR
select 1 \; select 2 \g /dev/full
select 1 \g /nosuch/file
copy (select 1) to stdout \g /dev/full
copy (select generate_series(1, 10000)) to stdout \g /dev/full
copy (select 1) to stdout \g /nosuch/file
copy (select 1) to stdout \; select 2 \g /dev/full
\copy (select 1) to /dev/full
\copy (select generate_series(1, 10000)) to /dev/full
\echo :ERROR
-- a program that reads nothing
select generate_series(1, 100000) \g |exec <&-; sleep 0.1
copy (select generate_series(1, 100000)) to stdout \g |exec <&-; sleep 0.1
-- \o
\o /dev/full
select 1;
\qecho not told
create table t (a int);
insert into t values (1) returning a;
\d t
copy t to stdout;
\echo :ERROR
\o
\o |exec <&-
\! sleep 0.3
select 1;
select 2;
\o
select 3;
-- \w and \s
select 4
\w /dev/full
;
\s /dev/full
-- a cursor's parts just end
\set FETCH_COUNT 10
select generate_series(1, 1000) \g /dev/full
\echo :ERROR :ROW_COUNT
select 1 \g /nosuch/file
\unset FETCH_COUNT
-- \gdesc and \crosstabview
\o /dev/full
select 1 \gdesc
select 1 as a, 2 as b, 3 as c \crosstabview
\o
-- errors while data are copied are in no variable
select 1;
copy (select 1 / (5 - x) from generate_series(1, 10) x) to stdout;
\echo :ERROR :LAST_ERROR_MESSAGE
\errverbose
copy t from stdin;
x
\.
\echo :ERROR :LAST_ERROR_MESSAGE
copy t from stdin (format nosuch);
\echo :ERROR :LAST_ERROR_MESSAGE
