create type mood as enum ('sad', 'ok', 'happy');
create type "Mixed Type" as enum ('one');
create type nothing as enum ();
create table m (a mood, b mood default 'ok', c mood[], d "Mixed Type");
\dT
\dT+
\dT mood
\dT+ mo?d
\dT "Mixed Type"
\d m
\d+ m
alter type mood add value 'glad' after 'ok';
\dT+ mood
comment on type mood is 'how it is';
\dT
\dT nope
