-- EXPLAIN analyzes its statement before it looks at its options.
explain (nosuch) select * from t;
explain (nosuch) execute p;
explain (nosuch) create table t as select * from u;
explain (nosuch) declare c cursor for select * from t;
explain (nosuch) insert into t values (1);
explain (generic_plan, analyze) select $1;
explain (nosuch) select $1;
explain (timing) select * from t;
explain (costs, format nosuch) select 1;
explain (nosuch) create table x as select 1;
explain (nosuch) create table x as execute p;
