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
-- what indexes can do
create table ip (a int, b text, c int, primary key (a));
create index ip_i on ip (b desc, lower(b) nulls first) include (c);
create table ipp (a int) partition by range (a);
create index ipp_i on ipp (a desc nulls last);
select i, n, p, pg_index_column_has_property(i, n, p)
  from (values ('ip_i'::regclass), ('ip_pkey'), ('ipp_i'), ('ip')) v(i), generate_series(0, 4) n,
    unnest('{asc,DESC,nulls_first,nulls_last,orderable,distance_orderable,returnable,search_array,search_nulls,clusterable,no}'::text[]) p
  where pg_index_column_has_property(i, n, p) is not null order by i::text, n, p;
select p, pg_index_has_property('ip_i', p), pg_index_has_property('ip', p), pg_index_has_property('ipp_i', p)
  from unnest('{clusterable,Index_Scan,bitmap_scan,backward_scan,asc,can_order,no}'::text[]) p;
select p, pg_indexam_has_property(403, p) as btree, pg_indexam_has_property(405, p) as hash, pg_indexam_has_property(2, p) as heap, pg_indexam_has_property(1, p)
  from unnest('{can_order,can_unique,CAN_MULTI_COL,can_exclude,can_include,clusterable,no}'::text[]) p;
select pg_index_has_property(0, 'asc'), pg_index_has_property(null, 'asc'), pg_index_column_has_property('ip_i', 1, null);
drop table ip, ipp;
