package shell

// The listings: commands that are one query each. See listing for the marks at
// the beginning of lines.

// notSystem keeps system objects out.
const notSystem = "! AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema'\n"

// databases is \l. psql 15's own query fails on PostgreSQL 18, which has no
// daticulocale; this is what later versions ask.
var databases = listing{"List of databases", namePattern{"", "d.datname", nil, "", 1}, `
	SELECT d.datname as "Name", pg_catalog.pg_get_userbyid(d.datdba) as "Owner",
	pg_catalog.pg_encoding_to_char(d.encoding) as "Encoding",
	CASE d.datlocprovider WHEN 'b' THEN 'builtin' WHEN 'c' THEN 'libc' WHEN 'i' THEN 'icu' END AS "Locale Provider",
	d.datcollate as "Collate", d.datctype as "Ctype", d.datlocale as "Locale", d.daticurules as "ICU Rules",
	CASE WHEN pg_catalog.array_length(d.datacl, 1) = 0 THEN '(none)' ELSE pg_catalog.array_to_string(d.datacl, E'\n') END AS "Access privileges"
	+ , CASE WHEN pg_catalog.has_database_privilege(d.datname, 'CONNECT')
	+ THEN pg_catalog.pg_size_pretty(pg_catalog.pg_database_size(d.datname)) ELSE 'No Access' END as "Size",
	+ t.spcname as "Tablespace", pg_catalog.shobj_description(d.oid, 'pg_database') as "Description"
	FROM pg_catalog.pg_database d
	+ JOIN pg_catalog.pg_tablespace t on d.dattablespace = t.oid
	WHERE true
	~
	ORDER BY 1`}

// privileges is \dp and \z.
var privileges = listing{"Access privileges",
	namePattern{"n.nspname", "c.relname", nil, "n.nspname !~ '^pg_' AND pg_catalog.pg_table_is_visible(c.oid)", 3}, `
	SELECT n.nspname as "Schema", c.relname as "Name",
	CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence'
	WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' END as "Type",
	pg_catalog.array_to_string(c.relacl, E'\n') AS "Access privileges",
	pg_catalog.array_to_string(ARRAY(SELECT attname || E':\n  ' || pg_catalog.array_to_string(attacl, E'\n  ')
	FROM pg_catalog.pg_attribute a WHERE attrelid = c.oid AND NOT attisdropped AND attacl IS NOT NULL), E'\n') AS "Column privileges",
	pg_catalog.array_to_string(ARRAY(SELECT polname
	|| CASE WHEN NOT polpermissive THEN E' (RESTRICTIVE)' ELSE '' END
	|| CASE WHEN polcmd != '*' THEN E' (' || polcmd::pg_catalog.text || E'):' ELSE E':' END
	|| CASE WHEN polqual IS NOT NULL THEN E'\n  (u): ' || pg_catalog.pg_get_expr(polqual, polrelid) ELSE E'' END
	|| CASE WHEN polwithcheck IS NOT NULL THEN E'\n  (c): ' || pg_catalog.pg_get_expr(polwithcheck, polrelid) ELSE E'' END
	|| CASE WHEN polroles <> '{0}' THEN E'\n  to: ' || pg_catalog.array_to_string(ARRAY(
	SELECT rolname FROM pg_catalog.pg_roles WHERE oid = ANY (polroles) ORDER BY 1), E', ') ELSE E'' END
	FROM pg_catalog.pg_policy pol WHERE polrelid = c.oid), E'\n') AS "Policies"
	FROM pg_catalog.pg_class c
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r','v','m','S','f','p')
	~
	ORDER BY 1, 2`}

// listings are the other ones, by what stands between \d and the modifiers.
var listings = map[string]listing{
	"p": privileges,
	"n": {"List of schemas", namePattern{"", "n.nspname", nil, "", 2}, `
	SELECT n.nspname AS "Name", pg_catalog.pg_get_userbyid(n.nspowner) AS "Owner"
	+ , pg_catalog.array_to_string(n.nspacl, E'\n') AS "Access privileges",
	+ pg_catalog.obj_description(n.oid, 'pg_namespace') AS "Description"
	FROM pg_catalog.pg_namespace n
	WHERE true
	! AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
	~
	ORDER BY 1`},
	"T": {"List of data types", namePattern{"n.nspname", "t.typname", []string{"pg_catalog.format_type(t.oid, NULL)"}, "pg_catalog.pg_type_is_visible(t.oid)", 3}, `
	SELECT n.nspname as "Schema", pg_catalog.format_type(t.oid, NULL) AS "Name",
	+ t.typname AS "Internal name",
	+ CASE WHEN t.typrelid != 0 THEN CAST('tuple' AS pg_catalog.text) WHEN t.typlen < 0 THEN CAST('var' AS pg_catalog.text)
	+ ELSE CAST(t.typlen AS pg_catalog.text) END AS "Size",
	+ pg_catalog.array_to_string(ARRAY(SELECT e.enumlabel FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid
	+ ORDER BY e.enumsortorder), E'\n') AS "Elements",
	+ pg_catalog.pg_get_userbyid(t.typowner) AS "Owner", pg_catalog.array_to_string(t.typacl, E'\n') AS "Access privileges",
	pg_catalog.obj_description(t.oid, 'pg_type') as "Description"
	FROM pg_catalog.pg_type t
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
	WHERE (t.typrelid = 0 OR (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c WHERE c.oid = t.typrelid))
	AND NOT EXISTS(SELECT 1 FROM pg_catalog.pg_type el WHERE el.oid = t.typelem AND el.typarray = t.oid)
	` + notSystem + `
	~
	ORDER BY 1, 2`},
	"D": {"List of domains", namePattern{"n.nspname", "t.typname", nil, "pg_catalog.pg_type_is_visible(t.oid)", 3}, `
	SELECT n.nspname as "Schema", t.typname as "Name", pg_catalog.format_type(t.typbasetype, t.typtypmod) as "Type",
	(SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type bt
	WHERE c.oid = t.typcollation AND bt.oid = t.typbasetype AND t.typcollation <> bt.typcollation) as "Collation",
	CASE WHEN t.typnotnull THEN 'not null' END as "Nullable", t.typdefault as "Default",
	pg_catalog.array_to_string(ARRAY(SELECT pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_constraint r
	WHERE t.oid = r.contypid), ' ') as "Check"
	+ , pg_catalog.array_to_string(t.typacl, E'\n') AS "Access privileges", d.description as "Description"
	FROM pg_catalog.pg_type t
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
	+ LEFT JOIN pg_catalog.pg_description d ON d.classoid = t.tableoid AND d.objoid = t.oid AND d.objsubid = 0
	WHERE t.typtype = 'd'
	` + notSystem + `
	~
	ORDER BY 1, 2`},
	"a": {"List of aggregate functions", namePattern{"n.nspname", "p.proname", nil, "pg_catalog.pg_function_is_visible(p.oid)", 3}, `
	SELECT n.nspname as "Schema", p.proname AS "Name", pg_catalog.format_type(p.prorettype, NULL) AS "Result data type",
	CASE WHEN p.pronargs = 0 THEN CAST('*' AS pg_catalog.text) ELSE pg_catalog.pg_get_function_arguments(p.oid) END AS "Argument data types",
	pg_catalog.obj_description(p.oid, 'pg_proc') as "Description"
	FROM pg_catalog.pg_proc p
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
	WHERE p.prokind = 'a'
	` + notSystem + `
	~
	ORDER BY 1, 2, 4`},
	"O": {"List of collations", namePattern{"n.nspname", "c.collname", nil, "pg_catalog.pg_collation_is_visible(c.oid)", 3}, `
	SELECT n.nspname AS "Schema", c.collname AS "Name",
	CASE c.collprovider WHEN 'd' THEN 'default' WHEN 'b' THEN 'builtin' WHEN 'c' THEN 'libc' WHEN 'i' THEN 'icu' END AS "Provider",
	c.collcollate AS "Collate", c.collctype AS "Ctype", c.colllocale AS "Locale", c.collicurules AS "ICU Rules",
	CASE WHEN c.collisdeterministic THEN 'yes' ELSE 'no' END AS "Deterministic?"
	+ , pg_catalog.obj_description(c.oid, 'pg_collation') AS "Description"
	FROM pg_catalog.pg_collation c, pg_catalog.pg_namespace n
	WHERE n.oid = c.collnamespace
	` + notSystem + `
	AND c.collencoding IN (-1, pg_catalog.pg_char_to_encoding(pg_catalog.getdatabaseencoding()))
	~
	ORDER BY 1, 2`},
	"C": {"List of casts", namePattern{"", "ts.typname", []string{"tt.typname",
		"pg_catalog.format_type(ts.oid, NULL)", "pg_catalog.format_type(tt.oid, NULL)"}, "", 3}, `
	SELECT pg_catalog.format_type(castsource, NULL) AS "Source type", pg_catalog.format_type(casttarget, NULL) AS "Target type",
	CASE WHEN c.castmethod = 'b' THEN '(binary coercible)' WHEN c.castmethod = 'i' THEN '(with inout)' ELSE p.proname END AS "Function",
	CASE WHEN c.castcontext = 'e' THEN 'no' WHEN c.castcontext = 'a' THEN 'in assignment' ELSE 'yes' END AS "Implicit?"
	+ , d.description AS "Description"
	FROM pg_catalog.pg_cast c LEFT JOIN pg_catalog.pg_proc p ON c.castfunc = p.oid
	LEFT JOIN pg_catalog.pg_type ts ON c.castsource = ts.oid
	LEFT JOIN pg_catalog.pg_type tt ON c.casttarget = tt.oid
	+ LEFT JOIN pg_catalog.pg_description d ON d.classoid = c.tableoid AND d.objoid = c.oid AND d.objsubid = 0
	WHERE (pg_catalog.pg_type_is_visible(c.castsource) OR pg_catalog.pg_type_is_visible(c.casttarget))
	~
	ORDER BY 1, 2`},
	"b": {"List of tablespaces", namePattern{"", "spcname", nil, "", 1}, `
	SELECT spcname AS "Name", pg_catalog.pg_get_userbyid(spcowner) AS "Owner", pg_catalog.pg_tablespace_location(oid) AS "Location"
	+ , pg_catalog.array_to_string(spcacl, E'\n') AS "Access privileges", spcoptions AS "Options",
	+ pg_catalog.pg_size_pretty(pg_catalog.pg_tablespace_size(oid)) AS "Size",
	+ pg_catalog.shobj_description(oid, 'pg_tablespace') AS "Description"
	FROM pg_catalog.pg_tablespace
	WHERE true
	~
	ORDER BY 1`},
	"c": {"List of conversions", namePattern{"n.nspname", "c.conname", nil, "pg_catalog.pg_conversion_is_visible(c.oid)", 3}, `
	SELECT n.nspname AS "Schema", c.conname AS "Name", pg_catalog.pg_encoding_to_char(c.conforencoding) AS "Source",
	pg_catalog.pg_encoding_to_char(c.contoencoding) AS "Destination", CASE WHEN c.condefault THEN 'yes' ELSE 'no' END AS "Default?"
	+ , d.description AS "Description"
	FROM pg_catalog.pg_conversion c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
	+ LEFT JOIN pg_catalog.pg_description d ON d.classoid = c.tableoid AND d.objoid = c.oid AND d.objsubid = 0
	WHERE true
	` + notSystem + `
	~
	ORDER BY 1, 2`},
	"L": {"List of languages", namePattern{"", "l.lanname", nil, "", 2}, `
	SELECT l.lanname AS "Name", pg_catalog.pg_get_userbyid(l.lanowner) as "Owner", l.lanpltrusted AS "Trusted",
	+ NOT l.lanispl AS "Internal language", l.lanplcallfoid::pg_catalog.regprocedure AS "Call handler",
	+ l.lanvalidator::pg_catalog.regprocedure AS "Validator", l.laninline::pg_catalog.regprocedure AS "Inline handler",
	+ pg_catalog.array_to_string(l.lanacl, E'\n') AS "Access privileges",
	d.description AS "Description"
	FROM pg_catalog.pg_language l
	LEFT JOIN pg_catalog.pg_description d ON d.classoid = l.tableoid AND d.objoid = l.oid AND d.objsubid = 0
	WHERE true
	! AND l.lanplcallfoid != 0
	~
	ORDER BY 1`},
	"A": {"List of access methods", namePattern{"", "amname", nil, "", 1}, `
	SELECT amname AS "Name", CASE amtype WHEN 'i' THEN 'Index' WHEN 't' THEN 'Table' END AS "Type"
	+ , amhandler AS "Handler", pg_catalog.obj_description(oid, 'pg_am') AS "Description"
	FROM pg_catalog.pg_am
	WHERE true
	~
	ORDER BY 1`},
	"x": {"List of installed extensions", namePattern{"", "e.extname", nil, "", 1}, `
	SELECT e.extname AS "Name", e.extversion AS "Version", n.nspname AS "Schema", c.description AS "Description"
	FROM pg_catalog.pg_extension e LEFT JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
	LEFT JOIN pg_catalog.pg_description c ON c.objoid = e.oid AND c.classoid = 'pg_catalog.pg_extension'::pg_catalog.regclass
	WHERE true
	~
	ORDER BY 1`},
	"d": {"Object descriptions", namePattern{"n.nspname", "tt.name", nil, "tt.visible", 3}, `
	SELECT DISTINCT n.nspname AS "Schema", tt.name AS "Name", tt.object AS "Object", d.description AS "Description"
	FROM (
	SELECT pgc.oid, pgc.tableoid, pgc.connamespace AS nsp, pgc.conname::text AS name, 'table constraint' AS object, pg_catalog.pg_table_is_visible(pgc.conrelid) AS visible
	FROM pg_catalog.pg_constraint pgc WHERE pgc.conrelid <> 0
	UNION ALL SELECT pgc.oid, pgc.tableoid, pgc.connamespace, pgc.conname::text, 'domain constraint', pg_catalog.pg_type_is_visible(pgc.contypid)
	FROM pg_catalog.pg_constraint pgc WHERE pgc.contypid <> 0
	UNION ALL SELECT o.oid, o.tableoid, o.opcnamespace, o.opcname::text, 'operator class', pg_catalog.pg_opclass_is_visible(o.oid)
	FROM pg_catalog.pg_opclass o
	UNION ALL SELECT opf.oid, opf.tableoid, opf.opfnamespace, opf.opfname::text, 'operator family', pg_catalog.pg_opfamily_is_visible(opf.oid)
	FROM pg_catalog.pg_opfamily opf
	UNION ALL SELECT r.oid, r.tableoid, c.relnamespace, r.rulename::text, 'rule', pg_catalog.pg_table_is_visible(c.oid)
	FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_class c ON c.oid = r.ev_class WHERE r.rulename != '_RETURN'
	UNION ALL SELECT t.oid, t.tableoid, c.relnamespace, t.tgname::text, 'trigger', pg_catalog.pg_table_is_visible(c.oid)
	FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
	) AS tt
	JOIN pg_catalog.pg_namespace n ON n.oid = tt.nsp
	JOIN pg_catalog.pg_description d ON (tt.oid = d.objoid AND tt.tableoid = d.classoid AND d.objsubid = 0)
	WHERE true
	` + notSystem + `
	~
	ORDER BY 1, 2, 3`},
}

// defaultPrivileges is \ddp.
var defaultPrivileges = listing{"Default access privileges", namePattern{"n.nspname", "pg_catalog.pg_get_userbyid(d.defaclrole)", nil, "", 3}, `
	SELECT pg_catalog.pg_get_userbyid(d.defaclrole) AS "Owner", n.nspname AS "Schema",
	CASE d.defaclobjtype WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'f' THEN 'function' WHEN 'T' THEN 'type' WHEN 'n' THEN 'schema' END AS "Type",
	pg_catalog.array_to_string(d.defaclacl, E'\n') AS "Access privileges"
	FROM pg_catalog.pg_default_acl d
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace
	WHERE true
	~
	ORDER BY 1, 2, 3`}
