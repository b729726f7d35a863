package executor

// Aggregates over frames: rows that come into the frame are added, those that leave it
// taken out where the aggregate can do that, and else it begins anew at the frame's
// head (eval_windowaggregates).

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/planner"
	"minidb/types"
)

// windowCall is one function of a WindowAgg.
type windowCall struct {
	plan *planner.WindowFunc
	slot int // of the result in the node's row

	// Aggregates.
	state   expr.AggState
	remover expr.Remover // state, if rows can leave it
	restart bool

	// True window functions.
	eval       func(*windowAgg, *windowCall) (types.Datum, error)
	mark, read int   // read pointers
	rank       int64 // rank and its kin
	tile       ntile
	row        types.Row
}

func (k *windowCall) begin(mem *account) error {
	k.rank, k.tile = 0, ntile{}
	if k.state == nil {
		return nil
	}
	return resetState(k.state, mem)
}

// resetState empties a state and gives back what was charged for it.
func resetState(st expr.AggState, mem *account) error {
	var held int64
	if c, ok := st.(expr.Collector); ok {
		held = c.Bytes()
	}
	st.Reset()
	if held == 0 {
		return nil
	}
	return mem.add(-held)
}

// aggFrame is which rows the states hold: those from base on and before upto.
type aggFrame struct {
	base, upto int64
	mark, read int       // read pointers, mark -1 if rows never leave
	row        types.Row // a row at upto that was read too early
	ahead      bool      // row is there
}

func (a *aggFrame) reset() { a.base, a.upto, a.ahead = 0, 0, false }

// aggregate computes the aggregates for the current row.
func (w *windowAgg) aggregate() error {
	if err := w.updateHead(); err != nil {
		return err
	}
	a, f := &w.agg, w.plan.Window.Frame
	excludes := f.Exclude != tree.ExcludeNoOthers
	if a.base == w.head.pos && !excludes && a.base <= w.pos && a.upto > w.pos &&
		(f.End == tree.UnboundedFollowing || f.End == tree.CurrentRow) {
		return nil // the same frame as that of the row before: results are in w.row still
	}
	restarts := 0
	for _, k := range w.aggs {
		k.restart = w.pos == 0 || a.base != w.head.pos && k.remover == nil || excludes || a.upto <= w.head.pos
		if k.restart {
			restarts++
		}
	}
	for restarts < len(w.aggs) && a.base < w.head.pos {
		row, err := w.fetch(a.read, a.base)
		if err != nil {
			return err
		}
		for _, k := range w.aggs {
			if k.restart {
				continue
			}
			ok, err := w.remove(k, row)
			if err != nil {
				return err
			}
			if !ok {
				k.restart = true
				restarts++
			}
		}
		a.base++
	}
	a.base = w.head.pos
	if a.mark >= 0 {
		w.setMark(a.mark, a.read, w.head.pos)
	}
	for _, k := range w.aggs {
		if k.restart {
			if err := resetState(k.state, &w.mem); err != nil {
				return err
			}
		}
	}
	old := a.upto
	if restarts > 0 && a.upto != w.head.pos {
		a.upto, a.ahead = w.head.pos, false
	}
	if err := w.addRows(old); err != nil {
		return err
	}
	for _, k := range w.aggs {
		d, err := k.state.Result(w.ec)
		if err != nil {
			return err
		}
		w.row[k.slot] = d
	}
	return nil
}

// addRows adds the frame's rows from upto on; states that were not begun anew have those
// before old.
func (w *windowAgg) addRows(old int64) error {
	a := &w.agg
	byPosition := w.plan.Window.Frame.Mode == tree.FrameRows
	for {
		var in int
		var err error
		if byPosition {
			if in, err = w.inFrame(a.upto, nil); in < 0 || err != nil {
				return err
			}
		}
		var row types.Row
		if a.ahead {
			row = a.row
		} else {
			if row, err = w.fetch(a.read, a.upto); row == nil || err != nil {
				return err
			}
		}
		if !byPosition {
			if in, err = w.inFrame(a.upto, row); err != nil {
				return err
			}
		}
		if in < 0 {
			if !a.ahead {
				a.row, a.ahead = append(a.row[:0], row...), true
			}
			return nil
		}
		if in > 0 {
			for _, k := range w.aggs {
				if !k.restart && a.upto < old {
					continue
				}
				if err := w.add(k, row); err != nil {
					return err
				}
			}
		}
		a.upto++
		a.ahead = false
		if err := w.poll.check(w.c.Sess); err != nil {
			return err
		}
	}
}

// arguments evaluates a call's arguments on a row; false if its filter refuses it.
func (w *windowAgg) arguments(k *windowCall, row types.Row) ([]types.Datum, bool, error) {
	if k.plan.Filter != nil {
		if ok, err := k.plan.Filter(w.ec, row); !ok || err != nil {
			return nil, false, err
		}
	}
	args := w.args[:len(k.plan.Args)]
	for i, f := range k.plan.Args {
		var err error
		if args[i], err = f(w.ec, row); err != nil {
			return nil, false, err
		}
	}
	return args, true, nil
}

func (w *windowAgg) add(k *windowCall, row types.Row) error {
	args, ok, err := w.arguments(k, row)
	if !ok || err != nil {
		return err
	}
	return w.feed(k.state, args)
}

func (w *windowAgg) remove(k *windowCall, row types.Row) (bool, error) {
	args, ok, err := w.arguments(k, row)
	if !ok || err != nil {
		return err == nil, err
	}
	return k.remover.Remove(w.ec, args)
}

// setMark says that a function will not read rows before pos any more.
func (w *windowAgg) setMark(mark, read int, pos int64) {
	if d := pos - w.rows.At(mark); d > 0 {
		w.rows.Skip(mark, d)
	}
	if d := pos - w.rows.At(read); d > 0 {
		w.rows.Skip(read, d)
	}
}
