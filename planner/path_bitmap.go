package planner

import (
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
}

// orBitmaps makes a BitmapOr of each OR condition all of whose arms an index
// can answer.
func (lv *level) orBitmaps(r *rel, list []*clause) []*bitmapPath {
	var out []*bitmapPath
	for _, c := range list {
		if len(c.or) == 0 {
			continue
		}
		b := &bitmapPath{or: true, from: c, clauses: []*clause{c}}
		for _, arm := range c.or {
			m := lv.armBitmap(r, arm)
			if m == nil {
				b = nil
				break
			}
			b.members = append(b.members, m)
		}
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// armBitmap finds the cheapest bitmap for one arm of an OR.
func (lv *level) armBitmap(r *rel, arm *clause) *bitmapPath {
	var list []*clause
	for _, e := range andList(arm.e) {
		list = append(list, lv.newClause(e))
	}
	var best *bitmapPath
	var bestCost float64
	for _, ix := range r.indexes {
		if !lv.checkPredicate(ix) && !armImplies(ix, list) {
			continue
		}
		conds := lv.matchAll(ix, list)
		if len(conds) == 0 {
			continue
		}
		p := &path{kind: pathIndexScan, rel: r, rows: r.rows, idx: &indexPath{info: ix, conds: conds, rows: r.rows}}
		lv.costIndexScan(p, 1)
		b := &bitmapPath{idx: p.idx, clauses: condClauses(conds), whole: len(restOf(list, conds)) == 0}
		if c, _ := lv.costBitmapTree(b); best == nil || c < bestCost {
			best, bestCost = b, c
		}
	}
	return best
}

// armImplies tells whether a partial index covers an OR's arm.
func armImplies(ix *indexInfo, arm []*clause) bool {
	for _, p := range ix.pred {
		if !impliedBy(p, arm) && !impliedBy(p, ix.rel.restrict) {
			return false
		}
	}
	return true
}

// addBitmapPath adds a bitmap heap scan over the best AND of the candidates
// (choose_bitmap_and).
func (lv *level) addBitmapPath(r *rel, list []*bitmapPath, req relids) {
	sort.SliceStable(list, func(i, j int) bool {
		ci, si := lv.costBitmapTree(list[i])
		cj, sj := lv.costBitmapTree(list[j])
		if ci != cj {
			return ci < cj
		}
		return si < sj
	})
	if len(list) > 12 {
		list = list[:12]
	}
	var best *path
	for i := range list {
		cur := list[i]
		p := lv.bitmapHeap(r, cur, req)
		used := append([]*clause(nil), cur.clauses...)
		members := []*bitmapPath{cur}
		for _, o := range list[i+1:] {
			if overlapsClauses(used, o.clauses) {
				continue
			}
			and := &bitmapPath{members: append(members[:len(members):len(members)], o)}
			and.clauses = append(used[:len(used):len(used)], o.clauses...)
			if q := lv.bitmapHeap(r, and, req); q.total < p.total {
				p, used, members = q, and.clauses, and.members
			}
		}
		if best == nil || p.total < best.total {
			best = p
		}
	}
	r.addPath(best)
}

func overlapsClauses(a, b []*clause) bool {
	for _, c := range b {
		if hasClause(a, c) {
			return true
		}
	}
	return false
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

// bitmapConds is the condition that a bitmap answers, for Recheck Cond.
func bitmapConds(b *bitmapPath) []expr.Expr {
	switch {
	case b.idx != nil:
		var out []expr.Expr
		for _, p := range b.idx.info.pred {
			if !impliedBy(p, condClauses(b.idx.conds)) {
				out = append(out, p)
			}
		}
		for _, c := range b.idx.conds {
			if !c.lossy && !hasExpr(out, c.from.e) {
				out = append(out, c.from.e)
			}
		}
		return out
	case b.or:
		var arms []expr.Expr
		for _, m := range b.members {
			arms = append(arms, andOf(bitmapConds(m)))
		}
		return []expr.Expr{orOf(arms)}
	}
	var out []expr.Expr
	for _, m := range b.members {
		out = append(out, bitmapConds(m)...)
	}
	return out
}

// exactClauses are the clauses that the bitmap answers without a filter.
func exactClauses(b *bitmapPath) []*clause {
	switch {
	case b.idx != nil:
		var out []*clause
		for _, c := range b.idx.conds {
			if !c.lossy && c.from != nil {
				out = append(out, c.from)
			}
		}
		return out
	case b.or:
		for _, m := range b.members {
			if !allExact(m) {
				return nil
			}
		}
		return []*clause{b.from}
	}
	var out []*clause
	for _, m := range b.members {
		out = append(out, exactClauses(m)...)
	}
	return out
}

// allExact tells whether an OR's arm is answered completely by its index scan.
func allExact(b *bitmapPath) bool {
	if b.idx == nil {
		return false
	}
	for _, c := range b.idx.conds {
		if c.lossy {
			return false
		}
	}
	return b.whole
}
