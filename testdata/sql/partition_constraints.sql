-- Bounds of all kinds, and what rows of a partition fulfil
create type en as enum ('a','b','c');
create table v(a varchar(10)) partition by list(a); create table v1 partition of v for values in ('x','y'); create table v2 partition of v for values in ('z'); create table v3 partition of v default;
create table bp(a char(10)) partition by list(a); create table bp1 partition of bp for values in ('x','y'); create table bp2 partition of bp for values in ('z'); create table bp3 partition of bp for values in (null);
create table e(a en) partition by list(a); create table e1 partition of e for values in ('a','b'); create table e2 partition of e for values in ('c');
create table ar(a int[]) partition by list(a); create table ar1 partition of ar for values in ('{1}','{2}'); create table ar2 partition of ar for values in ('{3}'); create table ar3 partition of ar default;
create table rr(a int, b varchar, c en) partition by range (a, b, (a+1), c); create table rr1 partition of rr for values from (1,'a',1,'a') to (1,'b',minvalue,minvalue); create table rr2 partition of rr for values from (1, 'b', 1, minvalue) to (1,'b',1,'c'); create table rr3 partition of rr for values from (1,'b',1,'c') to (2,maxvalue,maxvalue,maxvalue);  create table rr4 partition of rr for values from (2,maxvalue,maxvalue,maxvalue) to (maxvalue,maxvalue,maxvalue,maxvalue); create table rr5 partition of rr default;
create table rz(a int) partition by range(a); create table rz1 partition of rz for values from (minvalue) to (maxvalue); create table rz2 partition of rz default;
create table ry(a int) partition by range(a); create table ry2 partition of ry default;
create table rx(a int,b int) partition by range(a,b); create table rx1 partition of rx for values from (1,2) to (3,4); create table rx2 partition of rx default; create table rx3 partition of rx for values from (5,2) to (5,maxvalue) partition by list(b); create table rx4 partition of rx3 for values in (7);create table rx5 partition of rx3 default;
create table h(a int, b varchar, c en) partition by hash(a,(lower(b)),c); create table h1 partition of h for values with (modulus 4, remainder 1);
create table bo(a bool) partition by list(a); create table bo1 partition of bo for values in (true,false);
create table nu(a numeric(5,2), b int) partition by list(a); create table nu1 partition of nu for values in (1.5,'2'); 
create table nx(a int) partition by list(a); create table nx1 partition of nx default; 
create table ny(a int) partition by list(a); create table ny1 partition of ny default;  create table ny2 partition of ny for values in (null);
select relname, pg_get_expr(relpartbound, oid), regexp_replace(pg_get_partition_constraintdef(oid), '''\d+''::oid', 'OID') from pg_class where relnamespace = 'public'::regnamespace and relispartition order by 1;
select relname, pg_get_partkeydef(oid) from pg_class where relnamespace = 'public'::regnamespace and relkind='p' order by 1;
