package shell

import (
	"fmt"
	"strings"
)

// \d NAME: one relation's columns, and below them what else there is to it.

// describedRelation is a relation being described.
type describedRelation struct {
	*describer
	oid          string // as a constant
	schema, name string
	kind         byte
	class        func(column string) string // of the row of pg_class
	footers      []string
}

func (d *describer) describeRelations() bool {
	pattern, _ := d.arg()
	cond, ok := d.pattern(namePattern{"n.nspname", "c.relname", nil, "pg_catalog.pg_table_is_visible(c.oid)", 3}, pattern, true)
	if !ok {
		return false
	}
	t := d.ask(d.fill(`SELECT c.oid,
  n.nspname,
  c.relname
FROM pg_catalog.pg_class c
     LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
~where
ORDER BY 2, 3;`, filling{cond: cond}))
	if t == nil {
		return false
	}
	if len(t.Cells) == 0 {
		if !d.vars.on("QUIET") {
			d.complain("error", `Did not find any relation named "`+pattern+`".`)
		}
		return false
	}
	for _, row := range t.Cells {
		r := &describedRelation{describer: d, oid: literal(row[0]), schema: row[1], name: row[2]}
		if !r.describe() {
			return false
		}
	}
	return true
}

// named gives a table's columns other names: psql's queries leave some without.
func (t *Table) named(names string) *Table {
	t.Headers = strings.Fields(names)
	return t
}

// byName returns a table's first row as a function of the column's name.
func (t *Table) byName() func(string) string {
	return func(name string) string {
		for i, h := range t.Headers {
			if h == name {
				return t.Cells[0][i]
			}
		}
		panic("shell: no column " + name)
	}
}

func (r *describedRelation) describe() bool {
	options := "''"
	if r.verbose {
		options = "pg_catalog.array_to_string(c.reloptions || array(select 'toast.' || x from pg_catalog.unnest(tc.reloptions) x), ', ')\n"
	}
	t := r.ask(`SELECT c.relchecks, c.relkind, c.relhasindex, c.relhasrules, c.relhastriggers, c.relrowsecurity, ` +
		`c.relforcerowsecurity, false AS relhasoids, c.relispartition, ` + options + `, c.reltablespace, ` +
		`CASE WHEN c.reloftype = 0 THEN '' ELSE c.reloftype::pg_catalog.regtype::pg_catalog.text END, ` +
		`c.relpersistence, c.relreplident, am.amname
FROM pg_catalog.pg_class c
 LEFT JOIN pg_catalog.pg_class tc ON (c.reltoastrelid = tc.oid)
LEFT JOIN pg_catalog.pg_am am ON (c.relam = am.oid)
WHERE c.oid = ` + r.oid + ";")
	if t == nil {
		return false
	}
	if len(t.Cells) == 0 { // it has just been dropped
		return true
	}
	r.class = t.named(`relchecks relkind relhasindex relhasrules relhastriggers relrowsecurity relforcerowsecurity relhasoids
		relispartition options reltablespace reloftype relpersistence relreplident amname`).byName()
	r.kind = r.class("relkind")[0]
	if r.kind == 'S' {
		return r.describeSequence()
	}
	columns := r.columns()
	if columns == nil || !r.addFooters() {
		return false
	}
	columns.Title, columns.Footers = new(r.title()), r.footers
	r.showTable(columns)
	return true
}

// title is what stands above a relation.
func (r *describedRelation) title() string {
	word := map[byte]string{'r': "Table", 'v': "View", 'm': "Materialized view", 'i': "Index", 'I': "Partitioned index",
		't': "TOAST table", 'c': "Composite type", 'f': "Foreign table", 'p': "Partitioned table", 'S': "Sequence"}[r.kind]
	if word == "" {
		word = "?" + string(r.kind) + "?"
	}
	if r.class("relpersistence") == "u" && strings.IndexByte("rmiIpS", r.kind) >= 0 {
		word = "Unlogged " + strings.ToLower(word)
	}
	return fmt.Sprintf(`%s "%s.%s"`, word, r.schema, r.name)
}

// is tells whether the relation is of one of the kinds.
func (r *describedRelation) is(kinds string) bool { return strings.IndexByte(kinds, r.kind) >= 0 }

// columns makes the table of a relation's columns.
func (r *describedRelation) columns() *Table {
	out := &Table{Headers: []string{"Column", "Type"}}
	sql, names := "SELECT a.attname,\n  pg_catalog.format_type(a.atttypid, a.atttypmod)", "attname type"
	// add adds to the query for relations of some kinds: a text, the names of its
	// columns, and headers of what is shown of them.
	add := func(kinds, text, columns string, headers ...string) {
		if r.is(kinds) {
			sql += ",\n  " + text
			names += " " + columns
			out.Headers = append(out.Headers, headers...)
		}
	}
	add("rvmfcp", `(SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true)
   FROM pg_catalog.pg_attrdef d
   WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef),
  a.attnotnull,
  (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t
   WHERE c.oid = a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS attcollation,
  a.attidentity,
  a.attgenerated`, "attdef attnotnull attcollation attidentity attgenerated", "Collation", "Nullable", "Default")
	add("iI", "CASE WHEN a.attnum <= (SELECT i.indnkeyatts FROM pg_catalog.pg_index i WHERE i.indexrelid = "+r.oid+`) THEN 'yes' ELSE 'no' END AS is_key,
  pg_catalog.pg_get_indexdef(a.attrelid, a.attnum, TRUE) AS indexdef`, "is_key indexdef", "Key?", "Definition")
	if r.verbose {
		add(string(r.kind), "a.attstorage", "attstorage", "Storage")
		add("rpm", "a.attcompression AS attcompression", "attcompression", "Compression")
		add("riImfp", "CASE WHEN a.attstattarget=-1 THEN NULL ELSE a.attstattarget END AS attstattarget", "attstattarget", "Stats target")
		add("rvmfcp", "pg_catalog.col_description(a.attrelid, a.attnum)", "description", "Description")
	}
	t := r.ask(sql + "\nFROM pg_catalog.pg_attribute a\nWHERE a.attrelid = " + r.oid +
		" AND a.attnum > 0 AND NOT a.attisdropped\nORDER BY a.attnum;")
	if t == nil {
		return nil
	}
	t.named(names)
	out.Right = make([]bool, len(out.Headers))
	for i := range t.Cells {
		row := &Table{Headers: t.Headers, Cells: t.Cells[i : i+1]}
		out.Cells = append(out.Cells, columnCells(out.Headers, row))
	}
	return out
}

// storageNames are the names of attstorage's values, compressionNames those of
// attcompression.
var (
	storageNames     = map[string]string{"p": "plain", "m": "main", "x": "extended", "e": "external"}
	compressionNames = map[string]string{"": "", "p": "pglz", "l": "lz4"}
)

// columnCells makes a column's cells from its catalog row.
func columnCells(headers []string, row *Table) []string {
	named := row.byName()
	word := func(names map[string]string, letter string) string {
		if s, ok := names[letter]; ok {
			return s
		}
		return "???"
	}
	cells := row.Cells[0][:2:2]
	for _, h := range headers[2:] {
		var s string
		switch h {
		case "Collation":
			s = named("attcollation")
		case "Nullable":
			if named("attnotnull") == "t" {
				s = "not null"
			}
		case "Default":
			s = columnDefault(named("attidentity"), named("attgenerated"), named("attdef"))
		case "Key?":
			s = named("is_key")
		case "Definition":
			s = named("indexdef")
		case "Storage":
			s = word(storageNames, named("attstorage"))
		case "Compression":
			s = word(compressionNames, named("attcompression"))
		case "Stats target":
			s = named("attstattarget")
		case "Description":
			s = named("description")
		}
		cells = append(cells, s)
	}
	return cells
}

func columnDefault(identity, generated, def string) string {
	switch {
	case identity == "a":
		return "generated always as identity"
	case identity == "d":
		return "generated by default as identity"
	case generated == "s":
		return "generated always as (" + def + ") stored"
	}
	return def
}

func (r *describedRelation) describeSequence() bool {
	t := r.ask(`SELECT pg_catalog.format_type(seqtypid, NULL) AS "Type",
       seqstart AS "Start",
       seqmin AS "Minimum",
       seqmax AS "Maximum",
       seqincrement AS "Increment",
       CASE WHEN seqcycle THEN 'yes' ELSE 'no' END AS "Cycles?",
       seqcache AS "Cache"
FROM pg_catalog.pg_sequence
WHERE seqrelid = ` + r.oid + ";")
	if t == nil {
		return false
	}
	owner := r.ask(`SELECT pg_catalog.quote_ident(nspname) || '.' ||
   pg_catalog.quote_ident(relname) || '.' ||
   pg_catalog.quote_ident(attname),
   d.deptype
FROM pg_catalog.pg_class c
INNER JOIN pg_catalog.pg_depend d ON c.oid=d.refobjid
INNER JOIN pg_catalog.pg_namespace n ON n.oid=c.relnamespace
INNER JOIN pg_catalog.pg_attribute a ON (
 a.attrelid=c.oid AND
 a.attnum=d.refobjsubid)
WHERE d.classid='pg_catalog.pg_class'::pg_catalog.regclass
 AND d.refclassid='pg_catalog.pg_class'::pg_catalog.regclass
 AND d.objid=` + r.oid + `
 AND d.deptype IN ('a', 'i')`)
	if owner == nil {
		return false
	}
	if len(owner.Cells) == 1 {
		switch o := owner.Cells[0]; o[1] {
		case "a":
			t.Footers = append(t.Footers, "Owned by: "+o[0])
		case "i":
			t.Footers = append(t.Footers, "Sequence for identity column: "+o[0])
		}
	}
	t.Title = new(r.title())
	r.showTable(t)
	return true
}
