-- options: -q -P format=wrapped
\pset columns 50
select repeat('word ', 30) as text, 1 as n, 'second column with text' as t2;
select repeat('日本', 30) as wide, E'line\nline two which is longer' as lines;
select repeat('x', 100) as a, repeat('y', 3) as b from generate_series(1, 3);
\pset border 2
select repeat('word ', 30) as text, 1 as n;
\pset border 0
select repeat('word ', 30) as text, 1 as n;
\x
select repeat('word ', 30) as text, 1 as n;
\pset border 1
select repeat('word ', 30) as text, E'a\nb' as "two
lines";
\pset border 2
select repeat('word ', 30) as text, 1 as n;
\pset columns 10
select repeat('word ', 5) as text, 1 as n;
\x off
select repeat('word ', 5) as text, 1 as n;
