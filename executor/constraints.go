package executor

import (
	"strings"
	"unicode/utf8"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/session"
	"minidb/types"
)

// NOT NULL and CHECK constraints, and how errors describe a row or a key.

// checkRow tests a new row against the relation's NOT NULL and CHECK
// constraints, in PostgreSQL's order.
func (r *resultRel) checkRow(row types.Row) error {
	for _, i := range r.rules.NotNull {
		if row[i].IsNull() {
			return r.nullIn(&r.rel.Columns[i], row)
		}
	}
	for i := range r.rules.Virtual {
		v := &r.rules.Virtual[i]
		d, err := v.Eval(&r.c.Expr, row)
		if err != nil {
			return err
		}
		if d.IsNull() {
			return r.nullIn(v.Column, row)
		}
	}
	for i := range r.rules.Checks {
		c := &r.rules.Checks[i]
		d, err := c.Eval(&r.c.Expr, row)
		if err != nil {
			return err
		}
		if !d.IsNull() && !d.Bool() {
			return pgerr.New(pgerr.CheckViolation, "new row for relation %q violates check constraint %q",
				r.rel.Name, c.Name).
				WithDetail("%s", failingRow(r.describeRow(row))).On(r.rel.Schema, r.rel.Name, c.Name)
		}
	}
	return nil
}

func (r *resultRel) nullIn(col *catalog.Column, row types.Row) error {
	e := pgerr.New(pgerr.NotNullViolation, "null value in column %q of relation %q violates not-null constraint", col.Name, r.rel.Name).
		WithDetail("%s", failingRow(r.describeRow(row))).On(r.rel.Schema, r.rel.Name, "")
	e.Column = col.Name
	return e
}

// maxFieldBytes is where a value in "Failing row contains" is cut
// (PostgreSQL 18, execMain.c, maxfieldlen).
const maxFieldBytes = 64

// describeRow prints a row of the relation as "(1, null, abc)", in the order of the
// columns of the table that the statement names.
func (r *resultRel) describeRow(row types.Row) string {
	switch {
	case r.shown != nil:
		up := make(types.Row, len(r.above.Columns))
		rearrange(r.shown, row, up)
		row = up
	case r.down != nil:
		up := make(types.Row, len(r.above.Columns))
		rearrange(inverse(r.down.from, len(up)), row, up)
		row = up
	}
	return r.describe(r.above, row)
}

// failingRow is a detail, none if nothing of the row may be shown.
func failingRow(shown string) string {
	if shown == "" {
		return ""
	}
	return "Failing row contains " + shown + "."
}

// shownColumns are the columns of rel whose values the current role may see: those
// that it may read and those that the statement writes; nil stands for all.
func (r *resultRel) shownColumns(rel *catalog.Relation) []bool {
	a, role := r.c.Access, r.c.Sess.CurrentRole
	if a.HasPrivilege(role, rel, catalog.SelectPrivilege) {
		return nil
	}
	out := make([]bool, len(rel.Columns))
	if r.c.Stmt != nil {
		for _, num := range r.c.Stmt.Written(rel.OID) {
			out[num-1] = true
		}
	}
	for i := range out {
		copied := r.c.Stmt == nil && !rel.Columns[i].Generated
		out[i] = out[i] || copied || a.HasColumnPrivilege(role, rel, i+1, catalog.SelectPrivilege)
	}
	return out
}

// describe prints a row of rel, with the names of the columns if not all may be
// seen, and nothing if none may.
func (r *resultRel) describe(rel *catalog.Relation, row types.Row) string {
	shown := r.shownColumns(rel)
	var b strings.Builder
	if shown != nil {
		var names []string
		for i := range rel.Columns {
			if shown[i] && !rel.Columns[i].Dropped {
				names = append(names, rel.Columns[i].Name)
			}
		}
		if names == nil {
			return ""
		}
		b.WriteString("(" + strings.Join(names, ", ") + ") = ")
	}
	b.WriteByte('(')
	first := true
	for i := range rel.Columns {
		col := &rel.Columns[i]
		if col.Dropped || shown != nil && !shown[i] {
			continue
		}
		if !first {
			b.WriteString(", ")
		}
		first = false
		if col.Virtual {
			b.WriteString("virtual")
			continue
		}
		if row[i].IsNull() {
			b.WriteString("null")
			continue
		}
		b.WriteString(cut(types.Output(row[i], col.Type, r.c.Sess.Env)))
	}
	b.WriteByte(')')
	return b.String()
}

// cut shortens a long value at a character boundary.
func cut(s string) string {
	if len(s) <= maxFieldBytes {
		return s
	}
	n := maxFieldBytes
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// describeKey prints the key in w.key as "(a, b)=(1, 2)".
func (w *indexWriter) describeKey(s *session.Session, rel *catalog.Relation) string {
	var vals strings.Builder
	for i := range w.key {
		if i > 0 {
			vals.WriteString(", ")
		}
		if w.key[i].IsNull() {
			vals.WriteString("null")
		} else {
			vals.WriteString(types.Output(w.key[i], w.Keys[i].Type, s.Env))
		}
	}
	return "(" + strings.Join(keyNames(s, rel, w.Index), ", ") + ")=(" + vals.String() + ")"
}

// keyNames are an index's key columns as pg_get_indexdef prints them.
func keyNames(s *session.Session, rel *catalog.Relation, ix *catalog.Index) []string {
	names := make([]string, ix.NKeys)
	for i := range names {
		k := &ix.Keys[i]
		if k.Attr != 0 {
			names[i] = expr.QuoteIdent(rel.Columns[k.Attr-1].Name)
			continue
		}
		names[i] = expr.Deparse(k.Expr, columnNames(rel), &expr.DeparseOptions{Pretty: true, Env: s.Env})
		if !expr.LooksLikeFunction(k.Expr) {
			names[i] = "(" + names[i] + ")"
		}
	}
	return names
}

func columnNames(rel *catalog.Relation) func(*expr.Var) string {
	return func(v *expr.Var) string {
		if v.Attr == expr.WholeRow {
			return expr.QuoteIdent(rel.Name) + ".*"
		}
		return expr.QuoteIdent(rel.Columns[v.Attr-1].Name)
	}
}
