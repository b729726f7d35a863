-- A tour of minidb: SQL as PostgreSQL speaks it, and a look inside.

-- 1. Tables with types, defaults and constraints.
create table customers (
  id     int primary key,
  name   text not null,
  joined date default '2024-01-01'
);
create table orders (
  id       int primary key,
  customer int not null,
  placed   timestamp not null,
  amount   numeric(8,2) check (amount > 0)
);
insert into customers (id, name) values (1, 'Ada'), (2, 'Grace'), (3, 'Edgar');
insert into orders
  select i, i % 3 + 1, timestamp '2024-01-01' + i * interval '5 hours', (i * 37 % 100) + 0.99
  from generate_series(1, 200) as i;

-- 2. Queries: joins, groups, subqueries.
select c.name, count(*) as orders, sum(o.amount) as total, round(avg(o.amount), 2) as mean
from customers c join orders o on o.customer = c.id
group by c.name
order by total desc;

select date_trunc('week', placed)::date as week, count(*)
from orders
where amount > (select avg(amount) from orders)
group by week
order by week
limit 3;

-- 3. Errors are PostgreSQL's: text, position, detail.
select nome from customers;
insert into orders values (1, 1, '2024-02-30', 5);
insert into orders values (1, 1, '2024-02-29', 5);
insert into orders values (201, 1, '2024-02-29', -5);

-- 4. Transactions, and DDL inside them.
begin;
create table scratch (a int primary key);
insert into scratch values (1);
rollback;
select * from scratch;
begin;
delete from orders where customer = 1;
savepoint before_more;
delete from orders;
select count(*) from orders;
rollback to before_more;
select count(*) from orders;
rollback;
select count(*) from orders;

-- 5. Plans.
explain (costs off) select * from orders where id = 42;
explain (costs off)
  select c.name, sum(o.amount) from customers c join orders o on o.customer = c.id group by c.name;

-- 6. The catalogs are tables.
select attname, format_type(atttypid, atttypmod) as type, attnotnull
from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 order by attnum;

-- 7. What the end of the last transaction cost, counted; flip minidb.lock_release
--    and see what changes (more of it: README.md, testdata/compare.sql).
set minidb.lock_release = 'scan';
select count(*) from orders, customers;
select counter, value from minidb_stat_last_transaction
where strategy = 'lock_release' and counter in ('locks_released', 'buckets_visited', 'walks') order by counter;
set minidb.lock_release = 'owner_lists';
select count(*) from orders, customers;
select counter, value from minidb_stat_last_transaction
where strategy = 'lock_release' and counter in ('locks_released', 'buckets_visited', 'walks') order by counter;
