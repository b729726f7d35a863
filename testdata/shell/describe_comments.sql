create table t (a int, b text);
create index t_i on t (a);
create view v as select 1 as one;
create schema sc;
comment on table t is 'a table''s comment';
comment on column t.a is 'column a';
comment on column t.b is E'two\nlines';
comment on index t_i is 'an index';
comment on view v is 'a view';
comment on column v.one is 'its column';
comment on schema sc is 'a schema';
\d+ t
\d+ v
\dn+ sc
comment on column t.a is null;
\d+ t
