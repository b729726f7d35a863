-- options: -q -x -P expanded=auto
\pset columns 30
select 1 as a, 2 as b;
select repeat('x', 40) as a, 2 as b;
select repeat('x', 40) as a;
\pset columns 0
select repeat('x', 40) as a, 2 as b;
