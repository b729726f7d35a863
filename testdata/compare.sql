-- Two comparisons of an old and a new way; README.md shows what they print.

-- 300 tables, and a set-up that locks them all in one transaction.
select format('create table t%s (a int)', g) from generate_series(1, 300) g \gexec
select 'truncate ' || string_agg('t' || g, ', ') as many from generate_series(1, 300) g \gset

\compare lock_release n=10 setup=:many select * from t1

-- A table of 1000 columns with a partition whose columns stand in the other order.
select format('create table wide (%s) partition by list (c1)', string_agg('c' || g || ' int', ', ' order by g)),
  format('create table wide1 (%s)', string_agg('c' || g || ' int', ', ' order by g desc)) from generate_series(1, 1000) g \gexec
alter table wide attach partition wide1 for values in (1);

\compare S1 n=10 insert into wide (c1, c2) values (1, 2)
