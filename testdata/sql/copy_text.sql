-- COPY in text format: what comes in, what goes out.
create table t (a int primary key, b text, c numeric default 1.5, d int generated always as (a * 2) stored);
copy t from stdin;
1	one	1
2	\N	2.50
3		\N
\.
select * from t order by a;
copy t (b, a) from stdin;
escapes \b\f\n\r\t\v\\ \101\x42\q	4
split\
line	5
\\N	6
\.
select a, b, c, d from t where a > 3 order by a;
copy t to stdout;
copy t (b, a) to stdout with (delimiter '|', null 'NULL', header);
copy (select a, b from t where a < 3 order by a desc) to stdout;
copy (values (1, true, null::text), (2, false, 'x|y')) to stdout (delimiter '|');
copy (insert into t values (7, 'new') returning a, c, d) to stdout;
-- A failed COPY leaves nothing behind.
copy t from stdin;
10	x	1
11	y	oops
12	z	1
\.
copy t from stdin;
10	x
\.
copy t from stdin;
10	x	1	2
\.
copy t from stdin;
10	x	1
1	again	1
13	y	1
\.
copy t from stdin;
\N	x	1
\.
select count(*) from t;
-- Other characters, old syntax.
copy t from stdin delimiter ',' null 'nil';
20,x,nil
21,nil,7
\.
select a, b, c from t where a >= 20 order by a;
-- Defaults and conditions.
create table d (a int default 42, b text default 'none', c int);
copy d from stdin (default '\D');
1	\D	1
\D	b	\N
\.
copy d from stdin (default '\D');
1	x	\D
\.
copy d (c) from stdin where c > 1;
1
2
3
\.
select * from d order by a, c;
copy d from stdin where nope > 1;
copy d from stdin where a;
copy t from stdin where d > 1;
-- Header lines.
copy d from stdin (header);
whatever
5	five	5
\.
copy d from stdin (header match);
a	b	c
6	six	6
\.
copy d from stdin (header match);
a	b
6	six	6
\.
copy d from stdin (header match);
a	x	c
6	six	6
\.
copy d from stdin (header match);
a	\N	c
6	six	6
\.
select * from d where a in (5, 6);
-- Rows that cannot be read.
copy d (a) from stdin (on_error ignore);
100
x
99999999999
101
\.
copy d (a) from stdin (on_error ignore, log_verbosity verbose);
y
102
\.
copy d (a) from stdin (on_error ignore, log_verbosity silent);
y
103
\.
copy d (a) from stdin (on_error ignore, reject_limit 1);
y
z
104
\.
select a from d where a >= 100 order by a;
-- Constraints.
create table k (a int check (a > 0), b varchar(3) not null, c int unique);
copy k from stdin;
1	abc	1
0	abc	2
\.
copy k from stdin;
1	abcd	1
\.
copy k from stdin;
1	abc	1
1	\N	2
\.
copy k from stdin;
1	abc	1
1	def	1
bad	def	2
\.
copy k from stdin;
1	abc	99999999999
\.
copy k from stdin;
1	abc	01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789
\.
select * from k;
-- Transactions.
begin;
copy k from stdin;
1	abc	1
2	def	2
\.
savepoint s;
copy k from stdin;
3	ghi	2
\.
select * from k;
rollback to s;
select * from k order by a;
commit;
begin read only;
copy k from stdin;
rollback;
begin read only;
copy k to stdout;
commit;
-- Ends of data.
create table e (a text);
copy e from stdin;
\.
copy e from stdin;

a\.b
\.
copy e to stdout;
copy e from stdin;
x\.
\.
copy e from stdin;
\.x
\.
-- No columns, types of all kinds.
create table z ();
copy z from stdin;


\.
copy z from stdin;
1
\.
select count(*) from z;
create table types (a bool, b int[], c date, d timestamptz, e bytea, f text[], g interval, h uuid, i float8);
copy types from stdin;
t	{1,2,NULL}	2024-02-29	2024-01-01 00:00:00+00	\\x00ff	{"a b","c\\"d",x}	1 day 02:00	a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11	1e100
\.
set timezone = 'UTC';
copy types to stdout;
copy types (b) from stdin;
{1,
\.
copy types (c) from stdin;
2024-02-30
\.
