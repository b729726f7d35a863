create table t (a int primary key, b int check (b > 0));
comment on constraint t_pkey on t is 'the key';
comment on constraint t_b_check on t is 'positive';
\dd
\dd t_b*
\d+ t
