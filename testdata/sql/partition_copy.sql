create table p (a int, b text, c int default 5) partition by list (a);
create table p1 partition of p for values in (1, 2);
create table p2 partition of p for values in (3, null) partition by range (c);
create table p2a partition of p2 for values from (0) to (10);
create table p2b (c int, a int, zz int, b text);
alter table p2b drop column zz;
alter table p2 attach partition p2b for values from (10) to (20);
create table pd partition of p default;
copy p from stdin;
1	copied	100
3	copied	19
7	def	1
\.
copy p from stdin;
1	copied	101
3	copied	20
\.
copy p2b from stdin;
11	3	x
25	3	x
\.
select tableoid::regclass, * from p order by p.tableoid::regclass::text, 2, 3, 4;
copy p (a, c) from stdin with (freeze);
\.
copy p to stdout;
copy (select * from p order by a, c) to stdout;
copy p2b to stdout;
create table lp (a int, b text) partition by list (lower(b));
create table lp1 partition of lp for values in ('a');
insert into lp values (1, 'A'), (2, 'b');
insert into lp values (1, 'A');
insert into lp1 values (2, 'b');
create table rr (a int, b text) partition by range (a, (b || 'x'));
create table rr1 partition of rr for values from (1, 'a') to (5, minvalue);
insert into rr values (1, 'b'), (3, null);
insert into rr values (5, 'b');
insert into rr values (0, repeat('long', 50));
insert into rr values (3, 'q') returning rr;
create view v as select * from p where a < 3 with check option;
insert into v values (3, 'x', 1);
insert into v values (2, 'x', 1) returning *;
prepare ins as insert into p values ($1, $2, $3) returning tableoid::regclass, a;
execute ins(1, 'a', 1);
execute ins(3, 'a', 15);
execute ins(3, 'a', 5);
alter table p detach partition p1;
execute ins(1, 'a', 1);
create table p1n partition of p for values in (1);
create table p1n partition of p for values in (77);
execute ins(1, 'a', 1);
explain (costs off) insert into p values (1);
explain (costs off, analyze, timing off, summary off, buffers off) insert into p values (1);
