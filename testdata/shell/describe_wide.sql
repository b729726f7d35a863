create table "größe" ("höhe" int, "名前" text default '日本', c text collate "C");
comment on column "größe"."höhe" is 'in Metern';
\d "größe"
\d+ "größe"
\dt gr*
\dt "größe"
\dt größe
