package shell

import (
	"fmt"
	"strings"
)

// The lines below the columns of a described relation.

func (r *describedRelation) footer(format string, args ...any) {
	r.footers = append(r.footers, fmt.Sprintf(format, args...))
}

// section adds a headline and one line a row, if there are rows. It is false if
// the query failed.
func (r *describedRelation) section(headline, sql string, line func(row []string) string) bool {
	t := r.ask(sql)
	if t == nil {
		return false
	}
	for i, row := range t.Cells {
		if i == 0 {
			r.footer("%s", headline)
		}
		r.footer("    %s", line(row))
	}
	return true
}

// addFooters makes all footers, in psql's order. It is false if a query failed.
func (r *describedRelation) addFooters() bool {
	var steps []func() bool
	switch {
	case r.is("iI"):
		steps = append(steps, r.partitionOf, r.indexFooter)
	case r.is("rmfpt"):
		steps = append(steps, r.partitionFooters, r.indexes, r.checks, r.foreignKeys, r.referencedBy, r.othersOfTable)
	}
	if r.verbose && r.is("vm") {
		steps = append(steps, r.viewDefinition)
	}
	if r.class("relhastriggers") == "t" {
		steps = append(steps, r.triggers)
	}
	if r.is("rmfpI") {
		steps = append(steps, r.parents, r.children)
	}
	for _, step := range steps {
		if !step() {
			return false
		}
	}
	return r.properties()
}

// tablespace names a tablespace that is not the database's; the name is empty
// for that one.
func (r *describedRelation) tablespace(oid string) (name string, ok bool) {
	if oid == "0" {
		return "", true
	}
	t := r.ask("SELECT spcname FROM pg_catalog.pg_tablespace\nWHERE oid = " + literal(oid) + ";")
	if t == nil || len(t.Cells) == 0 {
		return "", t != nil
	}
	return t.Cells[0][0], true
}

// properties are the footers that hardly need a query.
func (r *describedRelation) properties() bool {
	if t := r.class("reloftype"); t != "" && r.is("rmfp") {
		r.footer("Typed table of type: %s", t)
	}
	if ident := r.class("relreplident"); r.verbose && r.is("rm") && ident != "i" {
		usual := "d"
		if r.schema == "pg_catalog" {
			usual = "n"
		}
		if ident != usual {
			word := map[string]string{"f": "FULL", "n": "NOTHING"}[ident]
			if word == "" {
				word = "???"
			}
			r.footer("Replica Identity: %s", word)
		}
	}
	space, ok := r.tablespace(r.class("reltablespace"))
	if space != "" {
		r.footer(`Tablespace: "%s"`, space)
	}
	if !r.verbose || !ok {
		return ok
	}
	if am := r.class("amname"); am != "" && r.is("rmpI") {
		r.footer("Access method: %s", am)
	}
	if options := r.class("options"); options != "" {
		r.footer("Options: %s", options)
	}
	return true
}

// indexFooter says what an index is.
func (r *describedRelation) indexFooter() bool {
	t := r.ask(`SELECT i.indisunique, i.indisprimary, i.indisclustered, i.indisvalid,
  (NOT i.indimmediate) AND EXISTS (SELECT 1 FROM pg_catalog.pg_constraint WHERE conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x') AND condeferrable) AS condeferrable,
  (NOT i.indimmediate) AND EXISTS (SELECT 1 FROM pg_catalog.pg_constraint WHERE conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x') AND condeferred) AS condeferred,
i.indisreplident,
i.indnullsnotdistinct,
  a.amname, c2.relname, pg_catalog.pg_get_expr(i.indpred, i.indrelid, true)
FROM pg_catalog.pg_index i, pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_am a
WHERE i.indexrelid = c.oid AND c.oid = ` + r.oid + ` AND c.relam = a.oid
AND i.indrelid = c2.oid;`)
	if t == nil {
		return false
	}
	if len(t.Cells) == 0 {
		return true
	}
	col := t.named(`indisunique indisprimary indisclustered indisvalid condeferrable condeferred indisreplident indnullsnotdistinct
		amname relname pred`).byName()
	var b strings.Builder
	switch {
	case col("indisprimary") == "t":
		b.WriteString("primary key, ")
	case col("indisunique") == "t":
		b.WriteString("unique")
		if col("indnullsnotdistinct") == "t" {
			b.WriteString(" nulls not distinct")
		}
		b.WriteString(", ")
	}
	fmt.Fprintf(&b, `%s, for table "%s.%s"`, col("amname"), r.schema, col("relname"))
	if pred := col("pred"); pred != "" {
		b.WriteString(", predicate (" + pred + ")")
	}
	for _, w := range []struct{ column, value, text string }{{"indisclustered", "t", "clustered"}, {"indisvalid", "f", "invalid"},
		{"condeferrable", "t", "deferrable"}, {"condeferred", "t", "initially deferred"}, {"indisreplident", "t", "replica identity"}} {
		if col(w.column) == w.value {
			b.WriteString(", " + w.text)
		}
	}
	r.footer("%s", b.String())
	return true
}

// partitionOf says of what a table or index is a partition.
func (r *describedRelation) partitionOf() bool {
	if r.class("relispartition") == "t" {
		constraint := ""
		if r.verbose {
			constraint = ",\n  pg_catalog.pg_get_partition_constraintdef(c.oid)"
		}
		t := r.ask(`SELECT inhparent::pg_catalog.regclass,
  pg_catalog.pg_get_expr(c.relpartbound, c.oid),
  inhdetachpending` + constraint + `
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_inherits i ON c.oid = inhrelid
WHERE c.oid = ` + r.oid + ";")
		if t == nil {
			return false
		}
		for _, row := range t.Cells {
			detached := ""
			if row[2] == "t" {
				detached = " DETACH PENDING"
			}
			r.footer("Partition of: %s %s%s", row[0], row[1], detached)
			if r.verbose && row[3] == "" {
				r.footer("No partition constraint")
			} else if r.verbose {
				r.footer("Partition constraint: %s", row[3])
			}
		}
	}
	return true
}

// partitionFooters say of what a table is a partition, and how it is
// partitioned itself.
func (r *describedRelation) partitionFooters() bool {
	if !r.partitionOf() {
		return false
	}
	if r.kind == 'p' {
		t := r.ask("SELECT pg_catalog.pg_get_partkeydef(" + r.oid + "::pg_catalog.oid);")
		if t == nil {
			return false
		}
		r.footer("Partition key: %s", t.Cells[0][0])
	}
	return true
}

func (r *describedRelation) indexes() bool {
	if r.class("relhasindex") != "t" {
		return true
	}
	return r.section("Indexes:", `SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid, `+`pg_catalog.pg_get_indexdef(i.indexrelid, 0, true),
  pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred, i.indisreplident, c2.reltablespace
FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i
  LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x'))
WHERE c.oid = `+r.oid+` AND c.oid = i.indrelid AND i.indexrelid = c2.oid
ORDER BY i.indisprimary DESC, c2.relname;`, func(row []string) string {
		line := indexLine(row)
		if space, _ := r.tablespace(row[11]); space != "" {
			line += `, tablespace "` + space + `"`
		}
		return line
	})
}

// indexLine describes one of a table's indexes.
func indexLine(row []string) string {
	var b strings.Builder
	b.WriteString(`"` + row[0] + `"`)
	if row[7] == "x" {
		b.WriteString(" " + row[6])
	} else {
		switch {
		case row[1] == "t":
			b.WriteString(" PRIMARY KEY,")
		case row[2] == "t" && row[7] == "u":
			b.WriteString(" UNIQUE CONSTRAINT,")
		case row[2] == "t":
			b.WriteString(" UNIQUE,")
		}
		def := row[5]
		if _, keys, ok := strings.Cut(def, " USING "); ok {
			def = keys
		}
		b.WriteString(" " + def)
		if row[8] == "t" {
			b.WriteString(" DEFERRABLE")
		}
		if row[9] == "t" {
			b.WriteString(" INITIALLY DEFERRED")
		}
	}
	if row[3] == "t" {
		b.WriteString(" CLUSTER")
	}
	if row[4] != "t" {
		b.WriteString(" INVALID")
	}
	if row[10] == "t" {
		b.WriteString(" REPLICA IDENTITY")
	}
	return b.String()
}

func (r *describedRelation) checks() bool {
	if r.class("relchecks") == "0" {
		return true
	}
	return r.section("Check constraints:", `SELECT r.conname, pg_catalog.pg_get_constraintdef(r.oid, true)
FROM pg_catalog.pg_constraint r
WHERE r.conrelid = `+r.oid+` AND r.contype = 'c'
ORDER BY 1;`, func(row []string) string { return `"` + row[0] + `" ` + row[1] })
}

// hasForeignKeys: only then it is worth to look for some.
func (r *describedRelation) hasForeignKeys() bool {
	return r.class("relhastriggers") == "t" || r.kind == 'p'
}

func (r *describedRelation) foreignKeys() bool {
	if !r.hasForeignKeys() {
		return true
	}
	sql := `SELECT true as sametable, conname,
  pg_catalog.pg_get_constraintdef(r.oid, true) as condef,
  conrelid::pg_catalog.regclass AS ontable
FROM pg_catalog.pg_constraint r
WHERE r.conrelid = ` + r.oid + ` AND r.contype = 'f'
     AND conparentid = 0
ORDER BY conname`
	if r.class("relispartition") == "t" || r.kind == 'p' {
		sql = `SELECT conrelid = ` + r.oid + `::pg_catalog.regclass AS sametable,
       conname,
       pg_catalog.pg_get_constraintdef(oid, true) AS condef,
       conrelid::pg_catalog.regclass AS ontable
  FROM pg_catalog.pg_constraint,
       pg_catalog.pg_partition_ancestors(` + r.oid + `)
 WHERE conrelid = relid AND contype = 'f' AND conparentid = 0
ORDER BY sametable DESC, conname;`
	}
	return r.section("Foreign-key constraints:", sql, func(row []string) string {
		if row[0] == "t" {
			return `"` + row[1] + `" ` + row[2]
		}
		return fmt.Sprintf(`TABLE "%s" CONSTRAINT "%s" %s`, row[3], row[1], row[2])
	})
}

func (r *describedRelation) referencedBy() bool {
	if !r.hasForeignKeys() {
		return true
	}
	return r.section("Referenced by:", `SELECT conname, conrelid::pg_catalog.regclass AS ontable,
       pg_catalog.pg_get_constraintdef(oid, true) AS condef
  FROM pg_catalog.pg_constraint c
 WHERE confrelid IN (SELECT pg_catalog.pg_partition_ancestors(`+r.oid+`)
                     UNION ALL VALUES (`+r.oid+`::pg_catalog.regclass))
       AND contype = 'f' AND conparentid = 0
ORDER BY conname;`, func(row []string) string {
		return fmt.Sprintf(`TABLE "%s" CONSTRAINT "%s" %s`, row[1], row[0], row[2])
	})
}

// othersOfTable asks for what psql shows of tables besides: policies, extended
// statistics and publications, of which there are none here, as there are no rules.
func (r *describedRelation) othersOfTable() bool {
	for _, sql := range []string{`SELECT pol.polname, pol.polpermissive,
  CASE WHEN pol.polroles = '{0}' THEN NULL ELSE pg_catalog.array_to_string(array(select rolname from pg_catalog.pg_roles where oid = any (pol.polroles) order by 1),',') END,
  pg_catalog.pg_get_expr(pol.polqual, pol.polrelid),
  pg_catalog.pg_get_expr(pol.polwithcheck, pol.polrelid),
  CASE pol.polcmd
    WHEN 'r' THEN 'SELECT'
    WHEN 'a' THEN 'INSERT'
    WHEN 'w' THEN 'UPDATE'
    WHEN 'd' THEN 'DELETE'
    END AS cmd
FROM pg_catalog.pg_policy pol
WHERE pol.polrelid = ` + r.oid + ` ORDER BY 1;`, `SELECT oid, stxrelid::pg_catalog.regclass, stxnamespace::pg_catalog.regnamespace::pg_catalog.text AS nsp, stxname,
pg_catalog.pg_get_statisticsobjdef_columns(oid) AS columns,
  'd' = any(stxkind) AS ndist_enabled,
  'f' = any(stxkind) AS deps_enabled,
  'm' = any(stxkind) AS mcv_enabled,
stxstattarget
FROM pg_catalog.pg_statistic_ext
WHERE stxrelid = ` + r.oid + `
ORDER BY nsp, stxname;`, `SELECT pubname
     , NULL
     , NULL
FROM pg_catalog.pg_publication p
     JOIN pg_catalog.pg_publication_namespace pn ON p.oid = pn.pnpubid
     JOIN pg_catalog.pg_class pc ON pc.relnamespace = pn.pnnspid
WHERE pc.oid =` + r.oid + ` and pg_catalog.pg_relation_is_publishable(` + r.oid + `)
UNION
SELECT pubname
     , pg_get_expr(pr.prqual, c.oid)
     , (CASE WHEN pr.prattrs IS NOT NULL THEN
         (SELECT string_agg(attname, ', ')
           FROM pg_catalog.generate_series(0, pg_catalog.array_upper(pr.prattrs::pg_catalog.int2[], 1)) s,
                pg_catalog.pg_attribute
          WHERE attrelid = pr.prrelid AND attnum = prattrs[s])
        ELSE NULL END) FROM pg_catalog.pg_publication p
     JOIN pg_catalog.pg_publication_rel pr ON p.oid = pr.prpubid
     JOIN pg_catalog.pg_class c ON c.oid = pr.prrelid
WHERE pr.prrelid = ` + r.oid + `
UNION
SELECT pubname
     , NULL
     , NULL
FROM pg_catalog.pg_publication p
WHERE p.puballtables AND pg_catalog.pg_relation_is_publishable(` + r.oid + `)
ORDER BY 1;`} {
		if r.ask(sql) == nil {
			return false
		}
	}
	return true
}

func (r *describedRelation) viewDefinition() bool {
	t := r.ask("SELECT pg_catalog.pg_get_viewdef(" + r.oid + "::pg_catalog.oid, true);")
	if t == nil {
		return false
	}
	r.footer("View definition:")
	r.footer("%s", t.Cells[0][0])
	return r.class("relhasrules") != "t" || r.ask(`SELECT r.rulename, trim(trailing ';' from pg_catalog.pg_get_ruledef(r.oid, true))
FROM pg_catalog.pg_rewrite r
WHERE r.ev_class = `+r.oid+` AND r.rulename != '_RETURN' ORDER BY 1;`) != nil
}

// triggers lists a relation's triggers by whether they fire.
func (r *describedRelation) triggers() bool {
	t := r.ask(`SELECT t.tgname, pg_catalog.pg_get_triggerdef(t.oid, true), t.tgenabled, t.tgisinternal,
  CASE WHEN t.tgparentid != 0 THEN
    (SELECT u.tgrelid::pg_catalog.regclass
     FROM pg_catalog.pg_trigger AS u,
          pg_catalog.pg_partition_ancestors(t.tgrelid) WITH ORDINALITY AS a(relid, depth)
     WHERE u.tgname = t.tgname AND u.tgrelid = a.relid
           AND u.tgparentid = 0
     ORDER BY a.depth LIMIT 1)
  END AS parent
FROM pg_catalog.pg_trigger t
WHERE t.tgrelid = ` + r.oid + ` AND (NOT t.tgisinternal OR (t.tgisinternal AND t.tgenabled = 'D'))
ORDER BY 1;`)
	if t == nil {
		return false
	}
	for _, group := range []struct {
		headline, enabled, internal string
	}{
		{"Triggers:", "O", "f"}, {"Disabled user triggers:", "D", "f"}, {"Disabled internal triggers:", "D", "t"},
		{"Triggers firing always:", "A", "f"}, {"Triggers firing on replica only:", "R", "f"},
	} {
		headline := group.headline
		for _, row := range t.Cells {
			if row[2] != group.enabled || row[3] != group.internal {
				continue
			}
			if headline != "" {
				r.footer("%s", headline)
				headline = ""
			}
			_, def, ok := strings.Cut(row[1], " TRIGGER ")
			if !ok {
				def = row[1]
			}
			if row[4] != "" {
				def += ", ON TABLE " + row[4]
			}
			r.footer("    %s", def)
		}
	}
	return true
}

// parents lists the tables that a table inherits from.
func (r *describedRelation) parents() bool {
	t := r.ask(`SELECT c.oid::pg_catalog.regclass
FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i
WHERE c.oid = i.inhparent AND i.inhrelid = ` + r.oid + `
  AND c.relkind != 'p' AND c.relkind != 'I'
ORDER BY inhseqno;`)
	if t == nil {
		return false
	}
	names := make([]string, len(t.Cells))
	for i, row := range t.Cells {
		names[i] = row[0]
	}
	r.enumerate("Inherits", names)
	return true
}

// enumerate adds names below each other behind a word.
func (r *describedRelation) enumerate(word string, names []string) {
	for i, name := range names {
		lead := word + ": "
		if i > 0 {
			lead = strings.Repeat(" ", len(lead))
		}
		comma := ","
		if i == len(names)-1 {
			comma = ""
		}
		r.footer("%s%s%s", lead, name, comma)
	}
}

// children lists the tables that inherit from a table, or its partitions.
func (r *describedRelation) children() bool {
	t := r.ask(`SELECT c.oid::pg_catalog.regclass, c.relkind, inhdetachpending, pg_catalog.pg_get_expr(c.relpartbound, c.oid)
FROM pg_catalog.pg_class c, pg_catalog.pg_inherits i
WHERE c.oid = i.inhrelid AND i.inhparent = ` + r.oid + `
ORDER BY pg_catalog.pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', c.oid::pg_catalog.regclass::pg_catalog.text;`)
	if t == nil {
		return false
	}
	partitioned := r.is("pI")
	switch n := len(t.Cells); {
	case partitioned && (n == 0 || !r.verbose && n > 0):
		hint := " (Use \\d+ to list them.)"
		if n == 0 {
			hint = ""
		}
		r.footer("Number of partitions: %d%s", n, hint)
		return true
	case !r.verbose && n > 0:
		r.footer("Number of child tables: %d (Use \\d+ to list them.)", n)
		return true
	}
	names := make([]string, len(t.Cells))
	for i, row := range t.Cells {
		names[i] = row[0]
		if row[3] != "" {
			names[i] += " " + row[3]
		}
		if row[1] == "p" || row[1] == "I" {
			names[i] += ", PARTITIONED"
		}
		if row[2] == "t" {
			names[i] += " (DETACH PENDING)"
		}
	}
	word := "Child tables"
	if partitioned {
		word = "Partitions"
	}
	r.enumerate(word, names)
	return true
}
