create table c (a int, b bigint not null, d smallint default 3, e numeric, f numeric(8,3) default 1.5, g text default 'it''s', h varchar(10), i char(3), j date default current_date, k timestamp(2), l timestamptz, m time, n interval, o boolean default true, p bytea, q uuid, r text[], s int[][], t double precision default 10000, u real, v name, w "char", y oid, z regclass);
\d c
\d+ c
alter table c drop column b, drop column d, add column late int default 7 * 6, alter column e set not null;
\d c
alter table c rename column e to "Spaced Name";
\d+ c
