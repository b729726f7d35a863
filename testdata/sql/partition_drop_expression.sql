-- DROP EXPRESSION of a partitioned table: of one level only, with its partitions and not without.
create table p (a int, s int generated always as (a*2) stored, v int generated always as (a*2) virtual) partition by list (a);
create table p1 partition of p for values in (1);
alter table only p alter s drop expression;
alter table p1 alter s drop expression;
alter table only p alter v drop expression;
alter table p1 alter v drop expression;
alter table p alter v drop expression;
alter table p alter s drop expression;
alter table p alter s drop expression;
alter table p alter s drop expression if exists;
alter table p alter a drop expression;
alter table p alter v set expression as (a*3);
alter table only p alter v set expression as (a*3);
alter table p1 alter v set expression as (a*3);
alter table p1 alter v set expression as (a*2);
alter table p1 alter a drop expression;
alter table p1 alter s drop expression;
alter table p add column w int generated always as (a) stored;
create table p2 partition of p for values in (2) partition by list(a);
alter table p alter w drop expression;
alter table p alter a drop expression;
alter table p alter nosuch drop expression;
create table p21 partition of p2 for values in (2);
alter table p alter w drop expression;
alter table p alter a drop expression;
alter table p alter nosuch drop expression;
alter table p2 alter w drop expression;
alter table only p2 alter w drop expression;
\d p
\d p1
drop table p;
