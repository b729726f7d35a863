create table "it's" ("a b" int default 1, "C""D" text, "select" int, constraint "chk x" check ("a b" > 0));
create index "i x" on "it's" ("a b", "select");
create view "V w" as select "a b", "C""D" as "it's" from "it's";
\d "it's"
\d+ "it's"
\d "i x"
\d "V w"
\d+ "V w"
\dt "it's"
\sv "V w"
create schema "S.1";
create table "S.1"."t.2" (a serial primary key);
\d "S.1"."t.2"
\d "S.1".*
\dt "S.1".*
