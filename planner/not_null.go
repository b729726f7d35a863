package planner

import "minidb/expr"

// What NOT NULL columns say of conditions: "c IS NULL" is never true and "c IS NOT NULL"
// always, unless an outer join below has put NULL for c (PostgreSQL's
// restriction_is_always_true and restriction_is_always_false).

// nullTestAlways answers 1 if the condition is always true, -1 if never and 0 if that is
// not known; notNull tells which columns are never NULL.
func nullTestAlways(e expr.Expr, notNull func(*expr.Var) bool) int {
	switch n := e.(type) {
	case *expr.NullTest:
		v, ok := n.Arg.(*expr.Var)
		switch {
		case !ok || n.RowWise || !notNull(v):
			return 0
		case n.Not:
			return 1
		}
		return -1
	case *expr.Bool:
		if n.Op != expr.Or {
			return 0
		}
		all := -1
		for _, arm := range n.Args {
			switch nullTestAlways(arm, notNull) {
			case 1:
				return 1
			case 0:
				all = 0
			}
		}
		return all
	}
	return 0
}

// notNull tells whether a column is declared NOT NULL.
func (r *rel) notNull(v *expr.Var) bool {
	if r == nil || r.relation == nil || v.Attr < 1 {
		return false
	}
	i := r.attr(v.Attr) - 1
	return i < len(r.relation.Columns) && r.relation.Columns[i].NotNull && !r.relation.Columns[i].MaybeNull
}

// joinAlways is nullTestAlways for a condition at pl, above all outer joins that may put
// NULL for its columns but pl's own.
func (lv *level) joinAlways(e expr.Expr, pl qualPlace) int {
	return nullTestAlways(e, func(v *expr.Var) bool {
		r := lv.relOf(v.Rel)
		if !r.notNull(v) {
			return false
		}
		for _, o := range lv.special {
			if o != pl.oj && o.kind != SemiJoin && (r.ids.overlaps(o.synRight) || o.kind == FullJoin && r.ids.overlaps(o.synLeft)) {
				return false
			}
		}
		return true
	})
}
