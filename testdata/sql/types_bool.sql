-- booleans and three-valued logic
select true, false, null::bool;
select 't'::bool, 'yes'::bool, 'on'::bool, '1'::bool, 'TRUE'::bool, ' f '::bool, 'no'::bool, 'of'::bool, 'n'::bool;
select 'o'::bool;
select '2'::bool;
select a, b, a and b as "and", a or b as "or", not a as "not" from (values (true), (false), (null)) x(a), (values (true), (false), (null)) y(b) order by a, b;
select null = null, null <> null, null is null, null is not distinct from null, 1 is distinct from null;
select true is true, null is true, null is not true, false is false, null is false, null is unknown, true is not unknown;
select true > false, true = true, true <> false, max(x), bool_and(x), bool_or(x), every(x) from (values (true), (false)) v(x) group by 1, 2, 3;
select 1 in (1, null), 2 in (1, null), 2 not in (1, null), null in (1), 1 not in (2, 3);
select true::text, 'true'::text::bool, true::int, 0::bool;
select 1 where null;
select 1 where not null;
select case null when null then 'eq' else 'ne' end, case when null then 1 else 2 end;
select coalesce(null, null, 3), coalesce(null::int, 4), nullif(1, 1), nullif(1, 2), nullif(null, 1);
select coalesce(1, 1/0), case when true then 1 else 1/0 end, false and 1/0 = 1;
select count(*) filter (where x), count(x), count(*) from (values (true), (false), (null)) v(x);
