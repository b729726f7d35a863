package executor

// The true window functions: PostgreSQL's windowfuncs.c, and the part of its window
// object API that finds rows in a partition and in a frame.

import (
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

var windowFuncs = map[string]func(*windowAgg, *windowCall) (types.Datum, error){
	"window_row_number":                   rowNumber,
	"window_rank":                         rank,
	"window_dense_rank":                   denseRank,
	"window_percent_rank":                 percentRank,
	"window_cume_dist":                    cumeDist,
	"window_ntile":                        ntileOf,
	"window_lag":                          leadLag(-1),
	"window_lag_with_offset":              leadLag(-1),
	"window_lag_with_offset_and_default":  leadLag(-1),
	"window_lead":                         leadLag(1),
	"window_lead_with_offset":             leadLag(1),
	"window_lead_with_offset_and_default": leadLag(1),
	"window_first_value":                  firstValue,
	"window_last_value":                   lastValue,
	"window_nth_value":                    nthValue,
}

func rowNumber(w *windowAgg, k *windowCall) (types.Datum, error) {
	w.setMark(k.mark, k.read, w.pos)
	return types.NewInt(w.pos + 1), nil
}

// rankUp tells whether the current row is no peer of the one before.
func rankUp(w *windowAgg, k *windowCall) (bool, error) {
	if w.pos == 0 {
		k.rank = 1
		w.setMark(k.mark, k.read, w.pos)
		return false, nil
	}
	same, err := w.peersAt(k, w.pos-1, w.row)
	w.setMark(k.mark, k.read, w.pos)
	return !same, err
}

// peersAt tells whether the row at pos is a peer of another.
func (w *windowAgg) peersAt(k *windowCall, pos int64, other types.Row) (bool, error) {
	if len(w.plan.OrderCols) == 0 {
		return true, nil
	}
	row, err := w.fetch(k.read, pos)
	return row != nil && w.peers(row, other), err
}

func rank(w *windowAgg, k *windowCall) (types.Datum, error) {
	up, err := rankUp(w, k)
	if up {
		k.rank = w.pos + 1
	}
	return types.NewInt(k.rank), err
}

func denseRank(w *windowAgg, k *windowCall) (types.Datum, error) {
	up, err := rankUp(w, k)
	if up {
		k.rank++
	}
	return types.NewInt(k.rank), err
}

func percentRank(w *windowAgg, k *windowCall) (types.Datum, error) {
	up, err := rankUp(w, k)
	if err != nil {
		return types.NullDatum, err
	}
	if up {
		k.rank = w.pos + 1
	}
	n, err := w.spoolAll()
	if n <= 1 {
		return types.NewFloat8(0), err
	}
	return types.NewFloat8(float64(k.rank-1) / float64(n-1)), err
}

func cumeDist(w *windowAgg, k *windowCall) (types.Datum, error) {
	up, err := rankUp(w, k)
	if err != nil {
		return types.NullDatum, err
	}
	n, err := w.spoolAll()
	if err != nil {
		return types.NullDatum, err
	}
	if up || k.rank == 1 {
		for k.rank = w.pos + 1; k.rank < n; k.rank++ {
			same, err := w.peersAt(k, k.rank, w.row)
			if err != nil {
				return types.NullDatum, err
			}
			if !same {
				break
			}
		}
	}
	return types.NewFloat8(float64(k.rank) / float64(n)), nil
}

// ntile is how far ntile() has come.
type ntile struct {
	tile, rows, boundary, remainder int64 // number, rows so far, rows of a tile, tiles with one more
}

func ntileOf(w *windowAgg, k *windowCall) (types.Datum, error) {
	t := &k.tile
	if t.tile == 0 {
		total, err := w.spoolAll()
		if err != nil {
			return types.NullDatum, err
		}
		d, err := w.argument(k, 0, w.row)
		if err != nil || d.IsNull() {
			return types.NullDatum, err
		}
		n := d.Int()
		if n <= 0 {
			return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForNtile, "argument of ntile must be greater than zero")
		}
		t.tile = 1
		if t.boundary = total / n; t.boundary <= 0 {
			t.boundary = 1
		} else if t.remainder = total % n; t.remainder != 0 {
			t.boundary++
		}
	}
	t.rows++
	if t.boundary < t.rows {
		if t.remainder != 0 && t.tile == t.remainder {
			t.remainder = 0
			t.boundary--
		}
		t.tile++
		t.rows = 1
	}
	return types.NewInt(t.tile), nil
}

func (w *windowAgg) argument(k *windowCall, i int, row types.Row) (types.Datum, error) {
	return k.plan.Args[i](w.ec, row)
}

// leadLag makes lead() (sign 1) and lag() (sign -1) of one to three arguments.
func leadLag(sign int64) func(*windowAgg, *windowCall) (types.Datum, error) {
	return func(w *windowAgg, k *windowCall) (types.Datum, error) {
		off, fixed := sign, true
		if len(k.plan.Args) > 1 {
			d, err := w.argument(k, 1, w.row)
			if err != nil || d.IsNull() {
				return types.NullDatum, err
			}
			off, fixed = sign*d.Int(), k.plan.Constant[1]
		}
		pos := w.pos + off
		row, err := w.fetch(k.read, pos)
		if err != nil {
			return types.NullDatum, err
		}
		if row == nil {
			if len(k.plan.Args) > 2 {
				return w.argument(k, 2, w.row)
			}
			return types.NullDatum, nil
		}
		d, err := w.argument(k, 0, row)
		if fixed {
			w.setMark(k.mark, k.read, pos)
		}
		return d, err
	}
}

func firstValue(w *windowAgg, k *windowCall) (types.Datum, error) { return w.fromHead(k, 0, true) }

func nthValue(w *windowAgg, k *windowCall) (types.Datum, error) {
	d, err := w.argument(k, 1, w.row)
	if err != nil || d.IsNull() {
		return types.NullDatum, err
	}
	if d.Int() <= 0 {
		return types.NullDatum, pgerr.New(pgerr.InvalidArgumentForNthValue, "argument of nth_value must be greater than zero")
	}
	return w.fromHead(k, d.Int()-1, k.plan.Constant[1])
}

// fromHead is the argument on the row that is number n of the frame, from 0.
func (w *windowAgg) fromHead(k *windowCall, n int64, mark bool) (types.Datum, error) {
	if err := w.updateHead(); err != nil {
		return types.NullDatum, err
	}
	head := w.head.pos
	pos := head + n
	keep := pos
	switch ex := w.plan.Window.Frame.Exclude; ex {
	case tree.ExcludeCurrentRow:
		if pos >= w.pos && w.pos >= head {
			pos++
		}
	case tree.ExcludeGroup, tree.ExcludeTies:
		if err := w.updateGroupTail(); err != nil {
			return types.NullDatum, err
		}
		if pos < w.groupHead || w.groupTail.pos <= head {
			break
		}
		overlap := max(w.groupHead, head)
		switch {
		case ex == tree.ExcludeGroup:
			pos += w.groupTail.pos - overlap
		case pos == overlap:
			pos = w.pos
		default:
			pos += w.groupTail.pos - overlap - 1
		}
	}
	return w.inFrameValue(k, pos, keep, mark)
}

func lastValue(w *windowAgg, k *windowCall) (types.Datum, error) {
	if err := w.updateTail(); err != nil {
		return types.NullDatum, err
	}
	tail := w.tail.pos
	pos := tail - 1
	ex := w.plan.Window.Frame.Exclude
	if ex == tree.ExcludeNoOthers {
		return w.inFrameValue(k, pos, pos, true)
	}
	if ex == tree.ExcludeCurrentRow {
		if pos <= w.pos && w.pos < tail {
			pos--
		}
	} else {
		if err := w.updateGroupTail(); err != nil {
			return types.NullDatum, err
		}
		if pos < w.groupTail.pos && w.groupHead < tail {
			overlap := min(w.groupTail.pos, tail)
			switch {
			case ex == tree.ExcludeGroup:
				pos -= overlap - w.groupHead
			case pos == overlap-1:
				pos = w.pos
			default:
				pos -= overlap - 1 - w.groupHead
			}
		}
	}
	if err := w.updateHead(); err != nil || pos < w.head.pos {
		return types.NullDatum, err
	}
	return w.inFrameValue(k, pos, w.head.pos, true)
}

// inFrameValue is the argument on the row at pos if the frame has it. mark: rows before
// keep will not be read again.
func (w *windowAgg) inFrameValue(k *windowCall, pos, keep int64, mark bool) (types.Datum, error) {
	row, err := w.fetch(k.read, pos)
	if row == nil || err != nil {
		return types.NullDatum, err
	}
	// Finding the frame's ends may write to the store, which gives rows new places.
	if !w.spooled {
		k.row = append(k.row[:0], row...)
		row = k.row
	}
	in, err := w.inFrame(pos, row)
	if in <= 0 || err != nil {
		return types.NullDatum, err
	}
	d, err := w.argument(k, 0, row)
	if mark {
		w.setMark(k.mark, k.read, keep)
	}
	return d, err
}
