package planner

import (
	"slices"
	"sort"

	"minidb/expr"
)

// Bitmap scans: sets of row positions from one or more indexes, combined with
// AND and OR before the heap is read in physical order.

// bitmapPath is a tree of index scans under a bitmap heap scan.
type bitmapPath struct {
	idx     *indexPath // a leaf
	or      bool
	members []*bitmapPath
	clauses []*clause // conditions answered
	from    *clause   // the OR condition a BitmapOr answers
	whole   bool      // of an OR's arm: every condition of it is answered
	req     relids    // the relations that values come from
}

// addBitmapPath adds a bitmap heap scan over the best AND of the candidates.
func (lv *level) addBitmapPath(r *rel, list []*bitmapPath) {
	b := lv.chooseBitmapAnd(r, list)
	r.addPath(lv.bitmapHeap(r, b, b.req))
}

// addParamBitmaps adds a bitmap heap scan for each set of relations that one of joins takes
// values of: over the best AND of those that need no others, and of plain, which need none.
func (lv *level) addParamBitmaps(r *rel, joins, plain []*bitmapPath) {
	var done []relids
	for _, b := range joins {
		if slices.Contains(done, b.req) {
			continue
		}
		done = append(done, b.req)
		var list []*bitmapPath
		for _, o := range joins {
			if o.req.subsetOf(b.req) {
				list = append(list, o)
			}
		}
		lv.addBitmapPath(r, append(list, plain...))
	}
}

// chooseBitmapAnd finds the AND of some of the candidates, or the one, by which the heap is
// read cheapest (choose_bitmap_and).
func (lv *level) chooseBitmapAnd(r *rel, list []*bitmapPath) *bitmapPath {
	if len(list) == 1 {
		return list[0]
	}
	list = slices.Clone(list)
	sort.SliceStable(list, func(i, j int) bool {
		ci, si := lv.costBitmapTree(list[i])
		cj, sj := lv.costBitmapTree(list[j])
		if ci != cj {
			return ci < cj
		}
		return si < sj
	})
	list = cheapestOfKind(list)
	if len(list) > 12 {
		list = list[:12]
	}
	var best *bitmapPath
	var bestTotal float64
	for i := range list {
		cur := list[i]
		total := lv.bitmapHeap(r, cur, cur.req).total
		used, members := cur.selects(), []*bitmapPath{cur}
		for _, o := range list[i+1:] {
			if o.redundant(used) {
				continue
			}
			and := &bitmapPath{
				members: append(members[:len(members):len(members)], o),
				clauses: append(cur.clauses[:len(cur.clauses):len(cur.clauses)], o.clauses...),
				req:     cur.req.or(o.req),
			}
			if t := lv.bitmapHeap(r, and, and.req).total; t < total {
				cur, total, members = and, t, and.members
				used = append(used, o.selects()...)
			}
		}
		if best == nil || total < bestTotal {
			best, bestTotal = cur, total
		}
	}
	return best
}

// cheapestOfKind keeps of several indexes for the same conditions the first.
func cheapestOfKind(list []*bitmapPath) []*bitmapPath {
	var out []*bitmapPath
	for _, b := range list {
		if b.idx == nil || !slices.ContainsFunc(out, func(o *bitmapPath) bool { return o.idx != nil && sameClauses(o.selects(), b.selects()) }) {
			out = append(out, b)
		}
	}
	return out
}

func sameClauses(a, b []*clause) bool {
	within := func(a, b []*clause) bool {
		for _, c := range a {
			if !hasEqual(b, c) {
				return false
			}
		}
		return true
	}
	return within(a, b) && within(b, a)
}

func hasEqual(list []*clause, c *clause) bool {
	return slices.ContainsFunc(list, func(o *clause) bool { return o == c || equalExpr(o.e, c.e) })
}

// selects are the conditions by which the bitmap leaves rows out: those answered, and
// the predicate of a partial index.
func (b *bitmapPath) selects() []*clause {
	out := slices.Clone(b.clauses)
	if b.idx != nil {
		for _, p := range b.idx.info.pred {
			out = append(out, &clause{e: p})
		}
	}
	return out
}

// redundant tells whether bitmaps that leave rows out by the conditions used have done so
// by one of this one's conditions, or by what its index's predicate follows from.
func (b *bitmapPath) redundant(used []*clause) bool {
	for _, c := range b.clauses {
		if hasEqual(used, c) {
			return true
		}
	}
	return b.idx != nil && slices.ContainsFunc(b.idx.info.pred, func(p expr.Expr) bool { return impliedBy(p, used) })
}

func (lv *level) bitmapHeap(r *rel, b *bitmapPath, req relids) *path {
	p := &path{kind: pathBitmapHeap, rel: r, rows: r.rows, bitmap: b, req: req}
	loops := 1.0
	if !req.empty() {
		info := lv.paramFor(r, req)
		p.rows, p.paramCl = info.rows, info.clauses
		loops = lv.loopCount(r, req)
	}
	lv.costBitmapHeap(p, loops)
	return p
}

// bitmapConds is the condition that a bitmap's rows are tested by again, Recheck Cond: of an
// arm of an OR all there is, else what the filter does not test.
func bitmapConds(b *bitmapPath) []expr.Expr {
	return b.conditions(false, func(c *indexCond, arm bool) expr.Expr {
		if arm || c.exact() {
			return c.from.e
		}
		return nil
	})
}

// answered is what is known to be true of the rows that a bitmap finds.
func (b *bitmapPath) answered() []expr.Expr {
	return b.conditions(false, func(c *indexCond, _ bool) expr.Expr { return c.answered() })
}

// answered is what is true of the rows that an index finds by a condition.
func (c *indexCond) answered() expr.Expr {
	if c.exact() {
		return c.from.e
	}
	return c.orig
}

// conditions joins what of says of each condition, if anything, as the bitmap joins them.
func (b *bitmapPath) conditions(arm bool, of func(c *indexCond, arm bool) expr.Expr) []expr.Expr {
	switch {
	case b.idx != nil:
		var out []expr.Expr
		for _, c := range b.idx.conds {
			if e := of(c, arm); e != nil && !hasExpr(out, e) {
				out = append(out, e)
			}
		}
		for _, p := range b.idx.info.pred {
			if !impliedBy(p, condClauses(b.idx.conds)) {
				out = append(out, p)
			}
		}
		return out
	case b.or:
		var arms []expr.Expr
		for _, m := range b.members {
			arms = append(arms, andOf(m.conditions(true, of)))
		}
		if len(arms) == 1 {
			return arms
		}
		return []expr.Expr{&expr.Bool{Loc: -1, Op: expr.Or, Args: arms}} // groups of arms keep their parentheses
	}
	var out []expr.Expr
	for _, m := range b.members {
		for _, e := range m.conditions(arm, of) {
			if !hasExpr(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// exact tells whether a bitmap of the condition needs no other test than it. An OR that has
// become an array is not known to be the same if its values may change, nor is a comparison
// of rows that was turned round.
func (c *indexCond) exact() bool {
	return !c.lossy && !c.turned && (c.kind != CondAnyArray || len(c.from.or) == 0 || !expr.ContainsMutable(c.from.e))
}

// covers tells whether the bitmap answers each of the conditions without a filter.
func (b *bitmapPath) covers(list []*clause) bool {
	exact := exactClauses(b)
	return !slices.ContainsFunc(list, func(c *clause) bool { return !hasClause(exact, c) })
}

// exactClauses are the clauses that the bitmap answers without a filter.
func exactClauses(b *bitmapPath) []*clause {
	switch {
	case b.idx != nil:
		var out []*clause
		for _, c := range b.idx.conds {
			if c.from != nil && c.exact() {
				out = append(out, c.from)
			}
		}
		return out
	case b.or:
		if slices.ContainsFunc(b.members, func(m *bitmapPath) bool { return !m.whole }) {
			return nil
		}
		out := []*clause{b.from}
		for _, c := range b.clauses[1:] {
			if !slices.ContainsFunc(b.members, func(m *bitmapPath) bool { return !hasClause(exactClauses(m), c) }) {
				out = append(out, c)
			}
		}
		return out
	}
	var out []*clause
	for _, m := range b.members {
		out = append(out, exactClauses(m)...)
	}
	return out
}
