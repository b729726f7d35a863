package catalog

// SQL text of what catalogs store: expressions, indexes, constraints.

import (
	"strings"

	"minidb/expr"
	"minidb/types"
)

// deparseExpr writes a stored expression over table r, whose columns its Vars
// are; r may be nil if it has none.
func (a *Access) deparseExpr(e expr.Expr, r *Relation, pretty bool) string {
	return expr.Deparse(e, func(v *expr.Var) string {
		switch {
		case r == nil || v.Attr > len(r.Columns):
			return "value"
		case v.Attr < 0:
			return systemColumnName(v.Attr)
		case v.Attr == 0:
			return expr.QuoteIdent(r.Name) + ".*"
		}
		return expr.QuoteIdent(r.Columns[v.Attr-1].Name)
	}, &expr.DeparseOptions{Pretty: pretty, Indent: true, Env: a.S.Env})
}

// systemColumnName returns the name of a system column.
func systemColumnName(num int) string {
	for i := range systemColumns {
		if systemColumns[i].Num == num {
			return systemColumns[i].Name
		}
	}
	return ""
}

// relationName writes a table's name in a definition: always with its schema,
// or only if search_path needs it.
func (a *Access) relationName(r *Relation, always bool) string {
	name := expr.QuoteIdent(r.Name)
	if !always {
		if row, _ := a.first(PgClass, "pg_class_oid_index", oidDatum(r.OID)); row != nil && a.relationVisible(row) {
			return name
		}
	}
	return expr.QuoteIdent(r.Schema) + "." + name
}

// indexDef writes the CREATE INDEX command of an index.
func (a *Access) indexDef(r *Relation, ix *Index) string { return a.indexDefPretty(r, ix, false) }

func (a *Access) indexDefPretty(r *Relation, ix *Index, pretty bool) string {
	var b strings.Builder
	b.WriteString("CREATE ")
	if ix.Unique {
		b.WriteString("UNIQUE ")
	}
	b.WriteString("INDEX " + expr.QuoteIdent(ix.Name) + " ON ")
	if r.Kind == PartitionedTableKind {
		b.WriteString("ONLY ")
	}
	b.WriteString(a.relationName(r, !pretty) + " USING btree (")
	for i := range ix.Keys {
		switch {
		case i == ix.NKeys:
			b.WriteString(") INCLUDE (")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(a.indexKeyDef(r, ix, i, true, pretty))
	}
	b.WriteString(")")
	if ix.NullsNotDistinct {
		b.WriteString(" NULLS NOT DISTINCT")
	}
	if len(ix.Options) > 0 {
		b.WriteString(" WITH (")
		for i, o := range ix.Options {
			name, value, _ := strings.Cut(o, "=")
			if i > 0 {
				b.WriteString(", ")
			}
			if expr.QuoteIdent(value) != value {
				value = expr.QuoteLiteral(value)
			}
			b.WriteString(name + "=" + value)
		}
		b.WriteString(")")
	}
	if ix.Predicate != nil {
		b.WriteString(" WHERE " + a.deparseExpr(ix.Predicate, r, pretty))
	}
	return b.String()
}

// indexKeyDef writes one column of an index, with its order if options is set.
func (a *Access) indexKeyDef(r *Relation, ix *Index, i int, options, pretty bool) string {
	k := &ix.Keys[i]
	var s string
	if k.Attr > 0 {
		s = expr.QuoteIdent(r.Columns[k.Attr-1].Name)
	} else {
		s = a.deparseExpr(k.Expr, r, pretty)
		if !expr.LooksLikeFunction(k.Expr) {
			s = "(" + s + ")"
		}
	}
	if !options || i >= ix.NKeys {
		return s
	}
	if c := k.Collation; c != 0 && c != a.keyCollation(r, k) {
		s += " COLLATE " + expr.QuoteIdent(a.nameOf(Object{Class: PgCollation, OID: c}))
	}
	if k.OpClass != 0 {
		s += " " + a.nameOf(Object{Class: PgOpclass, OID: k.OpClass})
	}
	switch {
	case k.Desc && !k.NullsFirst:
		s += " DESC NULLS LAST"
	case k.Desc:
		s += " DESC"
	case k.NullsFirst:
		s += " NULLS FIRST"
	}
	return s
}

// keyCollation is the collation that a key has without COLLATE.
func (a *Access) keyCollation(r *Relation, k *IndexKey) types.OID {
	if k.Attr > 0 {
		return r.Columns[k.Attr-1].Collation
	}
	return expr.Collation(r.WithCollations(k.Expr))
}

// WithCollations notes in the columns of an expression over r which collations they
// have.
func (r *Relation) WithCollations(e expr.Expr) expr.Expr {
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		if !ok || v.Attr <= 0 || r.Columns[v.Attr-1].Collation == expr.TypeCollation(v.T) {
			return n, false
		}
		c := *v
		c.Coll = r.Columns[v.Attr-1].Collation
		return &c, true
	})
}

// constraintDef writes a constraint as ALTER TABLE ADD takes it.
func (a *Access) constraintDef(con types.Row, pretty bool) (string, error) {
	r, err := a.ByOID(datumOID(con[ConstraintConrelid]))
	if err != nil {
		return "", err
	}
	s := ""
	switch datumChar(con[ConstraintContype]) {
	case CheckConstraint:
		e, err := expr.Unmarshal(datumText(con[ConstraintConbin]))
		if err != nil {
			return "", err
		}
		s = "CHECK (" + a.deparseExpr(e, r, pretty) + ")"
		if con[ConstraintConnoinherit].IsTrue() {
			s += " NO INHERIT"
		}
	case ForeignKeyConstraint:
		if s, err = a.foreignKeyDef(r, foreignKeyOf(con), pretty); err != nil {
			return "", err
		}
	case NotNullConstraint:
		s = "NOT NULL"
		if r != nil {
			s += " " + a.columnList(r, arrayInts(con[ConstraintConkey]))
		}
		if con[ConstraintConnoinherit].IsTrue() {
			s += " NO INHERIT"
		}
	case PrimaryConstraint, UniqueConstraint:
		if datumChar(con[ConstraintContype]) == PrimaryConstraint {
			s = "PRIMARY KEY "
		} else {
			s = "UNIQUE "
		}
		s += a.keyConstraint(r, con)
	}
	if con[ConstraintCondeferrable].IsTrue() {
		s += " DEFERRABLE"
	}
	if con[ConstraintCondeferred].IsTrue() {
		s += " INITIALLY DEFERRED"
	}
	switch {
	case !con[ConstraintConenforced].IsTrue():
		s += " NOT ENFORCED"
	case !con[ConstraintConvalidated].IsTrue():
		s += " NOT VALID"
	}
	return s, nil
}

// actionWords are the referential actions as they are written.
var actionWords = map[byte]string{
	ActionNone: "NO ACTION", ActionRestrict: "RESTRICT", ActionCascade: "CASCADE", ActionSetNull: "SET NULL", ActionSetDefault: "SET DEFAULT",
}

func (a *Access) foreignKeyDef(r *Relation, fk *ForeignKey, pretty bool) (string, error) {
	ref, err := a.ByOID(fk.Ref)
	if r == nil || ref == nil || err != nil {
		return "", err
	}
	s := "FOREIGN KEY (" + a.columnList(r, fk.Columns) + ") REFERENCES " + a.relationName(ref, false) +
		"(" + a.columnList(ref, fk.RefColumns) + ")"
	if fk.Match == MatchFull {
		s += " MATCH FULL"
	}
	if fk.OnUpdate != ActionNone {
		s += " ON UPDATE " + actionWords[fk.OnUpdate]
	}
	if fk.OnDelete != ActionNone {
		s += " ON DELETE " + actionWords[fk.OnDelete]
	}
	if len(fk.DeleteColumns) > 0 {
		s += " (" + a.columnList(r, fk.DeleteColumns) + ")"
	}
	return s, nil
}

func (a *Access) columnList(r *Relation, nums []int) string {
	names := make([]string, len(nums))
	for i, n := range nums {
		names[i] = expr.QuoteIdent(r.Columns[n-1].Name)
	}
	return strings.Join(names, ", ")
}

func (a *Access) keyConstraint(r *Relation, con types.Row) string {
	if r == nil {
		return ""
	}
	s, include := "("+a.columnList(r, arrayInts(con[ConstraintConkey]))+")", ""
	for _, ix := range r.Indexes {
		if ix.OID != datumOID(con[ConstraintConindid]) {
			continue
		}
		if ix.NullsNotDistinct {
			s = "NULLS NOT DISTINCT " + s
		}
		var nums []int
		for _, k := range ix.Keys[ix.NKeys:] {
			nums = append(nums, k.Attr)
		}
		if len(nums) > 0 {
			include = " INCLUDE (" + a.columnList(r, nums) + ")"
		}
	}
	return s + include
}
