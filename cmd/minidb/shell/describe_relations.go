package shell

import "strings"

// \dt and its kin, \dP, and the lists that are more than one query's answer.

// relationKinds are the letters of \dt and its kin, in psql's order.
var relationKinds = []struct {
	letter byte
	kinds  string
}{{'t', "'r','p',"}, {'v', "'v',"}, {'m', "'m',"}, {'i', "'i','I',"}, {'s', "'S',"}}

// kindWords writes the word of a pg_class row's kind.
const kindWords = `CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index' ` +
	`WHEN 'S' THEN 'sequence' WHEN 't' THEN 'TOAST table' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' ` +
	`WHEN 'I' THEN 'partitioned index' END`

// userSchemas is the condition of relations that are nobody's but the user's.
const userSchemas = "      AND n.nspname <> 'pg_catalog'\n      AND n.nspname !~ '^pg_toast'\n      AND n.nspname <> 'information_schema'\n"

// visibleRelations is the pattern of relations.
var visibleRelations = namePattern{"n.nspname", "c.relname", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}

func (d *describer) listRelations(letters string) bool {
	has := func(set string) bool { return strings.ContainsAny(letters, set) }
	if !has("tvmisE") {
		letters = "tvmsE"
	}
	pattern, given := d.arg()
	kinds := ""
	for _, k := range relationKinds {
		if strings.IndexByte(letters, k.letter) < 0 {
			continue
		}
		kinds += k.kinds
		if k.letter == 't' && (given || d.system) {
			kinds += "'t',"
		}
	}
	if given || d.system {
		kinds += "'s',"
	}
	if has("E") {
		kinds += "'f',"
	}
	cond, ok := d.pattern(visibleRelations, pattern, given)
	if !ok {
		return false
	}
	sql := `SELECT n.nspname as "Schema",
  c.relname as "Name",
  ` + kindWords + ` as "Type",
  pg_catalog.pg_get_userbyid(c.relowner) as "Owner"`
	if has("i") {
		sql += ",\n  c2.relname as \"Table\""
	}
	if d.verbose {
		sql += `,
  CASE c.relpersistence WHEN 'p' THEN 'permanent' WHEN 't' THEN 'temporary' WHEN 'u' THEN 'unlogged' END as "Persistence"`
		if has("tmi") {
			sql += ",\n  am.amname as \"Access method\""
		}
		sql += `,
  pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) as "Size",
  pg_catalog.obj_description(c.oid, 'pg_class') as "Description"`
	}
	sql += `
FROM pg_catalog.pg_class c
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`
	if has("tmi") {
		sql += "\n     LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam"
	}
	if has("i") {
		sql += `
     LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
     LEFT JOIN pg_catalog.pg_class c2 ON i.indrelid = c2.oid`
	}
	sql += "\nWHERE c.relkind IN (" + kinds + "'')\n"
	if !given && !d.system {
		sql += userSchemas
	}
	t := d.ask(sql + cond + "ORDER BY 1,2;")
	switch {
	case t == nil:
		return false
	case len(t.Cells) == 0 && !d.vars.on("QUIET") && given:
		d.complain("error", `Did not find any relation named "`+pattern+`".`)
	case len(t.Cells) == 0 && !d.vars.on("QUIET"):
		d.complain("error", "Did not find any relations.")
	default:
		t.Title = new("List of relations")
		d.printTable(t)
	}
	return true
}

// listPartitioned is \dP, for tables, indexes or both, and with n those too that
// are partitions themselves.
func (d *describer) listPartitioned(letters string) bool {
	tables, indexes := strings.Contains(letters, "t"), strings.Contains(letters, "i")
	mixed := tables == indexes
	pattern, given := d.arg()
	nested := given || strings.Contains(letters, "n")
	cond, ok := d.pattern(visibleRelations, pattern, given)
	if !ok {
		return false
	}
	kinds, title, order := "'p','I',", "List of partitioned relations", `"Schema", "Type" DESC, "Name"`
	sql := `SELECT n.nspname as "Schema",
  c.relname as "Name",
  pg_catalog.pg_get_userbyid(c.relowner) as "Owner"`
	if mixed {
		sql += `,
  CASE c.relkind WHEN 'p' THEN 'partitioned table' WHEN 'I' THEN 'partitioned index' END as "Type"`
	} else {
		order = `"Schema", "Name"`
		kinds, title = "'p',", "List of partitioned tables"
		if indexes {
			kinds, title = "'I',", "List of partitioned indexes"
		}
	}
	if nested {
		order = strings.Replace(order, `"Name"`, `"Parent name" NULLS FIRST, "Name"`, 1)
		sql += ",\n  inh.inhparent::pg_catalog.regclass as \"Parent name\""
	}
	if mixed || indexes {
		sql += ",\n c2.oid::pg_catalog.regclass as \"Table\""
	}
	if d.verbose {
		if strings.Contains(letters, "n") {
			sql += ",\n  s.dps as \"Leaf partition size\""
		}
		sql += `,
  s.tps as "Total size",
  pg_catalog.obj_description(c.oid, 'pg_class') as "Description"`
	}
	sql += `
FROM pg_catalog.pg_class c
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace`
	if mixed || indexes {
		sql += `
     LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
     LEFT JOIN pg_catalog.pg_class c2 ON i.indrelid = c2.oid`
	}
	if nested {
		sql += "\n     LEFT JOIN pg_catalog.pg_inherits inh ON c.oid = inh.inhrelid"
	}
	if d.verbose {
		sql += `,
     LATERAL (SELECT pg_catalog.pg_size_pretty(sum(
                 CASE WHEN ppt.isleaf AND ppt.level = 1
                      THEN pg_catalog.pg_table_size(ppt.relid) ELSE 0 END)) AS dps,
                     pg_catalog.pg_size_pretty(sum(pg_catalog.pg_table_size(ppt.relid))) AS tps
              FROM pg_catalog.pg_partition_tree(c.oid) ppt) s`
	}
	sql += "\nWHERE c.relkind IN (" + kinds + "'')\n"
	if !nested {
		sql += " AND NOT c.relispartition\n"
	}
	if !given && !d.system {
		sql += userSchemas
	}
	return d.show(sql+cond+"ORDER BY "+order+";", title)
}
