-- Operator classes of index columns: the default one of the type may be written.

create table t (a int, b text, c varchar(10), d timestamp, e text[], f name, g numeric);
create index i1 on t (a int4_ops);
create index i2 on t (b text_ops desc);
create index i3 on t (d timestamp_ops, a int4_ops desc nulls last, c text_ops);
create index i4 on t (e array_ops);
create index i5 on t (f name_ops, g numeric_ops);
create index i6 on t (a pg_catalog.int4_ops);
create index i7 on t ((a + 1) int4_ops, lower(b) text_ops);
create index i8 on t (a text_ops);
create index i8 on t (a nosuch_ops);
create index i8 on t (a int8_ops);
create index i8 on t (a public.int4_ops);
create index i8 on t (a nos.int4_ops);
create index i8 on t (nosuch int4_ops);
create index i8 on t (a int4_ops (foo = 1));
create index i8 on t (a) include (b text_ops);
create index i8 on t using nosuch (a);
create index if not exists i1 on t (b);
create index if not exists on t (b);
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index where indrelid = 't'::regclass order by 1::text;
