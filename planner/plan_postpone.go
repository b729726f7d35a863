package planner

// With ORDER BY, volatile values are computed from the sorted rows, unless the
// order needs them: nextval() then numbers the rows in their order. After
// PostgreSQL 18, optimizer/plan/planner.c, make_sort_input_target; set-returning
// functions and costly values are not postponed here.

import "minidb/expr"

// sortTarget is the output list that is sorted: the final one, or the one from
// which planOrder makes the final one, lv.postponed.
func (lv *level) sortTarget() *target {
	final := lv.finalTarget()
	if len(lv.q.Sort) == 0 || lv.q.HasSRF {
		return final
	}
	var early, late []expr.Expr
	for i := range lv.targets {
		t := &lv.targets[i]
		if t.SortRef == 0 && isVolatile(t.Expr) {
			late = append(late, t.Expr)
		} else {
			early = append(early, t.Expr)
		}
	}
	if len(late) == 0 {
		return final
	}
	for _, e := range late {
		expr.Walk(e, func(n expr.Expr) bool {
			if !isLeaf(n) {
				return true
			}
			if !hasExpr(early, n) {
				early = append(early, n)
			}
			return false
		})
	}
	lv.postponed = final
	return lv.g.makeTarget(early, lv.exprWidth)
}

// computeLate lets a sorted path emit the final list.
func (lv *level) computeLate(p *path) *path {
	if lv.postponed == nil {
		return p
	}
	return lv.retarget(p, lv.postponed)
}
