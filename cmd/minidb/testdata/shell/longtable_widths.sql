-- options: -q -P format=latex-longtable
\pset tableattr '0.3 0.5'
select 1 as n, 'a' as a, 'b' as b, 'c' as c;
\pset border 2
\C title
select 1 as n, 'a' as a;
\pset border 3
select 1 as n, 'a' as a;
