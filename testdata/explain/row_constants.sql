-- Rows of constants are constants; a plan writes out the default form of normalize and IS NORMALIZED.
create table t (a int, b text, c numeric(8,2), d timestamp);
create table e (x int, y int);
explain (verbose, costs off) select row(1, 2), row(1, 'x'), row(), row(null), t is not null, row(a, 1), (1, 2) = (1, 2), (1, 2) in ((1, 2), (3, 4)), row(row(1, 2), 3), array[row(1, 2)] from t;
explain (costs off) select * from e where e = row(1, 2) and e <> row(1, null)::e and e in (row(1, 2)::e, row(2, 3)::e) and row(1, 2) is not null;
select row(1, 2), row(1, 'x'), (row(1, 'x')).f2, row(1,2) = row(1,2), row(1, null) is null;
select * from e where e = row(1, 2);
select * from (values (row(1, 2)), (row(3, 4))) v(r) where r = row(1, 2);
select r from (select row(1, 'a') r) x where r = row(1, 'a');
select (row(1, 2)::e).x, (row(1, 2)::e).*;
explain (costs off) select * from t where b is normalized and normalize(b) = 'x' and normalize(b, nfd) = 'y';
prepare p(int) as select row($1, 2), (row($1, 2)).f1;
execute p(4);
create view v as select row(1, 2) r, row(1, 2) = row(a, 2) q, b is normalized n, normalize(b) m from t;
select pg_get_viewdef('v');
