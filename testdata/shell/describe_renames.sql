create table t (a int primary key, b int check (b > 0), c text);
create index t_c on t (c);
create view v as select a, c from t;
alter table t rename to renamed;
alter table renamed rename column b to bb;
alter index t_c rename to c_index;
alter view v rename to vv;
\d renamed
\d+ vv
\di
alter table renamed rename constraint t_b_check to positive;
\d renamed
create schema elsewhere;
alter table renamed set schema elsewhere;
\d
\d elsewhere.renamed
\d+ vv
