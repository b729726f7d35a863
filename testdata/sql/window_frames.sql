-- Frames: every unit, both ends and EXCLUDE, over ties and NULLs.
create table t (id int primary key, g text, v int, x numeric(6,2), d date);
insert into t values
  (1, 'a', 3, 1.5, '2024-01-01'), (2, 'a', 1, 2.25, '2024-01-03'), (3, 'a', 3, null, '2024-01-03'),
  (4, 'a', null, 4, '2024-02-01'), (5, 'a', 2, 0.5, null), (6, 'a', 3, 7, '2024-02-28'),
  (7, 'b', 5, 1, '2024-03-01'), (8, 'b', null, null, null), (9, 'b', null, 3.75, '2024-03-15'),
  (10, null, 1, 2, '2024-01-01'), (11, null, 1, 1.5, '2024-01-02'), (12, 'c', 4, 9.99, '2023-12-31');

select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and 2 preceding exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and 1 preceding exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and current row exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and 1 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and 2 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between unbounded preceding and unbounded following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and 2 preceding exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and 1 preceding exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and 1 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and 2 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 preceding and unbounded following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and 2 preceding exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and 1 preceding) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and current row exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and 1 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and 2 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 preceding and unbounded following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between current row and current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between current row and 1 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between current row and 2 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between current row and unbounded following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 following and 1 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 following and 2 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 1 following and unbounded following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 following and 1 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 following and 2 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v, id rows between 2 following and unbounded following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and 2 preceding exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and 1 preceding exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and 1 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and 2 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between unbounded preceding and unbounded following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and 2 preceding exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and 1 preceding) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and current row exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and 1 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and 2 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 preceding and unbounded following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and 2 preceding) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and 1 preceding exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and current row exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and 1 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and 2 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 preceding and unbounded following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between current row and current row exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between current row and 1 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between current row and 2 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between current row and unbounded following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 following and 1 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 following and 2 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 1 following and unbounded following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 following and 1 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 following and 2 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v groups between 2 following and unbounded following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and 2 preceding) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and 1 preceding exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and current row exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and 1 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and 2 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between unbounded preceding and unbounded following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and 2 preceding exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and 1 preceding exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and current row exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and 1 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and 2 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 preceding and unbounded following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and 2 preceding exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and 1 preceding exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and current row exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and 1 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and 2 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 preceding and unbounded following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between current row and current row exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between current row and 1 following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between current row and 2 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between current row and unbounded following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 following and 1 following exclude no others) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 following and 2 following exclude current row) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 1 following and unbounded following exclude ties) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 following and 1 following) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 following and 2 following exclude group) order by id;
select id, v, array_agg(id) over w as ids, sum(v) over w, count(v) over w, first_value(id) over w as fv, last_value(id) over w as lv, nth_value(id, 2) over w as nv
  from t window w as (partition by g order by v range between 2 following and unbounded following exclude no others) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows unbounded preceding exclude current row) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between unbounded preceding and unbounded following exclude current row) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between 1 preceding and 1 following exclude current row) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between current row and 1 following exclude current row) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows unbounded preceding exclude group) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between unbounded preceding and unbounded following exclude group) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between 1 preceding and 1 following exclude group) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between current row and 1 following exclude group) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows unbounded preceding exclude ties) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between unbounded preceding and unbounded following exclude ties) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between 1 preceding and 1 following exclude ties) order by id;
select id, array_agg(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(x) over w as fv, last_value(x) over w as lv
  from t window w as (order by v desc nulls last, id rows between current row and 1 following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups unbounded preceding exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between unbounded preceding and unbounded following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between 1 preceding and 1 following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between current row and 1 following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups unbounded preceding exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between unbounded preceding and unbounded following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between 1 preceding and 1 following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between current row and 1 following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups unbounded preceding exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between unbounded preceding and unbounded following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between 1 preceding and 1 following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last groups between current row and 1 following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range unbounded preceding exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between unbounded preceding and unbounded following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between 1 preceding and 1 following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between current row and 1 following exclude current row) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range unbounded preceding exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between unbounded preceding and unbounded following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between 1 preceding and 1 following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between current row and 1 following exclude group) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range unbounded preceding exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between unbounded preceding and unbounded following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between 1 preceding and 1 following exclude ties) order by id;
select id, sum(id) over w as ids, sum(x) over w, avg(v) over w, min(x) over w, max(d) over w, first_value(v) over w as fv, last_value(v) over w as lv
  from t window w as (order by v desc nulls last range between current row and 1 following exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and current row) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between current row and unbounded following) from (select * from t order by id) t window w as (partition by g rows between current row and unbounded following) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and unbounded following) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and unbounded following) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and current row) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between current row and unbounded following) from (select * from t order by id) t window w as (partition by g range between current row and unbounded following) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and unbounded following) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and unbounded following) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and current row exclude current row) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and current row exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between current row and unbounded following exclude current row) from (select * from t order by id) t window w as (partition by g rows between current row and unbounded following exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and unbounded following exclude current row) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and unbounded following exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and current row exclude current row) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and current row exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between current row and unbounded following exclude current row) from (select * from t order by id) t window w as (partition by g range between current row and unbounded following exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and unbounded following exclude current row) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and unbounded following exclude current row) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and current row exclude group) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and current row exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between current row and unbounded following exclude group) from (select * from t order by id) t window w as (partition by g rows between current row and unbounded following exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and unbounded following exclude group) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and unbounded following exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and current row exclude group) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and current row exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between current row and unbounded following exclude group) from (select * from t order by id) t window w as (partition by g range between current row and unbounded following exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and unbounded following exclude group) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and unbounded following exclude group) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and current row exclude ties) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and current row exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between current row and unbounded following exclude ties) from (select * from t order by id) t window w as (partition by g rows between current row and unbounded following exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g rows between unbounded preceding and unbounded following exclude ties) from (select * from t order by id) t window w as (partition by g rows between unbounded preceding and unbounded following exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and current row exclude ties) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and current row exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between current row and unbounded following exclude ties) from (select * from t order by id) t window w as (partition by g range between current row and unbounded following exclude ties) order by id;
select id, count(*) over w, array_agg(id) over (partition by g range between unbounded preceding and unbounded following exclude ties) from (select * from t order by id) t window w as (partition by g range between unbounded preceding and unbounded following exclude ties) order by id;
