-- Type json: what it takes, and what makes values of it. Catalog queries of clients
-- return their answers so.
select '{"a": [1, -2.5e+3, "x\n\u00e9\ud800", true, false, null, {}, []], "b" : {"c":1}}'::json;
select json ' 1 ', '"x"'::json, 'null'::json, '0'::json, '-0.5E-1'::json;
create table js (id int primary key, j json, a json[], c json default '{"d": 1}');
insert into js values (1, '{"a":1, "a": 2 }', array['1', '{}']::json[]), (2, null, '{"[1, 2]",NULL}');
select *, pg_typeof(j), j::text, pg_column_size(j) is not null as stored from js order by id;
update js set j = json_build_object('id', id, 'c', c) where id = 2 returning j;
copy js to stdout;
\d js
-- no equality, no order
select distinct j from js;
select * from js order by j;
select j = j from js;
create index on js (j);
select j::varchar(5), ('[' || id || ']')::json from js order by id;
select '1'::json::int;
-- wrong texts
select ''::json;
select '   '::json;
select '{"a"'::json;
select '{"a":'::json;
select '{"a":1'::json;
select '{"a":1,'::json;
select '{"a":1,}'::json;
select '{a:1}'::json;
select '{,}'::json;
select '{"a" 1}'::json;
select '{"a":1 "b"}'::json;
select '[1'::json;
select '[1 2]'::json;
select '[1,]'::json;
select '[,1]'::json;
select '1 2'::json;
select '[1]]'::json;
select '"abc'::json;
select '"a\'::json;
select '"a\x"'::json;
select '"a\u12"'::json;
select '"a\u12'::json;
select E'"a\nb"'::json;
select E'"a\tb"'::json;
select '01'::json;
select '1.'::json;
select '-'::json;
select '1e'::json;
select '1.5abc'::json;
select '.5'::json;
select '+1'::json;
select 'tru'::json;
select 'nulls'::json;
select 'true false'::json;
select '$'::json;
select 'é'::json;
select '{"a": 1}}'::json;
select E'{"a": 1,\n "b": x}'::json;
select E'{"a": 1,\n "b": 2\n'::json;
select '{"long": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "next": nope, "more": 1}'::json;
insert into js values (3, '{"x"');
copy js (id, j) from stdin;
4	{"y":
\.
-- objects and arrays
select json_build_object('a', 1, 'b', null, 'c', 'x"y', 'd', true, 'e', 1.50, 'f', array[1, 2], 'g', row(1, 'z'), 'h', '{"k": 1}'::json);
select json_build_object(), json_build_array(), json_build_object('a', json_build_object('b', json_build_array(1, 'x', null)));
select json_build_object(1, 2, true, 3, 'x', 4, '2020-01-01'::date, 5, 1.5, 6);
select json_build_object('a');
select json_build_object('a', 1, null, 2);
select json_build_object(array[1], 1);
select json_build_object(row(1), 1);
select json_build_object('{}'::json, 1);
select json_build_object(variadic array['a', '1', 'b', '2']), json_build_array(variadic array[1, 2]), json_build_array(variadic null::int[]);
select json_build_object(variadic array['a']);
select json_build_array('2020-01-31'::date, '2020-01-31 12:30:15.5'::timestamp, '2020-01-31 12:30+00'::timestamptz, 'infinity'::date, '-infinity'::timestamp, '0044-03-15 BC'::date,
  '0044-03-15 01:02 BC'::timestamp, '12:30'::time, '12:30+02'::timetz, '1 day'::interval);
set timezone to 'America/St_Johns';
select to_json('2020-01-31 12:30+00'::timestamptz), to_json('0044-03-15 01:02 BC'::timestamptz);
set datestyle to 'SQL, DMY';
select to_json('2020-01-31'::date), to_json('2020-01-31 12:30+00'::timestamptz);
reset datestyle;
reset timezone;
select json_build_array('NaN'::float8, 'Infinity'::float4, 'NaN'::numeric, 1e100::numeric, 1e20::float8, -0.0::float8, '\x01ff'::bytea, 'a'::name, 'b'::"char", 'c'::char(3), 5::oid,
  'pg_class'::regclass, '00000000-0000-0000-0000-000000000001'::uuid, '1 2'::int2vector, '(0,1)'::tid, 7::xid);
select to_json(E'q"\\\b\f\n\r\t\x01\x7fé/'::text);
select to_json(null::int), to_json(array[[1, 2], [3, 4]]), to_json('{}'::int[]), to_json('[2:3]={a,NULL}'::text[]), to_json(array[row(1, null)]);
select to_json('x');
select array_to_json('{{1,2},{3,4}}'::int[]), array_to_json(array['a', 'b']), array_to_json('{{1,2},{3,4}}'::int[], true), array_to_json(array[1, 2], false), array_to_json(null::int[]);
select row_to_json(r), row_to_json(r, true) from (select 1 as a, 'x' as "B c", array[1, 2] as d, row(1, 2) as e) r;
select row_to_json(row(1, 'a', null)), row_to_json(row(), true);
select row_to_json(js), row_to_json(js, true), to_json(js) from js where id = 1;
alter table js drop column a;
select row_to_json(js), to_json(array_agg(js)) from js where id = 1 group by js.id;
select row_to_json(x) from (select id, j from js where id = 1) x;
create type js_mood as enum ('sad', 'it''s "ok"');
select to_json('it''s "ok"'::js_mood), json_build_object('sad'::js_mood, 'sad'::js_mood), to_json(array['sad']::js_mood[]);
select proname, proargtypes::regtype[], provolatile, proisstrict from pg_proc where proname in ('to_json', 'json_build_object', 'row_to_json') order by oid;
drop table js;
drop type js_mood;
-- what is made of json has no equality either
create table je (id int, j json, a json[]);
insert into je values (1, '1', '{1}'), (1, '1', '{1}');
select distinct a from je;
select distinct je from je;
select je from je order by je;
select je from je group by je;
select je from je union select je from je;
select count(distinct je) from je;
select count(distinct j) from je;
select count(distinct a) from je;
select count(*) from je group by a;
select je = je from je;
select a = a from je;
select row(j) = row(j) from je;
select distinct row(j) from je limit 0;
drop table je;
