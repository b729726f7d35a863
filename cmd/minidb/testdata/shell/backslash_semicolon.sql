-- options: -a
select 1 \; select 2;
begin \; select 3 \; commit;
select 1 \; select 1/0 \; select 2;
\;
select 1 \:: text;
