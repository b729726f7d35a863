-- information_schema: tables, columns and constraints
create schema s;
create table t (a int primary key, b text not null, c numeric check (c > 0 and c < a), d int unique nulls not distinct, e int generated always as (a + 1) stored, f varchar(7) default 'x', g int[], h timestamp(2), i numeric(6,2), j interval, unique (b, d), constraint w check (a > 1 or b = 'x'), check (case when a > 5 then b <> 'y' else true end));
create table s."U" ("X" int unique, y text);
select table_schema, table_name, table_type, is_insertable_into, is_typed from information_schema.tables where table_schema in ('public', 's') order by 1, 2;
select table_name, column_name, ordinal_position, column_default, is_nullable, data_type, character_maximum_length, character_octet_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision, udt_schema, udt_name, dtd_identifier, is_identity, is_generated, generation_expression, is_updatable from information_schema.columns where table_schema in ('public', 's') order by table_name, ordinal_position;
select constraint_schema, constraint_name, table_schema, table_name, constraint_type, is_deferrable, initially_deferred, enforced, nulls_distinct from information_schema.table_constraints where table_schema in ('public', 's') order by table_name, constraint_name;
select constraint_schema, constraint_name, check_clause from information_schema.check_constraints where constraint_schema in ('public', 's') order by constraint_name;
select constraint_name, table_name, column_name, ordinal_position, position_in_unique_constraint from information_schema.key_column_usage where table_schema in ('public', 's') order by constraint_name, ordinal_position;
select table_name, column_name, constraint_name from information_schema.constraint_column_usage where table_schema in ('public', 's') order by constraint_name, column_name;
select count(*) from information_schema.referential_constraints;
select schema_name, schema_owner from information_schema.schemata where schema_name in ('public', 's', 'information_schema') order by 1;
select table_name, c.column_name, c.data_type from information_schema.tables t join information_schema.columns c using (table_schema, table_name) where table_schema in ('public', 's') order by 1, c.ordinal_position;
drop table t;
drop schema s cascade;
select count(*) from information_schema.columns where table_schema in ('public', 's');
select count(*) from information_schema.table_constraints where table_schema in ('public', 's');
