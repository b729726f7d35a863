-- A tour of minidb: SQL as PostgreSQL speaks it, and a look inside. The data is that
-- of all examples; minidb --demo loads it too.
\demo
\d

-- 1. Tables with types, defaults and constraints.
\d employees
create table bonuses (
  employee int primary key references employees,
  paid_on  date default '2025-12-15',
  amount   numeric(8,2) check (amount > 0)
);
insert into bonuses (employee, amount)
  select seller, round(sum(amount) / 1000, 2) from orders group by seller;
select * from bonuses order by employee;

-- 2. Queries: joins, groups, subqueries.
select e.name, count(*) as orders, sum(o.amount) as total, round(avg(o.amount), 2) as mean
from employees e join orders o on o.seller = e.id
group by e.name
order by total desc;

select date_trunc('month', ordered_on)::date as month, count(*)
from orders
where amount > (select avg(amount) from orders)
group by month
order by month
limit 3;

-- 3. Errors are PostgreSQL's: text, position, detail.
select nome from employees;
insert into bonuses values (1, '2025-02-30', 5);
insert into bonuses values (7, '2025-02-28', 5);
insert into bonuses values (1, '2025-02-28', -5);
delete from employees where name = 'Grace';

-- 4. Transactions, and DDL inside them.
begin;
create table scratch (a int primary key);
insert into scratch values (1);
rollback;
select * from scratch;
begin;
delete from orders where customer = 'Blue Mill';
savepoint before_more;
delete from orders;
select count(*) from orders;
rollback to before_more;
select count(*) from orders;
rollback;
select count(*) from orders;

-- 5. Partitions: orders has one for each month. Rows find theirs, and move.
\dP
update orders set ordered_on = '2025-12-24' where id = 1100
  returning tableoid::regclass as partition, id, ordered_on;
select tableoid::regclass as partition, count(*), sum(amount)
from orders where ordered_on >= '2025-11-01' group by 1 order by 1;
insert into orders values (1201, '2026-01-01', 'Blue Mill', 7, 10);
explain (analyze, costs off, timing off, summary off, buffers off)
  update orders set amount = amount + 1 where ordered_on between '2025-02-25' and '2025-03-02';

-- 6. Plans.
explain (costs off) select * from readings where sensor = 2 and taken = '2025-06-03';
explain (costs off)
  select e.name, sum(o.amount) from employees e join orders o on o.seller = e.id group by e.name;

-- 7. The catalogs are tables.
select attname, format_type(atttypid, atttypmod) as type, attnotnull
from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 order by attnum;

-- 8. What the end of the last transaction cost, counted; flip minidb.lock_release
--    and see what changes (more of it: README.md, testdata/compare.sql).
set minidb.lock_release = 'scan';
select count(*) from orders, employees;
select counter, value from minidb_stat_last_transaction
where strategy = 'lock_release' and counter in ('locks_released', 'buckets_visited', 'walks') order by counter;
set minidb.lock_release = 'owner_lists';
select count(*) from orders, employees;
select counter, value from minidb_stat_last_transaction
where strategy = 'lock_release' and counter in ('locks_released', 'buckets_visited', 'walks') order by counter;
