-- Rows that are put into a partition directly
create table p(a int, b text not null, c int check (c > 0)) partition by list(a);
create table p1 partition of p for values in (1);
create table p2 (c int check (c>0), z int, b text not null, a int); alter table p2 drop z; alter table p2 rename constraint p2_c_check to p_c_check;
alter table p attach partition p2 for values in (2) ;
create table p3 partition of p for values in (3) partition by range (c);
create table p31 partition of p3 for values from (1) to (10);
create table pd partition of p default;
insert into p1 values (2,'x',1);
insert into p1 values (1,'x',1);
insert into p1 values (2,null,1);
insert into p1 values (2,'x',0);
update p1 set a = 2;
update p1 set a = 2, c = 0;
update p1 set c = 3;
insert into p2(a,b,c) values (1,'x',1);
insert into p2(a,b,c) values (2,'x',1);
insert into p31 values (3,'x',10);
insert into p31 values (4,'x',9);
insert into p31 values (3,'x',9);
insert into pd values (3,'x',9);
insert into pd values (null,'x',9);
create table p4 partition of p for values in (4);
insert into pd values (4,'x',9);
create table h(a int, b text) partition by hash (a, (lower(b)));
create table h0 partition of h for values with (modulus 2, remainder 0);
insert into h0 values (1, 'A');
insert into h0 values (2, 'B');
insert into h0 values (3, 'C');
insert into h0 values (4, 'D');
copy p1 from stdin;
1	x	4
2	y	5
\.
select * from p1; select * from p2; select * from h0;
