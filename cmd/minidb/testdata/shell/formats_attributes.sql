-- options:
\pset format aligned
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format unaligned
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format wrapped
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format csv
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format html
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format asciidoc
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format latex
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format latex-longtable
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset format troff-ms
\pset expanded off
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset expanded on
\pset tableattr ''
select 1 as a, 'b & c' as "b_c";
\pset tableattr 'border=1'
select 1 as a, 'b & c' as "b_c";
\pset tableattr '0.2 0.3'
select 1 as a, 'b & c' as "b_c";
\pset tableattr
select 1 as a, 'b & c' as "b_c";
\pset
