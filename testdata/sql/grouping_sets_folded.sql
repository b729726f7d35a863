-- Keys that are the same value once constants are folded are two keys: a grouping set may lack one of them.
-- (Where such a key stands in HAVING or inside another expression PostgreSQL 18 takes one for the other; minidb does not.)
create type mood as enum ('sad','ok','happy');
create table u (b int, t text);
insert into u values (1,'a'),(2,'b');
select coalesce('happy'::mood, 'ok'::mood), count(*) from u group by cube (coalesce('happy'::mood, 'ok'::mood), greatest('sad'::mood, 'happy'::mood)) order by 1;
select coalesce(1, 2), greatest(1, 0), grouping(coalesce(1, 2)), grouping(greatest(1,0)), count(*) from u group by grouping sets ((coalesce(1, 2)), (greatest(1, 0))) order by 1, 2;
select * from (select b+0 x, b+(1-1) y, grouping(b+0), grouping(b+(1-1)), count(*) from u group by grouping sets (b+0, b+(1-1)) offset 0) q order by 1, 2;
drop table u;
drop type mood;
