-- options: -q -a
create role g_d_a login;
create role g_d_b createdb connection limit 3 valid until '2030-01-01';
create role g_d_c nologin noinherit;
create role "G d" superuser;
comment on role g_d_a is 'first';
grant g_d_b to g_d_a with admin option;
grant g_d_c to g_d_a with inherit false;
grant g_d_c to "G d" with set false;
alter role g_d_a set work_mem = '8MB';
create table t (a int, b text, c int);
create view v as select 1 as x;
create sequence s;
create schema sc authorization g_d_b;
create table sc.u (a int);
grant select, insert on t to g_d_a with grant option;
grant update (a), select (b) on t to g_d_c;
grant all on t to "G d";
grant usage on s to public;
grant select on v to g_d_b;
grant usage on schema sc to g_d_a;
grant all on schema sc to public;
create type mood as enum ('sad', 'ok', 'happy');
comment on type mood is 'moods';
revoke usage on type mood from public;
grant usage on type mood to g_d_a;
create type sc.e as enum ();
alter default privileges for role g_d_a grant select on tables to public;
alter default privileges for role g_d_a in schema sc grant usage on sequences to g_d_b;
alter default privileges for role g_d_b revoke usage on types from public;
alter default privileges for role g_d_b grant all on schemas to g_d_c;
create text search configuration c1 (copy = english);
alter text search configuration c1 alter mapping for word with simple, english_stem;
comment on text search configuration c1 is 'cfg';
create text search configuration sc.c2 (parser = "default");
\du
\du+
\du g_d*
\dg
\dg+ g_d_a
\dF
\dF+ c1
\dF+ sc.*
\dF+ english
\dFd
\dFd+
\dFd eng*
\dFp
\dFp+
\dFt
\dFt+
\dp
\dp sc.*
\dp t
\z
\z t
\ddp
\ddp g*
\dT
\dT+
\dT+ mood
\dT+ sc.*
\dn
\dn+ public
\ds+ s
\dt+ t
\dF nosuch
\dF+ nosuch
\dp nosuch
\du nosuch
\dp pg_catalog.pg_class
\dp pg_catalog.pg_authid
\z information_schema.tables
\drds g_d_a
\ddp nosuch
drop owned by g_d_a;
drop owned by g_d_c;
drop owned by "G d";
drop owned by g_d_b cascade;
drop role g_d_a, g_d_b, g_d_c, "G d";
