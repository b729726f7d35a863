-- options: -q --csv
\pset csv_fieldsep ;
select 'a;b' as x, 'c,d' as y, '\.' as z;
\pset csv_fieldsep .
select 'a' as x;
\pset csv_fieldsep '\t'
select 1 as a, E'b\r' as b, 'q"q' as c;
\pset csv_fieldsep ab
\pset csv_fieldsep '"'
\pset csv_fieldsep '\n'
