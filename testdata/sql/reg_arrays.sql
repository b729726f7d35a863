-- Arrays of object numbers and of the reg types: each type writes its elements in its own way.
select '{23,25}'::oid[]::regtype[];
select '23 25'::oidvector::regtype[];
select '23 25'::oidvector::oid[]::regtype[], '23 25'::oidvector::oid[];
select proargtypes::regtype[] from pg_proc where proname = 'initcap';
select array_to_string(proargtypes::regtype[], ','), (proargtypes::regtype[])[0], unnest(proargtypes::regtype[]) from pg_proc where proname = 'initcap';
select '23 25'::oidvector::regclass[], '{1259}'::oid[]::regclass[], '{1259}'::regclass[]::oid[], '{int}'::regtype[]::oid[], array[1259::oid]::regclass[];
select array_agg(typ::regtype) from unnest('23 25'::oidvector) typ;
select '23 25'::oidvector = '{23,25}'::oid[], '1 2'::int2vector::int2[], '1 2'::int2vector::int[];
select conkey, conrelid::regclass, array(select attname from pg_attribute where attrelid = conrelid and attnum = any(conkey)) from pg_constraint where conname = 'pg_class_oid_index';
