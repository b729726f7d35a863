-- options: -a
select 'create temp table g' || g || ' (a int)' from generate_series(1, 3) g order by g \gexec
select 'insert into g1 values (1)', null, 'table g1' \gexec
select 'select 1/0', 'select ''after''' \gexec
select 1 where false \gexec
select format('select %s as n', g) from generate_series(1, 2) g
\gexec
create temp table other () \gexec
\set ECHO none
select 'select 5' \gexec
