-- options:
\pset format aligned
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format unaligned
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format wrapped
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format csv
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format html
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format asciidoc
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format latex
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format latex-longtable
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset format troff-ms
\pset expanded off
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset title ''
select 1 as a, 'b & c' as "b_c";
\pset title
select 1 as a, 'b & c' as "b_c";
\pset title 'Ünï <&> $x_1$ 日本'
select 1 as a, 'b & c' as "b_c";
\pset
