package planner

// Names in the SQL text of a stored query: tables get names of their own, columns
// are qualified where that is needed.

import (
	"slices"
	"strings"

	"minidb/expr"
)

// nameSpace holds the names of one query's range table; "" for joins without
// an alias.
type nameSpace struct {
	q     *Query
	names []string
}

// newNameSpace gives every entry a name that no other has, here and in the
// queries around: set_rtable_names.
func newNameSpace(q *Query, around []*nameSpace) *nameSpace {
	used := map[string]int{}
	for _, s := range around {
		for _, n := range s.names {
			used[n] = 0
		}
	}
	out := &nameSpace{q: q}
	for _, r := range q.Range {
		name := r.Alias
		if r.Kind == JoinEntry && !r.HasAlias {
			name = ""
		}
		if _, taken := used[name]; taken && name != "" {
			base := name
			for taken {
				used[base]++
				name = base + "_" + itoa(used[base])
				_, taken = used[name]
			}
		}
		used[name] = used[name] + 0
		out.names = append(out.names, name)
	}
	return out
}

func sameTexts(a, b []string) bool { return slices.Equal(a, b) }

func quoteAll(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = expr.QuoteIdent(n)
	}
	return strings.Join(out, ", ")
}

// expr writes an expression; implicit: also a cast at its top that nobody wrote.
func (d *queryDeparser) expr(e expr.Expr, implicit bool) {
	d.put(expr.Deparse(d.joined(e), func(v *expr.Var) string { s, _ := d.column(v); return s },
		&expr.DeparseOptions{Pretty: d.pretty, Indent: true, Level: d.level, Env: d.a.S.Env, SubLink: d.subLink, Window: d.over, Implicit: implicit}))
}

// joined replaces what analysis made of the merged columns of FULL JOIN USING by
// references to the join's columns.
func (d *queryDeparser) joined(e expr.Expr) expr.Expr {
	for i, r := range d.spaces[0].q.Range {
		if r.Kind != JoinEntry || r.JoinKind != FullJoin {
			continue
		}
		for k, merged := range r.JoinVars[:min(r.JoinMerged, len(r.JoinVars))] {
			e = expr.Mutate(e, func(x expr.Expr) (expr.Expr, bool) {
				if _, isVar := x.(*expr.Var); isVar || !equalExpr(x, merged) {
					return x, false
				}
				return &expr.Var{Loc: -1, Rel: i + 1, Attr: k + 1, Slot: -1, T: x.Type(), Mod: x.Typmod()}, true
			})
		}
	}
	return e
}

// topColumn writes a column that is an item of a select list, and returns its
// name. A whole row is labelled with its type.
func (d *queryDeparser) topColumn(v *expr.Var) string {
	s, name := d.column(v)
	d.put(s)
	if v.Attr == 0 {
		d.put("::" + d.a.FormatType(v.T, -1))
	}
	return name
}

// column returns a column's text and its name alone.
func (d *queryDeparser) column(v *expr.Var) (text, name string) {
	if v.Up >= len(d.spaces) || v.Rel < 1 || v.Rel > len(d.spaces[v.Up].names) {
		return "?column?", ""
	}
	s := d.spaces[v.Up]
	r := s.q.Range[v.Rel-1]
	if r.Kind == JoinEntry && !r.HasAlias && v.Attr > 0 && v.Attr <= len(r.JoinVars) {
		if under, ok := r.JoinVars[v.Attr-1].(*expr.Var); ok {
			c := *under
			c.Up += v.Up
			return d.column(&c)
		}
	}
	prefix := d.prefix
	switch {
	case v.Attr == 0:
		text, prefix = "*", true
	case v.Attr < 0:
		name = sysColumnName(v.Attr)
	case v.Attr <= len(r.Columns):
		name = r.Columns[v.Attr-1]
	default:
		name = "?column?"
	}
	if name != "" {
		text = expr.QuoteIdent(name)
	}
	if ref := s.names[v.Rel-1]; ref != "" && (prefix || d.ambiguous(v, name)) {
		text = expr.QuoteIdent(ref) + "." + text
	}
	return text, name
}

// ambiguous: in ORDER BY the column's name would mean another item of the select
// list.
func (d *queryDeparser) ambiguous(v *expr.Var, name string) bool {
	for i := range d.sorting {
		t := &d.sorting[i]
		out := t.Name
		if i < len(d.result) {
			out = d.result[i]
		}
		if !t.Junk && out == name && !equalExpr(t.Expr, v) {
			return true
		}
	}
	return false
}
