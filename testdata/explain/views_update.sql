-- INSERT, UPDATE and DELETE through views.
create table b (a int primary key, x text default 'bd', y int not null default 3 check (y < 1000));
create view v as select a, x as xx, a+1 as a1 from b where a > 0;
create view v1 as select a, x, y from b where y > 0;
create view v2 as select x as xx, a as aa, y as yy from v1 where a < 100 with cascaded check option;
create view v3 as select aa, xx, yy, aa * 2 as d from v2 where yy < 50 with local check option;
create view v4 as select * from v3 where xx <> 'no';
explain (costs off) update v set xx = 'q' where a1 = 2;
explain (verbose, costs off) update v set xx = 'q' where a1 = 2 returning a, a1;
explain (costs off) insert into v (a) select 1 from v;
explain (costs off) delete from v k using v j where k.a = j.a1;
explain (costs off) update v4 set xx = 'q' where aa = 5;
explain (costs off) insert into v4 (aa) values (1);
explain (costs off) insert into v2 (aa) values (1) on conflict (aa) do update set xx = excluded.xx where t.yy > 1;
explain (costs off) insert into v2 as t (aa) values (1) on conflict (aa) do update set xx = excluded.xx where t.yy > 1;
