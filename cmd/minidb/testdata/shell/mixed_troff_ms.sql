-- options: -P format=troff-ms
\pset unicode_header_linestyle double
\pset csv_fieldsep '|'
\pset tableattr 'border=1'
select 1 as a, 'x' as b, null as c;
\pset linestyle ascii
\pset unicode_column_linestyle double
\pset columns 0
\pset null '<&|>'
select E'a\tb' as tab, '日本語テキスト' as wide, E'e\u0301a\u0308' as comb, E'three\nlines\n\nof' as many, E'\u200b\u00ad' as zw;
\pset csv_fieldsep ';'
\pset numericlocale off
\pset unicode_header_linestyle single
select E'\x01\x02\x7f\u0085\u009f' as ctl, E'a\rb' as cr, E'a\r\nb' as crlf, E'\x1b[31m' as esc, E'tr\n' as trail, E'\n' as nl;
\pset recordsep ';'
\pset csv_fieldsep ';'
\pset border 3
\pset unicode_header_linestyle single
select;
\pset linestyle old-ascii
\pset unicode_border_linestyle double
\pset recordsep ''
\pset tableattr '1.5'
select from generate_series(1,3);
\pset recordsep '\n'
\pset fieldsep '--'
\pset unicode_border_linestyle single
\pset linestyle old-ascii
select 1 as one, 'x' as two where false;
\pset border 0
\pset tableattr 
select 12345678.9 as n, -1234567 as i, 1e20::float8 as f, '-12345.5000'::numeric as m, 'NaN'::float8 as nan, '123456' as t, 0.00012 as s, 1234 as j, 999 as k;
\pset border 0
\pset unicode_column_linestyle single
\pset unicode_border_linestyle double
values (1,'one'),(2,null),(3,''),(null,'  lead '),(-5,'|,;"''<&>\');
\pset title 'Ünï <&> 日本'
\pset fieldsep '--'
\pset linestyle old-ascii
select ' ' as blank, 'a|b' as bar, 'say "hi"' as q, '<b>&amp;</b>' as html, '$x_{1}^2 #5% ~\z [a] <e>' as tex, E'.dot\n.x' as troff, '||a' as adoc, E'\\.' as dot;
\pset recordsep '\n\n'
\pset footer off
\pset unicode_border_linestyle double
select repeat('word ',40) as long, repeat('x',90) as x, repeat('漢字',30) as kanji, 7 as n;
\pset columns 0
\pset unicode_border_linestyle double
\pset numericlocale on
select g, repeat(chr(96+g),g*9) as r, case when g%2=0 then E'l1\nl2 longer' end as m from generate_series(1,5) g;
\pset columns 3
\pset tuples_only off
\pset border 0
select true as t, false as f, '2024-01-02'::date as d, array[1,null,3] as arr, '\x00ff'::bytea as b, interval '1 day 2 hours' as iv, row(1,'a') as r;
\pset recordsep ''
\pset expanded on
\pset footer on
\pset csv_fieldsep ' '
select '👍🏽👨‍👩‍👧🇩🇪' as emoji, 'ｱｲｳ' as half, 'ＡＢ' as full, 'אבג' as heb, 'กำ' as thai, '가각' as hangul, E'\u1100\u1161' as jamo;
