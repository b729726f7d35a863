package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// windowHash computes aggregates over whole partitions of unsorted input
// (minidb.window_plan = auto): a hash table gives each row the number of its partition,
// rows wait in a tuplestore until the last one has come, and leave in the order in which
// they came, each with its partition's results.
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
	parts   []int32 // by row: its partition
	groups  int     // partitions so far
	next    int     // row to emit
	filled  bool
	stale   bool // the child has been read

	rows  *storage.Tuplestore
	store windowStore
	maker *storeMaker
	mem   account // of the store
	own   account // of all else
	watch paramWatch
}

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
	return w, nil
}

func (w *windowHash) Open() error { return w.child.Open() }

func (w *windowHash) Next() (types.Row, error) {
	if !w.filled {
		if err := w.fill(); err != nil {
			return nil, err
		}
	}
	for w.next < len(w.parts) {
		row, err := w.rows.Next(0)
		if err != nil {
			return nil, err
		}
		copy(w.row, row)
		p := int(w.parts[w.next])
		w.next++
		if w.onlyCnt {
			for i := range w.calls {
				w.row[w.n+i] = types.NewInt(w.counts[p])
			}
		} else {
			copy(w.row[w.n:], w.results[p*len(w.calls):])
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
	for {
		row, err := w.child.Next()
		if err != nil {
			return err
		}
		if row == nil {
			break
		}
		if err := w.poll.check(w.c.Sess); err != nil {
			return err
		}
		p, err := w.partition(row)
		if err != nil {
			return err
		}
		if w.rows == nil {
			w.rows = w.store.begin()
		}
		if err := w.rows.Put(row); err != nil {
			return err
		}
		w.parts = append(w.parts, int32(p))
		if len(w.parts)%1024 == 0 {
			if err := w.own.add(4 * 1024); err != nil {
				return err
			}
		}
		if w.onlyCnt {
			w.counts[p]++
		} else if err := w.addRow(p, row); err != nil {
			return err
		}
	}
	w.maker.partitions += int64(w.groups)
	w.filled = true
	return w.finishAll()
}

// partition finds the number of a row's partition.
func (w *windowHash) partition(row types.Row) (int, error) {
	for i := range w.plan.PartCols {
		w.key[i] = row[w.plan.PartCols[i].Col]
	}
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
		if w.rows != nil {
			w.rows.Rewind(0)
		}
		w.next = 0
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
	w.next, w.groups, w.filled = 0, 0, false
}

func (w *windowHash) Close() error {
	w.drop()
	w.store.close()
	w.mem.release()
	return w.child.Close()
}

// wordTable numbers the values of one key that is a machine word, in the order in which
// they come: open addressing without a look at rows.
type wordTable struct {
	slots []wordSlot
	shift uint // of the hash, to get a slot
	n     int
	null  int // number of NULL plus 1
}

type wordSlot struct {
	word  uint64
	entry int32 // number plus 1; 0: free
}

const wordBytes = 32 // an entry's share of the slots

func newWordTable() *wordTable { return &wordTable{slots: make([]wordSlot, 1024), shift: 64 - 10} }

// find returns the number of a value, and whether it had one before.
func (t *wordTable) find(d types.Datum) (int, bool) {
	if d.IsNull() {
		if t.null > 0 {
			return t.null - 1, true
		}
		t.n++
		t.null = t.n
		return t.n - 1, false
	}
	word := d.Word()
	for i := word * 0x9e3779b97f4a7c15 >> t.shift; ; i = (i + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[i]
		if s.entry == 0 {
			t.n++
			*s = wordSlot{word, int32(t.n)}
			if 2*t.n > len(t.slots) {
				t.grow()
			}
			return t.n - 1, false
		}
		if s.word == word {
			return int(s.entry) - 1, true
		}
	}
}

func (t *wordTable) grow() {
	old := t.slots
	t.slots = make([]wordSlot, 4*len(old))
	t.shift -= 2
	for _, s := range old {
		if s.entry == 0 {
			continue
		}
		i := s.word * 0x9e3779b97f4a7c15 >> t.shift
		for t.slots[i].entry != 0 {
			i = (i + 1) & uint64(len(t.slots)-1)
		}
		t.slots[i] = s
	}
}
