-- Temporary objects in information_schema. The schema's number is the backend's.
create temp table tt (a int primary key, b text default 'x', g int generated always as identity, check (a > 0));
create temp view tv as select a, b from tt;
create temp sequence ts;
select table_name, table_type, is_insertable_into from information_schema.tables where table_schema like 'pg\_temp\_%' order by 1;
select regexp_replace(table_schema, '\d+$', 'N') as schema, table_name, column_name, column_default, is_nullable, data_type, is_identity
from information_schema.columns where table_schema like 'pg\_temp\_%' order by 2, 3;
select regexp_replace(table_schema, '\d+$', 'N') as schema, table_name, privilege_type, is_grantable, with_hierarchy
from information_schema.table_privileges where table_schema like 'pg\_temp\_%' order by 2, 3;
select regexp_replace(table_schema, '\d+$', 'N') as schema, table_name, column_name, privilege_type
from information_schema.role_column_grants where table_schema like 'pg\_temp\_%' order by 2, 3, 4;
select table_name, constraint_name, constraint_type from information_schema.table_constraints where table_schema like 'pg\_temp\_%' order by 1, 2;
select table_name, regexp_replace(view_definition, '\s+', ' ', 'g') from information_schema.views where table_schema like 'pg\_temp\_%';
select sequence_name, data_type from information_schema.sequences where sequence_schema like 'pg\_temp\_%' order by 1;
select regexp_replace(schema_name, '\d+$', 'N') from information_schema.schemata where schema_name like 'pg\_temp%';
