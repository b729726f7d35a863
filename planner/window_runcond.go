package planner

// Conditions around a subquery on its window functions, such as rn <= 10 on
// row_number(): where the function only grows, nothing after the first row that fails
// can pass, and the window need not go on (find_window_run_conditions).

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/settings"
)

// pushRunCondition takes a condition into q if it bounds a window function. keep: the
// condition must be tested outside all the same.
func (lv *level) pushRunCondition(q **Query, e expr.Expr, rti int) (keep bool) {
	o, ok := e.(*expr.OpCall)
	if !(*q).HasWindow || !ok || len(o.Args) != 2 || !o.Op.Fn.Strict || !lv.g.set.Bool(settings.WindowRunCondition) {
		return true
	}
	for i, a := range o.Args {
		v, ok := a.(*expr.Var)
		if !ok || v.Attr <= 0 || v.Rel != rti {
			continue
		}
		r, keep := findRunCondition(*q, v.Attr, o, i == 0)
		if r != nil {
			c := **q
			c.runConditions = append(slices.Clone(c.runConditions), *r)
			*q = &c
			return keep
		}
	}
	return true
}

func findRunCondition(q *Query, attr int, o *expr.OpCall, left bool) (*runCondition, bool) {
	t := visibleTarget(q, attr)
	call, ok := stripRelabel(t.Expr).(*expr.WindowCall)
	if !ok || expr.Any(call, func(e expr.Expr) bool { _, sub := e.(*expr.SubLink); return sub }) {
		return nil, true
	}
	other := o.Args[1]
	if !left {
		other = o.Args[0]
	}
	if hasVar(other) || isVolatile(other) || hasSubPlan(other) {
		return nil, true
	}
	grows, falls := monotonic(call, q.Windows[call.Ref-1])
	r := &runCondition{op: o.Op, other: other, left: left}
	for i := range q.Targets {
		if &q.Targets[i] == t {
			r.target = i
		}
	}
	switch o.Op.Btree {
	case -2, -1:
		if left && grows || !left && falls {
			return r, false
		}
	case 1, 2:
		if left && falls || !left && grows {
			return r, false
		}
	case 3:
		if grows && falls {
			return r, false
		}
		if grows || falls {
			strategy := "<="
			if left != grows {
				strategy = ">="
			}
			if op := expr.OperatorByName(strategy, o.Op.Left, o.Op.Right); op != nil {
				r.op = op
				return r, true
			}
		}
	}
	return nil, true
}

// monotonic tells whether a function's value never falls, or never grows, from one row
// of a partition to the next.
func monotonic(c *expr.WindowCall, w *WindowClause) (grows, falls bool) {
	if frameless(c) {
		return true, false
	}
	if c.Agg == nil || c.Agg.Fn.Name != "count" {
		return false, false
	}
	f := w.Frame
	if f.Exclude != tree.ExcludeNoOthers {
		return false, false
	}
	if len(w.Order) == 0 && f.Mode != tree.FrameRows {
		return true, true
	}
	return f.Start == tree.UnboundedPreceding, f.End == tree.UnboundedFollowing
}
