-- options: -q
\set VERBOSITY terse
select nope;
\set VERBOSITY sqlstate
select nope;
\set VERBOSITY default
select nope;
create temp table t (a int check (a > 0));
insert into t values (0);
\set VERBOSITY TERSE
insert into t values (0);
drop table if exists nothing;
\set VERBOSITY sqlstate
drop table if exists nothing;
