create table o (a int, b text, c text, d numeric);
alter table o alter column a set statistics 300;
alter table o alter column b set storage external;
alter table o alter column c set storage main;
alter table o alter column d set storage plain;
\d o
\d+ o
alter table o alter column a set statistics -1;
\d+ o
