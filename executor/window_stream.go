package executor

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// windowStream computes functions that only look at rows up to the current one
// (minidb.window_plan = auto): rows are handed on as they come, and what is kept are the
// keys of the last one. Aggregates up to the current row's last peer look ahead to the
// next row; only where there are peers are they kept in a tuplestore until the last of
// them has been seen.
type windowStream struct {
	windowOut
	child Node
	n     int
	last  types.Row // the row before, of which the keys are set
	calls []*streamCall
	keys  []int // slots of the keys
	args  []types.Datum

	preceding int  // rows before the current one in the frame; -1: all of the partition
	ranks     bool // some call asks where peers begin

	pos, group         int64 // of the current row, and of its first peer, from 0
	peerGroups         int64 // so far
	begun              bool
	partWords, ordWord bool

	peers    bool      // aggregates include the current row's peers
	ahead    types.Row // another row like row
	held     bool      // ahead is the first row of the next group
	samePart bool      // and of the same partition
	end      bool
	left     int64 // peers in the store
	queue    *storage.Tuplestore
	store    windowStore
	maker    *storeMaker
}

// streamCall is one function of a windowStream.
type streamCall struct {
	plan  *planner.WindowFunc
	slot  int
	kind  streamKind
	state expr.AggState
	slide *streamSlide // of an aggregate over the last few rows
}

type streamKind uint8

const (
	streamAgg streamKind = iota
	streamRowNumber
	streamRank
	streamDenseRank
)

var streamKinds = map[string]streamKind{"window_row_number": streamRowNumber, "window_rank": streamRank, "window_dense_rank": streamDenseRank}

func newWindowStream(c *Ctx, p *planner.WindowAgg) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	w := &windowStream{windowOut: newWindowOut(c, p), child: child, n: len(p.InTypes), preceding: p.Preceding}
	w.row, w.last, w.ahead = make(types.Row, w.n+len(p.Calls)), make(types.Row, w.n), make(types.Row, w.n+len(p.Calls))
	w.partWords, w.ordWord = wordKeys(c, p.PartCols), wordKeys(c, p.OrderCols)
	for _, k := range p.PartCols {
		w.keys = append(w.keys, k.Col)
	}
	for _, k := range p.OrderCols {
		w.keys = append(w.keys, k.Col)
	}
	width := 0
	for i, f := range p.Calls {
		k := &streamCall{plan: f, slot: w.n + i}
		if f.Call.Agg != nil {
			k.state = f.Call.Agg.New(f.ArgTypes)
			if w.preceding >= 0 {
				k.slide = newStreamSlide(k, w.preceding+1)
			}
			width = max(width, len(f.Args))
			w.peers = p.Window.Frame.Mode != tree.FrameRows || p.Window.Frame.End == tree.UnboundedFollowing
		} else {
			k.kind = streamKinds[f.Call.Fn.Src]
			w.ranks = w.ranks || k.kind != streamRowNumber
		}
		w.calls = append(w.calls, k)
	}
	w.args = make([]types.Datum, width)
	w.maker = &storeMaker{c: c, in: w.in, types: p.InTypes, mem: &w.mem, prepare: func(*storage.Tuplestore) {}}
	w.store = newWindowStore(w.maker)
	return w, nil
}

func (w *windowStream) Open() error { return w.child.Open() }

func (w *windowStream) Next() (types.Row, error) {
	for w.status != windowDone {
		var more bool
		var err error
		if w.peers {
			more, err = w.advancePeers()
		} else {
			more, err = w.advance()
		}
		if !more || err != nil {
			w.end = true
			return nil, err
		}
		wanted, err := w.wanted()
		if err != nil {
			return nil, err
		}
		if wanted {
			return w.project(w.row)
		}
		if err := w.poll.check(w.c.Sess); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// advance makes the next row the current one and computes the functions.
func (w *windowStream) advance() (bool, error) {
	if w.end {
		return false, nil
	}
	row, err := w.child.Next()
	if row == nil || err != nil {
		return false, err
	}
	samePart := w.begun && sameKeys(w.last, row, w.plan.PartCols, w.partWords)
	w.place(row, samePart, samePart && w.ranks && sameKeys(w.last, row, w.plan.OrderCols, w.ordWord))
	copy(w.row, row)
	return true, w.compute(w.row, true)
}

// place finds out where in its partition a row stands, as the next after the last: in the
// same one or not, a peer or not.
func (w *windowStream) place(row types.Row, samePart, peer bool) {
	switch {
	case !samePart:
		w.begun, w.pos, w.group, w.peerGroups, w.status = true, 0, 0, 1, windowRun
		w.maker.partitions++
		for _, k := range w.calls {
			if k.state != nil {
				_ = resetState(k.state, &w.mem) // less is never refused
			}
		}
	default:
		w.pos++
		if peer {
			return // the keys are the same
		}
		w.group = w.pos
		w.peerGroups++
	}
	if samePart && !w.ranks && !w.peers {
		return // likewise, of the partition
	}
	for _, c := range w.keys {
		w.last[c] = row[c]
	}
}

// compute sets the functions' results for the current row; add: it is still to be added
// to the aggregates.
func (w *windowStream) compute(row types.Row, add bool) error {
	if w.status != windowRun {
		for _, k := range w.calls {
			w.row[k.slot] = types.NullDatum
		}
		return nil
	}
	w.maker.evaluated++
	for _, k := range w.calls {
		switch k.kind {
		case streamRowNumber:
			w.row[k.slot] = types.NewInt(w.pos + 1)
		case streamRank:
			w.row[k.slot] = types.NewInt(w.group + 1)
		case streamDenseRank:
			w.row[k.slot] = types.NewInt(w.peerGroups)
		default:
			if add {
				if err := w.add(k, row); err != nil {
					return err
				}
			}
			d, err := k.state.Result(w.ec)
			if err != nil {
				return err
			}
			w.row[k.slot] = d
		}
	}
	return nil
}

func (w *windowStream) add(k *streamCall, row types.Row) error {
	if k.slide != nil {
		return w.slide(k, row)
	}
	if k.plan.Filter != nil {
		if ok, err := k.plan.Filter(w.ec, row); !ok || err != nil {
			return err
		}
	}
	args := w.args[:len(k.plan.Args)]
	for i, f := range k.plan.Args {
		var err error
		if args[i], err = f(w.ec, row); err != nil {
			return err
		}
	}
	return w.feed(k.state, args)
}

// addAll adds a row to all aggregates.
func (w *windowStream) addAll(row types.Row) error {
	if w.status != windowRun {
		return nil
	}
	for _, k := range w.calls {
		if k.kind == streamAgg {
			if err := w.add(k, row); err != nil {
				return err
			}
		}
	}
	return nil
}

// advancePeers is advance where a row's peers are aggregated with it: the first row of a
// group is held until the row after the group has come.
func (w *windowStream) advancePeers() (bool, error) {
	if w.left > 0 {
		row, err := w.queue.Next(0)
		if err != nil {
			return false, err
		}
		copy(w.row, row)
		w.pos++
		if w.left--; w.left == 0 {
			w.store.end()
			w.queue = nil
		}
		return true, w.numbers()
	}
	if !w.held {
		if w.end {
			return false, nil
		}
		row, err := w.child.Next()
		if row == nil || err != nil {
			return false, err
		}
		copy(w.ahead, row)
	}
	w.row, w.ahead = w.ahead, w.row
	w.place(w.row, w.held && w.samePart, false)
	w.held = false
	if err := w.addAll(w.row); err != nil {
		return false, err
	}
	for !w.end {
		row, err := w.child.Next()
		if err != nil {
			return false, err
		}
		if row == nil {
			w.end = true
			break
		}
		w.samePart = sameKeys(w.last, row, w.plan.PartCols, w.partWords)
		if !w.samePart || !sameKeys(w.last, row, w.plan.OrderCols, w.ordWord) {
			copy(w.ahead, row)
			w.held = true
			break
		}
		if w.queue == nil {
			w.queue = w.store.begin()
		}
		if err := w.addAll(row); err != nil {
			return false, err
		}
		if err := w.queue.Put(row); err != nil {
			return false, err
		}
		w.left++
		if err := w.poll.check(w.c.Sess); err != nil {
			return false, err
		}
	}
	return true, w.compute(w.row, false)
}

// numbers sets the results of a peer: those of the row before but for row_number().
func (w *windowStream) numbers() error {
	if w.status == windowRun {
		w.maker.evaluated++
	}
	for _, k := range w.calls {
		switch {
		case w.status != windowRun:
			w.row[k.slot] = types.NullDatum
		case k.kind == streamRowNumber:
			w.row[k.slot] = types.NewInt(w.pos + 1)
		}
	}
	return nil
}

func (w *windowStream) Rescan() error {
	w.store.end()
	w.queue, w.left, w.held, w.end, w.begun, w.status = nil, 0, false, false, false, windowRun
	return w.child.Rescan()
}

func (w *windowStream) Close() error {
	w.store.close()
	w.queue = nil
	w.mem.release()
	return w.child.Close()
}
