select 1
\foo
+ 1;
select 2 \foo bar; select
 + 2;
  \foo\bar
select 3; \
select 4;\bad
select
  5 \q one "two"
select 6;