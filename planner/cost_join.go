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
	if in.kind == pathUniqueSemi {
		bucketSize = 1 / virtual
	}
	for _, k := range j.keyClauses {
		if in.kind == pathUniqueSemi {
			break
		}
		e := k.l
		if !k.left.subsetOf(in.rel.ids) {
			e = k.r
		}
		bucketSize = min(bucketSize, lv.hashBucketSize(e, virtual))
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

// mergeInput is one input of a merge: what reading it costs, with its sort.
type mergeInput struct {
	rows           float64 // of the whole input
	read, skipped  float64 // rows read in all, and of them before the first match
	startup, total float64
	part           scanPart
}

func (lv *level) mergeInput(p *path, sort []*pathKey, part scanPart) mergeInput {
	m := mergeInput{rows: max(p.rows, 1), startup: p.startup, total: p.total}
	m.skipped = math.RoundToEven(m.rows * part.start)
	m.read = clampRows(m.rows * part.end)
	m.part = scanPart{m.skipped / m.rows, m.read / m.rows}
	if sort != nil {
		s, r := lv.g.sortCost(p.rows, p.emits().width, 0)
		m.startup = p.total + s
		m.total = m.startup + r
	}
	return m
}

// first is the cost of getting to the first match, rest of what follows.
func (m *mergeInput) first() float64 { return m.startup + (m.total-m.startup)*m.part.start }
func (m *mergeInput) rest() float64  { return (m.total - m.startup) * (m.part.end - m.part.start) }

// costMergeJoin fills in p's cost. Sorts of the inputs are priced in.
func (lv *level) costMergeJoin(p *path, f joinFactors) {
	c := &lv.g.cost
	j := p.join
	outerPart, innerPart := lv.mergeScans(j)
	o, in := lv.mergeInput(j.outer, j.outerSort, outerPart), lv.mergeInput(j.inner, j.innerSort, innerPart)
	p.disabled = j.outer.disabled + j.inner.disabled + count(!c.mergeJoin) +
		count(!c.sort && j.outerSort != nil) + count(!c.sort && j.innerSort != nil)
	startup := o.first() + in.first()
	run := o.rest()
	qs, qp := lv.g.clausesCost(j.keyClauses)
	_, jp := lv.g.clausesCost(j.clauses)
	pairs := lv.approxTuples(p, j.keyClauses)
	j.skipMark = (j.kind == SemiJoin || j.kind == AntiJoin || j.innerUnique) && len(j.clauses) == 0
	rescanned := 0.0
	if !j.skipMark && j.outer.kind != pathUniqueSemi {
		rescanned = max(pairs-in.rows, 0)
	}
	ratio := 1 + rescanned/in.read
	bare := in.rest() * ratio
	mat := in.rest() + c.cpuOp*in.read*ratio
	switch {
	case j.skipMark:
		j.materialize = false
	case c.material && mat < bare:
		j.materialize = true
	case j.innerSort == nil && !supportsMark(j.inner):
		j.materialize = true
	case c.material && j.innerSort != nil && relationBytes(in.rows, j.inner.emits().width) > c.workMem:
		j.materialize = true
	}
	if j.materialize {
		run += mat
	} else {
		run += bare
	}
	startup += qs + qp*(o.skipped+in.skipped*ratio)
	run += qp * (o.read - o.skipped + (in.read-in.skipped)*ratio)
	run += (c.cpuTuple + jp) * pairs
	run += p.rel.target.perRow * p.rows
	startup += p.rel.target.startup
	p.startup, p.total = startup, startup+run
}

// mergeScans tells which parts of its inputs a merge reads: it ends with the
// first of them, unless it must give all rows of one.
func (lv *level) mergeScans(j *joinPath) (outer, inner scanPart) {
	outer, inner = scanPart{0, 1}, scanPart{0, 1}
	if len(j.keyClauses) == 0 || len(j.mergeKeys) == 0 || j.kind == FullJoin {
		return outer, inner
	}
	k := j.keyClauses[0]
	left, right := lv.mergeParts(k, j.mergeKeys[0])
	outer, inner = left, right
	if !k.left.subsetOf(j.outer.rel.ids) {
		outer, inner = right, left
	}
	switch j.kind {
	case LeftJoin, AntiJoin:
		outer = scanPart{0, 1}
	case RightJoin, RightAntiJoin:
		inner = scanPart{0, 1}
	}
	return outer, inner
}

// supportsMark tells whether a node can be set back to a marked row.
func supportsMark(p *path) bool {
	switch p.kind {
	case pathIndexScan, pathMaterial, pathSort:
		return true
	}
	return false
}
