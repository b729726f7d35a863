package planner

// SQL text of windows: of WINDOW and OVER in stored queries, and of the frame, which
// EXPLAIN writes too.

import (
	"strings"

	"minidb/expr"
	"minidb/parser/tree"
)

// frameText is the frame clause; text writes an offset.
func frameText(w *WindowClause, text func(expr.Expr) string) string {
	f := w.Frame
	bound := func(k tree.BoundKind, off expr.Expr) string {
		s := strings.ToUpper(k.String())
		if off != nil {
			s = text(off) + " " + s
		}
		return s
	}
	s := strings.ToUpper(f.Mode.String()) + " "
	if f.Between {
		s += "BETWEEN " + bound(f.Start, w.StartOff) + " AND " + bound(f.End, w.EndOff)
	} else {
		s += bound(f.Start, w.StartOff)
	}
	if f.Exclude != tree.ExcludeNoOthers {
		s += " EXCLUDE " + strings.ToUpper(f.Exclude.String())
	}
	return s
}

// windows writes the WINDOW clause.
func (d *queryDeparser) windows(q *Query) {
	sep := ""
	for _, w := range q.Windows {
		if w.Name == "" {
			continue
		}
		if sep == "" {
			d.keyword(" WINDOW ", -indentStd, indentStd, 1)
		} else {
			d.put(sep)
		}
		sep = ", "
		d.put(expr.QuoteIdent(w.Name) + " AS ")
		d.window(w, q)
	}
}

// over is what stands behind OVER.
func (d *queryDeparser) over(c *expr.WindowCall) string {
	q := d.spaces[0].q
	w := q.Windows[c.Ref-1]
	if w.Name != "" {
		return expr.QuoteIdent(w.Name)
	}
	return d.text(func() { d.window(w, q) })
}

func (d *queryDeparser) window(w *WindowClause, q *Query) {
	var parts []string
	if w.RefName != "" {
		parts = append(parts, expr.QuoteIdent(w.RefName))
	}
	if len(w.Partition) > 0 && w.RefName == "" {
		parts = append(parts, "PARTITION BY "+d.text(func() { d.groups(w.Partition, q, false) }))
	}
	if len(w.Order) > 0 && !w.CopiedOrder {
		parts = append(parts, "ORDER BY "+d.text(func() { d.sortItems(w.Order, q) }))
	}
	if w.Frame.Written {
		parts = append(parts, frameText(w, func(e expr.Expr) string { return d.text(func() { d.expr(e, false) }) }))
	}
	d.put("(" + strings.Join(parts, " ") + ")")
}
