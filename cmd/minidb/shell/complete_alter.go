package shell

import (
	"strings"

	"minidb/parser/lex"
)

// Completion behind ALTER TABLE name.

// alterTableWords are what may follow words behind the name; * stands for any one word,
// _ joins words that are completed at once, <> is around names that are looked up.
var alterTableWords = []struct{ behind, words string }{
	{"", `ADD ALTER ATTACH_PARTITION CLUSTER_ON DETACH_PARTITION DISABLE DROP ENABLE FORCE_ROW_LEVEL_SECURITY INHERIT NO
		OWNER_TO RENAME REPLICA_IDENTITY RESET SET VALIDATE_CONSTRAINT`},
	{"add", "CHECK COLUMN CONSTRAINT EXCLUDE FOREIGN_KEY PRIMARY_KEY UNIQUE"},
	{"add column *", "<types>"}, {"add constraint *", "CHECK EXCLUDE FOREIGN_KEY PRIMARY_KEY UNIQUE"}, {"add *", "<types>"},
	{"drop", "<columns> COLUMN CONSTRAINT"}, {"alter", "<columns> COLUMN CONSTRAINT"},
	{"rename", "<columns> COLUMN CONSTRAINT TO"},
	{"drop column", "<columns>"}, {"alter column", "<columns>"}, {"rename column", "<columns>"},
	{"drop constraint", "<constraints>"}, {"alter constraint", "<constraints>"},
	{"rename constraint", "<constraints>"}, {"validate constraint", "<constraints>"},
	{"rename to", ""}, {"rename column *", "TO"}, {"rename constraint *", "TO"}, {"rename *", "TO"},
	{"alter column *", alterColumnWords}, {"alter *", alterColumnWords},
	{"alter column * set", setColumnWords}, {"alter * set", setColumnWords},
	{"alter column * drop", dropColumnWords}, {"alter * drop", dropColumnWords},
	{"alter column * type", "<types>"}, {"alter * type", "<types>"},
	{"alter column * add", "GENERATED"}, {"alter * add", "GENERATED"},
	{"alter column * set storage", "DEFAULT EXTENDED EXTERNAL MAIN PLAIN"},
	{"alter * set storage", "DEFAULT EXTENDED EXTERNAL MAIN PLAIN"},
	{"set", "( ACCESS_METHOD LOGGED SCHEMA TABLESPACE UNLOGGED WITH WITHOUT"}, {"set schema", "<schemas>"},
	{"owner", "TO"}, {"owner to", "<roles>"}, {"validate", "CONSTRAINT"}, {"cluster", "ON"}, {"cluster on", "<indexes>"},
	{"attach", "PARTITION"}, {"attach partition", "<tables>"}, {"attach partition *", "DEFAULT FOR_VALUES"},
	{"attach partition * for values", "FROM_( IN_( WITH_("},
	{"detach", "PARTITION"}, {"detach partition", "<partitions>"}, {"detach partition *", "CONCURRENTLY FINALIZE"},
}

const (
	alterColumnWords = "ADD DROP RESET RESTART SET TYPE"
	setColumnWords   = "( COMPRESSION DEFAULT NOT_NULL STATISTICS STORAGE"
	dropColumnWords  = "DEFAULT EXPRESSION IDENTITY NOT_NULL"
)

// alterTable completes ALTER TABLE behind the table's name.
func (c *completion) alterTable() (words []string, ok bool) {
	if len(c.toks) < 3 || !c.toks[0].Is("alter") || !c.toks[1].Is("table") {
		return nil, false
	}
	rest := c.toks[2:]
	for len(rest) > 0 && (rest[0].Is("if") || rest[0].Is("exists") || rest[0].Is("only")) {
		rest = rest[1:]
	}
	if len(rest) > 2 && rest[1].Text == "." {
		rest = rest[2:]
	}
	if len(rest) == 0 || !rest[0].IsColID() {
		return nil, false
	}
	table, rest := rest[0].Text, rest[1:]
	for i, t := range rest {
		if t.Text == "," { // another action
			words, ok := c.alterAction(table, rest[i+1:])
			if ok {
				return words, true
			}
		}
	}
	return c.alterAction(table, rest)
}

func (c *completion) alterAction(table string, behind []lex.Token) (words []string, ok bool) {
	for _, p := range alterTableWords {
		if !followsAll(strings.Fields(p.behind), behind) {
			continue
		}
		for w := range strings.FieldsSeq(p.words) {
			if w[0] == '<' {
				words = append(words, c.alterNames(w, table)...)
			} else {
				words = append(words, c.phrases(w)...)
			}
		}
		return words, true
	}
	return nil, false
}

func followsAll(pattern []string, toks []lex.Token) bool {
	if len(pattern) != len(toks) {
		return false
	}
	for i, p := range pattern {
		if p != "*" && !toks[i].Is(p) {
			return false
		}
	}
	return true
}

// alterNames looks names up.
func (c *completion) alterNames(kind, table string) []string {
	switch kind {
	case "<types>":
		return c.types()
	case "<columns>":
		return c.columns("", []string{table})
	case "<schemas>":
		return c.schemas()
	case "<tables>":
		return c.relations("rp")
	}
	queries := map[string]string{
		"<constraints>": `select pg_catalog.quote_ident(conname) from pg_catalog.pg_constraint k
			join pg_catalog.pg_class c on c.oid = k.conrelid where c.relname = $1`,
		"<indexes>": `select pg_catalog.quote_ident(i.relname) from pg_catalog.pg_index x
			join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_class c on c.oid = x.indrelid where c.relname = $1`,
		"<partitions>": `select pg_catalog.quote_ident(p.relname) from pg_catalog.pg_inherits h
			join pg_catalog.pg_class p on p.oid = h.inhrelid join pg_catalog.pg_class c on c.oid = h.inhparent where c.relname = $1`,
		"<roles>": `select pg_catalog.quote_ident(rolname) from pg_catalog.pg_roles where $1::text is not null and rolname not like 'pg\_%'`,
	}
	return c.names(queries[kind], table)
}
