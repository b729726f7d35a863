package planner

import "math"

// Costs of the three joins.

// joinFactors are what semi joins and inner-unique joins need to know.
type joinFactors struct {
	outerMatch, matchCount float64
}

func semiLike(kind JoinKind, unique bool) bool {
	return kind == SemiJoin || kind == AntiJoin || unique
}

// costNestLoop fills in p's cost, false if it can't be.
func (lv *level) costNestLoop(p *path, f joinFactors) {
	c := &lv.g.cost
	j := p.join
	o, in := j.outer, j.inner
	outerRows, innerRows := max(o.rows, 1), max(in.rows, 1)
	rs, rt := lv.rescanCost(in)
	startup := o.startup + in.startup
	run := o.total - o.startup
	if outerRows > 1 {
		run += (outerRows - 1) * rs
	}
	innerRun, rescanRun := in.total-in.startup, rt-rs
	var ntuples float64
	if semiLike(j.kind, j.innerUnique) {
		matched := math.RoundToEven(outerRows * f.outerMatch)
		unmatched := outerRows - matched
		scanFrac := 2 / (f.matchCount + 1)
		ntuples = matched * innerRows * scanFrac
		if lv.indexedJoinQuals(p) {
			run += innerRun * scanFrac
			if matched > 1 {
				run += (matched - 1) * rescanRun * scanFrac
			}
			run += unmatched * rescanRun / innerRows
		} else {
			ntuples += unmatched * innerRows
			run += innerRun
			if unmatched >= 1 {
				unmatched--
			} else {
				matched--
			}
			if matched > 0 {
				run += matched * rescanRun * scanFrac
			}
			if unmatched > 0 {
				run += unmatched * rescanRun
			}
		}
	} else {
		run += innerRun
		if outerRows > 1 {
			run += (outerRows - 1) * rescanRun
		}
		ntuples = outerRows * innerRows
	}
	qs, qp := lv.g.clausesCost(j.clauses)
	startup += qs + p.rel.target.startup
	run += (c.cpuTuple+qp)*ntuples + p.rel.target.perRow*p.rows
	p.startup, p.total = startup, startup+run
	p.disabled = o.disabled + in.disabled + count(!c.nestLoop)
}

// indexedJoinQuals tells whether all join conditions are index conditions of
// the inner side, so that an unmatched outer row costs no scan.
func (lv *level) indexedJoinQuals(p *path) bool {
	in := p.join.inner
	if in.req.empty() || len(p.join.clauses) > 0 {
		return false
	}
	switch in.kind {
	case pathIndexScan:
		used := 0
		for _, c := range in.paramCl {
			for _, k := range in.idx.conds {
				if k.from == c {
					used++
					break
				}
			}
		}
		return used == len(in.paramCl) && used > 0
	case pathBitmapHeap:
		return false
	}
	return false
}

// costHashJoin fills in p's cost.
func (lv *level) costHashJoin(p *path, f joinFactors) {
	c := &lv.g.cost
	j := p.join
	o, in := j.outer, j.inner
	outerRows, innerRows := o.rows, in.rows
	nk := float64(len(j.keyClauses))
	startup := o.startup + in.total
	run := o.total - o.startup
	startup += (c.cpuOp*nk + c.cpuTuple) * innerRows
	run += c.cpuOp * nk * outerRows
	buckets, batches := lv.hashTableSize(innerRows, in.emits().width)
	j.batches = int(batches)
	if batches > 1 {
		op := pagesOf(outerRows, o.emits().width)
		ip := pagesOf(innerRows, in.emits().width)
		startup += c.seqPage * ip
		run += c.seqPage * (ip + 2*op)
	}
	virtual := buckets * batches
	bucketSize := 1.0
	for _, k := range j.keyClauses {
		e := k.l
		if !k.left.subsetOf(in.rel.ids) {
			e = k.r
		}
		bucketSize = min(bucketSize, lv.hashBucketSize(e, in, virtual))
	}
	qs, qp := lv.g.clausesCost(j.keyClauses)
	var ntuples float64
	if semiLike(j.kind, j.innerUnique) {
		matched := math.RoundToEven(outerRows * f.outerMatch)
		scanFrac := 2 / (f.matchCount + 1)
		startup += qs
		run += qp * matched * clampRows(innerRows*bucketSize*scanFrac) * 0.5
		run += qp * (outerRows - matched) * clampRows(innerRows/virtual) * 0.05
		if j.kind == AntiJoin {
			ntuples = outerRows - matched
		} else {
			ntuples = matched
		}
	} else {
		startup += qs
		run += qp * outerRows * clampRows(innerRows*bucketSize) * 0.5
		ntuples = lv.approxTuples(p, j.keyClauses)
	}
	_, jp := lv.g.clausesCost(j.clauses)
	run += (c.cpuTuple+jp)*ntuples + p.rel.target.perRow*p.rows
	startup += p.rel.target.startup
	p.startup, p.total = startup, startup+run
	p.disabled = o.disabled + in.disabled + count(!c.hashJoin)
}

// approxTuples estimates how many pairs pass the key clauses.
func (lv *level) approxTuples(p *path, clauses []*clause) float64 {
	n := p.join.outer.rows * p.join.inner.rows
	sel := 1.0
	for _, k := range clauses {
		sel *= lv.joinClauseSel(k, InnerJoin, p.join.outer.rel, p.join.inner.rel)
	}
	return clampRows(n * sel)
}

// hashTableSize is ExecChooseHashTableSize: buckets and batches.
func (lv *level) hashTableSize(rows, width float64) (buckets, batches float64) {
	rows = max(rows, 1)
	tup := 16 + maxalign(16) + maxalign(width)
	bytes := rows * tup
	limit := lv.g.cost.hashMem
	ptrs := math.Exp2(math.Floor(math.Log2(limit / 8)))
	buckets = min(rows, ptrs)
	buckets = max(buckets, 1024)
	buckets = math.Exp2(math.Ceil(math.Log2(buckets)))
	batches = 1
	if bytes+buckets*8 > limit {
		per := tup + 8
		sb := math.Exp2(math.Floor(math.Log2(limit / per)))
		buckets = min(max(sb, 1024), ptrs)
		room := limit - buckets*8
		batches = math.Exp2(math.Ceil(math.Log2(max(math.Ceil(bytes/room), 2))))
	}
	return buckets, batches
}

// costMergeJoin fills in p's cost. Sorts of the inputs are priced in.
func (lv *level) costMergeJoin(p *path, f joinFactors) {
	c := &lv.g.cost
	j := p.join
	o, in := j.outer, j.inner
	outerRows, innerRows := max(o.rows, 1), max(in.rows, 1)
	var startup, run float64
	oTotal, oStart := o.total, o.startup
	p.disabled = o.disabled + in.disabled + count(!c.mergeJoin)
	if j.outerSort != nil {
		s, r := lv.g.sortCost(o.rows, o.emits().width, 0)
		oStart = o.total + s
		oTotal = oStart + r
		p.disabled += count(!c.sort)
	}
	startup += oStart
	run += oTotal - oStart
	iTotal, iStart := in.total, in.startup
	if j.innerSort != nil {
		s, r := lv.g.sortCost(in.rows, in.emits().width, 0)
		iStart = in.total + s
		iTotal = iStart + r
		p.disabled += count(!c.sort)
	}
	startup += iStart
	innerRun := iTotal - iStart
	qs, qp := lv.g.clausesCost(j.keyClauses)
	_, jp := lv.g.clausesCost(j.clauses)
	pairs := lv.approxTuples(p, j.keyClauses)
	j.skipMark = (j.kind == SemiJoin || j.kind == AntiJoin || j.innerUnique) && len(j.clauses) == 0
	rescanned := 0.0
	if !j.skipMark && o.kind != pathUniqueSemi {
		rescanned = max(pairs-innerRows, 0)
	}
	ratio := 1 + rescanned/innerRows
	bare := innerRun * ratio
	mat := innerRun + c.cpuOp*innerRows*ratio
	switch {
	case j.skipMark:
		j.materialize = false
	case c.material && mat < bare:
		j.materialize = true
	case j.innerSort == nil && !supportsMark(in):
		j.materialize = true
	case c.material && j.innerSort != nil && relationBytes(innerRows, in.emits().width) > c.workMem:
		j.materialize = true
	}
	if j.materialize {
		run += mat
	} else {
		run += bare
	}
	startup += qs
	run += qp * (outerRows + innerRows*ratio)
	run += (c.cpuTuple + jp) * pairs
	run += p.rel.target.perRow * p.rows
	startup += p.rel.target.startup
	p.startup, p.total = startup, startup+run
}

// supportsMark tells whether a node can be set back to a marked row.
func supportsMark(p *path) bool {
	switch p.kind {
	case pathIndexScan, pathMaterial, pathSort:
		return true
	}
	return false
}
