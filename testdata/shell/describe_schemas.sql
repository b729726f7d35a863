create schema app;
create schema "Other One";
create table app.t (a int primary key, b text);
create table "Other One"."T" (x int);
create view app.v as select a from app.t;
\dn
\dn app
\dn "Other One"
\dn O*
\dn nope
\dt
\dt app.*
\dt *.t
\dt "Other One".*
\d app.t
\d "Other One"."T"
\d app.*
\dv app.v
set search_path = app, public;
\dt
\d t
\d v
set search_path = "Other One";
\dt
\d T
\d "T"
