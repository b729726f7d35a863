create table t (a int, b text, c numeric, d timestamp);
create index on t (a);
create unique index t_b on t (b);
create index t_expr on t (lower(b), (a + 1));
create index t_part on t (c) where a > 10 and b is not null;
create index t_order on t (a desc, b nulls first, c desc nulls last);
create index t_incl on t (a) include (b, c);
create unique index t_nnd on t (c) nulls not distinct;
create index t_coll on t (b collate "C");
create index "Odd ""Quoted"" Name" on t (d);
\d t
\d t_a_idx
\d+ t_a_idx
\d t_b
\d t_expr
\d+ t_expr
\d t_part
\d t_order
\d t_incl
\d+ t_incl
\d t_nnd
\d+ t_coll
\d "Odd ""Quoted"" Name"
\di
\di t_*
\di *_e*
drop index t_b;
\di t_b
