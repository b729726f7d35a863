-- RETURNING with the old and the new row.
create table t (a int primary key, b text, c int generated always as (a * 2) stored);
create table nn (a int, b int);
explain (verbose, costs off) update t set b = 'x' returning old.b, new.b, b;
explain (verbose, costs off) delete from t returning old.b, b, old.ctid;
explain (verbose, costs off) insert into t values (1,'x') on conflict (a) do update set b = excluded.b returning with (old as o, new as n) o.b, n.b;
explain (costs off) update t set b = 'x' returning old.b, new.b, b;
explain (verbose, costs off) insert into t values (1,'x') returning b;
