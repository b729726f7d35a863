-- options: -P format=csv
\pset fieldsep '|'
\pset columns 1
\pset expanded auto
\pset linestyle unicode
select 1 as a, 'x' as b, null as c;
\pset csv_fieldsep ' '
\pset footer off
\pset expanded on
select E'a\tb' as tab, '日本語テキスト' as wide, E'e\u0301a\u0308' as comb, E'three\nlines\n\nof' as many, E'\u200b\u00ad' as zw;
\pset border 1
\pset unicode_border_linestyle double
\pset columns 40
\pset csv_fieldsep '\t'
select E'\x01\x02\x7f\u0085\u009f' as ctl, E'a\rb' as cr, E'a\r\nb' as crlf, E'\x1b[31m' as esc, E'tr\n' as trail, E'\n' as nl;
\pset tableattr 
\pset linestyle ascii
\pset csv_fieldsep ' '
\pset footer off
select;
\pset footer off
\pset border 3
\pset tableattr '1.5'
\pset null '∅'
select from generate_series(1,3);
\pset expanded off
\pset unicode_header_linestyle single
\pset footer off
\pset unicode_column_linestyle double
select 1 as one, 'x' as two where false;
\pset null '(null)'
\pset border 0
\pset unicode_header_linestyle double
select 12345678.9 as n, -1234567 as i, 1e20::float8 as f, '-12345.5000'::numeric as m, 'NaN'::float8 as nan, '123456' as t, 0.00012 as s, 1234 as j, 999 as k;
\pset recordsep '\n'
\pset title 'Ünï <&> 日本'
\pset null '(null)'
\pset linestyle old-ascii
values (1,'one'),(2,null),(3,''),(null,'  lead '),(-5,'|,;"''<&>\');
\pset columns 20
\pset recordsep '\n\n'
\pset unicode_border_linestyle single
select ' ' as blank, 'a|b' as bar, 'say "hi"' as q, '<b>&amp;</b>' as html, '$x_{1}^2 #5% ~\z [a] <e>' as tex, E'.dot\n.x' as troff, '||a' as adoc, E'\\.' as dot;
\pset unicode_column_linestyle double
\pset unicode_header_linestyle single
\pset tuples_only on
\pset unicode_border_linestyle double
select repeat('word ',40) as long, repeat('x',90) as x, repeat('漢字',30) as kanji, 7 as n;
\pset unicode_column_linestyle double
\pset numericlocale off
\pset null '<&|>'
select g, repeat(chr(96+g),g*9) as r, case when g%2=0 then E'l1\nl2 longer' end as m from generate_series(1,5) g;
\pset footer off
\pset numericlocale off
\pset fieldsep '\t'
\pset null '<&|>'
select true as t, false as f, '2024-01-02'::date as d, array[1,null,3] as arr, '\x00ff'::bytea as b, interval '1 day 2 hours' as iv, row(1,'a') as r;
\pset unicode_header_linestyle double
\pset expanded on
\pset border 0
\pset numericlocale off
select '👍🏽👨‍👩‍👧🇩🇪' as emoji, 'ｱｲｳ' as half, 'ＡＢ' as full, 'אבג' as heb, 'กำ' as thai, '가각' as hangul, E'\u1100\u1161' as jamo;
