-- How many rows of a join x = ANY (array column) lets through, and what it leads to.
create table ja (id int, e int[]);
create table jb (id int, a int);
explain select * from ja, jb where jb.a = any (ja.e);
explain select * from ja, jb where jb.a <> all (ja.e);
explain select * from ja, jb where (jb.a = any (ja.e)) is not true;
explain select * from ja, jb where (jb.a = any (ja.e)) is true and ja.id = jb.id;
explain select * from ja, jb where jb.a < any (ja.e);
explain select * from ja, jb where jb.a > all (ja.e);
explain select * from ja, jb where jb.a = any (array[ja.id, ja.id + 1, 3]);
explain select * from ja, jb where 3 = any (array[ja.id, jb.id]);
explain select * from ja where ja.id = any (ja.e);
explain select * from ja where ja.id <> all (ja.e);
