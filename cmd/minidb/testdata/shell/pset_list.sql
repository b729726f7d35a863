-- options: 
\pset
\pset border 2
\pset fieldsep_zero
\pset null 'it''s'
\pset tableattr 'x y'
\pset title t
\pset expanded auto
\pset recordsep '\n\n'
\pset recordsep
\pset recordsep '\n'
\pset recordsep
\pset format a
\pset format al
\pset format un
\pset format latex-
\pset linestyle u
\pset linestyle old
\pset border -1
\pset border 99999999
\pset pager off
\pset pager on
\pset pager
\pset pager_min_lines 1
\pset
