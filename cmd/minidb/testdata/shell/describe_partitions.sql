-- options: -q
-- the examples' data: a table partitioned by month, and changes to it
\i ../../shell/demo.sql
\d+ orders
\dt
\dt+
\dP+
\dP
\di
\di+
\dPi+
\dPtn+
\d orders_2025_03
\d+ orders_2025_03
\d orders_2025_03_pkey
\d+ orders_pkey
explain (costs off) select * from orders where ordered_on = '2025-03-01' and id = 42;
explain select * from orders where ordered_on = '2025-03-01';
explain (analyze, costs off, timing off, summary off, buffers off) update orders set amount = amount + 1 where ordered_on between '2025-02-10' and '2025-03-05';
insert into orders values (9999, '2026-01-01', 'x', 1, 1);
insert into orders values (1201, '2025-12-31', 'x', 99, 1);
update orders set ordered_on = '2025-06-01' where id = 5 returning tableoid::regclass, *;
select tableoid::regclass, count(*), sum(amount) from orders group by 1 order by 1;
alter table orders detach partition orders_2025_12;
\d+ orders_2025_12
\d orders
create table orders_rest partition of orders default;
\d+ orders_rest
alter table orders attach partition orders_2025_12 for values from ('2025-12-01') to ('2026-01-01');
drop table orders_2025_01;
\d orders
