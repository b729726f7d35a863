-- options: -E
\set AUTOCOMMIT off
select 1;
commit;
\set AUTOCOMMIT on
\set ON_ERROR_ROLLBACK on
begin;
select 1;
select 1/0;
commit;
