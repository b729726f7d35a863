package shell

// Listings of what databases seldom have: operator classes, text search, foreign
// data, publications, large objects and the like.

// fdwOptions writes a column of options of foreign data.
func fdwOptions(column string) string {
	return " CASE WHEN " + column + " IS NULL THEN '' ELSE   '(' || pg_catalog.array_to_string(ARRAY(SELECT   pg_catalog.quote_ident(option_name) ||  ' ' ||" +
		"   pg_catalog.quote_literal(option_value)  FROM   pg_catalog.pg_options_to_table(" + column + ")),  ', ') || ')'   END AS \"FDW options\""
}

// largeObjects is \dl and \lo_list.
var largeObjects = listing{title: "Large objects", sql: `SELECT oid as "ID",
  pg_catalog.pg_get_userbyid(lomowner) as "Owner",
+   pg_catalog.array_to_string(lomacl, E'\n') AS "Access privileges",
  pg_catalog.obj_description(oid, 'pg_largeobject') as "Description"
FROM pg_catalog.pg_largeobject_metadata
ORDER BY oid`}

// listLargeObjects is \dl, whose argument means nothing, and \lo_list.
func (d *describer) listLargeObjects() bool {
	d.arg()
	return d.list(largeObjects)
}

// rareListings are listings by what stands between \d and the modifiers.
var rareListings = map[string]listing{
	"Ac": {title: "List of operator classes", pattern: namePattern{"", "am.amname", nil, "", 1},
		second: namePattern{"tn.nspname", "t.typname", []string{"pg_catalog.format_type(t.oid, NULL)"}, "pg_catalog.pg_type_is_visible(t.oid)", 3},
		sql: `SELECT
  am.amname AS "AM",
  pg_catalog.format_type(c.opcintype, NULL) AS "Input type",
  CASE
    WHEN c.opckeytype <> 0 AND c.opckeytype <> c.opcintype
    THEN pg_catalog.format_type(c.opckeytype, NULL)
    ELSE NULL
  END AS "Storage type",
  CASE
    WHEN pg_catalog.pg_opclass_is_visible(c.oid)
    THEN pg_catalog.format('%I', c.opcname)
    ELSE pg_catalog.format('%I.%I', n.nspname, c.opcname)
  END AS "Operator class",
  (CASE WHEN c.opcdefault
    THEN 'yes'
    ELSE 'no'
-   END) AS "Default?"
+   END) AS "Default?",
+   CASE
+     WHEN pg_catalog.pg_opfamily_is_visible(of.oid)
+     THEN pg_catalog.format('%I', of.opfname)
+     ELSE pg_catalog.format('%I.%I', ofn.nspname, of.opfname)
+   END AS "Operator family",
+  pg_catalog.pg_get_userbyid(c.opcowner) AS "Owner"
+ 
FROM pg_catalog.pg_opclass c
  LEFT JOIN pg_catalog.pg_am am on am.oid = c.opcmethod
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.opcnamespace
  LEFT JOIN pg_catalog.pg_type t ON t.oid = c.opcintype
  LEFT JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
+   LEFT JOIN pg_catalog.pg_opfamily of ON of.oid = c.opcfamily
+   LEFT JOIN pg_catalog.pg_namespace ofn ON ofn.oid = of.opfnamespace
~where
~second
ORDER BY 1, 2, 4;`},
	"Af": {title: "List of operator families", pattern: namePattern{"", "am.amname", nil, "", 1},
		second: namePattern{"tn.nspname", "t.typname", []string{"pg_catalog.format_type(t.oid, NULL)"}, "pg_catalog.pg_type_is_visible(t.oid)", 3},
		sql: `SELECT
  am.amname AS "AM",
  CASE
    WHEN pg_catalog.pg_opfamily_is_visible(f.oid)
    THEN pg_catalog.format('%I', f.opfname)
    ELSE pg_catalog.format('%I.%I', n.nspname, f.opfname)
  END AS "Operator family",
  (SELECT
     pg_catalog.string_agg(pg_catalog.format_type(oc.opcintype, NULL), ', ')
   FROM pg_catalog.pg_opclass oc
-    WHERE oc.opcfamily = f.oid) "Applicable types"
+    WHERE oc.opcfamily = f.oid) "Applicable types",
+   pg_catalog.pg_get_userbyid(f.opfowner) AS "Owner"
+ 
FROM pg_catalog.pg_opfamily f
  LEFT JOIN pg_catalog.pg_am am on am.oid = f.opfmethod
  LEFT JOIN pg_catalog.pg_namespace n ON n.oid = f.opfnamespace
~where
2   AND EXISTS (
2     SELECT 1
2     FROM pg_catalog.pg_type t
2     JOIN pg_catalog.pg_opclass oc ON oc.opcintype = t.oid
2     LEFT JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
2     WHERE oc.opcfamily = f.oid
~second
2   )
ORDER BY 1, 2;`},
	"Ao": {title: "List of operators of operator families", pattern: namePattern{"", "am.amname", nil, "", 1},
		second: namePattern{"nsf.nspname", "of.opfname", nil, "", 3}, sql: `SELECT
  am.amname AS "AM",
  CASE
    WHEN pg_catalog.pg_opfamily_is_visible(of.oid)
    THEN pg_catalog.format('%I', of.opfname)
    ELSE pg_catalog.format('%I.%I', nsf.nspname, of.opfname)
  END AS "Operator family",
  o.amopopr::pg_catalog.regoperator AS "Operator"
,  o.amopstrategy AS "Strategy",
  CASE o.amoppurpose
    WHEN 'o' THEN 'ordering'
    WHEN 's' THEN 'search'
  END AS "Purpose"
+ , ofs.opfname AS "Sort opfamily"
FROM pg_catalog.pg_amop o
  LEFT JOIN pg_catalog.pg_opfamily of ON of.oid = o.amopfamily
  LEFT JOIN pg_catalog.pg_am am ON am.oid = of.opfmethod AND am.oid = o.amopmethod
  LEFT JOIN pg_catalog.pg_namespace nsf ON of.opfnamespace = nsf.oid
+   LEFT JOIN pg_catalog.pg_opfamily ofs ON ofs.oid = o.amopsortfamily
~where
~second
ORDER BY 1, 2,
  o.amoplefttype = o.amoprighttype DESC,
  pg_catalog.format_type(o.amoplefttype, NULL),
  pg_catalog.format_type(o.amoprighttype, NULL),
  o.amopstrategy;`},
	"Ap": {title: "List of support functions of operator families", pattern: namePattern{"", "am.amname", nil, "", 1},
		second: namePattern{"ns.nspname", "of.opfname", nil, "", 3}, sql: `SELECT
  am.amname AS "AM",
  CASE
    WHEN pg_catalog.pg_opfamily_is_visible(of.oid)
    THEN pg_catalog.format('%I', of.opfname)
    ELSE pg_catalog.format('%I.%I', ns.nspname, of.opfname)
  END AS "Operator family",
  pg_catalog.format_type(ap.amproclefttype, NULL) AS "Registered left type",
  pg_catalog.format_type(ap.amprocrighttype, NULL) AS "Registered right type",
  ap.amprocnum AS "Number"
- , p.proname AS "Function"
+ , ap.amproc::pg_catalog.regprocedure AS "Function"
FROM pg_catalog.pg_amproc ap
  LEFT JOIN pg_catalog.pg_opfamily of ON of.oid = ap.amprocfamily
  LEFT JOIN pg_catalog.pg_am am ON am.oid = of.opfmethod
  LEFT JOIN pg_catalog.pg_namespace ns ON of.opfnamespace = ns.oid
  LEFT JOIN pg_catalog.pg_proc p ON ap.amproc = p.oid
~where
~second
ORDER BY 1, 2,
  ap.amproclefttype = ap.amprocrighttype DESC,
  3, 4, 5;`},
	"F": {title: "List of text search configurations",
		pattern: namePattern{"n.nspname", "c.cfgname", nil, "pg_catalog.pg_ts_config_is_visible(c.oid)", 3}, sql: `SELECT
   n.nspname as "Schema",
   c.cfgname as "Name",
   pg_catalog.obj_description(c.oid, 'pg_ts_config') as "Description"
FROM pg_catalog.pg_ts_config c
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.cfgnamespace
~where
ORDER BY 1, 2;`},
	"Fd": {title: "List of text search dictionaries",
		pattern: namePattern{"n.nspname", "d.dictname", nil, "pg_catalog.pg_ts_dict_is_visible(d.oid)", 3}, sql: `SELECT
  n.nspname as "Schema",
  d.dictname as "Name",
+   ( SELECT COALESCE(nt.nspname, '(null)')::pg_catalog.text || '.' || t.tmplname FROM
+     pg_catalog.pg_ts_template t
+     LEFT JOIN pg_catalog.pg_namespace nt ON nt.oid = t.tmplnamespace
+     WHERE d.dicttemplate = t.oid ) AS  "Template",
+   d.dictinitoption as "Init options",
  pg_catalog.obj_description(d.oid, 'pg_ts_dict') as "Description"
FROM pg_catalog.pg_ts_dict d
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = d.dictnamespace
~where
ORDER BY 1, 2;`},
	"Fp": {title: "List of text search parsers",
		pattern: namePattern{"n.nspname", "p.prsname", nil, "pg_catalog.pg_ts_parser_is_visible(p.oid)", 3}, sql: `SELECT
  n.nspname as "Schema",
  p.prsname as "Name",
  pg_catalog.obj_description(p.oid, 'pg_ts_parser') as "Description"
FROM pg_catalog.pg_ts_parser p
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.prsnamespace
~where
ORDER BY 1, 2;`},
	"Ft": {title: "List of text search templates",
		pattern: namePattern{"n.nspname", "t.tmplname", nil, "pg_catalog.pg_ts_template_is_visible(t.oid)", 3}, sql: `SELECT
  n.nspname AS "Schema",
  t.tmplname AS "Name",
+   t.tmplinit::pg_catalog.regproc AS "Init",
+   t.tmpllexize::pg_catalog.regproc AS "Lexize",
  pg_catalog.obj_description(t.oid, 'pg_ts_template') AS "Description"
FROM pg_catalog.pg_ts_template t
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.tmplnamespace
~where
ORDER BY 1, 2;`},
	"Rp": {title: "List of publications", pattern: namePattern{"", "pubname", nil, "", 1}, sql: `SELECT pubname AS "Name",
  pg_catalog.pg_get_userbyid(pubowner) AS "Owner",
  puballtables AS "All tables",
  pubinsert AS "Inserts",
  pubupdate AS "Updates",
  pubdelete AS "Deletes",
  pubtruncate AS "Truncates",
  pubviaroot AS "Via root"
FROM pg_catalog.pg_publication
~where
ORDER BY 1;`},
	"Rs": {title: "List of subscriptions", pattern: namePattern{"", "subname", nil, "", 1}, sql: `SELECT subname AS "Name"
,  pg_catalog.pg_get_userbyid(subowner) AS "Owner"
,  subenabled AS "Enabled"
,  subpublications AS "Publication"
+ , subbinary AS "Binary"
+ , substream AS "Streaming"
+ , subtwophasestate AS "Two-phase commit"
+ , subdisableonerr AS "Disable on error"
+ ,  subsynccommit AS "Synchronous commit"
+ ,  subconninfo AS "Conninfo"
+ , subskiplsn AS "Skip LSN"
FROM pg_catalog.pg_subscription
WHERE subdbid = (SELECT oid
                 FROM pg_catalog.pg_database
                 WHERE datname = pg_catalog.current_database())\
~
ORDER BY 1;`},
	"X": {title: "List of extended statistics", pattern: namePattern{"es.stxnamespace::pg_catalog.regnamespace::pg_catalog.text",
		"es.stxname", nil, "pg_catalog.pg_statistics_obj_is_visible(es.oid)", 3}, sql: "SELECT \n" +
		`es.stxnamespace::pg_catalog.regnamespace::pg_catalog.text AS "Schema", ` + "\n" +
		`es.stxname AS "Name", ` + "\n" +
		`pg_catalog.format('%s FROM %s', ` + "\n" +
		`  pg_catalog.pg_get_statisticsobjdef_columns(es.oid), ` + "\n" +
		`  es.stxrelid::pg_catalog.regclass) AS "Definition",` + "\n" +
		`CASE WHEN 'd' = any(es.stxkind) THEN 'defined' ` + "\n" +
		`END AS "Ndistinct", ` + "\n" +
		`CASE WHEN 'f' = any(es.stxkind) THEN 'defined' ` + "\n" +
		`END AS "Dependencies",` + "\n" +
		`CASE WHEN 'm' = any(es.stxkind) THEN 'defined' ` + "\n" +
		`END AS "MCV"  ` + "\n" +
		"FROM pg_catalog.pg_statistic_ext es \n" +
		"~where\nORDER BY 1, 2;"},
	"y": {title: "List of event triggers", pattern: namePattern{"", "evtname", nil, "", 1},
		sql: `SELECT evtname as "Name", evtevent as "Event", pg_catalog.pg_get_userbyid(e.evtowner) as "Owner",
 case evtenabled when 'O' then 'enabled'  when 'R' then 'replica'  when 'A' then 'always'  when 'D' then 'disabled' end as "Enabled",
-  e.evtfoid::pg_catalog.regproc as "Function", pg_catalog.array_to_string(array(select x from pg_catalog.unnest(evttags) as t(x)), ', ') as "Tags"
+  e.evtfoid::pg_catalog.regproc as "Function", pg_catalog.array_to_string(array(select x from pg_catalog.unnest(evttags) as t(x)), ', ') as "Tags",
+ pg_catalog.obj_description(e.oid, 'pg_event_trigger') as "Description"
FROM pg_catalog.pg_event_trigger e \
~where
ORDER BY 1`},
	"es": {title: "List of foreign servers", pattern: namePattern{"", "s.srvname", nil, "", 1}, sql: `SELECT s.srvname AS "Name",
  pg_catalog.pg_get_userbyid(s.srvowner) AS "Owner",
-   f.fdwname AS "Foreign-data wrapper"
+   f.fdwname AS "Foreign-data wrapper",
+   pg_catalog.array_to_string(s.srvacl, E'\n') AS "Access privileges",
+   s.srvtype AS "Type",
+   s.srvversion AS "Version",
+  ` + fdwOptions("srvoptions") + `,
+   d.description AS "Description"
FROM pg_catalog.pg_foreign_server s
     JOIN pg_catalog.pg_foreign_data_wrapper f ON f.oid=s.srvfdw
+ LEFT JOIN pg_catalog.pg_description d
+        ON d.classoid = s.tableoid AND d.objoid = s.oid AND d.objsubid = 0
~where
ORDER BY 1;`},
	"et": {title: "List of foreign tables",
		pattern: namePattern{"n.nspname", "c.relname", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}, sql: `SELECT n.nspname AS "Schema",
  c.relname AS "Table",
-   s.srvname AS "Server"
+   s.srvname AS "Server",
+ ` + fdwOptions("ftoptions") + `,
+   d.description AS "Description"
FROM pg_catalog.pg_foreign_table ft
  INNER JOIN pg_catalog.pg_class c ON c.oid = ft.ftrelid
  INNER JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  INNER JOIN pg_catalog.pg_foreign_server s ON s.oid = ft.ftserver
+    LEFT JOIN pg_catalog.pg_description d
+           ON d.classoid = c.tableoid AND d.objoid = c.oid AND d.objsubid = 0
~where
ORDER BY 1, 2;`},
	"eu": {title: "List of user mappings", pattern: namePattern{"", "um.srvname", []string{"um.usename"}, "", 1},
		sql: `SELECT um.srvname AS "Server",
-   um.usename AS "User name"
+   um.usename AS "User name",
+ ` + fdwOptions("umoptions") + `
FROM pg_catalog.pg_user_mappings um
~where
ORDER BY 1, 2;`},
	"ew": {title: "List of foreign-data wrappers", pattern: namePattern{"", "fdwname", nil, "", 1}, sql: `SELECT fdw.fdwname AS "Name",
  pg_catalog.pg_get_userbyid(fdw.fdwowner) AS "Owner",
  fdw.fdwhandler::pg_catalog.regproc AS "Handler",
-   fdw.fdwvalidator::pg_catalog.regproc AS "Validator"
+   fdw.fdwvalidator::pg_catalog.regproc AS "Validator",
+   pg_catalog.array_to_string(fdwacl, E'\n') AS "Access privileges",
+ ` + fdwOptions("fdwoptions") + `,
+   d.description AS "Description" ` + `
FROM pg_catalog.pg_foreign_data_wrapper fdw
+ LEFT JOIN pg_catalog.pg_description d
+        ON d.classoid = fdw.tableoid AND d.objoid = fdw.oid AND d.objsubid = 0
~where
ORDER BY 1;`},
}
