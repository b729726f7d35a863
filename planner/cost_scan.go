package planner

import (
	"math"

	"minidb/expr"
)

// Costs of the scans of single relations.

// costSeqScan prices reading the whole heap.
func (lv *level) costSeqScan(p *path) {
	c, r := &lv.g.cost, p.rel
	p.startup = r.baseCost[0] + r.target.startup
	cpu := (c.cpuTuple+r.baseCost[1])*r.tuples + r.target.perRow*p.rows
	p.total = p.startup + cpu + c.seqPage*r.pages
	p.disabled = count(!c.seqScan)
}

// indexPagesFetched is Mackert and Lohman's estimate of the pages read when
// tuples are fetched in index order, with the cache shared by all tables of the
// query in proportion.
func (lv *level) indexPagesFetched(tuples, pages, indexPages float64) float64 {
	T := max(pages, 1)
	total := lv.totalPages + indexPages
	total = max(total, 1)
	b := max(math.Ceil(lv.g.cost.cachePages*T/total), 1)
	if T <= b {
		return min(math.Ceil(2*T*tuples/(2*T+tuples)), T)
	}
	lim := 2 * T * b / (2*T - b)
	if tuples <= lim {
		return math.Ceil(2 * T * tuples / (2*T + tuples))
	}
	return math.Ceil(b + (tuples-lim)*(T-b)/T)
}

// btreeCost is what an index access method reports to its caller.
type btreeCost struct {
	startup, total, sel float64
	tuples              float64 // index tuples visited
	pages               float64
}

// costBTree estimates the index part of a scan (btcostestimate).
func (lv *level) costBTree(ix *indexInfo, conds []*indexCond, loops float64) btreeCost {
	g, r := lv.g, ix.rel
	q := lv.boundQuals(ix, conds)
	sel := lv.selAnd(ix.withPredicate(condExprs(conds)), r, nil)
	numTuples := 1.0
	if !ix.def.Unique || q.col != ix.def.NKeys-1 || !q.equal || q.array || q.null {
		q.scans = max(min(q.scans, math.Ceil(ix.pages*0.3333333)), 1)
		numTuples = math.RoundToEven(lv.selAnd(ix.withPredicate(q.bound), r, nil) * r.tuples / q.scans)
	}
	return g.genericIndexCost(lv, ix, conds, numTuples, sel, q.scans, loops)
}

// boundQuals are the conditions that bound what a scan of a B-tree reads.
type boundQuals struct {
	bound       []expr.Expr
	scans       float64 // descents: one for each combination of array elements
	col         int     // key column of the last of them
	equal       bool    // that column has an equality
	array, null bool    // there is an array, an IS NULL
}

// boundQuals finds them: those on leading columns with equalities, and the next.
// A column without an equality is bridged as by an array of all its values, if
// these are few: a skip scan.
func (lv *level) boundQuals(ix *indexInfo, conds []*indexCond) boundQuals {
	q := boundQuals{scans: 1}
	var skip []expr.Expr // inequalities on the current column
	rows := false
	for _, c := range conds {
		if q.col < c.key {
			if rows { // nbtree cannot skip behind a comparison of rows
				break
			}
			if q.equal {
				q.col, skip = q.col+1, nil
			}
			q.equal = false
			before := q.scans
			for q.col < c.key && lv.bridge(ix, &q, skip) {
				q.col, skip = q.col+1, nil
			}
			if q.col < c.key {
				q.scans = before
				break
			}
		}
		switch {
		case c.kind == CondAnyArray:
			q.array, q.equal = true, q.equal || c.strategy == 0
			q.scans *= max(lv.g.arrayLen(c.arg), 1)
		case c.kind == CondIsNull:
			q.null, q.equal = true, true
		case c.kind == CondCompare && c.strategy == 0:
			q.equal = true
		}
		rows = rows || c.kind == CondRow
		q.bound = append(q.bound, c.orig)
		if !q.equal && c.key < ix.def.NKeys-1 {
			skip = append(skip, c.orig)
		}
	}
	return q
}

// bridge multiplies the descents by the values of a skipped column that pass
// the inequalities on it; false if it is not worth it.
func (lv *level) bridge(ix *indexInfo, q *boundQuals, skip []expr.Expr) bool {
	v := lv.examine(ix.keys[q.col].e, ix.rel)
	n, known := v.distinct()
	if !known {
		return false
	}
	if len(skip) > 0 {
		part := lv.selAnd(ix.withPredicate(skip), ix.rel, nil)
		if part < defaultRangeSel {
			return false
		}
		n = max(math.RoundToEven(n*part), 1)
	} else {
		n++ // the search for the first value
	}
	q.scans *= n
	return q.scans <= ix.pages
}

// genericIndexCost is genericcostestimate plus the btree descent.
func (g *global) genericIndexCost(lv *level, ix *indexInfo, conds []*indexCond, numTuples, sel, numSA, loops float64) btreeCost {
	c := &g.cost
	if numTuples <= 0 {
		numTuples = math.RoundToEven(sel * ix.rel.tuples / numSA)
	}
	numTuples = max(min(numTuples, ix.tuples), 1)
	pages := 1.0
	if ix.pages > 1 && ix.tuples > 1 {
		pages = math.Ceil(numTuples * ix.pages / ix.tuples)
	}
	scans := numSA * loops
	var io float64
	if scans > 1 {
		fetched := lv.indexPagesFetched(pages*scans, ix.pages, ix.pages)
		io = fetched * c.randomPage / loops
	} else {
		io = pages * c.randomPage
	}
	var args []expr.Expr
	ops := 0.0
	for _, k := range conds {
		ops++
		if k.arg != nil {
			args = append(args, k.arg)
		}
	}
	s, p := g.exprsCost(args)
	startup := s + p
	opCost := c.cpuOp * ops
	total := startup + io + numTuples*numSA*(c.cpuIndex+opCost)
	if ix.tuples > 1 {
		descent := math.Ceil(math.Log2(ix.tuples)) * c.cpuOp
		startup += descent
		total += numSA * descent
	}
	descent := (float64(ix.height) + 1) * 50 * c.cpuOp
	startup += descent
	total += numSA * descent
	return btreeCost{startup: startup, total: total, sel: sel, tuples: numTuples, pages: pages}
}

// costIndexScan prices an index scan with its heap fetches. loops is how often
// it will be repeated as the inner side of a nested loop.
func (lv *level) costIndexScan(p *path, loops float64) {
	c, r, ip := &lv.g.cost, p.rel, p.idx
	b := lv.costBTree(ip.info, ip.conds, loops)
	ip.indexTotal, ip.sel = b.total, b.sel
	enabled := c.indexScan
	if ip.only {
		enabled = c.indexScan && c.indexOnly
	}
	p.disabled = count(!enabled)
	startup := b.startup
	run := b.total - b.startup
	tuples := clampRows(b.sel * r.tuples)
	heapFraction := 1.0
	if ip.only {
		heapFraction = 1 - r.allVis
	}
	var minIO, maxIO float64
	if loops > 1 {
		fetched := lv.indexPagesFetched(tuples*loops, r.pages, ip.info.pages)
		maxIO = math.Ceil(fetched*heapFraction) * c.randomPage / loops
		fetched = lv.indexPagesFetched(math.Ceil(b.sel*r.pages)*loops, r.pages, ip.info.pages)
		minIO = math.Ceil(fetched*heapFraction) * c.randomPage / loops
	} else {
		fetched := math.Ceil(lv.indexPagesFetched(tuples, r.pages, ip.info.pages) * heapFraction)
		maxIO = fetched * c.randomPage
		fetched = math.Ceil(math.Ceil(b.sel*r.pages) * heapFraction)
		if fetched > 0 {
			minIO = c.randomPage
			if fetched > 1 {
				minIO += (fetched - 1) * c.seqPage
			}
		}
	}
	corr := ip.info.correlation
	run += maxIO + corr*corr*(minIO-maxIO)
	qs, qp := lv.g.clausesCost(ip.rest)
	startup += qs + r.target.startup
	run += (c.cpuTuple + qp) * tuples
	run += r.target.perRow * p.rows
	p.startup, p.total = startup, startup+run
}

// costBitmapTree prices the index scans under a bitmap heap scan; sel is the
// part of the table they select.
func (lv *level) costBitmapTree(b *bitmapPath) (cost, sel float64) {
	c := &lv.g.cost
	switch {
	case b.idx != nil:
		cost = b.idx.indexTotal + 0.1*c.cpuOp*b.idx.rows
		return cost, b.idx.sel
	case b.or:
		for i, m := range b.members {
			mc, ms := lv.costBitmapTree(m)
			sel += ms
			cost += mc
			if i > 0 && m.idx == nil {
				cost += 100 * c.cpuOp
			}
		}
		return cost, min(sel, 1)
	}
	sel = 1
	for i, m := range b.members {
		mc, ms := lv.costBitmapTree(m)
		sel *= ms
		cost += mc
		if i > 0 {
			cost += 100 * c.cpuOp
		}
	}
	return cost, sel
}

// costBitmapHeap prices fetching the pages of a bitmap.
func (lv *level) costBitmapHeap(p *path, loops float64) {
	c, r := &lv.g.cost, p.rel
	idxCost, sel := lv.costBitmapTree(p.bitmap)
	tuples := clampRows(sel * r.tuples)
	T := max(r.pages, 1)
	fetched := min(2*T*tuples/(2*T+tuples), T)
	if loops > 1 {
		fetched = lv.indexPagesFetched(tuples*loops, r.pages, lv.bitmapPages(p.bitmap)) / loops
	}
	if fetched >= T {
		fetched = T
	} else {
		fetched = math.Ceil(fetched)
	}
	p.disabled = count(!c.bitmapScan)
	startup := idxCost
	perPage := c.randomPage
	if fetched >= 2 {
		perPage = c.randomPage - (c.randomPage-c.seqPage)*math.Sqrt(fetched/T)
	}
	run := fetched * perPage
	qs, qp := r.baseCost[0], r.baseCost[1]
	s2, p2 := lv.g.clausesCost(p.paramCl)
	startup += qs + s2 + r.target.startup
	run += (c.cpuTuple + qp + p2) * tuples
	run += r.target.perRow * p.rows
	p.startup, p.total = startup, startup+run
}

func (lv *level) bitmapPages(b *bitmapPath) float64 {
	if b.idx != nil {
		return b.idx.info.pages
	}
	n := 0.0
	for _, m := range b.members {
		n += lv.bitmapPages(m)
	}
	return n
}

// costTidScan prices fetching n rows by their ctids.
func (lv *level) costTidScan(p *path, n float64) {
	c, r := &lv.g.cost, p.rel
	p.startup = r.baseCost[0] + c.cpuOp + r.target.startup
	p.total = p.startup + n*(c.randomPage+c.cpuTuple+max(r.baseCost[1]-c.cpuOp, 0)) + r.target.perRow*p.rows
	p.disabled = count(!c.tidScan)
}

// costRowSource prices scans that read rows at no cost of their own but extra
// per row: functions, VALUES, CTEs.
func (lv *level) costRowSource(p *path, startup, extra float64) {
	c, r := &lv.g.cost, p.rel
	qs, qp := lv.g.clausesCost(p.paramCl)
	p.startup = startup + r.baseCost[0] + qs + r.target.startup
	p.total = p.startup + (c.cpuTuple+extra+r.baseCost[1]+qp)*r.tuples + r.target.perRow*p.rows
}
