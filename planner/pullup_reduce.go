package planner

import "minidb/expr"

// Whether a subquery in FROM can be merged depends on whether an outer join may
// null its rows. Outer joins that later conditions make inner joins
// (join_reduce.go) are recognized before, so that they do not hold it up.

// holding is a list of conditions that are true for the rows a FROM item gives to
// the query, besides WHERE.
type holding struct {
	quals expr.Expr
	above *holding
	none  bool // rows that fail WHERE and the conditions above are kept too
}

func (h *holding) with(quals expr.Expr) *holding {
	if quals == nil {
		return h
	}
	return &holding{quals: quals, above: h}
}

// inJoin is what holds for the two sides of a join.
func (h *holding) inJoin(j *Join) (left, right *holding) {
	nothing := &holding{none: true}
	switch j.Kind {
	case InnerJoin, SemiJoin:
		h = h.with(j.Quals)
		return h, h
	case LeftJoin, AntiJoin:
		return h, nothing.with(j.Quals)
	case RightJoin:
		return nothing.with(j.Quals), h
	}
	return nothing, nothing
}

// reduceEarly makes an outer join inner, or one-sided, whose null-extended rows a
// condition above throws away, if that may help a subquery below.
func (lv *level) reduceEarly(j *Join, at pullPlace) {
	switch {
	case j.Kind == LeftJoin && lv.hasSubquery(j.Right) || j.Kind == RightJoin && lv.hasSubquery(j.Left):
	case j.Kind == FullJoin && (lv.hasSubquery(j.Left) || lv.hasSubquery(j.Right)):
	default:
		return
	}
	nonNull := map[int]bool{}
	h := at.holds
	for ; h.above != nil; h = h.above {
		lv.nonNullEntries(lv.replacedExpr(h.quals), nonNull)
	}
	if !h.none {
		lv.nonNullEntries(lv.canonical(lv.g.simplify(lv.q.Where)), nonNull)
	}
	left, right := false, false
	for rel := range localRels(j.Left) {
		left = left || nonNull[rel]
	}
	for rel := range localRels(j.Right) {
		right = right || nonNull[rel]
	}
	switch {
	case j.Kind == LeftJoin && right, j.Kind == RightJoin && left, left && right:
		j.Kind = InnerJoin
	case j.Kind == FullJoin && left:
		j.Kind = LeftJoin
	case j.Kind == FullJoin && right:
		j.Kind = RightJoin
	}
}

func (lv *level) hasSubquery(it FromItem) bool {
	for rel := range localRels(it) {
		if k := lv.q.Range[rel-1].Kind; k == SubqueryEntry || k == ValuesEntry {
			return true
		}
	}
	return false
}

// replacedExpr replaces in a condition of the join tree what pulled-up subqueries
// gave.
func (lv *level) replacedExpr(e expr.Expr) expr.Expr {
	for _, f := range lv.pulled {
		e = (&queryMutator{f: f}).expr(e)
	}
	return e
}

// nonNullEntries adds the range entries of which some column must be non-null
// where e is true.
func (lv *level) nonNullEntries(e expr.Expr, out map[int]bool) {
	nonNull{byRel: true, part: lv.pulledPart}.visit(e, true, func(v *expr.Var) {
		if v.Up != 0 {
			return
		}
		switch r := lv.q.Range[v.Rel-1]; {
		case r.Kind == JoinEntry:
			if v.Attr >= 1 && v.Attr <= len(r.JoinVars) {
				lv.nonNullEntries(r.JoinVars[v.Attr-1], out)
			}
		case r.Kind == SubqueryEntry && !nullTold(r.Subquery, v.Attr):
		default:
			out[v.Rel] = true
		}
	})
}

// pulledPart is the relation within a subquery that a column of it is of: minus its number
// if it is an expression, 0 if v is of no subquery.
func (lv *level) pulledPart(v *expr.Var) int {
	if r := lv.q.Range[v.Rel-1]; v.Up == 0 && r.Kind == SubqueryEntry {
		if t := visibleTarget(r.Subquery, v.Attr); t != nil {
			if x, ok := t.Expr.(*expr.Var); ok && x.Up == 0 {
				return x.Rel
			}
		}
		return -v.Attr
	}
	return 0
}

// nullTold tells whether a subquery's column says, once it is merged, that a row
// of its relations is there: it is one of their columns, or there is but one.
func nullTold(q *Query, attr int) bool {
	if len(q.From) == 1 {
		if _, ok := q.From[0].(*RangeRef); ok {
			return true
		}
	}
	t := visibleTarget(q, attr)
	if t == nil {
		return false
	}
	told := false
	nonNullRels(t.Expr, func(*expr.Var) { told = true })
	return told
}
