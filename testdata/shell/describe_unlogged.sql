create unlogged table u (a int primary key, b text);
create unlogged sequence us;
create table logged (a int);
\d u
\d+ u
\d u_pkey
\d us
\dt
alter table u set logged;
\d u
alter table logged set unlogged;
\d logged
