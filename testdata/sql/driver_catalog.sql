-- What drivers ask the catalogs for.
-- the columns of keys and indexes, numbered: information_schema._pg_expandarray
create table ka (a int, b text, c int, primary key (c, a));
create index ka_i on ka (b desc, lower(b)) include (a) where c > 0;
select i.relname, (information_schema._pg_expandarray(x.indkey)).n, (information_schema._pg_expandarray(x.indkey)).x
  from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = 'ka'::regclass order by 1, 2;
select k.name, a.attname, (k.keys).n as key_seq, (k.keys).x
  from (select i.relname as name, x.indrelid, information_schema._pg_expandarray(x.indkey) as keys
          from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = 'ka'::regclass and x.indisprimary) k
  join pg_attribute a on a.attrelid = k.indrelid and a.attnum = (k.keys).x order by k.name, key_seq;
select * from information_schema._pg_expandarray('{a,NULL,b}'::text[]);
select (information_schema._pg_expandarray(array['2020-01-01'::date])).*;
select x, n, pg_typeof(x), pg_typeof(n) from information_schema._pg_expandarray('4 5'::int2vector);
select information_schema._pg_expandarray('{{5,6},{7,8}}'::int[]);
select information_schema._pg_expandarray('[5:6]={1,2}'::int[]), information_schema._pg_expandarray('{}'::int[]);
select * from information_schema._pg_expandarray('{1,2}'::int[]) e(p, q) order by q desc;
select count(*) from information_schema._pg_expandarray(null::int[]);
select (k).n, count(*) from (select information_schema._pg_expandarray(array['x', 'y']) k from generate_series(1, 3)) s group by 1 order by 1;
explain (costs off, verbose) select * from information_schema._pg_expandarray(array[1, 2]) e where n > 1;
select information_schema._pg_expandarray(1);
select information_schema._pg_expandarray(null);
select _pg_expandarray(array[1]);
select pg_catalog._pg_expandarray(array[1]);
select information_schema.upper('a');
select '_pg_expandarray'::regproc;
select 'information_schema._pg_expandarray'::regproc, 'information_schema._pg_expandarray(anyarray)'::regprocedure;
select 'information_schema.upper'::regproc;
select pronamespace::regnamespace, proname, proretset, prorettype::regtype, proallargtypes::regtype[], proargmodes, proargnames,
    pg_get_function_arguments(oid), pg_get_function_result(oid), pg_function_is_visible(oid)
  from pg_proc where proname = '_pg_expandarray';
create view vk as select (information_schema._pg_expandarray(indkey)).n from pg_index where indrelid = 'ka'::regclass;
select pg_get_viewdef('vk'::regclass);
select * from vk order by 1;
drop view vk;
drop table ka;
-- key words, and which of them a label may be
select word, catcode, barelabel, catdesc, baredesc from pg_get_keywords() where word in ('abort', 'between', 'left', 'select', 'day') order by 1;
select catcode, barelabel, count(*) from pg_get_keywords() group by 1, 2 order by 1, 2;
select pg_typeof(catcode) from pg_get_keywords() limit 1;
