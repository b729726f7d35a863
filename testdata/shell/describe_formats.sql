-- 60 more: patterns, quoting, several arguments, \pset effects, errors
create schema "My Schema"; create schema "dot.ted";
create table "My Schema"."My Table" ("My Col" int primary key, "select" text default 'x', "from" int references "My Schema"."My Table");
create table "dot.ted"."a.b" (x int);
create table "UPPER" (a int); create table lower1 (a int); create table "q""uote" (a int); create table tbl_1 (a int); create table tblx1 (a int); create table "a$b" (a int); create table "été" (a int, "größe" text, "世界" int);
\d "My Schema"."My Table"
\d "My Schema".*
\d "My Schema.My Table"
\d my?schema.*
\d "dot.ted".*
\d dot.ted.*
\d "dot.ted"."a.b"
\d UPPER
\d "UPPER"
\d "q""uote"
\d q*
\d a$b
\d tbl_1
\d tbl*1
\d tbl?1
\d été
\d+ été
\dt *é*
\dt (tbl|lower)*
\dt [a-u]*
\dt "[a-u]*"
\dt *.lower1
\dt public.*
\dt "public".*1
\dt *."UPPER"
\dt lower1 upper nosuch
\dt+ lower1;
\dtx lower1
\dfoo
\dz
\d'lower1'
\d 'lower1'
\d 'My Schema'.*
\set t lower1
\d :t
\d :"t"
\d :'t'
\dt :t
\pset null NULL
\d tbl_1
\d+ tbl_1
\dt+ tbl_1
\du nosuch
\pset footer off
\dt tbl*
\d tbl_1
\pset footer on
\t on
\d tbl_1
\dt tbl*
\d "My Schema"."My Table"
\t off
\a
\d "My Schema"."My Table"
\dt tbl*
\a
\x on
\d tbl_1
\dt tbl*
\dn
\x off
\pset border 2
\d "My Schema"."My Table"
\dt+ tbl*
\pset border 0
\d "My Schema"."My Table"
\dt tbl*
\pset border 1
\pset linestyle unicode
\d "My Schema"."My Table"
\pset linestyle ascii
\H
\d "My Schema"."My Table"
\dt tbl*
\H
\pset format csv
\d "My Schema"."My Table"
\dt tbl*
\pset format asciidoc
\d "My Schema"."My Table"
\pset format latex
\d tbl_1
\pset format troff-ms
\d "My Schema"."My Table"
\pset format wrapped
\pset columns 40
\d "My Schema"."My Table"
\dt+ tbl*
\pset format aligned
\pset title 'my title'
\d tbl_1
\dt tbl_1
\pset title
\pset tableattr 'class="x"'
\pset numericlocale on
\d lower1
\if false
\d lower1
\else
\dt lower1
\endif
begin;
create table inx (a int);
\d inx
rollback;
\d inx
begin; select 1/0;
\d lower1
\dt
rollback;
\dt lower1 \d tbl_1
\dt lower1 \\ select 1;
select 1 as x \d tbl_1
;
