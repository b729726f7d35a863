package planner

import (
	"math"

	"minidb/catalog"
	"minidb/expr"
	"minidb/settings"
	"minidb/types"
)

// The cost model is PostgreSQL's (costsize.c): costs are in units of one
// sequential page read, computed as if relations lay in 8 kB pages. minidb keeps
// them in memory; the model's purpose is to choose, and to show, the plan that
// PostgreSQL would choose.

const (
	blockSize      = 8192
	pageHeader     = 24
	itemID         = 4
	heapHeader     = 24 // MAXALIGN(SizeofHeapTupleHeader)
	maxRowEstimate = 1e100
)

// costs are the session's cost settings, read once per planning.
type costs struct {
	seqPage, randomPage, cpuTuple, cpuIndex, cpuOp float64
	cachePages                                     float64
	workMem, hashMem                               float64 // bytes
	workTableFactor                                float64
	seqScan, indexScan, indexOnly, bitmapScan, tidScan, sort, incSort, hashAgg, material,
	nestLoop, mergeJoin, hashJoin, memoize bool
	fromCollapse, joinCollapse int
}

func readCosts(v *settings.Values) costs {
	work := float64(v.Int(settings.WorkMem)) * 1024
	return costs{
		seqPage:         v.Real(settings.SeqPageCost),
		randomPage:      v.Real(settings.RandomPageCost),
		cpuTuple:        v.Real(settings.CPUTupleCost),
		cpuIndex:        v.Real(settings.CPUIndexTupleCost),
		cpuOp:           v.Real(settings.CPUOperatorCost),
		cachePages:      float64(v.Int(settings.EffectiveCacheSize)),
		workMem:         work,
		hashMem:         work * v.Real(settings.HashMemMultiplier),
		workTableFactor: v.Real(settings.RecursiveWorktableFactor),
		seqScan:         v.Bool(settings.EnableSeqscan),
		indexScan:       v.Bool(settings.EnableIndexscan),
		indexOnly:       v.Bool(settings.EnableIndexonlyscan),
		bitmapScan:      v.Bool(settings.EnableBitmapscan),
		tidScan:         v.Bool(settings.EnableTIDScan),
		sort:            v.Bool(settings.EnableSort),
		incSort:         v.Bool(settings.EnableIncrementalSort),
		hashAgg:         v.Bool(settings.EnableHashagg),
		material:        v.Bool(settings.EnableMaterial),
		nestLoop:        v.Bool(settings.EnableNestloop),
		mergeJoin:       v.Bool(settings.EnableMergejoin),
		hashJoin:        v.Bool(settings.EnableHashjoin),
		memoize:         v.Bool(settings.EnableMemoize),
		fromCollapse:    int(v.Int(settings.FromCollapseLimit)),
		joinCollapse:    int(v.Int(settings.JoinCollapseLimit)),
	}
}

// clampRows keeps a row estimate sane: whole and at least one.
func clampRows(n float64) float64 {
	switch {
	case n > maxRowEstimate || math.IsNaN(n):
		return maxRowEstimate
	case n <= 1:
		return 1
	}
	return math.RoundToEven(n)
}

// count is 1 for true: how many nodes of a path an enable_ setting forbids.
func count(disabled bool) int {
	if disabled {
		return 1
	}
	return 0
}

// exprCost is the startup and per-evaluation cost of an expression.
func (g *global) exprCost(e expr.Expr) (startup, per float64) {
	op := g.cost.cpuOp
	expr.Walk(e, func(n expr.Expr) bool {
		switch n := n.(type) {
		case *expr.FuncCall:
			per += funcCost(n.Fn) * op
		case *expr.OpCall:
			per += funcCost(n.Op.Fn) * op
		case *expr.Distinct:
			per += funcCost(n.Op.Fn) * op
		case *expr.NullIf:
			per += funcCost(n.Op.Fn) * op
		case *expr.ArrayOp:
			per += funcCost(n.Op.Fn) * op * g.arrayLen(n.R) * 0.5
		case *expr.RowCompare:
			per += float64(len(n.Ops)) * op
		case *expr.CoerceIO:
			per += 2 * op
		case *expr.ArrayCoerce, *expr.MinMax, *expr.SQLValue:
			per += op
		case *expr.Agg, *expr.WindowCall:
			return false
		case *expr.SubPlan:
			s, p := g.subPlanCost(n)
			startup += s
			per += p
			return false // what it is compared with is in its cost
		}
		return true
	})
	return startup, per
}

func funcCost(f *expr.Func) float64 {
	if f == nil || f.Cost == 0 {
		return 1
	}
	return f.Cost
}

func (g *global) exprsCost(list []expr.Expr) (startup, per float64) {
	for _, e := range list {
		s, p := g.exprCost(e)
		startup += s
		per += p
	}
	return startup, per
}

// clausesCost adds up conditions, caching each one's cost.
func (g *global) clausesCost(list []*clause) (startup, per float64) {
	for _, c := range list {
		if !c.costed {
			c.cost[0], c.cost[1] = g.exprCost(c.e)
			c.costed = true
			if c.pseudo { // tested once only
				c.cost[0] += c.cost[1]
				c.cost[1] = 0
			}
		}
		startup += c.cost[0]
		per += c.cost[1]
	}
	return startup, per
}

// arrayLen estimates how many elements an array expression has.
func (g *global) arrayLen(e expr.Expr) float64 {
	switch n := e.(type) {
	case *expr.Var:
		if r := g.bases[n.Rel]; r != nil && n.Attr > 0 && n.Up == 0 {
			return r.meanElements(g, n.Attr)
		}
	case *expr.Const:
		if n.Value.IsNull() {
			return 0
		}
		if n.Value.Kind() == types.Array {
			return float64(len(n.Value.Array().Elems))
		}
	case *expr.Array:
		return float64(len(n.Elems))
	case *expr.Relabel:
		return g.arrayLen(n.Arg)
	}
	return defaultElements
}

// defaultElements is how many elements an array is taken to have of which nothing is known.
const defaultElements = 10

// meanElements is how many distinct elements the arrays of a column have on average.
func (r *rel) meanElements(g *global, attr int) float64 {
	if r.relation == nil {
		return defaultElements
	}
	if !r.statsRead {
		r.stats, r.statsRead = g.a.Statistics(r.relation), true
	}
	if n := r.attr(attr); n <= len(r.stats) && r.stats[n-1] != nil {
		if s := r.stats[n-1].Slot(catalog.StatDECHist); s != nil && len(s.Numbers) > 0 {
			return s.Numbers[len(s.Numbers)-1]
		}
	}
	return defaultElements
}

// makeTarget costs an output list.
func (g *global) makeTarget(exprs []expr.Expr, widthOf func(expr.Expr) float64) *target {
	t := &target{exprs: exprs}
	var last *expr.Const // and its width: constants of one type come in long rows
	var width float64
	for _, e := range exprs {
		switch x := e.(type) {
		case *expr.Const:
			if last == nil || last.T != x.T || last.Mod != x.Mod {
				last, width = x, widthOf(x)
			}
			t.width += width
			continue
		case *expr.Var:
		default:
			s, p := g.exprCost(e)
			t.startup += s
			t.perRow += p
		}
		t.width += widthOf(e)
	}
	return t
}

// pagesOf is how many pages rows of that width fill.
func pagesOf(rows, width float64) float64 { return math.Ceil(relationBytes(rows, width) / blockSize) }

func relationBytes(rows, width float64) float64 { return rows * (maxalign(width) + heapHeader) }

func maxalign(w float64) float64 { return math.Ceil(w/8) * 8 }
