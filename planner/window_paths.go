package planner

// Paths of window functions: for each way to get the input, the windows one after
// the other, with a sort in front of those whose order is not there yet
// (create_window_paths). Costs are those of cost_windowagg.

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// windowPath is the part of a path that WindowAgg has.
type windowPath struct {
	window *activeWindow
	top    bool // the last one: its rows are the level's
	run    []expr.Expr
	hashed bool
}

// groupingTarget is what the joins, or grouping, put out: the windows' input, or
// what is sorted.
func (lv *level) groupingTarget() *target {
	if len(lv.windows) > 0 {
		return lv.windowInput()
	}
	return lv.sortTarget()
}

// planWindows computes the window functions over cur.
func (lv *level) planWindows(cur *rel) *rel {
	out := upperRel(cur)
	final := lv.sortTarget()
	out.target = final
	if lv.q.HasSRF {
		for _, e := range cur.target.exprs { // keys that the rows were multiplied by
			if hasSRF(e) && !hasExpr(lv.groupedSets, e) {
				lv.groupedSets = append(lv.groupedSets, e)
			}
		}
		out.target = lv.preSRFTarget(final)
	}
	for _, p := range cur.paths {
		if p == cur.cheapest || commonKeys(p.keys, lv.windowKeys) > 0 || len(lv.windowKeys) == 0 {
			lv.addWindowPath(out, p)
		}
	}
	out.setCheapest()
	if !lv.q.HasSRF {
		return out
	}
	top := upperRel(out)
	top.target = final
	for _, p := range out.paths {
		top.addPath(lv.projectSets(p, final))
	}
	top.setCheapest()
	return top
}

// addWindowPath adds the path that computes all windows over p.
func (lv *level) addWindowPath(out *rel, p *path) {
	t := p.emits()
	var quals []expr.Expr
	for i, w := range lv.windows {
		top := i == len(lv.windows)-1
		hashed := lv.hashWindow(w, p)
		if !hashed {
			if s := lv.ensureWindowOrder(p, w.keys); s != nil {
				p = s
			}
		}
		if top {
			t = out.target
		} else {
			t = lv.g.makeTarget(append(slices.Clone(t.exprs), w.calls...), lv.exprWidth)
		}
		run := lv.runConditions(w)
		if !top {
			quals = append(quals, run...)
		}
		n := &path{kind: pathWindow, rel: out, child: p, target: t, keys: p.keys, rows: p.rows, disabled: p.disabled,
			window: &windowPath{window: w, top: top, run: run, hashed: hashed}}
		if top {
			n.quals = quals
		}
		lv.costWindow(n)
		p = n
	}
	out.addPath(p)
}

func (lv *level) ensureWindowOrder(p *path, keys []*pathKey) *path {
	if sortedBy(p.keys, keys) {
		return p
	}
	if n := commonKeys(p.keys, keys); n > 0 && lv.g.cost.incSort {
		return lv.incSortPath(p, keys, n, 0)
	}
	return lv.sortPath(p, keys, 0)
}

// runConditions are those of a window as conditions over its calls.
func (lv *level) runConditions(w *activeWindow) []expr.Expr {
	var out []expr.Expr
	for _, r := range w.run {
		args := []expr.Expr{lv.targets[r.target].Expr, r.other}
		if !r.left {
			args[0], args[1] = args[1], args[0]
		}
		out = append(out, &expr.OpCall{Loc: -1, Op: r.op, Args: args, Ret: types.BoolOID})
	}
	return out
}

// costWindow is cost_windowagg: rows that must be read before the first is known
// count as startup.
func (lv *level) costWindow(n *path) {
	g, w, in := lv.g, n.window.window, n.child
	n.startup, n.total = in.startup, in.total
	for _, e := range w.calls {
		c := e.(*expr.WindowCall)
		s, per := g.exprsCost(c.Args)
		if c.Filter != nil {
			fs, fp := g.exprCost(c.Filter)
			s, per = s+fs, per+fp
		}
		n.startup += s
		n.total += s + (g.cost.cpuOp+per)*in.rows
	}
	n.total += g.cost.cpuOp*float64(len(w.Partition)+len(w.Order))*in.rows + g.cost.cpuTuple*in.rows
	if first := lv.windowStartup(w.WindowClause, in.rows); first > 1 {
		n.startup += (n.total - n.startup) / in.rows * (first - 1)
	}
	n.startup += n.target.startup
	n.total += n.target.startup + n.target.perRow*n.rows
}

// windowStartup estimates how many rows are read for the first one to come out:
// get_windowclause_startup_tuples.
func (lv *level) windowStartup(w *WindowClause, rows float64) float64 {
	partition, peers := rows, 1.0
	if len(w.Partition) > 0 {
		partition = rows / lv.numGroups(lv.groupExprs(w.Partition), rows)
	}
	if len(w.Order) > 0 {
		peers = partition / lv.numGroups(lv.groupExprs(w.Order), partition)
	}
	n := 1.0
	switch f := w.Frame; f.End {
	case tree.UnboundedFollowing:
		n = partition
	case tree.CurrentRow:
		if f.Mode != tree.FrameRows {
			if n = peers; len(w.Order) == 0 {
				n = partition
			}
		}
	case tree.OffsetFollowing:
		off := partition / peers * (1.0 / 3)
		if c, ok := w.EndOff.(*expr.Const); ok {
			if c.Value.IsNull() {
				off = 1
			} else if c.Value.Kind() == types.Int {
				off = float64(c.Value.Int())
			}
		}
		if n = off + 1; f.Mode != tree.FrameRows {
			n *= peers
		}
	}
	if len(w.Partition) > 0 || len(w.Order) > 0 {
		n++ // the one that shows that the others are complete
	}
	return clampRows(min(n, partition))
}

func (lv *level) groupExprs(l []expr.SortGroup) []expr.Expr {
	var out []expr.Expr
	for _, s := range l {
		if t := targetOfRef(lv.targets, s.Ref); t != nil {
			out = append(out, t.Expr)
		}
	}
	return out
}
