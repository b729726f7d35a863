package planner

import (
	"math"
)

// Costs of sorting, materializing, grouping and limiting.

// log2 is PostgreSQL's LOG2, whose last digits decide how a cost of half a cent rounds.
func log2(x float64) float64 { return math.Log(x) / 0.693147180559945 }

// sortCost is the cost of sorting n rows of that width, of which the first
// limit are wanted (0 for all), without that of the input.
func (g *global) sortCost(n, width, limit float64) (startup, run float64) {
	c := &g.cost
	n = max(n, 2)
	bytes := relationBytes(n, width)
	outBytes, outRows := bytes, n
	if limit > 0 && limit < n {
		outRows = limit
		outBytes = relationBytes(limit, width)
	}
	cmp := 2 * c.cpuOp
	switch {
	case outBytes > c.workMem:
		pages := math.Ceil(bytes / blockSize)
		runs := bytes / c.workMem
		order := max(math.Floor((c.workMem-2*blockSize)/(2*blockSize+blockSize*0)), 6)
		order = min(order, 500)
		startup = cmp * n * log2(n)
		logRuns := 1.0
		if runs > order {
			logRuns = math.Ceil(math.Log(runs) / math.Log(order))
		}
		startup += 2 * pages * logRuns * (c.seqPage*0.75 + c.randomPage*0.25)
	case n > 2*outRows || bytes > c.workMem:
		startup = cmp * n * log2(2*outRows)
	default:
		startup = cmp * n * log2(n)
	}
	return startup, c.cpuOp * n
}

// sortPath sorts p completely.
func (lv *level) sortPath(p *path, keys []*pathKey, limit float64) *path {
	s, run := lv.g.sortCost(p.rows, p.emits().width, limit)
	n := *p
	out := &path{kind: pathSort, rel: p.rel, child: p, keys: keys, req: p.req, target: p.target, rows: p.rows,
		disabled: n.disabled + count(!lv.g.cost.sort)}
	out.startup = p.total + s
	out.total = out.startup + run
	return out
}

// incSortPath sorts p, whose first presorted keys are in order already.
func (lv *level) incSortPath(p *path, keys []*pathKey, presorted int, limit float64) *path {
	g := lv.g
	exprs := make([]groupVar, 0, presorted)
	for _, k := range keys[:presorted] {
		exprs = append(exprs, groupVar{e: k.ec.members[0].e})
	}
	rows := max(p.rows, 2)
	groups := min(200, rows)
	if known, ok := lv.knownGroups(exprs, rows); ok {
		groups = known
	}
	groupRows := rows / groups
	groupInput := (p.total - p.startup) / groups
	s, run := g.sortCost(groupRows, p.emits().width, limit)
	startup := s + p.startup + groupInput
	runCost := run + (run+s)*(groups-1) + groupInput*(groups-1)
	runCost += g.cost.cpuTuple * rows
	runCost += 2 * g.cost.cpuTuple * groups
	return &path{kind: pathIncSort, rel: p.rel, child: p, keys: keys, req: p.req, target: p.target, rows: p.rows,
		startup: startup, total: startup + runCost, numKeys: presorted, disabled: p.disabled}
}

// materialPath keeps p's rows for rescans.
func (lv *level) materialPath(p *path) *path {
	c := &lv.g.cost
	out := take(&lv.spares.material)
	*out = path{kind: pathMaterial, rel: p.rel, child: p, keys: p.keys, req: p.req, target: p.target, rows: p.rows, disabled: p.disabled}
	out.startup = p.startup
	out.total = p.total + 2*c.cpuOp*p.rows
	if bytes := relationBytes(p.rows, p.emits().width); bytes > c.workMem {
		out.total += c.seqPage * math.Ceil(bytes/blockSize)
	}
	return out
}

// rescanCost is the cost of running p again.
func (lv *level) rescanCost(p *path) (startup, total float64) {
	c := &lv.g.cost
	switch p.kind {
	case pathFunction:
		return 0, p.total - p.startup
	case pathHashJoin:
		if p.join.batches <= 1 {
			return 0, p.total - p.startup
		}
	case pathCTE, pathWorkTable:
		return 0, lv.spillCost(c.cpuTuple*p.rows, p)
	case pathMemoize:
		return lv.memoizeRescan(p)
	case pathMaterial, pathSort:
		return 0, lv.spillCost(c.cpuOp*p.rows, p)
	}
	return p.startup, p.total
}

func (lv *level) spillCost(run float64, p *path) float64 {
	if bytes := relationBytes(p.rows, p.emits().width); bytes > lv.g.cost.workMem {
		run += lv.g.cost.seqPage * math.Ceil(bytes/blockSize)
	}
	return run
}

// aggCost is what an Agg node adds: transition and final costs of aggregates.
type aggCost struct {
	transStartup, trans, finalStartup, final float64
}

// costAgg prices grouping child's rows.
func (lv *level) costAgg(p *path, strategy AggStrategy, cols int, groups float64, a aggCost, qualSel float64, qs, qp float64) {
	c := &lv.g.cost
	in := p.child
	rows := in.rows
	nc := float64(cols)
	switch strategy {
	case AggPlain:
		p.startup = in.total + a.transStartup + a.trans*rows + a.finalStartup + a.final
		p.total = p.startup + c.cpuTuple
		p.rows = 1
	case AggSorted:
		p.startup = in.startup
		p.total = in.total + a.transStartup + a.trans*rows + c.cpuOp*nc*rows + a.finalStartup + a.final*groups
		if !p.agg.isGroup {
			p.total += c.cpuTuple * groups
		}
		p.rows = groups
	default:
		p.startup = in.total + a.transStartup + a.trans*rows + c.cpuOp*nc*rows + a.finalStartup
		p.total = p.startup + a.final*groups + c.cpuTuple*groups
		p.rows = groups
	}
	p.disabled = in.disabled
	if strategy == AggHashed {
		p.disabled += count(!c.hashAgg)
		lv.costHashSpill(p, groups, in.emits().width, len(p.agg.aggs))
	}
	if qualSel >= 0 {
		p.startup += qs
		p.total += qs + p.rows*qp
		p.rows = clampRows(p.rows * qualSel)
	}
}

// costHashSpill adds the cost of a hash table that outgrows its memory.
func (lv *level) costHashSpill(p *path, groups, width float64, aggs int) {
	c := &lv.g.cost
	entry := hashEntrySize(width, aggs)
	limit := c.hashMem
	if groups*entry <= limit {
		return
	}
	batches := max(groups*entry/limit, groups/max(limit/entry, 1), 1)
	partitions := max(min(math.Ceil(1.5*batches), 1024), 4)
	depth := math.Ceil(math.Log(batches) / math.Log(partitions))
	pages := math.Ceil(relationBytes(p.child.rows, width)/blockSize) * depth * 2
	spill := depth * p.child.rows * 2 * c.cpuTuple
	p.startup += pages*c.randomPage + spill
	p.total += pages*c.randomPage + pages*c.seqPage + spill
}

// hashEntrySize is PostgreSQL's hash_agg_entry_size.
func hashEntrySize(width float64, aggs int) float64 {
	tuple := maxalign(16) + maxalign(width)
	perGroup := float64(aggs) * 16
	return 40 + tuple + perGroup
}

// costUnique prices dropping adjacent duplicates.
func (lv *level) costUnique(p *path, cols int) {
	in := p.child
	p.startup = in.startup
	p.total = in.total + lv.g.cost.cpuOp*in.rows*float64(cols)
	p.disabled = in.disabled
}

// costLimit is adjust_limit_rows_costs: offset and count are -1 if unknown, 0
// if absent.
func costLimit(p *path, offset, count float64) {
	in := p.child
	p.rows, p.startup, p.total, p.disabled = in.rows, in.startup, in.total, in.disabled
	inRows, inStart, inTotal := p.rows, p.startup, p.total
	if offset != 0 {
		n := offset
		if offset < 0 {
			n = clampRows(in.rows * 0.10)
		}
		n = min(n, p.rows)
		if inRows > 0 {
			p.startup += (inTotal - inStart) * n / inRows
		}
		p.rows = max(p.rows-n, 1)
	}
	if count != 0 {
		n := count
		if count < 0 {
			n = clampRows(in.rows * 0.10)
		}
		n = min(n, p.rows)
		if inRows > 0 {
			p.total = p.startup + (inTotal-inStart)*n/inRows
		}
		p.rows = max(n, 1)
	}
}
