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
	lv.written = len(q.Range)
	own := &queryMutator{f: func(e expr.Expr, _ int) (expr.Expr, bool) { return e, true }}
	items := own.from(q.From) // joins of its own, the query may be cached
	for i, it := range items {
		items[i] = lv.pullUpItem(it, pullPlace{drop: true, holds: &holding{}})
	}
	// The tree was taken apart while columns were replaced everywhere else.
	lv.q.From = lv.replaced(items)
	lv.pulled, lv.merging = nil, nil
}

// replaced replaces in FROM items what pulled-up subqueries gave.
func (lv *level) replaced(items []FromItem) []FromItem {
	for _, f := range lv.pulled {
		m := &queryMutator{f: f}
		items = m.from(items)
	}
	return items
}

// pullPlace is where in the join tree a subquery stands.
type pullPlace struct {
	nullable bool  // an outer join above may null its rows
	drop     bool  // nothing may be left of it, since it is only joined to the others
	semi     bool  // it is the right side of a semijoin, alone
	outer    *Join // the lowest join above that is no inner join
	holds    *holding
}

// pullUpItem merges what can be below it, in place.
func (lv *level) pullUpItem(it FromItem, at pullPlace) FromItem {
	if lv.g.interrupted() {
		return it
	}
	switch n := it.(type) {
	case *RangeRef:
		if r := lv.q.Range[n.Rel-1]; r.Kind == SubqueryEntry && lv.canPullUp(n.Rel, r, at) {
			return lv.pullUpItem(lv.pullUp(n.Rel, r, at), at)
		}
		if r := lv.q.Range[n.Rel-1]; r.Kind == ValuesEntry && !at.nullable && simpleValues(r) {
			gone := *r
			gone.Kind, gone.Values = ResultEntry, nil
			lv.q.Range = append([]*RangeEntry(nil), lv.q.Range...)
			lv.q.Range[n.Rel-1] = &gone
			lv.replaceVars(n.Rel, r.Values[0])
			if at.drop {
				return &fromList{}
			}
		}
	case *fromList:
		at.holds = at.holds.with(n.quals)
		at.semi = at.semi && len(n.items) == 1
		for i, x := range n.items {
			n.items[i] = lv.pullUpItem(x, at)
		}
	case *Join:
		lv.reduceEarly(n, at)
		at.semi = false
		left, right := at, at
		left.holds, right.holds = at.holds.inJoin(n)
		if n.Kind != InnerJoin {
			left.outer, right.outer = n, n
			left.drop, right.drop = false, n.Kind == SemiJoin
			right.semi = n.Kind == SemiJoin
		}
		left.nullable = at.nullable || n.Kind == RightJoin || n.Kind == FullJoin
		right.nullable = at.nullable || n.Kind == LeftJoin || n.Kind == AntiJoin || n.Kind == FullJoin
		n.Left = lv.pullUpItem(n.Left, left)
		n.Right = lv.pullUpItem(n.Right, right)
		if n.Kind == SemiJoin && itemEmpty(n.Right) {
			// Only the conditions of the right side: dropResults would keep its empty list for the row.
			return &fromList{items: []FromItem{n.Left}, quals: andOf(append(itemQuals(n.Right), andList(n.Quals)...))}
		}
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
func (lv *level) canPullUp(rel int, r *RangeEntry, at pullPlace) bool {
	q := r.Subquery
	if q.Command != Select || q.SetOp != nil || q.HasAggs || q.HasWindow || q.HasSRF || len(q.Group) > 0 ||
		len(q.GroupingSets) > 0 || q.Having != nil || len(q.Sort) > 0 || len(q.Distinct) > 0 ||
		q.Limit != nil || q.Offset != nil || len(q.CTEs) > 0 || q.Recursive || slices.ContainsFunc(q.RowMarks, func(m RowMark) bool { return !m.Pushed }) {
		return false
	}
	if len(q.From) == 0 && at.nullable {
		return false
	}
	if refersBeyond(q, at.outer) { // lateral itself, or in what was lateral and has been merged
		return false
	}
	var used map[int]bool
	for i := range q.Targets {
		e := q.Targets[i].Expr
		if isVolatile(e) {
			return false
		}
		if !at.nullable || nullsThrough(e) {
			continue
		}
		if used == nil {
			used = lv.usedColumns(rel)
		}
		if used[expr.WholeRow] || used[i+1] {
			return false
		}
	}
	return true
}

// usedColumns are the columns of an entry that anything in the level reads.
func (lv *level) usedColumns(rel int) map[int]bool {
	used := map[int]bool{}
	var visit func(e expr.Expr, depth int) bool
	visit = func(e expr.Expr, depth int) bool {
		v, ok := e.(*expr.Var)
		if !ok || v.Up != depth {
			return true
		}
		if v.Rel == rel {
			used[v.Attr] = true
		}
		if r := lv.q.Range[v.Rel-1]; r.Kind == JoinEntry {
			for i, e := range r.JoinVars {
				if v.Attr == i+1 || v.Attr == expr.WholeRow {
					walkExpr(e, 0, visit)
				}
			}
		}
		return true
	}
	walkQuery(lv.q, 0, visit)
	own := &queryMutator{f: func(e expr.Expr, _ int) (expr.Expr, bool) { return e, true }}
	for _, it := range lv.replaced(own.from(lv.merging)) {
		fromExprs(it, func(e expr.Expr) { walkExpr(e, 0, visit) })
	}
	return used
}

// refersBeyond tells whether a subquery cannot be merged because of what it names of
// this level: a condition in or below an outer join of its own, or anything of it
// below the outer join around it, would come to name a relation that is not among
// those joined there.
func refersBeyond(q *Query, outer *Join) bool {
	var joined map[int]bool // nil: any relation may be named
	if outer != nil {
		joined = localRels(outer.Left)
		for rel := range localRels(outer.Right) {
			joined[rel] = true
		}
		joined[outer.Rel] = true
	}
	refers := func(e expr.Expr, joined map[int]bool) (found bool) {
		if joined == nil {
			return false
		}
		walkExpr(e, 0, func(x expr.Expr, depth int) bool {
			v, ok := x.(*expr.Var)
			found = found || ok && v.Up == depth+1 && !joined[v.Rel]
			return !found
		})
		return found
	}
	var below func(it FromItem, joined map[int]bool) bool
	below = func(it FromItem, joined map[int]bool) bool {
		switch n := it.(type) {
		case *fromList:
			return refers(n.quals, joined) || slices.ContainsFunc(n.items, func(x FromItem) bool { return below(x, joined) })
		case *Join:
			if n.Kind != InnerJoin {
				joined = map[int]bool{}
			}
			return refers(n.Quals, joined) || below(n.Left, joined) || below(n.Right, joined)
		}
		return false
	}
	return below(&fromList{items: q.From, quals: q.Where}, joined) ||
		slices.ContainsFunc(q.Targets, func(t expr.Target) bool { return refers(t.Expr, joined) })
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
func (lv *level) pullUp(rel int, r *RangeEntry, at pullPlace) FromItem {
	base := len(lv.q.Range)
	if lv.g.interrupted() {
		return &fromList{}
	}
	lv.g.planned = append(lv.g.planned, r.Subquery.origin)
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
	lv.mergeMarks(rel, base, sub.RowMarks)
	out := &fromList{items: sub.From, quals: sub.Where}
	if len(out.items) == 0 && (!at.drop || at.semi && out.quals != nil) {
		out.items = []FromItem{&RangeRef{Rel: rel}} // a row, for the outer join above, or for the semijoin and the conditions
	}
	item := FromItem(out)
	if sub.HasSubLinks && out.quals != nil {
		item = lv.linksOfList(out)
	}
	lv.merging = append(lv.merging, item)
	return item
}

// mergeMarks takes over the row marks of a merged subquery, which has none itself
// any more.
func (lv *level) mergeMarks(rel, base int, marks []RowMark) {
	if len(marks)+len(lv.q.RowMarks) == 0 {
		return
	}
	own := slices.DeleteFunc(slices.Clone(lv.q.RowMarks), func(m RowMark) bool { return m.Rel == rel })
	for _, m := range marks {
		m.Rel += base
		own = append(own, m)
	}
	lv.q.RowMarks = own
}

// linksOfList turns the sublinks of a pulled-up WHERE into joins.
func (lv *level) linksOfList(l *fromList) FromItem {
	for i, it := range l.items {
		l.items[i] = lv.linksOfItem(it)
	}
	top := FromItem(&fromList{items: l.items})
	var rest []expr.Expr
	for _, c := range lv.linkConds(l.quals) {
		if j := lv.linkJoin(c, localRels(top)); j != nil {
			j.Left, top = top, j
			continue
		}
		rest = append(rest, c)
	}
	return &fromList{items: []FromItem{top}, quals: andOf(rest)}
}

// replaceVars puts the subquery's expressions where its columns were, in the
// whole level and in the queries inside it. Under grouping sets they are held, so that
// each is folded on its own.
func (lv *level) replaceVars(rel int, flat []expr.Expr) {
	r := lv.q.Range[rel-1]
	hold := len(lv.q.GroupingSets) > 0 && rel <= lv.written
	lv.holds = lv.holds || hold
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
		out := raise(flat[v.Attr-1], depth, v.Nullable)
		if _, ok := out.(*expr.Var); !ok && hold && depth == 0 && !hasSubLink(out) {
			out = &expr.PlaceHolder{Loc: -1, Arg: out}
		}
		return out, true
	}
	*lv.q = *mutateQuery(lv.q, 0, f)
	lv.pulled = append(lv.pulled, f)
}

// raise moves an expression n query levels in, or out if n is negative.
func raise(e expr.Expr, n int, nullable bool) expr.Expr {
	if n == 0 && !nullable {
		return e
	}
	out := mutateQuery(&Query{Where: e, HasSubLinks: n != 0}, 0, func(x expr.Expr, depth int) (expr.Expr, bool) {
		switch v := x.(type) {
		case *expr.Var:
			if v.Up >= depth {
				c := *v
				c.Up += n
				c.Nullable = c.Nullable || nullable
				return &c, true
			}
		case *expr.Agg:
			if v.Up >= depth && n != 0 {
				c := *v
				c.Up += n
				return &c, false
			}
		}
		return x, false
	})
	if n != 0 {
		eachSubLink(out, func(sub *Query) { raiseCTEs(sub, 0, n) })
	}
	return out.Where
}
