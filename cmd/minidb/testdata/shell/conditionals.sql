-- options: -a
\if true
select 'yes';
\else
select 'no';
\endif
\if off
select 1/0;
\elif 1
\echo elif
\elif nonsense
\echo not evaluated
\else
\echo else
\endif
\if false
  \if true
  \echo inner
  \else
  \echo inner else
  \endif
  \echo `echo not run` :x 'a'
  \set x 1
  \i nofile
  \q
\endif
\if nonsense
\echo no
\else
\echo not a boolean is false
\endif
select
\if 1
  'part' as a,
\else
  'other' as b, (((
\endif
  1 as last;
\elif
\else
\endif
\if 1
\else
\else
\elif x
\endif
\set v yes
\if :v
\echo :v
\endif
\if :{?v} \echo same line \endif
\if :{?w}
\echo w
\endif
\if 0
\bad
\endif
\echo end \if 1
