-- options: -q -t -P format=latex
select 1 as a, 'x' as b, null as c;
select g as number, repeat('ab', g) as text, g * 1.5 as "half again" from generate_series(1, 3) g;
select E'two\nlines' as "head
ing", 'plain' as p, -12345.678 as n;
select E'a\tb' as tab, '日本語' as wide, 'é' as "ü", E'three\nlines\nof text' as many;
select 1 as one where false;
select;
select from generate_series(1, 2);
select ' ' as blank, '  indented' as lead, 'a|b' as bar, 'say "hi"' as q, '<b>&amp;</b>' as html, '$x_{1}^2 #5% ~\z' as tex;
\pset title 'A title'
select 1 as a, 2 as b;
\pset footer off
select 1 as a, 2 as b;
\pset title
values (1, 'one'), (2, null), (3, '');
