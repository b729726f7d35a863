-- options: 
\o | sed 's/^/o: /'
select 1 as a;
create temp table t (a int);
\qecho to the pipe
\o
select 2 as a;
\o /nonexistent/file
select 3 as a;
\w /nonexistent/file
\w
select 4 \w | cat
;
\w | cat
\i nofile.sql
\ir nofile.sql
\i
\i .
\echo :ERROR
\o | cat >&2
\warn to the errors
\warn -n again
\warn
