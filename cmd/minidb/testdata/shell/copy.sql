-- options: 
create temp table t (a int, b text);
\copy t from stdin
1	one
2	two
\.
\copy t to stdout
\copy (select a, b from t where a > 1) to stdout with csv header
\copy t (a) from stdin
3
x
\.
\copy t from 'nofile'
\copy t from '/'
\copy t to '/nonexistent/file'
\copy
\copy t
\copy nothing to stdout
\copy t from
copy t from stdin;
5	five
\.
copy t to stdout \g | sed s/five/FIVE/
table t;
