create table "a	b" (x int);
create table t (a int default 1, b text default E'x\ny');
\d t
\dt
