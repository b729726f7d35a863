package planner

import (
	"sort"

	"minidb/expr"
	"minidb/pgerr"
)

// The search for a join order: dynamic programming over sets of relations, as
// joinrels.c does it, and a greedy search where there are too many.

// dpLimit is how many items are joined by dynamic programming; PostgreSQL turns
// to its genetic search at 12.
const dpLimit = 9

// makeOneRel scans the base relations and joins them all.
func (lv *level) makeOneRel() *rel {
	lv.expandPartitioned()
	for _, r := range lv.live() {
		lv.sizeBaseRel(r)
		lv.totalPages += r.pages
	}
	for _, sj := range lv.special {
		if i, ok := sj.synRight.singleton(); ok && (sj.kind == SemiJoin || sj.kind == AntiJoin) {
			lv.rels[i].considerParamStartup = true
		}
	}
	for _, r := range lv.live() {
		lv.basePaths(r)
		if r.cheapest == nil {
			lv.g.fail(pgerr.New(pgerr.Internal, "could not devise a query plan for the given query"))
			return nil
		}
	}
	if lv.g.err != nil {
		return nil
	}
	lv.joinRels = map[relids]*rel{}
	for _, r := range lv.live() {
		lv.joinRels[r.ids] = r
	}
	out := lv.joinList(lv.items)
	if out == nil && lv.g.err == nil {
		lv.g.fail(pgerr.New(pgerr.Internal, "failed to build any %d-way joins", len(lv.rels)))
	}
	return out
}

// joinList joins the items of one list.
func (lv *level) joinList(items []joinItem) *rel {
	rels := make([]*rel, 0, len(items))
	for _, it := range items {
		r := it.rel
		if r == nil {
			r = lv.joinList(it.list)
		}
		if r == nil {
			return nil
		}
		rels = append(rels, r)
	}
	switch {
	case len(rels) == 1:
		return rels[0]
	case len(rels) <= dpLimit:
		return lv.searchAll(rels)
	}
	return lv.searchGreedy(rels)
}

// searchAll is join_search_one_level for all levels.
func (lv *level) searchAll(initial []*rel) *rel {
	n := len(initial)
	levels := make([][]*rel, n+1)
	levels[1] = initial
	known := map[relids]bool{}
	for k := 2; k <= n; k++ {
		try := func(a, b *rel) {
			if j := lv.joinPair(a, b); j != nil && !known[j.ids] {
				known[j.ids] = true
				levels[k] = append(levels[k], j)
			}
		}
		for i, old := range levels[k-1] {
			from := 0
			if k == 2 {
				from = i + 1
			}
			if lv.hasJoinClause(old) {
				for _, o := range initial[from:] {
					if !old.ids.overlaps(o.ids) && (lv.haveClause(old, o) || lv.haveOrder(old, o)) {
						try(old, o)
					}
				}
			} else {
				for _, o := range initial {
					if !old.ids.overlaps(o.ids) {
						try(old, o)
					}
				}
			}
		}
		for a := 2; a <= k-a; a++ {
			b := k - a
			for i, x := range levels[a] {
				from := 0
				if a == b {
					from = i + 1
				}
				for _, y := range levels[b][from:] {
					if !x.ids.overlaps(y.ids) && (lv.haveClause(x, y) || lv.haveOrder(x, y)) {
						try(x, y)
					}
				}
			}
		}
		if len(levels[k]) == 0 {
			for _, old := range levels[k-1] {
				for _, o := range initial {
					if !old.ids.overlaps(o.ids) {
						try(old, o)
					}
				}
			}
		}
		for _, j := range levels[k] {
			lv.splitPaths(j)
			j.setCheapest()
		}
	}
	if len(levels[n]) == 0 {
		return nil
	}
	return levels[n][0]
}

// searchGreedy joins, again and again, the pair that gives the fewest rows,
// preferring pairs with a join condition.
func (lv *level) searchGreedy(rels []*rel) *rel {
	rels = append([]*rel(nil), rels...)
	for len(rels) > 1 {
		type cand struct {
			i, j   int
			j1     *rel
			clause bool
		}
		var best *cand
		consider := func(needClause bool) {
			for i := range rels {
				for j := i + 1; j < len(rels); j++ {
					has := lv.haveClause(rels[i], rels[j]) || lv.haveOrder(rels[i], rels[j])
					if needClause && !has {
						continue
					}
					jr := lv.joinPair(rels[i], rels[j])
					if jr == nil {
						continue
					}
					lv.splitPaths(jr)
					jr.setCheapest()
					if best == nil || jr.rows < best.j1.rows || jr.rows == best.j1.rows && jr.cheapest.total < best.j1.cheapest.total {
						best = &cand{i, j, jr, has}
					}
				}
			}
		}
		consider(true)
		if best == nil {
			consider(false)
		}
		if best == nil {
			return nil
		}
		rels[best.i] = best.j1
		rels = append(rels[:best.j], rels[best.j+1:]...)
	}
	return rels[0]
}

// hasJoinClause tells whether a condition joins r to something else.
func (lv *level) hasJoinClause(r *rel) bool {
	found := false
	r.ids.each(func(i int) {
		for _, c := range lv.rels[i].joins {
			found = found || !c.required.subsetOf(r.ids)
		}
	})
	if found {
		return true
	}
	for _, ec := range lv.ecs {
		if len(ec.members) > 1 && !ec.hasConst && ec.ids.overlaps(r.ids) && !ec.ids.subsetOf(r.ids) {
			return true
		}
	}
	for _, sj := range lv.special {
		if sj.kind == FullJoin {
			continue
		}
		l, rt := sj.minLeft.overlaps(r.ids), sj.minRight.overlaps(r.ids)
		if (l || rt) && !(sj.minLeft.subsetOf(r.ids) && sj.minRight.subsetOf(r.ids)) {
			return true
		}
	}
	return lv.hasLateral(r)
}

// hasLateral tells whether r reads other relations or is a base relation that others read.
func (lv *level) hasLateral(r *rel) bool {
	if !r.lateral.empty() {
		return true
	}
	if r.rti == 0 {
		return false
	}
	for _, o := range lv.live() {
		if o.lateral.overlaps(r.ids) {
			return true
		}
	}
	return false
}

// haveClause tells whether a condition joins a and b.
func (lv *level) haveClause(a, b *rel) bool {
	found := false
	a.ids.each(func(i int) {
		for _, c := range lv.rels[i].joins {
			found = found || c.required.overlaps(b.ids)
		}
	})
	if found {
		return true
	}
	for _, ec := range lv.ecs {
		if len(ec.members) > 1 && !ec.hasConst && ec.ids.overlaps(a.ids) && ec.ids.overlaps(b.ids) {
			return true
		}
	}
	return false
}

// haveOrder tells whether outer joins or LATERAL tie a and b together.
func (lv *level) haveOrder(a, b *rel) bool {
	if a.lateral.overlaps(b.ids) || b.lateral.overlaps(a.ids) {
		return true
	}
	for _, sj := range lv.special {
		if sj.kind == FullJoin {
			continue
		}
		if sj.minLeft.subsetOf(a.ids) && sj.minRight.subsetOf(b.ids) || sj.minLeft.subsetOf(b.ids) && sj.minRight.subsetOf(a.ids) {
			return true
		}
		if sj.minRight.overlaps(a.ids) && sj.minRight.overlaps(b.ids) || sj.minLeft.overlaps(a.ids) && sj.minLeft.overlaps(b.ids) {
			return true
		}
	}
	return false
}

// legal is join_is_legal: which special join, if any, joining a and b performs,
// and whether with the sides swapped.
func (lv *level) legal(a, b *rel, ids relids) (match *specialJoin, reversed, ok bool) {
	mustLeft := false
	for _, sj := range lv.special {
		if !sj.minRight.overlaps(ids) || ids.subsetOf(sj.minRight) ||
			sj.minLeft.subsetOf(a.ids) && sj.minRight.subsetOf(a.ids) ||
			sj.minLeft.subsetOf(b.ids) && sj.minRight.subsetOf(b.ids) {
			continue
		}
		if sj.kind == SemiJoin {
			if sj.synRight.subsetOf(a.ids) && sj.synRight != a.ids || sj.synRight.subsetOf(b.ids) && sj.synRight != b.ids {
				continue
			}
		}
		switch {
		case sj.minLeft.subsetOf(a.ids) && sj.minRight.subsetOf(b.ids):
			if match != nil {
				return nil, false, false
			}
			match, reversed = sj, false
		case sj.minLeft.subsetOf(b.ids) && sj.minRight.subsetOf(a.ids):
			if match != nil {
				return nil, false, false
			}
			match, reversed = sj, true
		case sj.kind == SemiJoin && sj.synRight == b.ids && lv.uniquePath(b, sj) != nil:
			if match != nil {
				return nil, false, false
			}
			match, reversed = sj, false
		case sj.kind == SemiJoin && sj.synRight == a.ids && lv.uniquePath(a, sj) != nil:
			if match != nil {
				return nil, false, false
			}
			match, reversed = sj, true
		default:
			if a.ids.overlaps(sj.minRight) && b.ids.overlaps(sj.minRight) {
				continue
			}
			if sj.kind != LeftJoin || ids.overlaps(sj.minLeft) {
				return nil, false, false
			}
			mustLeft = true
		}
	}
	if mustLeft && (match == nil || match.kind != LeftJoin || !match.strict) {
		return nil, false, false
	}
	if a.lateral.overlaps(b.ids) && b.lateral.overlaps(a.ids) {
		return nil, false, false
	}
	return match, reversed, true
}

// joinPair makes or extends the join relation of a and b; nil if they cannot be
// joined.
func (lv *level) joinPair(a, b *rel) *rel {
	ids := a.ids.or(b.ids)
	sj, reversed, ok := lv.legal(a, b, ids)
	if !ok {
		return nil
	}
	if reversed {
		a, b = b, a
	}
	kind := InnerJoin
	if sj != nil {
		kind = sj.kind
	}
	clauses := lv.joinClauses(a, b, ids)
	j := lv.joinRels[ids]
	fresh := j == nil
	if fresh {
		j = &rel{ids: ids, considerStartup: lv.fraction > 0, lateral: a.lateral.or(b.lateral).minus(ids)}
		lv.buildJoinTarget(j, a, b)
		lv.sizeJoin(j, a, b, kind, clauses)
	}
	lv.pairPaths(j, a, b, kind, sj, clauses)
	lv.joinParts(j, a, b, kind, sj, clauses, fresh)
	if len(j.paths) == 0 {
		return nil
	}
	if fresh {
		lv.joinRels[ids] = j
	}
	return j
}

// joinClauses are the conditions to test when a and b come together.
func (lv *level) joinClauses(a, b *rel, ids relids) []*clause {
	var out []*clause
	a.ids.each(func(i int) {
		for _, c := range lv.rels[i].joins {
			if c.required.subsetOf(ids) && !c.required.subsetOf(a.ids) && !c.required.subsetOf(b.ids) && !hasClause(out, c) {
				out = append(out, c)
			}
		}
	})
	b.ids.each(func(i int) {
		for _, c := range lv.rels[i].joins {
			if c.required.subsetOf(ids) && !c.required.subsetOf(a.ids) && !c.required.subsetOf(b.ids) && !hasClause(out, c) {
				out = append(out, c)
			}
		}
	})
	return append(out, lv.joinImplied(a.ids, b.ids)...)
}

// buildJoinTarget keeps the columns that are still needed above the join.
func (lv *level) buildJoinTarget(j, a, b *rel) {
	j.target = &target{}
	for _, side := range [2]*rel{a, b} {
		side.ids.each(func(i int) {
			r := lv.rels[i]
			for k := range r.attrs {
				if at := &r.attrs[k]; at.top || !at.where.subsetOf(j.ids) {
					j.target.exprs = append(j.target.exprs, at.v)
					j.target.width += lv.columnWidth(at.v)
				}
			}
		})
	}
	j.width = j.target.width
}

// sizeJoin is calc_joinrel_size_estimate.
func (lv *level) sizeJoin(j, a, b *rel, kind JoinKind, clauses []*clause) {
	ps := 1.0
	js, clauses := lv.keySelectivity(a, b, kind, clauses)
	for _, c := range clauses {
		s := lv.joinClauseSel(c, kind, a, b)
		if c.pushed && kind != InnerJoin && kind != SemiJoin {
			ps *= s
		} else {
			js *= s
		}
	}
	o, i := a.rows, b.rows
	var n float64
	switch kind {
	case LeftJoin:
		n = max(o*i*js, o) * ps
	case FullJoin:
		n = max(o*i*js, o, i) * ps
	case SemiJoin:
		n = o * js
	case AntiJoin:
		n = o * (1 - js) * ps
	default:
		n = o * i * js
	}
	j.rows = clampRows(n)
}

// uniquePath makes the rows of a semijoin's inner side unique, so that it can
// be joined as an ordinary relation; nil if it cannot be.
func (lv *level) uniquePath(r *rel, sj *specialJoin) *path {
	if !sj.semiEq || r.ids != sj.synRight || !r.lateral.empty() || r.cheapest == nil {
		return nil
	}
	if r.uniq != nil {
		return r.uniq
	}
	in := r.cheapest
	if lv.relUnique(r, sj) {
		r.uniq = in
		return in
	}
	rows := lv.numGroups(sj.semiExprs, r.rows)
	p := &path{kind: pathUniqueSemi, rel: r, child: in, rows: rows, groups: sj.semiExprs, target: &target{exprs: r.target.exprs, width: r.width}, agg: &aggPath{strategy: AggHashed, groups: rows}}
	if sj.hashable {
		lv.costAgg(p, AggHashed, len(sj.semiExprs), rows, aggCost{}, -1, 0, 0)
	} else if !sj.sortable {
		return nil
	}
	if sj.sortable {
		var keys []*pathKey
		for _, e := range sj.semiExprs {
			keys = addKey(keys, lv.keyFor(lv.classFor(e, lv.relidsOf(e)), false, false))
		}
		s := lv.sortPath(in, keys, 0)
		q := &path{kind: pathUniqueSemi, rel: r, child: s, rows: rows, groups: sj.semiExprs, target: p.target}
		lv.costUnique(q, len(sj.semiExprs))
		if !sj.hashable || q.disabled < p.disabled || q.disabled == p.disabled && q.total < p.total {
			p = q
		}
	}
	r.uniq = p
	return p
}

// relUnique tells whether a semijoin's inner side has no duplicates anyway.
func (lv *level) relUnique(r *rel, sj *specialJoin) bool {
	if r.rti == 0 {
		return false
	}
	return lv.uniqueBy(r, sj.semiExprs)
}

// uniqueBy tells whether columns list make r's rows distinct.
func (lv *level) uniqueBy(r *rel, list []expr.Expr) bool {
	attrs := make([]int, 0, len(list))
	for _, e := range list {
		if a := plainAttr(e); a > 0 {
			attrs = append(attrs, a)
		}
	}
	sort.Ints(attrs)
	has := func(a int) bool {
		i := sort.SearchInts(attrs, a)
		return i < len(attrs) && attrs[i] == a
	}
	if r.sub != nil {
		return r.sub.uniqueOver(has)
	}
	if r.entry.Kind == SubqueryEntry { // not planned yet
		return distinctOver(r.entry.Subquery, r.entry.Subquery.Targets, has)
	}
	for _, ix := range r.indexes {
		if !ix.def.Unique || !ix.def.Immediate || len(ix.pred) > 0 {
			continue
		}
		all := true
		for i := range ix.def.NKeys {
			k := &ix.keys[i]
			ok := k.attr > 0 && has(k.attr)
			if !ok {
				for _, c := range r.restrict {
					ok = ok || c.op != nil && c.op.Btree == 3 && (k.matches(c.l) && pseudoConst(c.r) || k.matches(c.r) && pseudoConst(c.l))
				}
			}
			all = all && ok
		}
		if all {
			return true
		}
	}
	return false
}

// plainAttr is the column number of a plain column, 0 for anything else.
func plainAttr(e expr.Expr) int {
	if v, ok := ecExpr(e).(*expr.Var); ok {
		return v.Attr
	}
	return 0
}
