-- options: -P format=asciidoc
\pset unicode_header_linestyle single
\pset numericlocale on
\pset tuples_only on
select 1 as a, 'x' as b, null as c;
\pset tuples_only off
\pset csv_fieldsep ' '
\pset expanded off
select E'a\tb' as tab, '日本語テキスト' as wide, E'e\u0301a\u0308' as comb, E'three\nlines\n\nof' as many, E'\u200b\u00ad' as zw;
\pset unicode_column_linestyle double
\pset title 'A title'
\pset expanded auto
select E'\x01\x02\x7f\u0085\u009f' as ctl, E'a\rb' as cr, E'a\r\nb' as crlf, E'\x1b[31m' as esc, E'tr\n' as trail, E'\n' as nl;
\pset columns 80
\pset footer off
\pset unicode_column_linestyle double
select;
\pset tableattr 'border=1'
\pset footer off
\pset columns 0
select from generate_series(1,3);
\pset tableattr '1.5'
\pset footer off
\pset recordsep '\n'
\pset unicode_header_linestyle single
select 1 as one, 'x' as two where false;
\pset tableattr '1.5'
\pset fieldsep '日'
\pset recordsep ';'
\pset tuples_only off
select 12345678.9 as n, -1234567 as i, 1e20::float8 as f, '-12345.5000'::numeric as m, 'NaN'::float8 as nan, '123456' as t, 0.00012 as s, 1234 as j, 999 as k;
\pset footer off
\pset csv_fieldsep '|'
\pset tableattr 
values (1,'one'),(2,null),(3,''),(null,'  lead '),(-5,'|,;"''<&>\');
\pset expanded auto
\pset border 0
\pset recordsep ';'
select ' ' as blank, 'a|b' as bar, 'say "hi"' as q, '<b>&amp;</b>' as html, '$x_{1}^2 #5% ~\z [a] <e>' as tex, E'.dot\n.x' as troff, '||a' as adoc, E'\\.' as dot;
\pset null '<&|>'
\pset numericlocale on
\pset recordsep '\n'
\pset expanded off
select repeat('word ',40) as long, repeat('x',90) as x, repeat('漢字',30) as kanji, 7 as n;
\pset unicode_column_linestyle single
\pset unicode_border_linestyle double
\pset footer on
select g, repeat(chr(96+g),g*9) as r, case when g%2=0 then E'l1\nl2 longer' end as m from generate_series(1,5) g;
\pset expanded off
\pset unicode_header_linestyle double
\pset linestyle unicode
\pset fieldsep '|'
select true as t, false as f, '2024-01-02'::date as d, array[1,null,3] as arr, '\x00ff'::bytea as b, interval '1 day 2 hours' as iv, row(1,'a') as r;
\pset footer off
\pset tableattr '1.5'
\pset border 2
\pset columns 40
select '👍🏽👨‍👩‍👧🇩🇪' as emoji, 'ｱｲｳ' as half, 'ＡＢ' as full, 'אבג' as heb, 'กำ' as thai, '가각' as hangul, E'\u1100\u1161' as jamo;
