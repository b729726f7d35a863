package planner

// The windows of a query level: which are used, in which order they are computed,
// and what PostgreSQL changes about them before it plans (planner.c,
// optimize_window_clauses, select_active_windows, name_active_windows).

import (
	"slices"
	"strconv"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/settings"
)

// Frame is the frame clause of a window.
type Frame struct {
	Written    bool // false: the default, RANGE UNBOUNDED PRECEDING
	Between    bool
	Mode       tree.FrameMode
	Start, End tree.BoundKind
	Exclude    tree.FrameExclusion
}

var defaultFrame = Frame{End: tree.CurrentRow}

// rowsFrame is what functions take that only look at the order of rows.
var rowsFrame = Frame{Written: true, Mode: tree.FrameRows, End: tree.CurrentRow}

func frameOf(f *tree.WindowFrame) Frame {
	if f == nil {
		return defaultFrame
	}
	return Frame{Written: true, Between: f.Between, Mode: f.Mode, Start: f.Start.Kind, End: f.End.Kind, Exclude: f.Exclude}
}

// StartOffset tells whether the frame begins at an offset.
func (f Frame) StartOffset() bool { return isOffset(f.Start) }

// EndOffset tells whether the frame ends at an offset.
func (f Frame) EndOffset() bool { return isOffset(f.End) }

func isOffset(b tree.BoundKind) bool { return b == tree.OffsetPreceding || b == tree.OffsetFollowing }

// activeWindow is a window that functions of the level use.
type activeWindow struct {
	*WindowClause // the level's own copy
	calls         []expr.Expr
	keys          []*pathKey
	run           []runCondition
}

// runCondition is a bound on a window function's value above which (or below which)
// no row of a partition can be wanted any more.
type runCondition struct {
	target int // of the query: the call
	op     *expr.Operator
	other  expr.Expr
	left   bool // the call is the operator's left argument
}

// findWindows lists the level's windows in the order in which they are computed.
func (lv *level) findWindows() {
	q := lv.q
	if !q.HasWindow {
		return
	}
	all := make([]*activeWindow, len(q.Windows))
	for i, w := range q.Windows {
		c := *w
		c.StartOff, c.EndOff = lv.prep(w.StartOff), lv.prep(w.EndOff)
		all[i] = &activeWindow{WindowClause: &c}
	}
	for i := range lv.targets {
		expr.Walk(lv.targets[i].Expr, func(e expr.Expr) bool {
			c, ok := e.(*expr.WindowCall)
			if !ok {
				return true
			}
			if w := all[c.Ref-1]; !hasExpr(w.calls, c) {
				w.calls = append(w.calls, c)
			}
			return false
		})
	}
	if lv.g.set.Bool(settings.WindowRowsForRange) {
		lv.rowsForRange(all)
	}
	for _, r := range q.runConditions {
		if c, ok := stripRelabel(lv.targets[r.target].Expr).(*expr.WindowCall); ok {
			w := all[c.Ref-1]
			w.run = append(w.run, r)
		}
	}
	for _, w := range all {
		if len(w.calls) > 0 {
			lv.windows = append(lv.windows, w)
		}
	}
	slices.SortStableFunc(lv.windows, compareWindows)
	nameWindows(lv.windows)
}

// rowsForRange gives a window whose functions look at no frame the cheapest one. If
// another window is the same then, its functions move there.
func (lv *level) rowsForRange(all []*activeWindow) {
	moved := map[int]int{}
	for i, w := range all {
		if len(w.calls) == 0 || w.Frame == rowsFrame || slices.ContainsFunc(w.calls, func(e expr.Expr) bool { return !frameless(e.(*expr.WindowCall)) }) {
			continue
		}
		w.Frame = rowsFrame
		for j, o := range all {
			if o != w && len(o.calls) > 0 && equalExpr(o.StartOff, w.StartOff) && equalExpr(o.EndOff, w.EndOff) && o.Frame == w.Frame && slices.Equal(o.Partition, w.Partition) && slices.Equal(o.Order, w.Order) {
				for _, c := range w.calls {
					m := *c.(*expr.WindowCall)
					m.Ref = j + 1
					if !hasExpr(o.calls, &m) {
						o.calls = append(o.calls, &m)
					}
				}
				moved[i+1], w.calls = j+1, nil
				break
			}
		}
	}
	for _, w := range all {
		if w.Frame == rowsFrame {
			w.StartOff, w.EndOff = nil, nil
		}
	}
	if len(moved) == 0 {
		return
	}
	lv.targets = slices.Clone(lv.targets)
	for i := range lv.targets {
		lv.targets[i].Expr = expr.Mutate(lv.targets[i].Expr, func(e expr.Expr) (expr.Expr, bool) {
			c, ok := e.(*expr.WindowCall)
			if !ok || moved[c.Ref] == 0 {
				return e, ok
			}
			m := *c
			m.Ref = moved[c.Ref]
			return &m, true
		})
	}
}

// frameless tells whether a call's value is the same whatever the frame.
func frameless(c *expr.WindowCall) bool {
	if c.Fn == nil {
		return false
	}
	switch c.Fn.Src {
	case "window_row_number", "window_rank", "window_dense_rank", "window_percent_rank", "window_cume_dist", "window_ntile":
		return true
	}
	return false
}

// compareWindows brings windows together whose orders are prefixes of each other,
// the longest first, so that few sorts are needed: common_prefix_cmp.
func compareWindows(a, b *activeWindow) int {
	x, y := uniqueOrder(a.WindowClause), uniqueOrder(b.WindowClause)
	for i := range min(len(x), len(y)) {
		p, q := &x[i], &y[i]
		if p.Ref != q.Ref {
			return q.Ref - p.Ref
		}
		if d := int(operatorOID(q.Lt)) - int(operatorOID(p.Lt)); d != 0 {
			return d
		}
		if p.NullsFirst != q.NullsFirst {
			return 1 - 2*count(p.NullsFirst)
		}
	}
	return len(y) - len(x)
}

func operatorOID(o *expr.Operator) uint32 {
	if o == nil {
		return 0
	}
	return uint32(o.OID)
}

// uniqueOrder is the order that a window needs, duplicates left out.
func uniqueOrder(w *WindowClause) []expr.SortGroup {
	out := slices.Clone(w.Partition)
	for _, o := range w.Order {
		if !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// nameWindows gives those without a name one for EXPLAIN.
func nameWindows(windows []*activeWindow) {
	n := 0
	for _, w := range windows {
		for taken := w.Name == ""; taken; {
			n++
			name := "w" + strconv.Itoa(n)
			taken = slices.ContainsFunc(windows, func(o *activeWindow) bool { return o.Name == name })
			if !taken {
				w.Name = name
			}
		}
	}
}

// setWindowKeys computes the order that each window needs. PARTITION BY columns that
// are constant or equal to one before them are dropped.
func (lv *level) setWindowKeys() {
	for _, w := range lv.windows {
		part := w.Partition[:0:0]
		for _, s := range w.Partition {
			if s.Lt == nil {
				lv.g.fail(unsortableWindow("PARTITION BY", "partitioning"))
				return
			}
			k, ok := lv.keysOf([]expr.SortGroup{s}, lv.targets)
			if !ok || len(k) == 0 || hasClass(w.keys, k[0].ec) {
				continue
			}
			w.keys, part = append(w.keys, k[0]), append(part, s)
		}
		w.Partition = part
		order, ok := lv.keysOf(w.Order, lv.targets)
		if !ok {
			lv.g.fail(unsortableWindow("ORDER BY", "ordering"))
			return
		}
		for _, k := range order {
			w.keys = addKey(w.keys, k)
		}
	}
	if len(lv.windows) > 0 {
		lv.windowKeys = lv.windows[0].keys
	}
}

func unsortableWindow(clause, what string) error {
	return pgerr.New(pgerr.FeatureNotSupported, "could not implement window %s", clause).
		WithDetail("Window %s columns must be of sortable datatypes.", what)
}

// windowInput is what the first window reads: its keys and those of the others as
// they are, and the columns of all else (make_window_input_target).
func (lv *level) windowInput() *target {
	keep := map[int]bool{}
	for _, w := range lv.windows {
		for _, s := range uniqueOrder(w.WindowClause) {
			keep[s.Ref] = true
		}
	}
	for _, s := range lv.group {
		keep[s.Ref] = true
	}
	var exprs, rest []expr.Expr
	for i := range lv.targets {
		t := &lv.targets[i]
		if t.SortRef == 0 || !keep[t.SortRef] {
			rest = append(rest, t.Expr)
		} else if !hasExpr(exprs, t.Expr) {
			exprs = append(exprs, t.Expr)
		}
	}
	for _, e := range rest {
		expr.Walk(e, func(n expr.Expr) bool {
			if hasExpr(exprs, n) && !isConst(n) {
				return false
			}
			switch n.(type) {
			case *expr.Var, *expr.Agg, *expr.PlaceHolder, *expr.Grouping:
				exprs = append(exprs, n)
				return false
			}
			return true
		})
	}
	return lv.g.makeTarget(exprs, lv.exprWidth)
}
