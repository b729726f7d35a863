-- Orders, their lines, customers, parts and suppliers, as in TPC-H but smaller:
-- scale holds the number of orders, from which all else follows. Values look
-- random and are the same everywhere: remainders of squares by primes.
create table scale as select 1500 orders;
create table region (r_regionkey int primary key, r_name char(25) not null);
create table nation (n_nationkey int primary key, n_name char(25) not null, n_regionkey int not null);
create table supplier (s_suppkey int primary key, s_name char(25) not null, s_nationkey int not null, s_acctbal numeric(15,2) not null);
create table part (p_partkey int primary key, p_name varchar(55) not null, p_brand char(10) not null, p_type varchar(25) not null, p_size int not null, p_container char(10) not null, p_retailprice numeric(15,2) not null);
create table partsupp (ps_partkey int not null, ps_suppkey int not null, ps_availqty int not null, ps_supplycost numeric(15,2) not null, primary key (ps_partkey, ps_suppkey));
create table customer (c_custkey int primary key, c_name varchar(25) not null, c_nationkey int not null, c_phone char(15) not null, c_acctbal numeric(15,2) not null, c_mktsegment char(10) not null);
create table orders (o_orderkey int primary key, o_custkey int not null, o_orderstatus char(1) not null, o_totalprice numeric(15,2) not null, o_orderdate date not null, o_orderpriority char(15) not null, o_shippriority int not null);
create table lineitem (l_orderkey int not null, l_linenumber int not null, l_partkey int not null, l_suppkey int not null, l_quantity numeric(15,2) not null, l_extendedprice numeric(15,2) not null, l_discount numeric(15,2) not null, l_tax numeric(15,2) not null, l_returnflag char(1) not null, l_linestatus char(1) not null, l_shipdate date not null, l_commitdate date not null, l_receiptdate date not null, l_shipinstruct char(25) not null, l_shipmode char(10) not null, primary key (l_orderkey, l_linenumber));

insert into region select n - 1, (array['AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'])[n] from generate_series(1, 5) n;
insert into nation select n, 'NATION ' || n, n % 5 from generate_series(0, 24) n;
insert into supplier select n, 'Supplier#' || n, n * n * 31 % 101 % 25, (n * n * 48271 % 1099511 - 99999) / 100.0
  from scale, generate_series(1, orders / 150) n;
insert into part
  select n, (array['almond','blush','forest','green','ivory','linen','navy','plum'])[1 + r % 8] || ' ' || (array['chiffon','khaki','puff','rose','steel'])[1 + r / 8 % 5],
    'Brand#' || 1 + r % 5 || 1 + r / 5 % 5,
    (array['STANDARD','SMALL','MEDIUM','LARGE','ECONOMY','PROMO'])[1 + r / 25 % 6] || ' ' || (array['TIN','NICKEL','BRASS','STEEL','COPPER'])[1 + r / 150 % 5],
    1 + r % 50, (array['SM','LG','MED','JUMBO','WRAP'])[1 + r / 3 % 5] || ' ' || (array['CASE','BOX','BAG','JAR','PKG','PACK','CAN','DRUM'])[1 + r / 7 % 8],
    (90000 + n / 10 % 20001 + 100 * (n % 1000)) / 100.0
  from (select n, (n::bigint * n * 69621 % 1000003)::int r from scale, generate_series(1, orders * 2 / 15) n) x;
insert into partsupp select n, 1 + (n + k * (s / 4 + 1)) % s, 1 + n * (k + 3) * 7919 % 9999, (100 + n * (k + 1) * 6971 % 99901) / 100.0
  from (select orders / 150 s, orders * 2 / 15 p from scale) x, generate_series(1, p) n, generate_series(0, 3) k;
insert into customer select n, 'Customer#' || n, r % 25, 10 + r % 25 || '-' || 100 + r % 900 || '-' || 1000 + r % 9000, (r % 1099999 - 99999) / 100.0,
    (array['AUTOMOBILE','BUILDING','FURNITURE','MACHINERY','HOUSEHOLD'])[1 + r / 25 % 5]
  from (select n, (n::bigint * n * 40692 % 1299709)::int r from scale, generate_series(1, orders / 10) n) x;
insert into orders select n, 1 + r % (orders / 10), case when d < date '1995-03-15' then 'F' else 'O' end, 0, d,
    (array['1-URGENT','2-HIGH','3-MEDIUM','4-NOT SPECIFIED','5-LOW'])[1 + r / 7 % 5], 0
  from (select n, orders, r, date '1992-01-01' + r / 11 % 2406 d
    from (select n, orders, (n::bigint * n * 48271 % 15485863)::int r from scale, generate_series(1, orders) n) x) y;
insert into lineitem
  select o_orderkey, k, p, 1 + (p + r / 5 % 4 * (s / 4 + 1)) % s, q, q * p_retailprice, r / 13 % 11 / 100.0, r / 17 % 9 / 100.0,
    case when ship + 1 + r / 19 % 30 > date '1995-06-17' then 'N' when r % 2 = 0 then 'R' else 'A' end,
    case when ship > date '1995-06-17' then 'O' else 'F' end,
    ship, o_orderdate + 30 + r / 23 % 61, ship + 1 + r / 19 % 30,
    (array['DELIVER IN PERSON','COLLECT COD','NONE','TAKE BACK RETURN'])[1 + r / 29 % 4],
    (array['REG AIR','AIR','RAIL','SHIP','TRUCK','MAIL','FOB'])[1 + r / 31 % 7]
  from (select o_orderkey, k, r, orders / 150 s, 1 + r % (orders * 2 / 15) p, 1 + r / 3 % 50 q, o_orderdate, o_orderdate + 1 + r / 37 % 121 ship
    from (select o_orderkey, k, o_orderdate, orders, ((o_orderkey * 8::bigint + k) * (o_orderkey * 8 + k) * 39373 % 32452843)::int r
      from scale, orders, generate_series(1, 7) k where k <= 1 + o_orderkey * 7919 % 7) x) y join part on p_partkey = p;
update orders set o_totalprice = t from (select l_orderkey, round(sum(l_extendedprice * (1 + l_tax) * (1 - l_discount)), 2) t from lineitem group by 1) x where l_orderkey = o_orderkey;
create index on supplier (s_nationkey);
create index on customer (c_nationkey);
create index on orders (o_custkey);
create index on orders (o_orderdate);
create index on lineitem (l_shipdate);
create index on lineitem (l_partkey, l_suppkey);

-- pricing: a report over nearly all lines
select l_returnflag, l_linestatus, sum(l_quantity) quantity, sum(l_extendedprice) base, sum(l_extendedprice * (1 - l_discount)) discounted,
  sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)) charged, avg(l_quantity) avg_quantity, avg(l_extendedprice) avg_price, avg(l_discount) avg_discount, count(*)
from lineitem where l_shipdate <= date '1998-12-01' - 80 group by 1, 2 order by 1, 2;

-- shipping: the dearest orders of a segment that had not been shipped on a day
select o_orderkey, sum(l_extendedprice * (1 - l_discount)) revenue, o_orderdate, o_shippriority
from customer, orders, lineitem
where c_mktsegment = 'BUILDING' and c_custkey = o_custkey and l_orderkey = o_orderkey and o_orderdate < date '1995-03-20' and l_shipdate > date '1995-03-20'
group by o_orderkey, o_orderdate, o_shippriority order by revenue desc, o_orderdate, o_orderkey limit 10;

-- priority: orders of a quarter with a late line
select o_orderpriority, count(*) from orders
where o_orderdate >= date '1993-10-01' and o_orderdate < date '1993-10-01' + interval '3 months'
  and exists (select from lineitem where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)
group by o_orderpriority order by o_orderpriority;

-- local: revenue where customer and supplier are of one nation
select n_name, sum(l_extendedprice * (1 - l_discount)) revenue
from customer, orders, lineitem, supplier, nation, region
where c_custkey = o_custkey and l_orderkey = o_orderkey and l_suppkey = s_suppkey and c_nationkey = s_nationkey and s_nationkey = n_nationkey
  and n_regionkey = r_regionkey and r_name = 'EUROPE' and o_orderdate >= date '1995-01-01' and o_orderdate < date '1996-01-01'
group by n_name order by revenue desc, n_name;

-- forecast: what a lower discount would have brought
select sum(l_extendedprice * l_discount) revenue, count(*) from lineitem
where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01' and l_discount between 0.05 and 0.07 and l_quantity < 24;

-- returned: customers who sent most back
select c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) revenue, c_acctbal, n_name, c_phone
from customer, orders, lineitem, nation
where c_custkey = o_custkey and l_orderkey = o_orderkey and o_orderdate >= date '1993-07-01' and o_orderdate < date '1993-10-01' and l_returnflag = 'R' and c_nationkey = n_nationkey
group by c_custkey, c_name, c_acctbal, c_phone, n_name order by revenue desc, c_custkey limit 20;

-- modes: late lines by how they were shipped
select l_shipmode, sum(case when o_orderpriority in ('1-URGENT', '2-HIGH') then 1 else 0 end) high, sum(case when o_orderpriority not in ('1-URGENT', '2-HIGH') then 1 else 0 end) low
from orders join lineitem on o_orderkey = l_orderkey
where l_shipmode in ('MAIL', 'SHIP') and l_commitdate < l_receiptdate and l_shipdate < l_commitdate and l_receiptdate >= date '1994-01-01' and l_receiptdate < date '1995-01-01'
group by l_shipmode order by l_shipmode;

-- promotion: its share of a month's revenue
select round(100.00 * sum(case when p_type like 'PROMO%' then l_extendedprice * (1 - l_discount) else 0 end) / sum(l_extendedprice * (1 - l_discount)), 6) promo
from lineitem, part where l_partkey = p_partkey and l_shipdate >= date '1995-09-01' and l_shipdate < date '1995-10-01';

-- large: orders of many pieces
select c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice, sum(l_quantity) quantity
from customer, orders, lineitem
where o_orderkey in (select l_orderkey from lineitem group by l_orderkey having sum(l_quantity) > 230) and c_custkey = o_custkey and o_orderkey = l_orderkey
group by c_name, c_custkey, o_orderkey, o_orderdate, o_totalprice order by o_totalprice desc, o_orderdate, o_orderkey limit 100;

-- brands: revenue of three kinds of parts
select sum(l_extendedprice * (1 - l_discount)) revenue, count(*) from lineitem, part
where p_partkey = l_partkey and l_shipmode in ('AIR', 'REG AIR') and l_shipinstruct = 'DELIVER IN PERSON'
  and (p_brand = 'Brand#12' and p_container in ('SM CASE', 'SM BOX', 'SM PACK', 'SM PKG') and l_quantity between 1 and 11 and p_size between 1 and 15
    or p_brand = 'Brand#23' and p_container in ('MED BAG', 'MED BOX', 'MED PKG', 'MED PACK') and l_quantity between 10 and 20 and p_size between 1 and 30
    or p_brand = 'Brand#34' and p_container in ('LG CASE', 'LG BOX', 'LG PACK', 'LG PKG') and l_quantity between 20 and 30 and p_size between 1 and 45);
