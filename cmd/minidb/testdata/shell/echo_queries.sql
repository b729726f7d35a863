-- options: -e
select 1;
-- comment
select
  2;
select 3 \g
select 1/0;
\echo x
select 1 \; select 2;
