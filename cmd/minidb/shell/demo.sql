-- The data of the documentation's examples: the same rows each time.

create table employees (
    id         int primary key,
    name       text not null,
    department text not null,
    salary     numeric(8, 2) not null check (salary > 0),
    manager    int references employees,
    hired      date not null
);
insert into employees values
    (1, 'Ada', 'management', 9200, null, '2015-03-01'),
    (2, 'Grace', 'engineering', 7900, 1, '2016-05-15'),
    (3, 'Edgar', 'engineering', 6400, 2, '2018-01-10'),
    (4, 'Barbara', 'engineering', 6400, 2, '2018-09-01'),
    (5, 'Donald', 'engineering', 5800, 3, '2021-02-01'),
    (6, 'Frances', 'sales', 7100, 1, '2016-11-01'),
    (7, 'Alan', 'sales', 4900, 6, '2019-04-01'),
    (8, 'Hedy', 'sales', 5300, 6, '2019-04-01'),
    (9, 'Leslie', 'sales', 4900, 6, '2023-07-01'),
    (10, 'Katherine', 'support', 6000, 1, '2017-08-01'),
    (11, 'Dennis', 'support', 4200, 10, '2020-10-01'),
    (12, 'Jean', 'support', 4200, 10, '2024-01-15');

-- Twelve months of orders, a hundred a month, in a partition each.
create table orders (
    id         int not null,
    ordered_on date not null,
    customer   text not null,
    seller     int, -- of employees
    amount     numeric(8, 2) not null,
    primary key (ordered_on, id)
) partition by range (ordered_on);
create table orders_2025_01 partition of orders for values from ('2025-01-01') to ('2025-02-01');
create table orders_2025_02 partition of orders for values from ('2025-02-01') to ('2025-03-01');
create table orders_2025_03 partition of orders for values from ('2025-03-01') to ('2025-04-01');
create table orders_2025_04 partition of orders for values from ('2025-04-01') to ('2025-05-01');
create table orders_2025_05 partition of orders for values from ('2025-05-01') to ('2025-06-01');
create table orders_2025_06 partition of orders for values from ('2025-06-01') to ('2025-07-01');
create table orders_2025_07 partition of orders for values from ('2025-07-01') to ('2025-08-01');
create table orders_2025_08 partition of orders for values from ('2025-08-01') to ('2025-09-01');
create table orders_2025_09 partition of orders for values from ('2025-09-01') to ('2025-10-01');
create table orders_2025_10 partition of orders for values from ('2025-10-01') to ('2025-11-01');
create table orders_2025_11 partition of orders for values from ('2025-11-01') to ('2025-12-01');
create table orders_2025_12 partition of orders for values from ('2025-12-01') to ('2026-01-01');
insert into orders
select n,
       date '2025-01-01' + make_interval(months => (n - 1) / 100) + make_interval(days => (n * 17) % 28),
       (array['Alps Bakery', 'Blue Mill', 'Corner Shop', 'Delta Foods', 'East Market'])[n * 7 % 5 + 1],
       (array[7, 8, 9])[n * 11 % 3 + 1],
       (500 + (n * n * 31 + n * 7919) % 47777) / 100.0
from generate_series(1, 1200) n;
create index on orders (customer);

-- A week of hourly readings; sensor 4 was silent for a night.
create table sensors (
    id   int primary key,
    room text not null,
    unit text not null
);
insert into sensors values (1, 'cellar', 'C'), (2, 'office', 'C'), (3, 'office', '%'), (4, 'roof', 'C');
create table readings (
    sensor int references sensors,
    taken  timestamp,
    value  numeric(5, 1) not null,
    primary key (sensor, taken)
);
insert into readings
select s, timestamp '2025-06-02' + make_interval(hours => h),
       case s when 1 then 12 + h % 3 * 0.1
              when 2 then 21 + (h % 24 - 12) * (12 - h % 24) / 48.0 + h * 5 % 7 * 0.1
              when 3 then 45 + h * 3 % 11
              else 18 - (h % 24 - 14) * (h % 24 - 14) / 12.0 + h / 24 end
from generate_series(1, 4) s, generate_series(0, 167) h
where not (s = 4 and h between 70 and 79);

analyze employees, orders, sensors, readings;
