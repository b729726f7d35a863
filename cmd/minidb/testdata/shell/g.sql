-- options: -q
select 1 as a, 2 as b \g
\g
\gx
select 1 as a, 2 as b \gx
select 1 as a, 2 as b \g (format=csv)
select 1 as a, 2 as b \g (format=unaligned fieldsep=',' tuples_only=on)
select 1 as a, 2 as b \gx (border=2)
select 1 as a \g (nonsense=1)
select 2 as a \g (format=csv
select 3 as a \g | sed s/3/three/
select 4 as a \g /nonexistent/file
select 5 as a \g | cat
select 7 as a;
\echo :ROW_COUNT
