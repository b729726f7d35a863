-- Names of not-null constraints, written with a column and with the table.
create table n1 (a int, b int, constraint first not null a, not null b);
create table n2 (a int not null, constraint second not null a);
create table n3 (a int constraint same not null, constraint same not null a);
select conname, conrelid::regclass from pg_constraint where contype = 'n' and conrelid in ('n1'::regclass, 'n2'::regclass, 'n3'::regclass) order by 2, 1;
drop table n1, n2, n3;
