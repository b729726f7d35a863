package planner

// minidb.window_plan = auto: what PostgreSQL does not do. Functions over whole
// partitions need no order, only the partition of each row: a hash table finds it,
// and rows keep the order in which they came. Functions that only look at the rows
// before the current one need no store.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/settings"
	"minidb/types"
)

// hashedMinRows is how many rows are worth a plan that PostgreSQL does not have:
// below, sorting takes no time, and rows come in the order that people know.
const hashedMinRows = 10_000

// hashedMinPerGroup is how many rows a partition must have: sorting keeps those of one
// together, a large hash table spreads them over memory.
const hashedMinPerGroup = 4

func (g *global) windowAuto() bool { return g.set.Str(settings.WindowPlan) == "auto" }

// hashWindow tells whether to compute a window's functions by hashing p's rows.
func (lv *level) hashWindow(w *activeWindow, p *path) bool {
	if !lv.g.windowAuto() || p.rows < hashedMinRows || len(w.Partition) == 0 || sortedBy(p.keys, w.keys) || !wholePartition(w.WindowClause) || len(w.run) > 0 {
		return false
	}
	for _, s := range w.Partition {
		if !s.Hashable {
			return false
		}
	}
	for _, e := range w.calls {
		if e.(*expr.WindowCall).Agg == nil {
			return false
		}
	}
	var vars []groupVar
	for _, e := range lv.groupExprs(w.Partition) {
		vars = append(vars, groupVar{e: e})
	}
	groups, known := lv.knownGroups(vars, p.rows)
	if !known {
		return true // of expressions there are no statistics: most have few values
	}
	width := float64(64 + 48*len(w.Partition) + 64*len(w.calls))
	return groups*hashedMinPerGroup <= p.rows && groups*width <= lv.g.cost.workMem*lv.g.cost.hashMem
}

// wholePartition tells whether every row's frame is all of its partition.
func wholePartition(w *WindowClause) bool {
	f := w.Frame
	if f.Exclude != tree.ExcludeNoOthers || f.Start != tree.UnboundedPreceding || len(w.Order) > 0 {
		return false
	}
	return f.End == tree.UnboundedFollowing || f.End == tree.CurrentRow && f.Mode != tree.FrameRows
}

// streams tells whether no function of a window looks at rows before the current one, or
// further ahead than its peers, so that rows can be handed on as they come. Without an
// order all rows of a partition are peers: many partitions are then worth it.
func streams(w *activeWindow, rows float64) bool {
	f := w.Frame
	running := f.Exclude == tree.ExcludeNoOthers && f.Start == tree.UnboundedPreceding && f.End == tree.CurrentRow && (f.Mode == tree.FrameRows || len(w.Order) > 0)
	sliding := precedingRows(w.WindowClause) >= 0
	if !sliding && (w.StartOff != nil || w.EndOff != nil) {
		return false // offsets are to be looked at, if only for what is wrong with them
	}
	running = running || sliding
	running = running || rows >= hashedMinRows && len(w.Partition) > 0 && wholePartition(w.WindowClause)
	for _, e := range w.calls {
		c := e.(*expr.WindowCall)
		switch {
		case c.Agg != nil:
			if !running || sliding && unstable(c) {
				return false
			}
		case c.Fn.Src != "window_row_number" && c.Fn.Src != "window_rank" && c.Fn.Src != "window_dense_rank":
			return false
		}
	}
	return true
}

// maxPreceding is how many rows before the current one a stream may keep.
const maxPreceding = 1000

// precedingRows is n of a frame of ROWS BETWEEN n PRECEDING AND CURRENT ROW that a stream
// can keep; -1 of any other.
func precedingRows(w *WindowClause) int {
	f := w.Frame
	c, ok := w.StartOff.(*expr.Const)
	if !ok || f.Mode != tree.FrameRows || f.Start != tree.OffsetPreceding || f.End != tree.CurrentRow || f.Exclude != tree.ExcludeNoOthers ||
		c.Value.Kind() != types.Int || c.Value.Int() < 0 || c.Value.Int() > maxPreceding {
		return -1
	}
	return int(c.Value.Int())
}
