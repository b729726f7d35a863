-- set-returning functions in the keys of windows multiply the rows once
create table w (id int, v int);
insert into w select i, i % 2 from generate_series(1, 4) i;
select row_number() over (order by generate_series(1,3));
select unnest(array[3,1,2]) u, rank() over (order by unnest(array[3,1,2]));
select count(*) over (partition by generate_series(1,3));
select row_number() over w, count(*) over w from (values(1)) v window w as (order by generate_series(1,2));
select id, generate_series(1,2) x, sum(id) over (partition by generate_series(1,2) order by id) from w where id<3 order by 1, 2;
create table st as select row_number() over (order by generate_series(1,3)) r;
select count(*) from st;
select exists(select row_number() over (order by generate_series(1,3)) offset 3);
select generate_series(1,2) from generate_series(1,2) order by row_number() over (order by generate_series(1,2)), 1;
select * from (select unnest(array[3,1,2]) u, rank() over (order by unnest(array[3,1,2])) r) s where r<3;
select generate_series(1,2) g, row_number() over (order by v) from w where id < 3 order by 2, 1;
select generate_series(1,2) g, v, count(*) over (partition by v) from w order by 1, 2;
select v, generate_series(1,2) g, sum(count(*)) over (partition by generate_series(1,2) order by v) from w group by v, generate_series(1,2) order by 1, 2;
select v, generate_series(1, v + 1) g, rank() over (order by generate_series(1, v + 1)) + 1 from w order by 1, 2;
create view vs as select row_number() over (order by generate_series(1,3)) r;
select * from vs;
