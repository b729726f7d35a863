-- Constraints of the system catalogs.
select conrelid::regclass, conname, contype, conkey, conindid::regclass, connoinherit, conislocal, convalidated from pg_constraint
where connamespace = 'pg_catalog'::regnamespace order by conrelid::regclass::text collate "C", conname;
