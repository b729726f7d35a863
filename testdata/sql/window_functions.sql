-- The window functions and aggregates over windows: arguments, ties, NULLs, empty input.
create table e (id int primary key, dept text, sal int, hired date, bonus numeric(8,2));
insert into e values (1, 'dev', 5200, '2007-08-01', 10), (2, 'dev', 4200, '2008-01-01', null), (3, 'dev', 5200, '2008-01-01', 2.5),
  (4, 'dev', 6000, '2006-10-01', 3), (5, 'hr', 3500, '2007-12-10', 4), (6, 'hr', 3900, '2006-12-23', 4.00), (7, 'ops', 4800, '2007-08-01', null),
  (8, 'ops', 5000, '2006-10-01', 7), (9, 'ops', 4800, '2007-08-08', 1), (10, 'ops', null, null, 1), (11, null, 1000, '2020-02-29', 0);
create table none (a int, b text);
select id, row_number() over (order by id) from e order by id;
select id, row_number() over (partition by dept order by id) from e order by id;
select id, sal, rank() over w, dense_rank() over w, row_number() over (partition by dept order by sal, id), percent_rank() over w, cume_dist() over w
  from e window w as (partition by dept order by sal) order by dept, sal, id;
select id, rank() over (), dense_rank() over (), percent_rank() over (), cume_dist() over () from e order by id;
select id, rank() over (order by sal desc nulls last), dense_rank() over (order by sal desc nulls last) from e order by id;
select id, ntile(1) over w, ntile(2) over w, ntile(3) over w, ntile(4) over w, ntile(11) over w, ntile(12) over w, ntile(100) over w from e window w as (order by id) order by id;
select id, dept, ntile(2) over (partition by dept order by id) from e order by id;
select ntile(null) over (order by id), id from e order by id;
select ntile(0) over (order by id) from e;
select ntile(-1) over (order by id) from e;
select id, ntile(sal / 1000) over (partition by dept order by id) from e where sal is not null order by id;
select id, lag(sal) over w, lead(sal) over w from e window w as (order by id) order by id;
select id, lag(sal, 2) over w, lead(sal, 2) over w from e window w as (order by id) order by id;
select id, lag(sal, 2, -1) over w, lead(sal, 2, -1) over w from e window w as (partition by dept order by id) order by id;
select id, lag(sal, 0) over w, lead(sal, 0) over w, lag(sal, -1) over w, lead(sal, -1, 0) over w from e window w as (order by id) order by id;
select id, lag(sal, null) over w, lead(sal, null, 5) over w from e window w as (order by id) order by id;
select id, lag(sal, id % 3) over w, lead(sal, id % 4 - 1, id) over w from e window w as (order by id) order by id;
select id, lag(sal, 1, 2.5) over w, lead(bonus, 1, 0) over w, lag(dept, 1, 'none') over w from e window w as (order by id) order by id;
select id, lag(null) over (order by id), lag('x') over (order by id), lead(id + 1) over (order by id) from e order by id;
select id, lag(id, 1, null) over (order by id) from e order by id;
select id, lag(sal, 2147483647) over w, lead(sal, 2147483647) over w from e window w as (order by id) order by id;
select id, first_value(id) over w, last_value(id) over w, nth_value(id, 2) over w, nth_value(id, 100) over w from e window w as (partition by dept order by sal, id) order by id;
select id, first_value(id) over w, last_value(id) over w, nth_value(id, 2) over w from e window w as (partition by dept order by sal, id rows between unbounded preceding and unbounded following) order by id;
select id, nth_value(sal, null) over (order by id), nth_value(sal, id % 3 + 1) over (order by id) from e order by id;
select nth_value(sal, 0) over (order by id) from e;
select nth_value(sal, -5) over (order by id) from e;
select id, nth_value(id, 3) over (order by id rows between 1 preceding and 1 following) from e order by id;
select id, sum(sal) over (partition by dept) as s, avg(sal) over (partition by dept) as a, count(*) over (partition by dept) as c, count(sal) over (partition by dept) as cs from e order by id;
select id, sum(sal) over (order by sal), sum(sal) over (order by id), count(*) over (order by sal) from e order by sal, id;
select id, sum(sal) filter (where sal > 4500) over w, count(*) filter (where dept = 'dev') over w, array_agg(id) filter (where bonus is not null) over w from e window w as (order by id) order by id;
select id, sum(sal) filter (where sal > 4500) over w, count(*) filter (where sal > 4500) over w from e window w as (order by id rows between 2 preceding and 1 preceding) order by id;
select id, min(sal) over w, max(sal) over w, min(dept) over w, max(hired) over w from e window w as (order by id rows between 1 preceding and 1 following) order by id;
select id, string_agg(dept, ',') over w, array_agg(sal) over w, bool_and(sal > 4000) over w, bool_or(sal > 5000) over w, every(id > 2) over w from e window w as (order by id rows 2 preceding) order by id;
select id, sum(bonus) over w, avg(bonus) over w, count(bonus) over w from e window w as (order by id rows between 1 preceding and 1 following) order by id;
select id, sum(x) over (order by id rows between current row and 1 following) from (values (1, 1.5), (2, 2.25), (3, 3), (4, 4.125), (5, 5), (6, null), (7, 1)) v(id, x) order by id;
select id, sum(x) over w, avg(x) over w from (values (1, 'NaN'::numeric), (2, 2), (3, 'Infinity'), (4, 4), (5, '-Infinity'), (6, 1), (7, 2)) v(id, x) window w as (order by id rows 1 preceding) order by id;
select id, sum(x) over w, avg(x) over w from (values (1, 1e300::float8), (2, 1), (3, -1e300), (4, 2), (5, null), (6, 0.1)) v(id, x) window w as (order by id rows between 1 preceding and current row) order by id;
select id, sum(x) over w, avg(x) over w from (values (1, interval '1 day'), (2, '1 mon 2 hours'), (3, '-3 days'), (4, null), (5, 'infinity'), (6, '1 second')) v(id, x) window w as (order by id rows between 1 preceding and current row) order by id;
select id, variance(sal) over w, stddev(sal) over w, var_pop(sal) over w, stddev_pop(bonus) over w from e window w as (order by id rows between 2 preceding and current row) order by id;
select id, bit_and(id) over w, bit_or(id) over w, bit_xor(id) over w from e window w as (order by id rows 1 preceding) order by id;
select id, corr(sal, id) over w, regr_slope(sal, id) over w, regr_count(sal, id) over w from e window w as (order by id rows between unbounded preceding and current row) order by id;
select id, sum(sal::int8) over w, sum(sal::int2) over w, avg(sal::int8) over w, avg(id::int2) over w from e where sal < 30000 window w as (order by id rows between 1 preceding and 1 following) order by id;
select id, sum(2147483647) over (order by id), sum(9223372036854775807) over (order by id rows 1 preceding) from e order by id;
select id, any_value(dept) over (order by id) from e order by id;
select id, count(distinct_sal) over () from (select id, sal as distinct_sal from e) s order by id;
-- Empty input.
select a, row_number() over (), count(*) over (), sum(a) over (order by a), lag(a) over (order by a), ntile(3) over () from none;
select count(*) over () from none;
select first_value(a) over (order by a range between 1 preceding and 1 following) from none;
select rank() over (partition by b order by a) from none;
select count(*) over () as c, count(*) from none;
select sum(count(*)) over () from none;
select sum(a) over (order by a rows -1 preceding) from none;
select sum(a) over (order by a rows null preceding) from none;
-- One row.
select a, row_number() over w, rank() over w, percent_rank() over w, cume_dist() over w, ntile(3) over w, lag(a) over w, lead(a) over w, first_value(a) over w, last_value(a) over w, nth_value(a, 2) over w, count(*) over w
  from (values (7)) v(a) window w as (order by a);
select row_number() over (), count(*) over (), 1 as one;
select sum(1) over (), lag(1) over (), current_date is not null as d;
-- Offsets.
select id, sum(id) over (order by id rows 0 preceding), sum(id) over (order by id rows between 0 following and 0 following) from e order by id;
select id, sum(id) over (order by id rows between 3 following and 2 following) from e order by id;
select id, sum(id) over (order by id rows between 1 preceding and 2 preceding) from e order by id;
select id, count(*) over (order by id rows between 9223372036854775807 preceding and 9223372036854775807 following) from e order by id;
select id, count(*) over (order by id rows between 9223372036854775806 following and 9223372036854775807 following) from e order by id;
select id, count(*) over (order by id groups between 9223372036854775807 preceding and 9223372036854775807 following) from e order by id;
select id, sum(id) over (order by id rows between 1 + 1 preceding and (select 1) following) from e order by id;
select id, sum(id) over (order by id rows '2' preceding), sum(id) over (order by id rows 1.5 preceding), sum(id) over (order by id rows 2::int2 preceding) from e order by id;
prepare p(int, int) as select id, sum(id) over (order by id rows between $1 preceding and $2 following) from e order by id;
execute p(1, 1);
execute p(0, 3);
execute p(-1, 0);
execute p(1, null);
select id, sum(id) over (order by id rows -1 preceding) from e;
select id, sum(id) over (order by id rows between current row and -1 following) from e;
select id, sum(id) over (order by id groups -1 preceding) from e;
select id, sum(id) over (order by id rows between null::int preceding and current row) from e;
select id, sum(id) over (order by id groups between current row and null::int following) from e;
