-- options: -q
\unrestrict k
\restrict
\unrestrict
\restrict ''
\if false
\restrict k
\unrestrict k
\endif
\echo 1
\restrict k more args
\echo 2
\d
\nosuch
\if true
\restrict k
\unrestrict
\unrestrict wrong
select 1 as a \g
select 2 as b \gx
\unrestrict k \echo same line
\echo 3
\restrict 'k k' \echo x \\ select 4 as d;
select :'USER' as e, 5 \; select 6 \: x;
select 7 \\ select 8;
\unrestrict `echo k k`
\echo 5
\set key abc
\restrict :key
\unrestrict abc
\echo 6
\restrict a;
\unrestrict a
\unrestrict a;
\echo 7
\restrict z
\! echo no
copy (select 1) to stdout;
\\
select 9 as f;
\unrestrict z extra
\echo 8
\restrict last
