-- COPY in CSV format. psql before 18 sends the end-of-copy marker, which CSV takes
-- for data: so most tables here have one column and leave that row out.
create table c (a text);
copy c from stdin (format csv) where a is distinct from '\.';
plain
"quoted, with ""quotes"""
"two
lines"

""
half"quo"ted
\.
select a, a is null as n from c;
copy c from stdin (format csv, quote '''', escape '\', delimiter ';', null 'NULL') where a is distinct from '\.';
'it\'s; \\ \x'
NULL
'NULL'
"double"
\.
select a, a is null as n from c;
copy c to stdout (format csv);
copy c to stdout (format csv, force_quote *, header);
copy c to stdout (format csv, quote '''', escape '\', delimiter ';', null 'NULL', force_quote (a));
copy c from stdin (format csv, force_not_null (a)) where a is distinct from '\.';

\.
copy c from stdin (format csv, force_null *, null 'nil') where a is distinct from '\.';
"nil"
nil
\.
select a, a is null as n from c;
copy (select 1 as "x y", 'a,b' as b, null as c, e'd\ne' as d, '' as e, '"' as f) to stdout csv header;
copy (select 1 as a, 'x' as b) to stdout (format csv, force_quote (b));
copy (select 1 as a, 'x' as b) to stdout (format csv, force_quote (c));
copy (select '\.') to stdout csv;
copy (select '\.', 1) to stdout csv;
-- Errors that come before the end.
create table p (a int, b text default 'def', c numeric);
copy p from stdin csv;
1,"x",2
2,"two
lines",3
x,y,z
\.
copy p from stdin csv;
1,x
\.
copy p from stdin csv;
1,x,2,3
\.
copy p from stdin (format csv, header match);
a,"b",d
\.
select * from p;
-- The end of the file is that of the data.
copy p from stdin (format csv, default '*', header);
a,b,c
1,*,1.5
2,"*",
3,"x, ""y""",-3
