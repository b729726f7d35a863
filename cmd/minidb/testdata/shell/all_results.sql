-- options: 
\set SHOW_ALL_RESULTS off
select 1 as a \; select 2 as b \; create temp table t (a int) \; select 3 as c;
\set SHOW_ALL_RESULTS on
select 1 as a \; select 2 as b \; create temp table u (a int) \; select 3 as c;
insert into t values (1) returning a \; select 2;
