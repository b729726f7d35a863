-- options: -q -P numericlocale=on
select 1234567 as a, -1234.5678 as b, 999 as c, 1e20::float8 as d, 'NaN'::float8 as e, '1234567' as f;
\x
select 1234567 as a, -1234.5678 as b;
