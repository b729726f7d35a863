package executor

// Where the frame of the current row begins and ends. Both move forward only, so each
// end is followed row by row; modes that need to see rows for that have a read pointer
// and a copy of the row that the end stands on.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// frameEnd is a place in the partition that moves forward: the frame's first row, the
// row behind its last, or the row behind the current row's peers.
type frameEnd struct {
	ptr   int // read pointer, -1 if none is needed
	pos   int64
	valid bool      // pos is that of the current row
	row   types.Row // the row at pos, of those with a pointer
	there bool      // there is one
	begun bool      // the first row was fetched
	group int64     // of GROUPS: number of the row's peer group
}

func (e *frameEnd) reset() {
	*e = frameEnd{ptr: e.ptr, row: e.row[:0]}
}

func (w *windowAgg) prepareFrame() {
	f := w.plan.Window.Frame
	w.watchGroups = f.Mode == tree.FrameGroups || f.Exclude == tree.ExcludeGroup || f.Exclude == tree.ExcludeTies
	w.partWords, w.ordWords = wordKeys(w.c, w.plan.PartCols), wordKeys(w.c, w.plan.OrderCols)
}

// beginFrame forgets the last partition's frame.
func (w *windowAgg) beginFrame() {
	w.head.reset()
	w.tail.reset()
	w.groupTail.reset()
	w.group, w.groupHead = 0, 0
}

// offsets evaluates the frame's offsets, once for each scan.
func (w *windowAgg) offsets() error {
	one := func(f expr.Eval, what string, to *types.Datum, n *int64) error {
		if f == nil {
			return nil
		}
		d, err := f(w.ec, emptyRow)
		if err != nil {
			return err
		}
		if d.IsNull() {
			return pgerr.New(pgerr.NullValueNotAllowed, "frame %s offset must not be null", what)
		}
		*to = d
		if w.plan.Window.Frame.Mode == tree.FrameRange {
			return nil
		}
		if *n = d.Int(); *n < 0 {
			return pgerr.New(pgerr.InvalidPrecedingFollowingSize, "frame %s offset must not be negative", what)
		}
		return nil
	}
	if err := one(w.plan.Start, "starting", &w.startVal, &w.start); err != nil {
		return err
	}
	return one(w.plan.End, "ending", &w.endVal, &w.end)
}

// step moves an end to the next row.
func (w *windowAgg) step(e *frameEnd) error {
	if e.begun {
		e.pos++
	}
	e.begun = true
	row, err := w.fetch(e.ptr, e.pos)
	e.there = row != nil
	e.row = append(e.row[:0], row...)
	return err
}

// seek moves an end until stop says so of the row it stands on, or the partition ends.
func (w *windowAgg) seek(e *frameEnd, stop func(*frameEnd) (bool, error)) error {
	e.valid = true
	if !e.begun {
		if err := w.step(e); err != nil {
			return err
		}
	}
	for e.there {
		if ok, err := stop(e); ok || err != nil {
			return err
		}
		if w.plan.Window.Frame.Mode == tree.FrameGroups {
			w.prev2 = append(w.prev2[:0], e.row...)
		}
		if err := w.step(e); err != nil {
			return err
		}
		if e.there && w.plan.Window.Frame.Mode == tree.FrameGroups && !w.peers(w.prev2, e.row) {
			e.group++
		}
	}
	return nil
}

// rowsOffset is the place that lies off rows from the current one, within the partition.
func (w *windowAgg) rowsOffset(off int64) (int64, error) {
	pos := w.pos + off
	if off > 0 && pos < w.pos {
		pos = 1<<63 - 1
	}
	if pos <= w.pos+1 {
		return max(pos, 0), nil
	}
	if pos > w.rows.Rows() {
		if err := w.spool(pos - 1); err != nil {
			return 0, err
		}
	}
	return min(pos, w.rows.Rows()), nil
}

// updateHead finds the first row of the frame.
func (w *windowAgg) updateHead() error {
	e := &w.head
	if e.valid {
		return nil
	}
	f := w.plan.Window.Frame
	switch {
	case f.Start == tree.UnboundedPreceding:
		e.valid = true
	case f.Start == tree.CurrentRow:
		if f.Mode == tree.FrameRows {
			e.pos, e.valid = w.pos, true
		} else if len(w.plan.OrderCols) == 0 {
			e.valid = true
		} else {
			return w.seek(e, func(e *frameEnd) (bool, error) { return w.peers(e.row, w.row), nil })
		}
	case f.Mode == tree.FrameRows:
		off := w.start
		if f.Start == tree.OffsetPreceding {
			off = -off
		}
		var err error
		e.pos, err = w.rowsOffset(off)
		e.valid = true
		return err
	case f.Mode == tree.FrameGroups:
		off := w.start
		if f.Start == tree.OffsetPreceding {
			off = -off
		}
		return w.seek(e, func(e *frameEnd) (bool, error) { return e.group-w.group >= off, nil })
	default:
		return w.seek(e, func(e *frameEnd) (bool, error) {
			return w.beyond(e.row, f.Start == tree.OffsetPreceding, false)
		})
	}
	return nil
}

// updateTail finds the row behind the frame's last.
func (w *windowAgg) updateTail() error {
	e := &w.tail
	if e.valid {
		return nil
	}
	f := w.plan.Window.Frame
	switch {
	case f.End == tree.UnboundedFollowing, f.End == tree.CurrentRow && f.Mode != tree.FrameRows && len(w.plan.OrderCols) == 0:
		n, err := w.spoolAll()
		e.pos, e.valid = n, true
		return err
	case f.End == tree.CurrentRow:
		if f.Mode == tree.FrameRows {
			e.pos, e.valid = w.pos+1, true
			return nil
		}
		return w.seek(e, func(e *frameEnd) (bool, error) { return e.pos > w.pos && !w.peers(e.row, w.row), nil })
	case f.Mode == tree.FrameRows:
		off := w.end
		if f.End == tree.OffsetPreceding {
			off = -off
		}
		if off < 1<<63-1 {
			off++
		}
		var err error
		e.pos, err = w.rowsOffset(off)
		e.valid = true
		return err
	case f.Mode == tree.FrameGroups:
		off := w.end
		if f.End == tree.OffsetPreceding {
			off = -off
		}
		return w.seek(e, func(e *frameEnd) (bool, error) { return e.group-w.group > off, nil })
	}
	return w.seek(e, func(e *frameEnd) (bool, error) {
		return w.beyond(e.row, f.End == tree.OffsetPreceding, true)
	})
}

// beyond tells whether a row lies at or behind an end of a RANGE frame: at its first row
// or, if last is set, behind its last one. NULLs are peers of each other only.
func (w *windowAgg) beyond(row types.Row, preceding, last bool) (bool, error) {
	k := &w.plan.OrderCols[0]
	val, cur := row[k.Col], w.row[k.Col]
	if val.IsNull() || cur.IsNull() {
		switch {
		case k.NullsFirst && last:
			return !val.IsNull() && cur.IsNull(), nil
		case k.NullsFirst:
			return !val.IsNull() || cur.IsNull(), nil
		case last:
			return val.IsNull() && !cur.IsNull(), nil
		}
		return val.IsNull() || !cur.IsNull(), nil
	}
	sub, less := preceding, last
	if k.Desc {
		sub, less = !sub, !less
	}
	if last {
		in, err := w.plan.EndIn(w.ec, val, cur, w.endVal, sub, less)
		return !in, err
	}
	return w.plan.StartIn(w.ec, val, cur, w.startVal, sub, less)
}

// updateGroupTail finds the row behind the current row's peers.
func (w *windowAgg) updateGroupTail() error {
	e := &w.groupTail
	if e.valid {
		return nil
	}
	if len(w.plan.OrderCols) == 0 {
		n, err := w.spoolAll()
		e.pos, e.valid = n, true
		return err
	}
	e.valid = true
	for {
		e.pos++
		row, err := w.fetch(e.ptr, e.pos)
		if row == nil || err != nil {
			return err
		}
		if e.pos > w.pos && !w.peers(row, w.row) {
			return nil
		}
	}
}

// followFrame keeps the ends that have pointers where they belong, so that rows before
// them can be forgotten.
func (w *windowAgg) followFrame() error {
	if w.head.ptr >= 0 {
		if err := w.updateHead(); err != nil {
			return err
		}
	}
	if w.tail.ptr >= 0 {
		if err := w.updateTail(); err != nil {
			return err
		}
	}
	if w.groupTail.ptr >= 0 {
		return w.updateGroupTail()
	}
	return nil
}

// inFrame tells whether the row at pos is in the frame: 1, not 0, neither it nor any
// after it -1. row may be nil where peers do not matter.
func (w *windowAgg) inFrame(pos int64, row types.Row) (int, error) {
	if err := w.updateHead(); err != nil || pos < w.head.pos {
		return 0, err
	}
	f := w.plan.Window.Frame
	switch f.End {
	case tree.CurrentRow:
		if pos > w.pos && (f.Mode == tree.FrameRows || len(w.plan.OrderCols) > 0 && !w.peers(row, w.row)) {
			return -1, nil
		}
	case tree.OffsetPreceding, tree.OffsetFollowing:
		if err := w.updateTail(); err != nil {
			return 0, err
		}
		if pos >= w.tail.pos {
			return -1, nil
		}
	}
	switch f.Exclude {
	case tree.ExcludeCurrentRow:
		if pos == w.pos {
			return 0, nil
		}
	case tree.ExcludeGroup, tree.ExcludeTies:
		if f.Exclude == tree.ExcludeTies && pos == w.pos {
			break
		}
		if len(w.plan.OrderCols) == 0 {
			return 0, nil
		}
		if pos >= w.groupHead {
			if err := w.updateGroupTail(); err != nil {
				return 0, err
			}
			if pos < w.groupTail.pos {
				return 0, nil
			}
		}
	}
	return 1, nil
}
