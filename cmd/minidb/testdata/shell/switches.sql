-- options:
\t on
\t
\t off
\t maybe
\pset t on
\pset t
\pset footer
\pset footer on
\pset footer what
\pset numericlocale
\pset numericlocale off
\pset expanded on
\pset x off
\pset pager off
\pset pager
\pset pager always
\pset pager 1
\T ''
\T
\C ''
\pset
\C
\f ''
\f
\pset border -1
\pset border 7
select 1;
\pset border x
\pset columns -5
\pset format
\pset format l
\pset format troff
\pset format a
\pset format as
\pset linestyle o
\pset linestyle x
\pset unicode_border_linestyle d
\pset unicode_header_linestyle q
\pset csv_fieldsep ab
\pset csv_fieldsep '\n'
\pset nosuch
\pset nosuch 1
\pset null
\a
\a
\H
\H
\x on
\x auto
\x
\x maybe
