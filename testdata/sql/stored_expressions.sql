-- pg_get_constraintdef and pg_get_expr of all kinds of expressions
create table t (a int, b text, check (case when a > 1 then b = 'x' else b = 'y' end), c text default case when true then 'x' else 'y' end);
select pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) from pg_constraint where conrelid = 't'::regclass;
select pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) from pg_attrdef where adrelid = 't'::regclass;
create table t2 (a int check (a > 1 or a < 0 and not (a = 5)), b text check (b like 'x%' and b ~ 'y' and length(b) between 1 and 5 and b in ('a', 'b')), c date check (c > '2000-01-01'), d numeric(5,2) check (d = any (array[1,2])), e int check (coalesce(e, a) > nullif(a, 5)), f timestamptz default current_timestamp, g date default current_date, h text default current_user, i int[] check (i[1] > 0), j text check (trim(both 'x' from j) <> ''), k text check (substring(k from 1 for 2) = 'ab'), l text check (position('a' in l) > 0), m timestamp check (extract(year from m) > 2000), n text check (n is distinct from 'x'), o bool check (o is true or o is not null), q varchar(5) check (q = 'x'), r int check (r::text = '1'), s float8 check (s > 1.5), u int check (-u < 5), v text check (v || 'x' = 'y'), w text check (overlay(w placing 'x' from 1) = 'y'), x timestamp check (x at time zone 'UTC' > now()), y text check (y similar to 'a%'), z int check ((z, a) > (1, 2)));
select conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) from pg_constraint where conrelid = 't2'::regclass order by 1;
select pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) from pg_attrdef where adrelid = 't2'::regclass;
-- calls that leave arguments out or name them are shown as they were written, unless planned
select make_interval(1, 2), make_interval(days => 3);
create view shown1 as select make_interval(1, 2) as a, make_interval(days => 3) as b, make_interval(1, weeks => 2) as c, make_interval() as d, parse_ident('a') as e, regexp_count('a','b') as f, random_normal() is null as g, array_sort(array[1]) as h, jsonb is null as i from (select 1 as jsonb) q;
select pg_get_viewdef('shown1');
explain (verbose, costs off) select make_interval(days => x) from generate_series(1,2) x;
create table shown2(a int, b interval default make_interval(days => 3), c interval generated always as (make_interval(hours => a)) stored, check (make_interval(mins => a) < '1 day'));
select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'shown2'::regclass order by adnum;
select pg_get_constraintdef(oid) from pg_constraint where conrelid = 'shown2'::regclass;
explain (verbose, costs off) select make_interval(days => 3), make_interval(hours => x), make_interval() from generate_series(1,2) x where make_interval(x) > '1 day';
create view shown4 as select * from make_interval(days => 3) m;
select pg_get_viewdef('shown4');
create index on shown2 (make_interval(hours => a));
select indexdef from pg_indexes where tablename = 'shown2';
explain (costs off) select * from shown2 where make_interval(hours => a) = '1 hour';
select make_interval(hours => a) from shown2 group by make_interval(hours => a) order by make_interval(hours => a);
select make_interval(hours => a) from shown2 group by make_interval(0,0,0,0,a);
