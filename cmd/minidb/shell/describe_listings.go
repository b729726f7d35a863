package shell

import "strings"

// The listings: commands that are one query each. See listing for the marks at
// the beginning of lines.

// databases is \l. psql 15's own query fails on PostgreSQL 18, which has no
// daticulocale; this is what later versions ask.
var databases = listing{title: "List of databases", pattern: namePattern{"", "d.datname", nil, "", 1}, sql: `SELECT
  d.datname as "Name",
  pg_catalog.pg_get_userbyid(d.datdba) as "Owner",
  pg_catalog.pg_encoding_to_char(d.encoding) as "Encoding",
  CASE d.datlocprovider WHEN 'b' THEN 'builtin' WHEN 'c' THEN 'libc' WHEN 'i' THEN 'icu' END AS "Locale Provider",
  d.datcollate as "Collate",
  d.datctype as "Ctype",
  d.datlocale as "Locale",
  d.daticurules as "ICU Rules",
  CASE WHEN pg_catalog.array_length(d.datacl, 1) = 0 THEN '(none)' ELSE pg_catalog.array_to_string(d.datacl, E'\n') END AS "Access privileges"\
+ ,
+   CASE WHEN pg_catalog.has_database_privilege(d.datname, 'CONNECT')
+        THEN pg_catalog.pg_size_pretty(pg_catalog.pg_database_size(d.datname))
+        ELSE 'No Access'
+   END as "Size",
+   t.spcname as "Tablespace",
+   pg_catalog.shobj_description(d.oid, 'pg_database') as "Description"\

FROM pg_catalog.pg_database d
+   JOIN pg_catalog.pg_tablespace t on d.dattablespace = t.oid
~where
ORDER BY 1;`}

// listings are the other ones, by what stands between \d and the modifiers.
var listings = map[string]listing{
	// also \z
	"p": {title: "Access privileges",
		pattern: namePattern{"n.nspname", "c.relname", nil, "n.nspname !~ '^pg_' AND pg_catalog.pg_table_is_visible(c.oid)", 3}, sql: `SELECT n.nspname as "Schema",
  c.relname as "Name",
  CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' END as "Type",
  pg_catalog.array_to_string(c.relacl, E'\n') AS "Access privileges",
  pg_catalog.array_to_string(ARRAY(
    SELECT attname || E':\n  ' || pg_catalog.array_to_string(attacl, E'\n  ')
    FROM pg_catalog.pg_attribute a
    WHERE attrelid = c.oid AND NOT attisdropped AND attacl IS NOT NULL
  ), E'\n') AS "Column privileges",
  pg_catalog.array_to_string(ARRAY(
    SELECT polname
    || CASE WHEN NOT polpermissive THEN
       E' (RESTRICTIVE)'
       ELSE '' END
    || CASE WHEN polcmd != '*' THEN
           E' (' || polcmd::pg_catalog.text || E'):'
       ELSE E':'
       END
    || CASE WHEN polqual IS NOT NULL THEN
           E'\n  (u): ' || pg_catalog.pg_get_expr(polqual, polrelid)
       ELSE E''
       END
    || CASE WHEN polwithcheck IS NOT NULL THEN
           E'\n  (c): ' || pg_catalog.pg_get_expr(polwithcheck, polrelid)
       ELSE E''
       END    || CASE WHEN polroles <> '{0}' THEN
           E'\n  to: ' || pg_catalog.array_to_string(
               ARRAY(
                   SELECT rolname
                   FROM pg_catalog.pg_roles
                   WHERE oid = ANY (polroles)
                   ORDER BY 1
               ), E', ')
       ELSE E''
       END
    FROM pg_catalog.pg_policy pol
    WHERE polrelid = c.oid), E'\n')
    AS "Policies"
FROM pg_catalog.pg_class c
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r','v','m','S','f','p')
~
ORDER BY 1, 2;`},
	"T": {title: "List of data types", types: true, pattern: namePattern{"n.nspname", "t.typname",
		[]string{"pg_catalog.format_type(t.oid, NULL)"}, "pg_catalog.pg_type_is_visible(t.oid)", 3}, sql: `SELECT n.nspname as "Schema",
  pg_catalog.format_type(t.oid, NULL) AS "Name",
+   t.typname AS "Internal name",
+   CASE WHEN t.typrelid != 0
+       THEN CAST('tuple' AS pg_catalog.text)
+     WHEN t.typlen < 0
+       THEN CAST('var' AS pg_catalog.text)
+     ELSE CAST(t.typlen AS pg_catalog.text)
+   END AS "Size",
+   pg_catalog.array_to_string(
+       ARRAY(
+           SELECT e.enumlabel
+           FROM pg_catalog.pg_enum e
+           WHERE e.enumtypid = t.oid
+           ORDER BY e.enumsortorder
+       ),
+       E'\n'
+   ) AS "Elements",
+   pg_catalog.pg_get_userbyid(t.typowner) AS "Owner",
+ pg_catalog.array_to_string(t.typacl, E'\n') AS "Access privileges",
+     pg_catalog.obj_description(t.oid, 'pg_type') as "Description"
-   pg_catalog.obj_description(t.oid, 'pg_type') as "Description"
FROM pg_catalog.pg_type t
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE (t.typrelid = 0 OR (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c WHERE c.oid = t.typrelid))
[]   AND NOT EXISTS(SELECT 1 FROM pg_catalog.pg_type el WHERE el.oid = t.typelem AND el.typarray = t.oid)
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~
ORDER BY 1, 2;`},
	"D": {title: "List of domains",
		pattern: namePattern{"n.nspname", "t.typname", nil, "pg_catalog.pg_type_is_visible(t.oid)", 3}, sql: `SELECT n.nspname as "Schema",
       t.typname as "Name",
       pg_catalog.format_type(t.typbasetype, t.typtypmod) as "Type",
       (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type bt
        WHERE c.oid = t.typcollation AND bt.oid = t.typbasetype AND t.typcollation <> bt.typcollation) as "Collation",
       CASE WHEN t.typnotnull THEN 'not null' END as "Nullable",
       t.typdefault as "Default",
       pg_catalog.array_to_string(ARRAY(
         SELECT pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_constraint r WHERE t.oid = r.contypid
-        ), ' ') as "Check"
+        ), ' ') as "Check",
+   pg_catalog.array_to_string(t.typacl, E'\n') AS "Access privileges",
+        d.description as "Description"
FROM pg_catalog.pg_type t
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
+      LEFT JOIN pg_catalog.pg_description d ON d.classoid = t.tableoid AND d.objoid = t.oid AND d.objsubid = 0
WHERE t.typtype = 'd'
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~
ORDER BY 1, 2;`},
	"a": {title: "List of aggregate functions",
		pattern: namePattern{"n.nspname", "p.proname", nil, "pg_catalog.pg_function_is_visible(p.oid)", 3}, sql: `SELECT n.nspname as "Schema",
  p.proname AS "Name",
  pg_catalog.format_type(p.prorettype, NULL) AS "Result data type",
  CASE WHEN p.pronargs = 0
    THEN CAST('*' AS pg_catalog.text)
    ELSE pg_catalog.pg_get_function_arguments(p.oid)
  END AS "Argument data types",
  pg_catalog.obj_description(p.oid, 'pg_proc') as "Description"
FROM pg_catalog.pg_proc p
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE p.prokind = 'a'
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~
ORDER BY 1, 2, 4;`},
	// as \l, from later versions
	"O": {title: "List of collations",
		pattern: namePattern{"n.nspname", "c.collname", nil, "pg_catalog.pg_collation_is_visible(c.oid)", 3}, sql: `SELECT
  n.nspname AS "Schema",
  c.collname AS "Name",
  CASE c.collprovider WHEN 'd' THEN 'default' WHEN 'b' THEN 'builtin' WHEN 'c' THEN 'libc' WHEN 'i' THEN 'icu' END AS "Provider",
  c.collcollate AS "Collate",
  c.collctype AS "Ctype",
  c.colllocale AS "Locale",
  c.collicurules AS "ICU Rules",
  CASE WHEN c.collisdeterministic THEN 'yes' ELSE 'no' END AS "Deterministic?"\
+ ,
+   pg_catalog.obj_description(c.oid, 'pg_collation') AS "Description"\

FROM pg_catalog.pg_collation c, pg_catalog.pg_namespace n
WHERE n.oid = c.collnamespace
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
      AND c.collencoding IN (-1, pg_catalog.pg_char_to_encoding(pg_catalog.getdatabaseencoding()))
~
ORDER BY 1, 2;`},
	"b": {title: "List of tablespaces", pattern: namePattern{"", "spcname", nil, "", 1}, sql: `SELECT spcname AS "Name",
  pg_catalog.pg_get_userbyid(spcowner) AS "Owner",
-   pg_catalog.pg_tablespace_location(oid) AS "Location"
+   pg_catalog.pg_tablespace_location(oid) AS "Location",
+   pg_catalog.array_to_string(spcacl, E'\n') AS "Access privileges",
+   spcoptions AS "Options",
+   pg_catalog.pg_size_pretty(pg_catalog.pg_tablespace_size(oid)) AS "Size",
+   pg_catalog.shobj_description(oid, 'pg_tablespace') AS "Description"
FROM pg_catalog.pg_tablespace
~where
ORDER BY 1;`},
	"c": {title: "List of conversions",
		pattern: namePattern{"n.nspname", "c.conname", nil, "pg_catalog.pg_conversion_is_visible(c.oid)", 3}, sql: `SELECT n.nspname AS "Schema",
       c.conname AS "Name",
       pg_catalog.pg_encoding_to_char(c.conforencoding) AS "Source",
       pg_catalog.pg_encoding_to_char(c.contoencoding) AS "Destination",
       CASE WHEN c.condefault THEN 'yes'
-        ELSE 'no' END AS "Default?"
+        ELSE 'no' END AS "Default?",
+        d.description AS "Description"
FROM pg_catalog.pg_conversion c
     JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
+ LEFT JOIN pg_catalog.pg_description d ON d.classoid = c.tableoid
+           AND d.objoid = c.oid AND d.objsubid = 0
WHERE true
!   AND n.nspname <> 'pg_catalog'
!   AND n.nspname <> 'information_schema'
~
ORDER BY 1, 2;`},
	"L": {title: "List of languages", pattern: namePattern{"", "l.lanname", nil, "", 2}, sql: `SELECT l.lanname AS "Name",
       pg_catalog.pg_get_userbyid(l.lanowner) as "Owner",
       l.lanpltrusted AS "Trusted",
+        NOT l.lanispl AS "Internal language",
+        l.lanplcallfoid::pg_catalog.regprocedure AS "Call handler",
+        l.lanvalidator::pg_catalog.regprocedure AS "Validator",
+        l.laninline::pg_catalog.regprocedure AS "Inline handler",
+        pg_catalog.array_to_string(l.lanacl, E'\n') AS "Access privileges",
       d.description AS "Description"
FROM pg_catalog.pg_language l
LEFT JOIN pg_catalog.pg_description d
  ON d.classoid = l.tableoid AND d.objoid = l.oid
  AND d.objsubid = 0
! WHERE l.lanplcallfoid != 0
~where
ORDER BY 1;`},
	"A": {title: "List of access methods", pattern: namePattern{"", "amname", nil, "", 1}, sql: `SELECT amname AS "Name",
-   CASE amtype WHEN 'i' THEN 'Index' WHEN 't' THEN 'Table' END AS "Type"
+   CASE amtype WHEN 'i' THEN 'Index' WHEN 't' THEN 'Table' END AS "Type",
+   amhandler AS "Handler",
+   pg_catalog.obj_description(oid, 'pg_am') AS "Description"
FROM pg_catalog.pg_am
~where
ORDER BY 1;`},
	"x": {title: "List of installed extensions", pattern: namePattern{"", "e.extname", nil, "", 1}, sql: `SELECT e.extname AS "Name", e.extversion AS "Version", n.nspname AS "Schema", c.description AS "Description"
FROM pg_catalog.pg_extension e LEFT JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace LEFT JOIN pg_catalog.pg_description c ON c.objoid = e.oid AND c.classoid = 'pg_catalog.pg_extension'::pg_catalog.regclass
~where
ORDER BY 1;`},
	// As psql has it since 16.
	"rg": {title: "List of role grants", pattern: namePattern{"", "m.rolname", nil, "", 1}, sql: `SELECT m.rolname AS "Role name", r.rolname AS "Member of",
  pg_catalog.concat_ws(', ',
    CASE WHEN pam.admin_option THEN 'ADMIN' END,
    CASE WHEN pam.inherit_option THEN 'INHERIT' END,
    CASE WHEN pam.set_option THEN 'SET' END
  ) AS "Options",
  g.rolname AS "Grantor"
FROM pg_catalog.pg_roles m
     JOIN pg_catalog.pg_auth_members pam ON (pam.member = m.oid)
     LEFT JOIN pg_catalog.pg_roles r ON (pam.roleid = r.oid)
     LEFT JOIN pg_catalog.pg_roles g ON (pam.grantor = g.oid)
! WHERE m.rolname !~ '^pg_'
~where
ORDER BY 1, 2, 4;`},
	"dp": {title: "Default access privileges",
		pattern: namePattern{"", "n.nspname", []string{"pg_catalog.pg_get_userbyid(d.defaclrole)"}, "", 3}, sql: `SELECT pg_catalog.pg_get_userbyid(d.defaclrole) AS "Owner",
  n.nspname AS "Schema",
  CASE d.defaclobjtype WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'f' THEN 'function' WHEN 'T' THEN 'type' WHEN 'n' THEN 'schema' END AS "Type",
  pg_catalog.array_to_string(d.defaclacl, E'\n') AS "Access privileges"
FROM pg_catalog.pg_default_acl d
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace
~where
ORDER BY 1, 2, 3;`},
}

// listSchemas is \dn, which for a pattern tells the publications of the schema of that
// name too; there are none.
func (d *describer) listSchemas() bool {
	sql, ok := d.fillPatterns(listing{pattern: namePattern{"", "n.nspname", nil, "", 2}, sql: `SELECT n.nspname AS "Name",
-   pg_catalog.pg_get_userbyid(n.nspowner) AS "Owner"
+   pg_catalog.pg_get_userbyid(n.nspowner) AS "Owner",
+   pg_catalog.array_to_string(n.nspacl, E'\n') AS "Access privileges",
+   pg_catalog.obj_description(n.oid, 'pg_namespace') AS "Description"
FROM pg_catalog.pg_namespace n
! WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
~where
ORDER BY 1;`})
	if !ok {
		return false
	}
	t := d.ask(sql)
	if t == nil {
		return false
	}
	if d.used > 0 && d.ask("SELECT pubname \nFROM pg_catalog.pg_publication p\n"+
		"     JOIN pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid\n"+
		"     JOIN pg_catalog.pg_namespace n ON n.oid = pn.pnnspid \n"+
		"WHERE n.nspname = "+literal(d.args[0])+"\nORDER BY 1") == nil {
		return false
	}
	t.Title = new("List of schemas")
	d.printTable(t)
	return true
}

// listCasts is \dC, whose pattern is for either of a cast's types.
func (d *describer) listCasts() bool {
	types := func(t string) namePattern {
		return namePattern{"n" + t[1:] + ".nspname", t + ".typname", []string{"pg_catalog.format_type(" + t + ".oid, NULL)"},
			"pg_catalog.pg_type_is_visible(" + t + ".oid)", 3}
	}
	pattern, given := d.arg()
	source, ok := d.pattern(types("ts"), pattern, given)
	if !ok {
		return false
	}
	target, _ := d.pattern(types("tt"), pattern, given)
	return d.show(d.fill(`SELECT pg_catalog.format_type(castsource, NULL) AS "Source type",
       pg_catalog.format_type(casttarget, NULL) AS "Target type",
       CASE WHEN c.castmethod = 'b' THEN '(binary coercible)'
            WHEN c.castmethod = 'i' THEN '(with inout)'
            ELSE p.proname
       END AS "Function",
       CASE WHEN c.castcontext = 'e' THEN 'no'
            WHEN c.castcontext = 'a' THEN 'in assignment'
            ELSE 'yes'
-        END AS "Implicit?"
+        END AS "Implicit?",
+        d.description AS "Description"
FROM pg_catalog.pg_cast c LEFT JOIN pg_catalog.pg_proc p
     ON c.castfunc = p.oid
     LEFT JOIN pg_catalog.pg_type ts
     ON c.castsource = ts.oid
     LEFT JOIN pg_catalog.pg_namespace ns
     ON ns.oid = ts.typnamespace
     LEFT JOIN pg_catalog.pg_type tt
     ON c.casttarget = tt.oid
     LEFT JOIN pg_catalog.pg_namespace nt
     ON nt.oid = tt.typnamespace
+      LEFT JOIN pg_catalog.pg_description d
+      ON d.classoid = c.tableoid AND d.objoid = c.oid AND d.objsubid = 0
WHERE ( (true\
~
) OR (true\
~second
) )
ORDER BY 1, 2;`, filling{cond: source, second: target, secondGiven: true}), "List of casts")
}

// describedKinds are the kinds of objects whose comments \dd shows: the beginning of
// the query's part, and whose the pattern is.
var describedKinds = []struct {
	sql     string
	pattern namePattern
}{
	{`  SELECT pgc.oid as oid, pgc.tableoid AS tableoid,
  n.nspname as nspname,
  CAST(pgc.conname AS pg_catalog.text) as name,  CAST('table constraint' AS pg_catalog.text) as object
  FROM pg_catalog.pg_constraint pgc
    JOIN pg_catalog.pg_class c ON c.oid = pgc.conrelid
    LEFT JOIN pg_catalog.pg_namespace n     ON n.oid = c.relnamespace
! WHERE n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~where`, namePattern{"n.nspname", "pgc.conname", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}},
	{`  SELECT pgc.oid as oid, pgc.tableoid AS tableoid,
  n.nspname as nspname,
  CAST(pgc.conname AS pg_catalog.text) as name,  CAST('domain constraint' AS pg_catalog.text) as object
  FROM pg_catalog.pg_constraint pgc
    JOIN pg_catalog.pg_type t ON t.oid = pgc.contypid
    LEFT JOIN pg_catalog.pg_namespace n     ON n.oid = t.typnamespace
! WHERE n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~where`, namePattern{"n.nspname", "pgc.conname", nil, "pg_catalog.pg_type_is_visible(t.oid)", 3}},
	{`  SELECT o.oid as oid, o.tableoid as tableoid,
  n.nspname as nspname,
  CAST(o.opcname AS pg_catalog.text) as name,
  CAST('operator class' AS pg_catalog.text) as object
  FROM pg_catalog.pg_opclass o
    JOIN pg_catalog.pg_am am ON o.opcmethod = am.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = o.opcnamespace
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~`, namePattern{"n.nspname", "o.opcname", nil, "pg_catalog.pg_opclass_is_visible(o.oid)", 3}},
	{`  SELECT opf.oid as oid, opf.tableoid as tableoid,
  n.nspname as nspname,
  CAST(opf.opfname AS pg_catalog.text) AS name,
  CAST('operator family' AS pg_catalog.text) as object
  FROM pg_catalog.pg_opfamily opf
    JOIN pg_catalog.pg_am am ON opf.opfmethod = am.oid
    JOIN pg_catalog.pg_namespace n ON opf.opfnamespace = n.oid
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~`, namePattern{"n.nspname", "opf.opfname", nil, "pg_catalog.pg_opfamily_is_visible(opf.oid)", 3}},
	{`  SELECT r.oid as oid, r.tableoid as tableoid,
  n.nspname as nspname,
  CAST(r.rulename AS pg_catalog.text) as name,  CAST('rule' AS pg_catalog.text) as object
  FROM pg_catalog.pg_rewrite r
       JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
       LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE r.rulename != '_RETURN'
!       AND n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~`, namePattern{"n.nspname", "r.rulename", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}},
	{`  SELECT t.oid as oid, t.tableoid as tableoid,
  n.nspname as nspname,
  CAST(t.tgname AS pg_catalog.text) as name,  CAST('trigger' AS pg_catalog.text) as object
  FROM pg_catalog.pg_trigger t
       JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
       LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
! WHERE n.nspname <> 'pg_catalog'
!       AND n.nspname <> 'information_schema'
~where`, namePattern{"n.nspname", "t.tgname", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}},
}

// listDescriptions is \dd.
func (d *describer) listDescriptions() bool {
	pattern, given := d.arg()
	var parts []string
	for _, k := range describedKinds {
		cond, ok := d.pattern(k.pattern, pattern, given)
		if !ok {
			return false
		}
		parts = append(parts, d.fill(k.sql, filling{cond: cond, some: given || d.system}))
	}
	return d.show(`SELECT DISTINCT tt.nspname AS "Schema", tt.name AS "Name", tt.object AS "Object", d.description AS "Description"
FROM (
`+strings.Join(parts, "\nUNION ALL\n")+`
) AS tt
  JOIN pg_catalog.pg_description d ON (tt.oid = d.objoid AND tt.tableoid = d.classoid AND d.objsubid = 0)
ORDER BY 1, 2, 3;`, "Object descriptions")
}
