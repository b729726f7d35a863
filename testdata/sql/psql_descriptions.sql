-- What the catalogs say of types and other objects that are always there.
\dT int4
\dT+ text
\dT interval
\dT pg_lsn
\dA+ btree
\dL+ internal
\dn+ public
select 'fmgr_sql_validator(oid)'::regprocedure::oid, 2246::regprocedure, 'btint4cmp'::regproc::oid::regprocedure, 'nosuch(int)'::regprocedure;
select 'fmgr_sql_validator(oid)'::regprocedure::oid, 2246::regprocedure, 'btint4cmp'::regproc::oid::regprocedure, 7::regprocedure;
