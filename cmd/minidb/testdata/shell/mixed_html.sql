-- options: -P format=html
\pset unicode_header_linestyle single
\pset expanded on
\pset unicode_border_linestyle double
\pset columns 80
select 1 as a, 'x' as b, null as c;
\pset tableattr 
\pset null '∅'
\pset linestyle old-ascii
\pset unicode_border_linestyle double
select E'a\tb' as tab, '日本語テキスト' as wide, E'e\u0301a\u0308' as comb, E'three\nlines\n\nof' as many, E'\u200b\u00ad' as zw;
\pset unicode_border_linestyle single
\pset unicode_column_linestyle double
\pset recordsep '\n'
\pset columns 40
select E'\x01\x02\x7f\u0085\u009f' as ctl, E'a\rb' as cr, E'a\r\nb' as crlf, E'\x1b[31m' as esc, E'tr\n' as trail, E'\n' as nl;
\pset fieldsep '\t'
\pset border 1
\pset columns 0
\pset expanded auto
select;
\pset numericlocale off
\pset recordsep '\n'
\pset expanded off
select from generate_series(1,3);
\pset expanded on
\pset unicode_column_linestyle double
\pset null '(null)'
select 1 as one, 'x' as two where false;
\pset tableattr '0.2 0.3'
\pset null '∅'
select 12345678.9 as n, -1234567 as i, 1e20::float8 as f, '-12345.5000'::numeric as m, 'NaN'::float8 as nan, '123456' as t, 0.00012 as s, 1234 as j, 999 as k;
\pset unicode_column_linestyle double
\pset footer on
\pset fieldsep ','
\pset expanded auto
values (1,'one'),(2,null),(3,''),(null,'  lead '),(-5,'|,;"''<&>\');
\pset recordsep ';'
\pset footer on
\pset unicode_column_linestyle single
\pset tableattr '0.2 0.3'
select ' ' as blank, 'a|b' as bar, 'say "hi"' as q, '<b>&amp;</b>' as html, '$x_{1}^2 #5% ~\z [a] <e>' as tex, E'.dot\n.x' as troff, '||a' as adoc, E'\\.' as dot;
\pset fieldsep '|'
\pset csv_fieldsep ' '
\pset null '<&|>'
\pset footer on
select repeat('word ',40) as long, repeat('x',90) as x, repeat('漢字',30) as kanji, 7 as n;
\pset footer on
\pset tableattr '1.5'
\pset border 2
\pset columns 0
select g, repeat(chr(96+g),g*9) as r, case when g%2=0 then E'l1\nl2 longer' end as m from generate_series(1,5) g;
\pset unicode_column_linestyle single
\pset recordsep '\n\n'
\pset footer on
\pset tableattr 'border=1'
select true as t, false as f, '2024-01-02'::date as d, array[1,null,3] as arr, '\x00ff'::bytea as b, interval '1 day 2 hours' as iv, row(1,'a') as r;
\pset columns 20
\pset unicode_column_linestyle single
\pset unicode_border_linestyle single
\pset csv_fieldsep '\t'
select '👍🏽👨‍👩‍👧🇩🇪' as emoji, 'ｱｲｳ' as half, 'ＡＢ' as full, 'אבג' as heb, 'กำ' as thai, '가각' as hangul, E'\u1100\u1161' as jamo;
