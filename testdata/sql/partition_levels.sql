-- Combinations: several levels, several subcommands, clauses that do not go together
create table p (a int, b int) partition by list (a);
create table p1 partition of p for values in (1) with (fillfactor=50);
create table p2 partition of p for values in (2) using heap;
create unlogged table p3 partition of p for values in (3);
create temp table pt partition of p for values in (4);
create table if not exists p1 partition of p for values in (9);
create table p10 partition of p for values in (10) on commit drop;
create table p11 (like p) partition by list (b);
alter table p attach partition p11 for values in (11), attach partition p2 for values in (12);
alter table p attach partition p11 for values in (11), add column z int;
alter table p detach partition p11, drop column z;
drop table if exists p12, p1;
drop table p1;
truncate p1, p;
create trigger t before insert on p for each row execute function f();
create view pv as select 1 where exists (select 1 from p1);
drop table p2; create table p2 partition of p (primary key (b)) for values in (2);
alter table p add constraint ck check (a > 0), add constraint ck2 check (b > 0) not enforced;
alter table p2 drop constraint ck2;
alter table p alter constraint ck2 deferrable;
alter table p drop constraint if exists nosuch, drop column if exists nosuch, add column if not exists b int;
alter table if exists nosuch attach partition p2 for values in (1);
alter table p attach partition p2 for values in (1);
alter table p1 attach partition p2 for values in (1);
alter table p detach partition p1 concurrently, add column x int;
alter table p enable trigger all; alter table p replica identity full; alter table p set without oids;
alter index p2_pkey rename to p2_primary; alter table p2 rename constraint p2_primary to p2_pkey;
comment on table p2 is 'c';
select relname, reloptions, relpersistence from pg_class where relname like 'p_' order by 1;
create table deep1 (a int) partition by range (a);
create table deep2 partition of deep1 for values from (0) to (100) partition by range (a);
create table deep3 partition of deep2 for values from (0) to (50) partition by range (a);
create table deep4 partition of deep3 for values from (0) to (25);
alter table deep1 add column t text default 'd' not null;
create index on deep1 (t); alter table deep1 alter a set not null; 
\d+ deep4
drop index deep3_t_idx; drop index deep1_t_idx;
alter table deep1 add primary key (a);
\d deep3
alter table deep1 detach partition deep2;
\d deep2
\d deep4
alter table deep2 drop constraint deep2_pkey; alter table deep2 drop column t;
insert into deep4 values (24); insert into deep4 values (26); insert into deep4 values (null);
drop table deep3 cascade; drop table deep1; drop table deep2;
select count(*) from pg_inherits; select count(*) from pg_partitioned_table;
