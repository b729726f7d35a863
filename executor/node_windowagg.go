package executor

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// windowAgg computes window functions over input sorted by the window's keys:
// PostgreSQL's nodeWindowAgg.c. It spools a partition's rows into a tuplestore
// (window_store.go) as far as the functions look ahead, and gives one row for each. The
// frame's ends are found in window_frame.go, aggregates computed in window_aggs.go, true
// window functions in window_funcs.go. Plans that need no store have nodes of their own:
// window_stream.go, window_hash.go.
type windowAgg struct {
	windowOut
	child Node
	store windowStore
	rows  *storage.Tuplestore // of the partition; nil before the first
	n     int                 // columns of the child
	args  []types.Datum

	calls []*windowCall // in the order of the results
	aggs  []*windowCall
	funcs []*windowCall
	agg   aggFrame

	first   types.Row // the first row of the partition at hand, or of the one to come
	waiting bool      // first is of the one to come
	spooled bool      // all of the partition's rows are in the store
	begun   bool      // a partition is at hand
	started bool      // offsets are computed
	pos     int64     // of the current row in its partition, from 0

	start, end          int64       // offsets of ROWS and GROUPS
	startVal, endVal    types.Datum // of RANGE
	head, tail          frameEnd
	groupTail           frameEnd
	group, groupHead    int64     // number of the peer group of the current row, and its first row
	prev                types.Row // the row before the current one, while groups are followed
	prev2               types.Row // the row before that of a moving end, in GROUPS mode
	watchGroups         bool
	partWords, ordWords bool // keys that compare as words

	maker *storeMaker
}

func newWindowAgg(c *Ctx, p *planner.WindowAgg) (Node, error) {
	switch p.Strategy {
	case planner.WindowStream:
		return newWindowStream(c, p)
	case planner.WindowHashed:
		return newWindowHash(c, p)
	}
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	w := &windowAgg{windowOut: newWindowOut(c, p), child: child, n: len(p.InTypes)}
	w.row = make(types.Row, w.n+len(p.Calls))
	w.first = make(types.Row, w.n)
	width := 0
	for i, f := range p.Calls {
		k := &windowCall{plan: f, slot: w.n + i}
		width = max(width, len(f.Args))
		w.calls = append(w.calls, k)
		if f.Call.Agg != nil {
			k.state = f.Call.Agg.New(f.ArgTypes)
			if f.Stable {
				k.remover, _ = k.state.(expr.Remover)
			}
			w.aggs = append(w.aggs, k)
			continue
		}
		if k.eval = windowFuncs[f.Call.Fn.Src]; k.eval == nil {
			return nil, pgerr.Unsupported(int(f.Call.Pos()), "window function "+f.Call.Fn.Name, "")
		}
		w.funcs = append(w.funcs, k)
	}
	w.args = make([]types.Datum, width)
	w.prepareFrame()
	w.maker = &storeMaker{c: c, in: w.in, types: p.InTypes, mem: &w.mem, prepare: w.preparePointers}
	w.store = newWindowStore(w.maker)
	return w, nil
}

func (w *windowAgg) Open() error { return w.child.Open() }

func (w *windowAgg) Next() (types.Row, error) {
	if w.status == windowDone {
		return nil, nil
	}
	if !w.started {
		if err := w.offsets(); err != nil {
			return nil, err
		}
		w.started = true
	}
	for {
		more, err := w.advance()
		if !more || err != nil {
			return nil, err
		}
		if err := w.compute(); err != nil {
			return nil, err
		}
		wanted, err := w.wanted()
		if err != nil {
			return nil, err
		}
		if w.status == windowDone {
			return nil, nil
		}
		if wanted {
			return w.project(w.row)
		}
	}
}

// advance makes the next row the current one.
func (w *windowAgg) advance() (bool, error) {
	if w.begun {
		w.pos++
		w.head.valid, w.tail.valid = false, false
		if err := w.spool(w.pos); err != nil {
			return false, err
		}
	}
	if !w.begun || w.spooled && w.pos >= w.rows.Rows() {
		if more, err := w.nextPartition(); !more || err != nil {
			w.status = windowDone
			return false, err
		}
	}
	if w.watchGroups && w.pos > 0 {
		w.prev = append(w.prev[:0], w.row[:w.n]...)
	}
	row, err := w.rows.Next(0)
	if err != nil {
		return false, err
	}
	copy(w.row, row)
	if w.watchGroups && w.pos > 0 && !w.peers(w.prev, w.row) {
		w.group++
		w.groupHead = w.pos
		w.groupTail.valid = false
	}
	return true, w.poll.check(w.c.Sess)
}

// nextPartition begins the next partition; false if there is none.
func (w *windowAgg) nextPartition() (bool, error) {
	if w.begun {
		w.store.end()
		w.begun = false
		if !w.waiting {
			return false, nil
		}
	}
	if !w.waiting {
		row, err := w.child.Next()
		if row == nil || err != nil {
			return false, err
		}
		copy(w.first, row)
	}
	w.waiting, w.spooled, w.begun, w.pos, w.status = false, false, true, 0, windowRun
	w.maker.partitions++
	w.rows = w.store.begin()
	w.beginFrame()
	w.agg.reset()
	for _, k := range w.calls {
		if err := k.begin(&w.mem); err != nil {
			return false, err
		}
	}
	return true, w.rows.Put(w.first)
}

// spool reads rows into the store until it has the one at pos, or all of the partition
// if pos is -1. Once the store is in a file, all are read at once.
func (w *windowAgg) spool(pos int64) error {
	if w.spooled || pos >= 0 && pos < w.rows.Rows() {
		return nil
	}
	if !w.rows.InMemory() || w.status == windowPassStrict {
		pos = -1
	}
	for pos < 0 || w.rows.Rows() <= pos {
		row, err := w.child.Next()
		if err != nil {
			return err
		}
		if row == nil {
			w.spooled = true
			return nil
		}
		if err := w.poll.check(w.c.Sess); err != nil {
			return err
		}
		if !sameKeys(w.first, row, w.plan.PartCols, w.partWords) {
			copy(w.first, row)
			w.spooled, w.waiting = true, true
			return nil
		}
		if w.status != windowPassStrict {
			if err := w.rows.Put(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// spoolAll reads the partition to its end and returns how many rows it has.
func (w *windowAgg) spoolAll() (int64, error) {
	err := w.spool(-1)
	return w.rows.Rows(), err
}

// fetch returns the row at pos by a read pointer, nil if the partition has none there.
func (w *windowAgg) fetch(ptr int, pos int64) (types.Row, error) {
	if pos < 0 {
		return nil, nil
	}
	if err := w.spool(pos); err != nil || pos >= w.rows.Rows() {
		return nil, err
	}
	if d := pos - w.rows.At(ptr); d != 0 {
		w.rows.Skip(ptr, d)
	}
	return w.rows.Next(ptr)
}

// compute evaluates the functions on the current row.
func (w *windowAgg) compute() error {
	if w.status == windowRun {
		w.maker.evaluated++
		for _, k := range w.funcs {
			d, err := k.eval(w, k)
			if err != nil {
				return err
			}
			w.row[k.slot] = d
		}
		if len(w.aggs) > 0 {
			if err := w.aggregate(); err != nil {
				return err
			}
		}
	} else {
		for _, k := range w.calls {
			w.row[k.slot] = types.NullDatum
		}
	}
	if err := w.followFrame(); err != nil {
		return err
	}
	w.rows.Trim()
	return nil
}

// peers tells whether two rows are equal in the window's ORDER BY.
func (w *windowAgg) peers(a, b types.Row) bool {
	return sameKeys(a, b, w.plan.OrderCols, w.ordWords)
}

func (w *windowAgg) Rescan() error {
	w.store.end()
	w.begun, w.waiting, w.spooled, w.started, w.status = false, false, false, false, windowRun
	return w.child.Rescan()
}

func (w *windowAgg) Close() error {
	w.store.close()
	w.rows, w.begun = nil, false
	w.mem.release()
	return w.child.Close()
}

// wordKeys tells whether all key columns are of kinds that are equal as words are.
func wordKeys(c *Ctx, cols []planner.SortCol) bool {
	for i := range cols {
		switch kindOf(c, cols[i].Type) {
		case types.Int, types.Bool, types.Date, types.Time, types.Timestamp, types.Timestamptz:
		default:
			return false
		}
	}
	return true
}

// sameKeys tells whether two rows agree in key columns; NULLs are alike.
func sameKeys(a, b types.Row, cols []planner.SortCol, words bool) bool {
	if !words {
		return equalCols(a, b, cols)
	}
	for i := range cols {
		x, y := &a[cols[i].Col], &b[cols[i].Col]
		if x.IsNull() || y.IsNull() {
			if x.IsNull() != y.IsNull() {
				return false
			}
		} else if x.Word() != y.Word() {
			return false
		}
	}
	return true
}
