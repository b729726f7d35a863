-- ALTER TABLE ONLY of a partitioned table: which partitions it locks.
create table p (a int not null, c int not null, d int, check (a > 0)) partition by list (a);
create table p1 partition of p for values in (1);
create table p2 partition of p for values in (2);
create view l as select relation::regclass, mode from pg_locks where locktype='relation' and relation::regclass::text in ('p','p1','p2') order by 1,2;
begin; alter table only p drop constraint p_a_check; table l; rollback;
begin; alter table only p add constraint x check (c > 0); table l; rollback;
begin; alter table only p add constraint x check (c > 0) no inherit; table l; rollback;
begin; alter table only p add unique (a); table l; rollback;
begin; alter table only p add primary key (a); table l; rollback;
begin; alter table only p alter d set not null; table l; rollback;
begin; alter table only p alter c set not null; table l; rollback;
begin; alter table only p alter d drop not null; table l; rollback;
begin; alter table only p alter c drop not null; table l; rollback;
begin; alter table only p rename c to e; table l; rollback;
begin; alter table only p alter c type bigint; table l; rollback;
begin; alter table only p drop column c; table l; rollback;
begin; alter table only p add column e int; table l; rollback;
begin; alter table only p alter c set statistics 10; table l; rollback;
begin; alter table only p alter c set storage plain; table l; rollback;
begin; alter table only p alter c set (n_distinct=3); table l; rollback;
begin; alter table only p validate constraint p_a_check; table l; rollback;
begin; alter table only p alter c add generated always as identity; table l; rollback;
begin; alter table only p owner to postgres; table l; rollback;
begin; alter table only p set schema public; table l; rollback;
begin; alter table only p rename constraint p_a_check to x; table l; rollback;
begin; alter table only p alter d drop default; table l; rollback;
begin; alter table only p drop constraint p_c_not_null; table l; rollback;
begin; alter table only p add constraint n not null d; table l; rollback;
begin; alter table only p add constraint n not null d not valid; table l; rollback;
begin; alter table only p add constraint n not null c; table l; rollback;
begin; alter table only p add not null c; table l; rollback;
drop view l; drop table p;
create table p (a int, c int ) partition by list (a);
create table p1 partition of p for values in (1);
create view l as select relation::regclass, mode from pg_locks where locktype='relation' and relation::regclass::text in ('p','p1','p2') order by 1,2;
begin; alter table only p add primary key (a); rollback;
alter table p1 alter a set not null;
begin; alter table only p add primary key (a); table l; rollback;
alter table p add constraint k check (c > 0) not valid;
begin; alter table only p validate constraint k; rollback;
alter table only p alter c drop not null, drop constraint k;
\d p
\d p1
drop view l; drop table p;
create table p (a int, c int) partition by list (a);
alter table only p alter c set not null, add check (c > 0), add column d int, drop column d, alter c type bigint;
\d p
drop table p;
