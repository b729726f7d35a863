select 1 as a, 'x' as b, null as c, true as d;
select 1 as a, 'x' as b where false;
select;
select from generate_series(1, 3);
select 1 as x, 2 as x, 3 as "X", 4;
select 1::int2 as int2, 2::int4 as int4, 3::int8 as int8, 1.5::float4 as float4, 2.5::float8 as float8, 1.50 as "numeric", 7::oid as oid, '8'::xid as xid, '9'::cid as cid;
select 'a' as "a long name", 1 as "another long name", 'some text longer than its name' as n, 12345678 as m;
select a, repeat('x', a) as x, a * a as sq from generate_series(1, 11, 5) a;
select E'one\ntwo\n\nthree' as v, 1 as n, E'\n' as w;
select 1 as n, E'\n' as w, E'a\nbc\n' as x;
select E'a\nbc' as last union all select 'z' order by 1;
select * from (values (1, E'a\nb'), (2, 'c'), (3, null)) as v (id, text);
select 1 as "two
lines", 'x' as "three
longer lines
of a header", 2 as h;
select 'a value that is long' as "h
h";
select E'a\tb' as tab, E'\t' as t, E'12345678\tx' as at8, E'日本\tx' as wide_tab;
select E'a\rb' as cr, E'\x01\x1b[0m' as ctl, E'\x7f' as del, E'\u0085\u00a0' as c1, E'\r\n' as crlf;
select 1 as "tab	name", 2 as "ctl";
select array[1, 2] as arr, '{"a": 1}'::json as js, date '2024-02-29' as d, interval '1 day' as i, '1'::money::text as m;
select repeat('wide ', 60) as very_wide, repeat('row ', 40) as indeed;
select '|' as "|", 'a|b' as pipe, '' as empty, ' ' as blank;
select 'x' as "naïve", 'é' as e, 1 as "größe";
