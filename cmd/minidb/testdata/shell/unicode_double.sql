-- options: -q -P linestyle=unicode -P border=2
\pset unicode_border_linestyle double
select 1 as a, 2 as b;
\pset unicode_column_linestyle double
select 1 as a, 2 as b;
\pset unicode_header_linestyle double
select 1 as a, 2 as b;
\pset unicode_border_linestyle single
select 1 as a, 2 as b;
\x
select 1 as a, 2 as b;
