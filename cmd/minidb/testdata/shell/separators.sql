-- options: -q -A -F ; -R #
select 1 as a, 2 as b union all select 3, 4;
\x
select 1 as a, 2 as b union all select 3, 4;
\pset fieldsep '\t'
\pset recordsep '\n'
select 1 as a, 2 as b;
