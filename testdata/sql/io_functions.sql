-- output, send and input functions of types, called by name
select int4send(5), int2send(1::int2), int8send(-1), float4send(1.5::float4), float8send(1.5), textsend('a'), numeric_send(1.5), boolsend(true), date_send('2000-01-02'), timestamp_send('2000-01-01'), interval_send('1 day'), uuid_send('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), array_send(array[1,2]), byteasend('ab'), bpcharsend('a '), varcharsend('x'), oidsend(1), time_send('10:00'), timetz_send('10:00+01'), timestamptz_send('2000-01-01 00:00+00'), namesend('n'), charsend('x'), regclasssend('pg_class'), pg_lsn_send('0/1'), xid8send('5');
select record_send(row(1,2)), record_send(row(1,'a'));
create type mood as enum ('a','b');
select enum_send('a'::mood), enum_out('b'::mood), array_send(array['a'::mood]) is null, array_out(array[1,2]), record_out(row(1,null)), anyarray_out(array['x','y z']);
select int4in('5'), int4out(5), textout('abc'), numeric_in('1.5', 0, -1), boolout(true), numeric_in('1.256', 0, 327686), date_in('2020-01-01'), timestamp_in('2020-01-01 00:00:00.129', 0, 2), float8in('1e3'), textin('x'), byteain('\x01'), uuid_in('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), regtypein('int4'), varcharin('abc', 0, 6);
select int4in('x');
select int4in(5);
select date_in('2020-13-01');
select varcharin('abc', 0, 6), bpcharin('a', 0, 7), bpcharin('abcdef', 0, 7);
create table x as select int4out(5);
select int4out(null), int4in(null), int4out(5) || 'x';
select int4out(x) from generate_series(1,3) x order by 1;
select upper(int4out(5));
select textout('a') = 'a';
select textin(int4out(5)), int4in(textout('5')), length(textin(int4out(x))) from generate_series(9, 10) x;
select distinct int4out(x) from generate_series(1,3) x;
