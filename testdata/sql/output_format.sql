-- psql's aligned output: widths, wide characters, line breaks, NULLs, no columns
select 'short' as a, 'a much longer value than the header' as b, 1 as c;
select 'x' as "a very long header indeed", 'y' as b;
select 12345 as n, -1.5 as m, true as b, null as "null";
select '日本語' as wide, 'é' as accent, 'ß' as sharp;
select 'ab' as "日本", 1 as "é";
select E'line one\nline two' as multi, 'next' as b;
select 'first' as a, E'x\ny\nz' as b;
select E'tab\there' as t, E'cr\rhere' as c, E'bell\007' as ctl;
select E'multi\nline' as "multi
header", 1 as n;
select;
select from generate_series(1, 3);
select 1 where false;
select 'a' as x, 'b' as y where false;
select repeat('long ', 30) as l;
select '' as empty, ' ' as blank, '  pad  ' as pad;
select 1 as a, 2 as a, 3;
select '1'::text as t, 1::int2 as s, 1::int8 as b, 1.0 as n, 1::oid as o, 1::float4 as f, '1'::name as nm, current_date - current_date as d;
select E'\u200b' as zero_width, E'a\u0301' as combining, '😀' as emoji;
