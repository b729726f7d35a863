-- COPY's defaults, generated columns, constraints and indexes are those of INSERT.
create table d (a int, b date default current_date, c text default upper('x' || 1), d int[] default array[1,2], e timestamptz default now(), f float8 default random(), g text default '5'::int::text, h varchar(3) default 'abc', i text generated always as (upper(coalesce(c, 'n')) || a::text) stored, check (a < 100 and c <> 'bad'));
create unique index on d ((a % 10)) where a > 5;
copy d (a) from stdin;
1
2
6
\.
select a, b = current_date, c, d, e <= now(), f between 0 and 1, g, h, i from d;
copy d (a, c) from stdin;
7	q
16	r
\.
select count(*) from d;
begin;
copy d (a) from stdin;
3
\.
select count(*) from d;
rollback;
select count(*) from d;
