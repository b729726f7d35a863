package planner

import (
	"slices"

	"minidb/expr"
)

// Subqueries in FROM that only join and filter are merged into the query around
// them, so that their tables take part in its join order: PostgreSQL's
// prepjointree.c. Views arrive as such subqueries.

// fromList is several FROM items with conditions over them: what a pulled-up
// subquery leaves in the join tree.
type fromList struct {
	items []FromItem
	quals expr.Expr
}

func (*fromList) fromItem() {}

// pullUpSubqueries merges the subqueries of FROM that can be.
func (lv *level) pullUpSubqueries() {
	q := lv.q
	some := false
	for _, r := range q.Range {
		some = some || r.Kind == SubqueryEntry || r.Kind == ValuesEntry && len(r.Values) == 1
	}
	if !some || q.SetOp != nil {
		return
	}
	items := make([]FromItem, len(q.From))
	for i, it := range q.From {
		items[i] = lv.pullUpItem(it, false, true)
	}
	// The tree was taken apart while columns were replaced everywhere else.
	for _, f := range lv.pulled {
		m := &queryMutator{f: f}
		items = m.from(items)
	}
	lv.q.From, lv.pulled = items, nil
}

// pullUpItem works below it; nullable: an outer join above may null its rows;
// drop: nothing may be left of it, since it is only joined to the others.
func (lv *level) pullUpItem(it FromItem, nullable, drop bool) FromItem {
	switch n := it.(type) {
	case *RangeRef:
		if r := lv.q.Range[n.Rel-1]; r.Kind == SubqueryEntry && lv.canPullUp(r, nullable, drop) {
			return lv.pullUpItem(lv.pullUp(n.Rel, r), nullable, drop)
		}
		if r := lv.q.Range[n.Rel-1]; r.Kind == ValuesEntry && drop && !nullable && simpleValues(r) {
			gone := *r
			gone.Kind, gone.Values = ResultEntry, nil
			lv.q.Range = append([]*RangeEntry(nil), lv.q.Range...)
			lv.q.Range[n.Rel-1] = &gone
			lv.replaceVars(n.Rel, r.Values[0])
			return &fromList{}
		}
	case *fromList:
		c := &fromList{quals: n.quals, items: make([]FromItem, len(n.items))}
		for i, x := range n.items {
			c.items[i] = lv.pullUpItem(x, nullable, drop)
		}
		return c
	case *Join:
		c := *n
		switch n.Kind {
		case LeftJoin, AntiJoin:
			c.Left = lv.pullUpItem(n.Left, nullable, false)
			c.Right = lv.pullUpItem(n.Right, true, false)
		case RightJoin:
			c.Left = lv.pullUpItem(n.Left, true, false)
			c.Right = lv.pullUpItem(n.Right, nullable, false)
		case FullJoin:
			c.Left = lv.pullUpItem(n.Left, true, false)
			c.Right = lv.pullUpItem(n.Right, true, false)
		case SemiJoin:
			c.Left = lv.pullUpItem(n.Left, nullable, false)
			c.Right = lv.pullUpItem(n.Right, nullable, true)
			if itemEmpty(c.Right) {
				return &fromList{items: []FromItem{c.Left, c.Right}, quals: c.Quals}
			}
		default:
			c.Left = lv.pullUpItem(n.Left, nullable, drop)
			c.Right = lv.pullUpItem(n.Right, nullable, drop)
		}
		return &c
	}
	return it
}

// simpleValues tells whether a VALUES list is one row that can be computed
// wherever its columns are used.
func simpleValues(r *RangeEntry) bool {
	if len(r.Values) != 1 || r.Lateral {
		return false
	}
	for _, e := range r.Values[0] {
		if isVolatile(e) || hasSRF(e) || hasSubLink(e) {
			return false
		}
	}
	return true
}

// itemEmpty tells whether a FROM item has no relation left.
func itemEmpty(it FromItem) bool {
	switch n := it.(type) {
	case *fromList:
		for _, x := range n.items {
			if !itemEmpty(x) {
				return false
			}
		}
		return true
	case *Join:
		return itemEmpty(n.Left) && itemEmpty(n.Right)
	}
	return false
}

// canPullUp is is_simple_subquery.
func (lv *level) canPullUp(r *RangeEntry, nullable, drop bool) bool {
	q := r.Subquery
	if q.Command != Select || q.SetOp != nil || q.HasAggs || q.HasWindow || q.HasSRF || len(q.Group) > 0 ||
		len(q.GroupingSets) > 0 || q.Having != nil || len(q.Sort) > 0 || len(q.Distinct) > 0 ||
		q.Limit != nil || q.Offset != nil || len(q.RowMarks) > 0 || len(q.CTEs) > 0 || q.Recursive {
		return false
	}
	if len(q.From) == 0 && !drop || nullable && (r.Lateral && queryRefersUp(q, 1)) {
		return false
	}
	if len(lv.q.RowMarks) > 0 && lv.marked(r) {
		return false
	}
	if r.Lateral && slices.ContainsFunc(q.From, func(it FromItem) bool { return outerJoinRefersUp(it, false) }) {
		return false
	}
	for i := range q.Targets {
		e := q.Targets[i].Expr
		if isVolatile(e) {
			return false
		}
		if nullable && !nullsThrough(e) {
			return false
		}
	}
	return true
}

// marked tells whether a row mark names the entry.
func (lv *level) marked(r *RangeEntry) bool {
	for _, m := range lv.q.RowMarks {
		if lv.q.Range[m.Rel-1] == r {
			return true
		}
	}
	return false
}

// outerJoinRefersUp tells whether a condition in or below an outer join names a
// column of the query around: merged into that, it would name a relation that is
// not among those joined.
func outerJoinRefersUp(it FromItem, below bool) bool {
	refers := func(e expr.Expr) (found bool) {
		if !below {
			return false
		}
		walkExpr(e, 0, func(x expr.Expr, depth int) bool {
			v, ok := x.(*expr.Var)
			found = found || ok && v.Up == depth+1
			return !found
		})
		return found
	}
	switch n := it.(type) {
	case *fromList:
		return refers(n.quals) || slices.ContainsFunc(n.items, func(x FromItem) bool { return outerJoinRefersUp(x, below) })
	case *Join:
		below = below || n.Kind != InnerJoin
		return refers(n.Quals) || outerJoinRefersUp(n.Left, below) || outerJoinRefersUp(n.Right, below)
	}
	return false
}

// nullsThrough tells whether e is NULL when all columns in it are: then it may
// be computed above an outer join instead of below.
func nullsThrough(e expr.Expr) bool {
	if v, ok := e.(*expr.Var); ok {
		return v.Up == 0
	}
	if !isStrict(e) {
		return false
	}
	some := false
	expr.MutateChildren(e, func(c expr.Expr) (expr.Expr, bool) {
		some = some || nullsThrough(c)
		return c, true
	})
	return some
}

// pullUp merges the subquery at rel and returns what takes its place in FROM.
func (lv *level) pullUp(rel int, r *RangeEntry) FromItem {
	base := len(lv.q.Range)
	if lv.g.interrupted() {
		return &fromList{}
	}
	sub := shiftQuery(r.Subquery, base)
	lv.q.Range = slices.Concat(lv.q.Range, sub.Range) // its own, the query may be cached
	var flat []expr.Expr
	for i := range sub.Targets {
		if !sub.Targets[i].Junk {
			flat = append(flat, sub.Targets[i].Expr)
		}
	}
	gone := *r
	gone.Kind, gone.Subquery = ResultEntry, nil
	lv.q.Range[rel-1] = &gone
	lv.replaceVars(rel, flat)
	lv.q.HasSubLinks = lv.q.HasSubLinks || sub.HasSubLinks
	out := &fromList{items: sub.From, quals: sub.Where}
	if sub.HasSubLinks && out.quals != nil {
		return lv.linksOfList(out)
	}
	return out
}

// linksOfList turns the sublinks of a pulled-up WHERE into joins.
func (lv *level) linksOfList(l *fromList) FromItem {
	for i, it := range l.items {
		l.items[i] = lv.linksOfItem(it)
	}
	top := FromItem(&fromList{items: l.items})
	var rest []expr.Expr
	for _, c := range splitAnd(l.quals) {
		if j := lv.linkJoin(c, localRels(top)); j != nil {
			j.Left, top = top, j
			continue
		}
		rest = append(rest, c)
	}
	return &fromList{items: []FromItem{top}, quals: andOf(rest)}
}

// replaceVars puts the subquery's expressions where its columns were, in the
// whole level and in the queries inside it.
func (lv *level) replaceVars(rel int, flat []expr.Expr) {
	r := lv.q.Range[rel-1]
	f := func(e expr.Expr, depth int) (expr.Expr, bool) {
		v, ok := e.(*expr.Var)
		if !ok || v.Rel != rel || v.Up != depth {
			return e, false
		}
		if v.Attr == expr.WholeRow {
			row := &expr.RowCons{Loc: v.Loc, Names: r.Columns, T: v.T}
			for _, x := range flat {
				row.Args = append(row.Args, raise(x, depth, v.Nullable))
			}
			return row, true
		}
		if v.Attr < 1 || v.Attr > len(flat) {
			return e, true
		}
		return raise(flat[v.Attr-1], depth, v.Nullable), true
	}
	*lv.q = *mutateQuery(lv.q, 0, f)
	lv.pulled = append(lv.pulled, f)
}

// raise moves an expression n query levels in.
func raise(e expr.Expr, n int, nullable bool) expr.Expr {
	if n == 0 && !nullable {
		return e
	}
	out := mutateQuery(&Query{Where: e, HasSubLinks: n > 0}, 0, func(x expr.Expr, depth int) (expr.Expr, bool) {
		switch v := x.(type) {
		case *expr.Var:
			if v.Up >= depth {
				c := *v
				c.Up += n
				c.Nullable = c.Nullable || nullable
				return &c, true
			}
		case *expr.Agg:
			if v.Up >= depth && n > 0 {
				c := *v
				c.Up += n
				return &c, false
			}
		}
		return x, false
	})
	if n > 0 {
		eachSubLink(out, func(sub *Query) { raiseCTEs(sub, 0, n) })
	}
	return out.Where
}
