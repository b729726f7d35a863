package catalog

// Names: quoting, truncation to 63 bytes, and the choice of names for
// constraints and indexes that the user did not name.

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"minidb/types"
)

// maxNameBytes is NAMEDATALEN - 1 (PostgreSQL 18, pg_config_manual.h).
const maxNameBytes = 63

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Truncate cuts a name to 63 bytes at a character boundary.
func Truncate(name string) string { return clip(name, maxNameBytes) }

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// MakeObjectName joins two names and a label with underscores within 63 bytes,
// shortening the longer name first; name2 and label may be empty.
func MakeObjectName(name1, name2, label string) string {
	room := maxNameBytes
	if name2 != "" {
		room--
	}
	if label != "" {
		room -= len(label) + 1
	}
	n1, n2 := len(name1), len(name2)
	for n1+n2 > room {
		if n1 > n2 {
			n1--
		} else {
			n2--
		}
	}
	out := clip(name1, n1)
	if name2 != "" {
		out += "_" + clip(name2, n2)
	}
	if label != "" {
		out += "_" + label
	}
	return out
}

// ChooseRelationName makes a name that no relation of the schema has, nor, if
// constraint is set, any constraint there. A number after the label makes it
// unique. taken has further names to avoid.
func (a *Access) ChooseRelationName(name1, name2, label string, schema types.OID, constraint bool, taken ...string) string {
	return choose(name1, name2, label, func(name string) bool {
		return a.relationOID(schema, name) != 0 || constraint && a.constraintExists(schema, name) || in(taken, name)
	})
}

// ChooseConstraintName makes a name that no constraint of the schema has.
func (a *Access) ChooseConstraintName(name1, name2, label string, schema types.OID, taken ...string) string {
	return choose(name1, name2, label, func(name string) bool {
		return a.constraintExists(schema, name) || in(taken, name)
	})
}

// NumberConstraintName is ChooseConstraintName of a name that is taken, for many one after
// another: numbers up to after are known to be taken, and after is what it finds.
func (a *Access) NumberConstraintName(name string, schema types.OID, after *int) string {
	for {
		*after++
		if n := MakeObjectName(name, "", strconv.Itoa(*after)); !a.constraintExists(schema, n) {
			return n
		}
	}
}

func choose(name1, name2, label string, used func(string) bool) string {
	mod := label
	for pass := 1; ; pass++ {
		name := MakeObjectName(name1, name2, mod)
		if !used(name) {
			return name
		}
		mod = label + strconv.Itoa(pass)
	}
}

func in(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// relationOID finds a relation in a schema through pg_class alone, 0 if none.
func (a *Access) relationOID(schema types.OID, name string) types.OID {
	row, _ := a.first(PgClass, "pg_class_relname_nsp_index", textDatum(name), oidDatum(schema))
	if row == nil {
		return 0
	}
	return datumOID(row[ClassOid])
}

func (a *Access) constraintExists(schema types.OID, name string) bool {
	row, _ := a.first(PgConstraint, "pg_constraint_conname_nsp_index", textDatum(name), oidDatum(schema))
	return row != nil
}

// ChooseIndexName makes the name of an index that the user did not name: t_pkey,
// t_a_b_key for a constraint, t_a_b_idx otherwise, with a number if it is taken.
func (a *Access) ChooseIndexName(table string, schema types.OID, columns []string, primary, constraint bool) string {
	switch {
	case primary:
		return a.ChooseRelationName(table, "", "pkey", schema, true)
	case constraint:
		return a.ChooseRelationName(table, nameAddition(columns), "key", schema, true)
	}
	return a.ChooseRelationName(table, nameAddition(columns), "idx", schema, false)
}

func nameAddition(columns []string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteByte('_')
		}
		b.WriteString(c)
		if b.Len() > maxNameBytes {
			break
		}
	}
	return b.String()
}

// ChooseIndexColumnNames makes the names of an index's own columns different
// from each other by numbers.
func ChooseIndexColumnNames(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		n := name
		for i := 1; in(out, n); i++ {
			suffix := strconv.Itoa(i)
			n = clip(name, maxNameBytes-len(suffix)) + suffix
		}
		out = append(out, n)
	}
	return out
}
