-- options: -H
create temp table t (a int);
insert into t values (1) returning a;
\pset tableattr 'class="x"'
table t;
\T
\C 'A <title>'
table t;
