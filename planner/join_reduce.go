package planner

import "minidb/expr"

// Outer joins whose null-extended rows a later condition would throw away are
// inner joins (or anti joins) in truth: PostgreSQL's reduce_outer_joins.

// reduceOuterJoins walks the join tree with the conditions above it.
func (lv *level) reduceOuterJoins() {
	q := lv.q
	some := false
	for _, r := range q.Range {
		some = some || r.Kind == JoinEntry && r.JoinKind != InnerJoin
	}
	if !some {
		for i, it := range q.From {
			q.From[i] = lv.dropResults(it)
		}
		return
	}
	nonNull := lv.nonNullRels(lv.where, nil)
	forced := lv.forcedNull(lv.where)
	for i, it := range q.From {
		q.From[i] = lv.reduceItem(it, nonNull, forced)
	}
	lv.dropNullTests()
	for i, it := range q.From {
		q.From[i] = mergeSingles(lv.dropResults(it), nil)
	}
}

// dropResults takes away what is one row without columns and is joined by no outer join
// any more (PostgreSQL's remove_useless_result_rtes).
func (lv *level) dropResults(it FromItem) FromItem {
	switch n := it.(type) {
	case *fromList:
		rest := make([]FromItem, 0, len(n.items))
		for i, x := range n.items {
			x = lv.dropResults(x)
			if !lv.isResult(x) || len(rest) == 0 && i == len(n.items)-1 {
				rest = append(rest, x)
			}
		}
		n.items = rest
	case *Join:
		n.Left, n.Right = lv.dropResults(n.Left), lv.dropResults(n.Right)
		switch {
		case n.Kind != InnerJoin:
		case lv.isResult(n.Left):
			return &fromList{items: []FromItem{n.Right}, quals: n.Quals}
		case lv.isResult(n.Right):
			return &fromList{items: []FromItem{n.Left}, quals: n.Quals}
		}
	}
	return it
}

func (lv *level) isResult(it FromItem) bool {
	switch n := it.(type) {
	case *RangeRef:
		return lv.rangeEntry(n.Rel).Kind == ResultEntry
	case *fromList:
		return len(n.items) == 1 && n.quals == nil && lv.isResult(n.items[0])
	}
	return false
}

// mergeSingles takes away the lists of one item that pulled-up subqueries have
// left. Their conditions become the join's around them, given in parent, so that
// it is known to depend on the joins below that they look at; where there is no
// such place they stay.
func mergeSingles(it FromItem, parent *expr.Expr) FromItem {
	switch n := it.(type) {
	case *fromList:
		for i, x := range n.items {
			var own *expr.Expr
			if len(n.items) == 1 {
				own = &n.quals
			}
			n.items[i] = mergeSingles(x, own)
		}
		if len(n.items) == 1 && (n.quals == nil || parent != nil) {
			if n.quals != nil {
				*parent = andOf(append(andList(n.quals), andList(*parent)...))
			}
			return n.items[0]
		}
	case *Join:
		var left, right *expr.Expr
		if n.Kind == InnerJoin {
			left = &n.Quals
		}
		if n.Kind == InnerJoin || n.Kind == LeftJoin {
			right = &n.Quals
		}
		n.Left, n.Right = mergeSingles(n.Left, left), mergeSingles(n.Right, right)
	}
	return it
}

// dropNullTests takes "c IS NULL" out of WHERE for the columns that an anti join
// has made NULL.
func (lv *level) dropNullTests() {
	if lv.antiRels == nil {
		return
	}
	var rest []expr.Expr
	for _, c := range andList(lv.where) {
		if n, ok := c.(*expr.NullTest); ok && !n.Not {
			if v, ok := n.Arg.(*expr.Var); ok && lv.antiRels[v.Rel] {
				continue
			}
		}
		rest = append(rest, c)
	}
	lv.where = andOf(rest)
}

// rtiSet is a set of flat range indexes; base relations have no numbers yet.
type rtiSet map[int]bool

func (s rtiSet) with(o rtiSet) rtiSet {
	if len(o) == 0 {
		return s
	}
	out := rtiSet{}
	for k := range s {
		out[k] = true
	}
	for k := range o {
		out[k] = true
	}
	return out
}

func (s rtiSet) overlaps(o map[int]bool) bool {
	for k := range o {
		if s[k] {
			return true
		}
	}
	return false
}

func (lv *level) nonNullRels(e expr.Expr, base rtiSet) rtiSet {
	out := rtiSet{}
	nonNullRels(e, func(v *expr.Var) { out[v.Rel] = true })
	return base.with(out)
}

type colKey struct{ rel, attr int }

// forcedNull finds the columns that conditions "c IS NULL" require to be null.
func (lv *level) forcedNull(e expr.Expr) map[colKey]bool {
	var out map[colKey]bool
	for _, c := range andList(e) {
		if n, ok := c.(*expr.NullTest); ok && !n.Not {
			if v, ok := n.Arg.(*expr.Var); ok {
				if out == nil {
					out = map[colKey]bool{}
				}
				out[colKey{v.Rel, v.Attr}] = true
			}
		}
	}
	return out
}

// flatRels is localRels with flat range indexes.
func (lv *level) flatRels(it FromItem) rtiSet {
	out := rtiSet{}
	for r := range localRels(it) {
		out[r+lv.off] = true
	}
	return out
}

func (lv *level) reduceItem(it FromItem, nonNull rtiSet, forced map[colKey]bool) FromItem {
	switch n := it.(type) {
	case *fromList:
		nn := lv.nonNullRels(n.quals, nonNull)
		for i, x := range n.items {
			n.items[i] = lv.reduceItem(x, nn, forced)
		}
		return n
	case *Join:
		return lv.reduceJoin(n, nonNull, forced)
	}
	return it
}

func (lv *level) reduceJoin(j *Join, nonNull rtiSet, forced map[colKey]bool) FromItem {
	left, right := lv.flatRels(j.Left), lv.flatRels(j.Right)
	switch j.Kind {
	case LeftJoin:
		if nonNull.overlaps(right) {
			j.Kind = InnerJoin
		}
	case RightJoin:
		if nonNull.overlaps(left) {
			j.Kind = InnerJoin
		}
	case FullJoin:
		l, r := nonNull.overlaps(left), nonNull.overlaps(right)
		switch {
		case l && r:
			j.Kind = InnerJoin
		case l:
			j.Kind = LeftJoin
		case r:
			j.Kind = RightJoin
		}
	}
	if j.Kind == RightJoin {
		j.Left, j.Right, j.Kind = j.Right, j.Left, LeftJoin
		left, right = right, left
	}
	if j.Kind == LeftJoin && len(forced) > 0 && j.Quals != nil {
		// A column that the ON condition needs non-null and WHERE needs null is
		// null only in unmatched rows.
		nonNullVars(j.Quals, true, func(v *expr.Var) {
			if right[v.Rel] && forced[colKey{v.Rel, v.Attr}] {
				j.Kind = AntiJoin
			}
		})
		if j.Kind == AntiJoin {
			lv.antiRels = lv.antiRels.with(right)
		}
	}
	own := lv.nonNullRels(j.Quals, nil)
	switch j.Kind {
	case InnerJoin, SemiJoin:
		nn := own.with(nonNull)
		j.Left = lv.reduceItem(j.Left, nn, forced)
		j.Right = lv.reduceItem(j.Right, nn, forced)
	case LeftJoin, AntiJoin:
		j.Left = lv.reduceItem(j.Left, nonNull, forced)
		j.Right = lv.reduceItem(j.Right, own, nil)
	default:
		j.Left = lv.reduceItem(j.Left, nil, nil)
		j.Right = lv.reduceItem(j.Right, nil, nil)
	}
	return j
}
