-- How many rows lie beyond what ANALYZE saw, or within its first and last values: the
-- planner asks an index for the least and the greatest value that there is now. Without
-- an index on the column it believes the histogram.
create table events (id int, name text, half int, plain int, few int);
create index on events (id);
create index on events (name desc nulls first);
create index on events ((half * 2));
create index on events (few) where few > 0;
insert into events select i, 'k' || (100000 + i), i, i, i from generate_series(1, 10000) i;
insert into events values (null, null, null, null, null);
analyze events;

explain select * from events where id < 10;
explain select * from events where id <= 1;
explain select * from events where id < 1;
explain select * from events where id > 9990;
explain select * from events where id > 10000;
explain select * from events where plain < 10;
explain select * from events where plain > 9990;
explain select * from events where name < 'k100005';
explain select * from events where name >= 'k109995';

-- Rows that came afterwards.
insert into events select i, 'k' || (100000 + i), i, i, i from generate_series(10001, 10050) i;
insert into events values (-1000, 'a', -1000, -1000, -1000);
explain select * from events where id > 10000;
explain select * from events where id > 10040;
explain select * from events where id > 10050;
explain select * from events where id < 0;
explain select * from events where name > 'k110040';
explain select * from events where name < 'b';
explain select * from events where half * 2 > 20090;
explain select * from events where half * 2 < 0;
explain select * from events where few > 10040;
explain select * from events where plain > 10040;
explain select * from events where plain < 0;

-- Rows of others that are not finished count, and those that are deleted, while somebody
-- may see them.
begin;
insert into events values (1000000);
explain select * from events where id > 500000;
rollback;
explain select * from events where id > 500000;
begin;
delete from events where id > 10000;
explain select * from events where id > 10040;
rollback;
delete from events where id > 10000;
explain select * from events where id > 10040;
delete from events where id < 0;
explain select * from events where id < 0;

-- Two values.
create table two (a int);
create index on two (a);
insert into two select i from generate_series(1, 2) i;
analyze two;
insert into two values (100);
set enable_seqscan = off;
explain select * from two where a > 50;
explain select * from two where a < 2;
