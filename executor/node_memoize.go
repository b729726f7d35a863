package executor

import (
	"container/list"

	"minidb/planner"
	"minidb/settings"
	"minidb/storage"
	"minidb/types"
)

// memoize keeps the rows of its child by the parameters that they depend on, and
// does without the child when the same parameters come again: PostgreSQL's
// nodeMemoize.c. What was not used for longest goes when hash_mem is full; rows
// that do not fit alone are passed on and not kept.
type memoize struct {
	base
	child   Node
	plan    *planner.Memoize
	watch   paramWatch // parameters that are no keys: when they change, all goes
	entries map[string]*list.Element
	lru     *list.List // of *memoEntry, the last used one at the back
	limit   int64      // bytes, as PostgreSQL would count them
	used    int64
	peak    int64
	mem     account
	key     []byte
	colType []*types.Type
	keyType []*types.Type

	state  memoState
	entry  *memoEntry
	pos    int
	opened bool // the child has run before
}

type memoState uint8

const (
	memoLookup  memoState = iota // a new scan: find the entry
	memoCached                   // hand out an entry's rows
	memoFilling                  // read the child and keep its rows
	memoBypass                   // read the child without keeping
	memoFinished
)

// memoEntry are the rows for one key.
type memoEntry struct {
	key      string
	rows     []types.Row
	complete bool
	bytes    int64 // in PostgreSQL's structures
	held     int64 // here
}

func newMemoize(c *Ctx, p *planner.Memoize) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	set := c.Sess.Set
	m := &memoize{base: newBase(c, &p.PlanBase), child: child, plan: p, lru: list.New(), entries: map[string]*list.Element{},
		limit: int64(float64(set.Int(settings.WorkMem)) * 1024 * set.Real(settings.HashMemMultiplier)),
		mem:   account{sess: c.Sess}, colType: typesOf(c, p.Types), keyType: typesOf(c, p.KeyTypes)}
	var others []int
	for _, id := range p.Child.Base().ExtParams {
		if !containsInt(p.KeyParams, id) {
			others = append(others, id)
		}
	}
	m.watch = watchParams(others)
	return m, nil
}

func typesOf(c *Ctx, oids []types.OID) []*types.Type {
	out := make([]*types.Type, len(oids))
	for i, o := range oids {
		var ok bool
		if out[i], ok = c.Access.TypeInfo(o); !ok {
			out[i] = &types.Type{Len: 4, Align: 'i'}
		}
	}
	return out
}

func containsInt(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// Open opens the child, which waits until a key is not found.
func (m *memoize) Open() error { return m.child.Open() }

// Next hands out the rows of the current key.
func (m *memoize) Next() (types.Row, error) {
	if m.state == memoLookup {
		if err := m.lookup(); err != nil {
			return nil, err
		}
	}
	switch m.state {
	case memoCached:
		if m.pos == len(m.entry.rows) {
			m.state = memoFinished
			return nil, nil
		}
		m.pos++
		return m.entry.rows[m.pos-1], nil
	case memoFilling:
		return m.fill()
	case memoBypass:
		return m.child.Next()
	}
	return nil, nil
}

// lookup finds the entry of the current parameters, or starts one.
func (m *memoize) lookup() error {
	if m.watch.changed(m.ec) && m.watch.marked {
		m.purge()
	}
	m.watch.mark(m.ec)
	size, err := m.makeKey()
	if err != nil {
		return err
	}
	el := m.entries[string(m.key)]
	if el != nil && el.Value.(*memoEntry).complete {
		m.lru.MoveToBack(el)
		m.entry, m.pos, m.state = el.Value.(*memoEntry), 0, memoCached
		m.count(func(in *planner.Instrument) { in.CacheHits++ })
		return nil
	}
	m.count(func(in *planner.Instrument) { in.CacheMisses++ })
	if m.opened {
		if err := m.child.Rescan(); err != nil {
			return err
		}
	}
	m.opened = true
	if el != nil { // an earlier scan was not read to its end
		m.drop(el)
	}
	m.entry = &memoEntry{key: string(m.key)}
	m.entries[m.entry.key] = m.lru.PushBack(m.entry)
	m.state = memoFilling
	return m.grow(entryBytes+size, int64(len(m.key))+64)
}

// Sizes of PostgreSQL's MemoizeEntry with its MemoizeKey, and of MemoizeTuple.
const (
	entryBytes = 24 + 24
	tupleBytes = 16
)

// makeKey encodes the key's values and returns their size in a tuple.
func (m *memoize) makeKey() (int64, error) {
	m.key = m.key[:0]
	var size types.TupleSize
	for i, f := range m.plan.KeyFns {
		d, err := f(m.ec, nil)
		if err != nil {
			return 0, err
		}
		size.Add(d, m.keyType[i])
		if m.plan.Binary {
			m.key = storage.AppendDatum(m.key, d)
			continue
		}
		if m.plan.KeyTypes[i] == types.BpcharOID && !d.IsNull() {
			d = types.NewText(types.TrimBpchar(d.Text()))
		}
		m.key = types.AppendKey(m.key, d, false, false)
	}
	return int64(size.MinimalBytes()), nil
}

// fill reads a row of the child and keeps it.
func (m *memoize) fill() (types.Row, error) {
	row, err := m.child.Next()
	if err != nil {
		return nil, err
	}
	if row == nil {
		m.entry.complete, m.state = true, memoFinished
		return nil, nil
	}
	var size types.TupleSize
	for i, d := range row {
		if i < len(m.colType) {
			size.Add(d, m.colType[i])
		}
	}
	e := m.entry
	e.rows = append(e.rows, append(make(types.Row, 0, len(row)), row...))
	if err := m.grow(tupleBytes+int64(size.MinimalBytes()), types.RowBytes(row)); err != nil {
		return nil, err
	}
	if m.plan.Single && m.state == memoFilling {
		e.complete = true
	}
	return row, nil
}

// grow charges the current entry and drops others if there is too much; if it is
// too large alone it goes too, and the scan passes its rows on.
func (m *memoize) grow(bytes, held int64) error {
	e := m.entry
	e.bytes += bytes
	e.held += held
	m.used += bytes
	if err := m.mem.add(held); err != nil {
		return err
	}
	m.peak = max(m.peak, m.used)
	m.count(func(in *planner.Instrument) { in.MemoryKB = max(in.MemoryKB, (m.peak+1023)/1024) })
	for m.used > m.limit {
		el := m.lru.Front()
		if el.Value.(*memoEntry) == e {
			m.drop(el)
			m.state = memoBypass
			m.count(func(in *planner.Instrument) { in.CacheOverflows++ })
			return nil
		}
		m.drop(el)
		m.count(func(in *planner.Instrument) { in.CacheEvictions++ })
	}
	return nil
}

func (m *memoize) drop(el *list.Element) {
	e := el.Value.(*memoEntry)
	m.lru.Remove(el)
	delete(m.entries, e.key)
	m.used -= e.bytes
	_ = m.mem.add(-e.held) // giving back does not fail
}

func (m *memoize) purge() {
	m.lru.Init()
	clear(m.entries)
	m.used = 0
	m.mem.release()
}

func (m *memoize) count(f func(*planner.Instrument)) {
	if m.in != nil {
		f(m.in)
	}
}

// Rescan starts a scan for the parameters as they are then.
func (m *memoize) Rescan() error {
	m.state = memoLookup
	return nil
}

// Close gives the memory back.
func (m *memoize) Close() error {
	m.purge()
	return m.child.Close()
}
