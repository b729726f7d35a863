package executor

import (
	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// windowHash computes aggregates over whole partitions of unsorted input
// (minidb.window_plan = auto): a hash table gives each row the number of its partition,
// rows wait in a tuplestore until the last one has come, and leave in the order in which
// they came, each with its partition's results. Rows of a table are not kept but read
// again (WindowAgg.Reread).
type windowHash struct {
	base
	plan  *planner.WindowAgg
	child Node
	n     int
	row   types.Row
	args  []types.Datum
	table *hashTable
	words *wordTable // in place of table for one key that is a machine word
	key   []types.Datum

	calls   []*planner.WindowFunc
	states  []expr.AggState // of partition p, states[p*len(calls):]
	results []types.Datum   // likewise
	counts  []int64         // in place of states if all calls are count(*)
	onlyCnt bool
	parts   [][]int32 // by row, in pieces of partsChunk: its partition
	total   int       // rows
	groups  int       // partitions so far
	next    int       // row to emit
	filled  bool
	stale   bool // the child has been read

	direct []int    // output columns: a stored row's, or results from -1 down; else nil
	scan   *seqScan // the child, where a row's projection may be left out; else nil
	rows   *storage.Tuplestore
	store  windowStore
	maker  *storeMaker
	mem    account // of the store
	own    account // of all else
	watch  paramWatch
}

// partsChunk is how many partitions' numbers are allocated at a time.
const partsChunk = 16 << 10

func newWindowHash(c *Ctx, p *planner.WindowAgg) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	w := &windowHash{base: newBase(c, &p.PlanBase), plan: p, child: child, n: len(p.InTypes), calls: p.Calls, onlyCnt: true,
		mem: account{sess: c.Sess}, own: account{sess: c.Sess}, watch: watchParams(p.ExtParams)}
	w.row, w.key = make(types.Row, w.n+len(p.Calls)), make([]types.Datum, len(p.PartCols))
	width := 0
	for _, f := range p.Calls {
		width = max(width, len(f.Args))
		w.onlyCnt = w.onlyCnt && f.Call.Star && f.Filter == nil
	}
	w.args = make([]types.Datum, width)
	w.maker = &storeMaker{c: c, in: w.in, types: p.InTypes, mem: &w.mem,
		prepare: func(s *storage.Tuplestore) { s.SetCapabilities(0, storage.ReadRewind) }}
	w.store = newWindowStore(w.maker)
	if scan, ok := child.(*seqScan); ok && p.Reread {
		w.scan = scan
		w.findDirect()
	}
	return w, nil
}

func (w *windowHash) Open() error { return w.child.Open() }

func (w *windowHash) Next() (types.Row, error) {
	if !w.filled {
		if err := w.fill(); err != nil {
			return nil, err
		}
	}
	for w.next < w.total {
		p := int(w.parts[w.next/partsChunk][w.next%partsChunk])
		w.next++
		w.maker.evaluated++
		if w.scan != nil && w.direct != nil {
			row, err := w.scan.nextStored()
			if row == nil || err != nil {
				return nil, w.lost(err)
			}
			return w.emit(row, p)
		}
		row, err := w.nextRow()
		if row == nil || err != nil {
			return nil, w.lost(err)
		}
		copy(w.row, row)
		for i := range w.calls {
			w.row[w.n+i] = w.result(p, i)
		}
		ok, err := w.passes(w.row)
		if err != nil {
			return nil, err
		}
		if ok {
			return w.project(w.row)
		}
		if err := w.poll.check(w.c.Sess); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// nextRow is the next row of the input, kept or read again.
func (w *windowHash) nextRow() (types.Row, error) {
	if w.plan.Reread {
		return w.child.Next()
	}
	return w.rows.Next(0)
}

// lost is the error where an input has fewer rows than it had before.
func (w *windowHash) lost(err error) error {
	if err == nil {
		err = pgerr.New(pgerr.Internal, "rows were lost that HashWindowAgg had read before")
	}
	return err
}

// result is that of call i in partition p.
func (w *windowHash) result(p, i int) types.Datum {
	if w.onlyCnt {
		return types.NewInt(w.counts[p])
	}
	return w.results[p*len(w.calls)+i]
}

// findDirect fills direct if what is put out are columns of the scan and results.
func (w *windowHash) findDirect() {
	if w.filter != nil || w.proj == nil || len(w.slots) != len(w.proj) {
		return
	}
	direct := make([]int, len(w.slots))
	for i, s := range w.slots {
		switch {
		case s >= w.n:
			direct[i] = w.n - s - 1
		case s >= 0 && w.scan.proj == nil:
			direct[i] = s
		case s >= 0 && s < len(w.scan.slots) && w.scan.slots[s] >= 0:
			direct[i] = w.scan.slots[s]
		default:
			return
		}
	}
	w.direct = direct
}

// emit makes the output of a stored row.
func (w *windowHash) emit(row types.Row, p int) (types.Row, error) {
	for i, s := range w.direct {
		if s < 0 {
			w.out[i] = w.result(p, -s-1)
		} else {
			w.out[i] = row[s]
		}
	}
	return w.out, nil
}

// fill reads the input and aggregates it by partition.
func (w *windowHash) fill() error {
	if w.stale {
		if err := w.child.Rescan(); err != nil {
			return err
		}
	}
	w.drop()
	w.stale = true
	w.watch.mark(w.ec)
	flags := make([]types.OID, len(w.plan.PartCols))
	for i, c := range w.plan.PartCols {
		flags[i] = c.Type
	}
	if len(w.key) == 1 && wordKeys(w.c, w.plan.PartCols) {
		w.words = newWordTable()
	} else {
		w.table = newHashTable(w.c.Sess, len(w.key), bpcharFlags(flags))
	}
	if err := w.number(); err != nil {
		return err
	}
	w.maker.partitions += int64(w.groups)
	w.filled = true
	if w.plan.Reread {
		if err := w.child.Rescan(); err != nil {
			return err
		}
	}
	return w.finishAll()
}

// number finds the partitions of all rows, and aggregates and keeps them.
func (w *windowHash) number() error {
	if w.scan != nil && w.onlyCnt && w.words != nil {
		return w.countWords()
	}
	for {
		row, err := w.child.Next()
		if row == nil || err != nil {
			return err
		}
		if err := w.poll.check(w.c.Sess); err != nil {
			return err
		}
		for i := range w.plan.PartCols {
			w.key[i] = row[w.plan.PartCols[i].Col]
		}
		p, err := w.partition()
		if err != nil {
			return err
		}
		if !w.plan.Reread {
			if w.rows == nil {
				w.rows = w.store.begin()
			}
			if err := w.rows.Put(row); err != nil {
				return err
			}
		}
		if err := w.note(p); err != nil {
			return err
		}
		if w.onlyCnt {
			w.counts[p]++
		} else if err := w.addRow(p, row); err != nil {
			return err
		}
	}
}

// countWords is number for count(*) over one key that is a machine word, which is all
// that is computed of a row.
func (w *windowHash) countWords() error {
	col := w.plan.PartCols[0].Col
	slot, eval := col, expr.Eval(nil)
	if w.scan.proj != nil {
		slot, eval = w.scan.slots[col], w.scan.proj[col]
	}
	for {
		row, err := w.scan.nextStored()
		if row == nil || err != nil {
			return err
		}
		d := &w.key[0]
		if slot >= 0 {
			*d = row[slot]
		} else if *d, err = eval(w.ec, row); err != nil {
			return err
		}
		p := -1
		if !d.IsNull() {
			p = w.words.seen(d.Word())
		}
		if p < 0 {
			if p, err = w.partition(); err != nil {
				return err
			}
		}
		w.counts[p]++
		if err := w.note(p); err != nil {
			return err
		}
	}
}

// note remembers the next row's partition.
func (w *windowHash) note(p int) error {
	if w.total%partsChunk == 0 {
		w.parts = append(w.parts, make([]int32, partsChunk))
		if err := w.own.add(4 * partsChunk); err != nil {
			return err
		}
	}
	w.parts[w.total/partsChunk][w.total%partsChunk] = int32(p)
	w.total++
	return nil
}

// partition finds the number of the partition of w.key.
func (w *windowHash) partition() (int, error) {
	var p int
	if w.words != nil {
		var found bool
		if p, found = w.words.find(w.key[0]); found {
			return p, nil
		}
		if err := w.own.add(wordBytes); err != nil {
			return 0, err
		}
	} else {
		hash := w.table.hash(w.key)
		if p = w.table.find(hash, w.key); p >= 0 {
			return p, nil
		}
		var err error
		if p, err = w.table.add(hash, w.key); err != nil {
			return 0, err
		}
	}
	w.groups = p + 1
	if w.onlyCnt {
		w.counts = append(w.counts, 0)
		return p, w.own.add(8)
	}
	for _, f := range w.calls {
		w.states = append(w.states, f.Call.Agg.New(f.ArgTypes))
	}
	return p, w.own.add(int64(len(w.calls) * stateBytes))
}

func (w *windowHash) addRow(p int, row types.Row) error {
	for i, f := range w.calls {
		if f.Filter != nil {
			ok, err := f.Filter(w.ec, row)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
		}
		args := w.args[:len(f.Args)]
		for j, a := range f.Args {
			var err error
			if args[j], err = a(w.ec, row); err != nil {
				return err
			}
		}
		st := w.states[p*len(w.calls)+i]
		c, collects := st.(expr.Collector)
		if !collects {
			if err := st.Add(w.ec, args); err != nil {
				return err
			}
			continue
		}
		before := c.Bytes()
		if err := c.Add(w.ec, args); err != nil {
			return err
		}
		if err := w.own.add(c.Bytes() - before); err != nil {
			return err
		}
	}
	return nil
}

func (w *windowHash) finishAll() error {
	if err := w.own.add(int64(len(w.states) * 24)); err != nil {
		return err
	}
	w.results = make([]types.Datum, len(w.states))
	for i, st := range w.states {
		d, err := st.Result(w.ec)
		if err != nil {
			return err
		}
		w.results[i] = d
	}
	w.states = nil
	return nil
}

// Rescan keeps what was computed if it still holds.
func (w *windowHash) Rescan() error {
	if w.filled && !w.watch.changed(w.ec) {
		w.next = 0
		if w.plan.Reread {
			return w.child.Rescan()
		}
		if w.rows != nil {
			w.rows.Rewind(0)
		}
		return nil
	}
	w.drop()
	return nil
}

func (w *windowHash) drop() {
	w.store.end()
	w.own.release()
	if w.table != nil {
		w.table.release()
	}
	w.rows, w.table, w.words, w.states, w.results, w.counts, w.parts = nil, nil, nil, nil, nil, nil, nil
	w.next, w.total, w.groups, w.filled = 0, 0, 0, false
}

func (w *windowHash) Close() error {
	w.drop()
	w.store.close()
	w.mem.release()
	return w.child.Close()
}
