-- options: -v ON_ERROR_STOP=1
select 1;
\bad
select 2;
