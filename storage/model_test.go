package storage

// Random transactions of several interleaved sessions against a model that
// knows nothing of versions: a map of what is committed, and each transaction's
// own changes laid over it.

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"minidb/types"
)

var (
	modelSeed   = flag.Uint64("seed", 1, "seed of TestModel; 0 takes the time (make random)")
	modelRounds = flag.Int("rounds", 10000, "rounds of TestModel")
)

// modelTxn is a transaction and what it should see.
type modelTxn struct {
	t      *Txn
	snap   map[int]int    // committed rows as of the snapshot (repeatable read)
	seq    int            // commits by then
	levels []map[int]*int // own changes by subtransaction; nil: deleted
	held   *Snapshot      // an old snapshot, as a cursor has
	view   map[int]int    // what it saw
}

type model struct {
	*testing.T
	r         *rand.Rand
	s         *Store
	h         *Heap
	ids, vals *Index
	committed map[int]int
	changed   map[int]int // number of the commit that changed a row last
	seq       int
	txns      []*modelTxn
}

const (
	modelSessions = 5
	modelIDs      = 40
)

func TestModel(t *testing.T) {
	seed := *modelSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	m := &model{T: t, r: rand.New(rand.NewPCG(seed, 1)), s: NewStore(nil),
		committed: map[int]int{}, changed: map[int]int{}, txns: make([]*modelTxn, modelSessions)}
	m.h = m.s.CreateHeap(3)
	m.ids = m.s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	m.vals = m.s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey, intKey}})
	for round := range *modelRounds {
		m.step()
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
}

func (m *model) step() {
	i := m.r.IntN(modelSessions)
	x := m.txns[i]
	if x == nil {
		x = m.begin()
		m.txns[i] = x
	}
	id := m.r.IntN(modelIDs)
	switch op := m.r.IntN(100); {
	case op < 25:
		m.insert(x, id)
	case op < 50:
		m.change(x, id, m.r.IntN(2) == 0)
	case op < 60:
		m.remove(x, id)
	case op < 68:
		x.t.Savepoint()
		x.levels = append(x.levels, map[int]*int{})
	case op < 74:
		m.rollbackTo(x)
	case op < 78:
		m.release(x)
	case op < 84:
		m.hold(x)
	case op < 92:
		m.end(i, m.r.IntN(3) > 0)
	case op < 94:
		m.vacuum()
	case op < 95:
		m.clone()
	default:
		m.lock(x, id)
	}
	for _, x := range m.txns {
		if x != nil {
			m.check(x)
		}
	}
}

func (m *model) begin() *modelTxn {
	iso := ReadCommitted
	if m.r.IntN(3) == 0 {
		iso = RepeatableRead
	}
	x := &modelTxn{t: m.s.Begin(iso, nil), levels: []map[int]*int{{}}}
	if iso == RepeatableRead {
		x.t.TakeSnapshot().Release()
		x.snap, x.seq = maps.Clone(m.committed), m.seq
	}
	return x
}

// sees lays own changes over the base.
func (m *model) sees(x *modelTxn) map[int]int {
	base := m.committed
	if x.snap != nil {
		base = x.snap
	}
	view := maps.Clone(base)
	for _, l := range x.levels {
		for id, v := range l {
			if v == nil {
				delete(view, id)
			} else {
				view[id] = *v
			}
		}
	}
	return view
}

// own returns x's pending change of a row.
func (x *modelTxn) own(id int) (v *int, ok bool) {
	for i := len(x.levels) - 1; i >= 0; i-- {
		if v, ok := x.levels[i][id]; ok {
			return v, true
		}
	}
	return nil, false
}

// contested reports whether another transaction has a pending change of the row.
func (m *model) contested(x *modelTxn, id int) bool {
	for _, o := range m.txns {
		if o != nil && o != x {
			if _, ok := o.own(id); ok {
				return true
			}
		}
	}
	return false
}

func (x *modelTxn) set(id int, v *int) { x.levels[len(x.levels)-1][id] = v }

func (m *model) row(id, val int) types.Row {
	return types.Row{types.NewInt(int64(id)), types.NewInt(int64(val)), types.NewText(fmt.Sprint("t", val))}
}

func (m *model) addVal(x *modelTxn, tid TID, row types.Row) {
	if err := m.vals.Insert(x.t, []types.Datum{row[1], row[0]}, tid); err != nil {
		m.Error(err)
	}
}

func (m *model) insert(x *modelTxn, id int) {
	if _, seen := x.snap[id]; seen && m.changed[id] > x.seq {
		return // if it was deleted since, x would see both rows, in PostgreSQL too
	}
	val := m.r.IntN(1000)
	row := m.row(id, val)
	tid := mustInsert(m.T, m.h, x.t, row)
	conflict, err := m.ids.InsertUnique(bg, x.t, m.h, row[:1], tid)
	mine, pending := x.own(id)
	_, there := m.committed[id]
	contested := m.contested(x, id)
	if pending {
		there = mine != nil
	}
	switch {
	case pending && there, !pending && !contested && there:
		if err != nil || conflict == InvalidTID {
			m.Errorf("insert of existing %d: conflict %v, error %v", id, conflict, err)
		}
	case !pending && contested:
		if err == nil {
			m.Errorf("insert of contested %d did not wait", id)
		}
	case err != nil || conflict != InvalidTID:
		m.Errorf("insert of %d: conflict %v, error %v", id, conflict, err)
	default:
		m.addVal(x, tid, row)
		x.set(id, &val)
		x.t.IncrementCommand()
		return
	}
	m.h.Kill(x.t, tid)
	x.t.IncrementCommand()
}

// find returns the place of the version that sn sees, through the index.
func (m *model) find(sn *Snapshot, id int) (row types.Row, at TID, ok bool) {
	key := ints(int64(id))
	is := m.ids.Scan(Range{Lo: key, Hi: key}, m.r.IntN(2) == 0)
	for {
		tid, more := is.Next()
		if !more {
			return row, at, ok
		}
		if r, a, found := m.h.Fetch(sn, tid); found {
			if ok {
				m.Errorf("row %d is visible twice: %v and %v", id, at, a)
			}
			row, at, ok = r, a, true
		}
	}
}

// expect returns the result that a change of a visible row must have.
func (m *model) expect(x *modelTxn, id int) (res TMResult, waits bool) {
	if _, pending := x.own(id); pending {
		return TMOk, false
	}
	if x.snap != nil && m.changed[id] > x.seq {
		if _, there := m.committed[id]; there {
			return TMUpdated, false
		}
		return TMDeleted, false
	}
	return TMOk, m.contested(x, id)
}

func (m *model) judge(x *modelTxn, id int, what string, res TMResult, err error) (done bool) {
	want, waits := m.expect(x, id)
	switch {
	case waits:
		if err == nil {
			m.Errorf("%s of contested %d did not wait: %d", what, id, res)
		}
	case err != nil:
		m.Errorf("%s of %d: %v", what, id, err)
	case want != TMOk && (res == TMUpdated || res == TMDeleted):
	case res != want:
		m.Errorf("%s of %d: result %d, want %d", what, id, res, want)
	}
	return err == nil && res == TMOk
}

func (m *model) change(x *modelTxn, id int, newKeys bool) {
	sn := x.t.TakeSnapshot()
	defer sn.Release()
	old, at, ok := m.find(sn, id)
	if !ok {
		return
	}
	val := m.r.IntN(1000)
	if !newKeys {
		val = int(old[1].Int())
	}
	row := m.row(id, val)
	tid, res, _, err := m.h.Update(bg, x.t, sn, at, row, newKeys)
	if m.judge(x, id, "update", res, err) {
		if newKeys {
			m.addVal(x, tid, row)
			if err := m.ids.Insert(x.t, row[:1], tid); err != nil {
				m.Error(err)
			}
		}
		x.set(id, &val)
	}
	x.t.IncrementCommand()
}

func (m *model) remove(x *modelTxn, id int) {
	sn := x.t.TakeSnapshot()
	defer sn.Release()
	if _, at, ok := m.find(sn, id); ok {
		res, _, err := m.h.Delete(bg, x.t, sn, at)
		if m.judge(x, id, "delete", res, err) {
			x.set(id, nil)
		}
	}
	x.t.IncrementCommand()
}

// lock takes and keeps a row lock; it counts as a change nobody sees, so that
// the model knows that others wait.
func (m *model) lock(x *modelTxn, id int) {
	sn := x.t.TakeSnapshot()
	defer sn.Release()
	if row, at, ok := m.find(sn, id); ok {
		res, _, err := m.h.LockRow(bg, x.t, sn, at, LockUpdate, WaitBlock)
		if m.judge(x, id, "lock", res, err) {
			// Changing the row to itself is what the model can express.
			val := int(row[1].Int())
			if _, res, _, err := m.h.Update(bg, x.t, sn, at, m.row(id, val), false); m.judge(x, id, "update after lock", res, err) {
				x.set(id, &val)
			}
		}
	}
	x.t.IncrementCommand()
}

func (m *model) rollbackTo(x *modelTxn) {
	if len(x.levels) == 1 {
		return
	}
	depth := 1 + m.r.IntN(len(x.levels)-1)
	x.t.RollbackTo(depth)
	x.levels = x.levels[:depth]
	x.drop()
}

func (m *model) release(x *modelTxn) {
	if len(x.levels) == 1 {
		return
	}
	depth := 1 + m.r.IntN(len(x.levels)-1)
	x.t.ReleaseTo(depth)
	for len(x.levels) > depth {
		last := len(x.levels) - 1
		maps.Copy(x.levels[last-1], x.levels[last])
		x.levels = x.levels[:last]
	}
}

// hold takes a snapshot to be looked at again later.
func (m *model) hold(x *modelTxn) {
	x.drop()
	x.held, x.view = x.t.TakeSnapshot(), m.sees(x)
}

func (x *modelTxn) drop() {
	x.held.Release()
	x.held, x.view = nil, nil
}

func (m *model) end(i int, commit bool) {
	x := m.txns[i]
	m.txns[i] = nil
	if !commit {
		x.t.Abort()
		return
	}
	x.t.Commit()
	m.seq++
	for _, l := range x.levels {
		for id, v := range l {
			m.changed[id] = m.seq
			if v == nil {
				delete(m.committed, id)
			} else {
				m.committed[id] = *v
			}
		}
	}
}

func (m *model) vacuum() {
	_, _ = m.h.Vacuum([]*Index{m.ids, m.vals}, m.r.IntN(2) == 0, nil)
}

// clone goes on with the clone half of the time, and checks the side it leaves.
func (m *model) clone() {
	c := m.s.Clone(nil)
	h := c.OpenHeap(m.h.ID())
	t := c.Begin(ReadCommitted, nil)
	m.compare("clone", h, t.TakeSnapshot(), m.committed)
	mustInsert(m.T, h, t, m.row(-1, 0)) // must not show in the original
	t.Commit()
}

func (m *model) check(x *modelTxn) {
	sn := x.t.TakeSnapshot()
	view := m.sees(x)
	m.compare("scan", m.h, sn, view)
	id := m.r.IntN(modelIDs)
	row, _, ok := m.find(sn, id)
	if val, want := view[id]; want != ok || ok && int(row[1].Int()) != val {
		m.Errorf("fetch of %d: got %v, want %v", id, row, val)
	}
	sn.Release()
	m.checkTouched()
	if x.held != nil {
		m.compare("held snapshot", m.h, x.held, x.view)
	}
}

// checkTouched proves that pruning passes over no version that may die.
func (m *model) checkTouched() {
	for no := range uint32(m.h.Pages()) {
		p := m.h.page(no)
		for i := range p.hdr {
			if hd := &p.hdr[i]; hd.flags()&maskNormal != 0 && !hd.settled() && p.touched.next(i) != i {
				deleted := hd.xmax != InvalidXID && hd.flags()&maskLockOnly == 0
				if hd.flags()&maskXminCommitted == 0 || deleted {
					m.Errorf("page %d, slot %d is not among the touched ones", no, i)
				}
			}
		}
	}
}

func (m *model) compare(what string, h *Heap, sn *Snapshot, want map[int]int) {
	n := 0
	hs := h.Scan(sn)
	for row := hs.Next(); row != nil; row = hs.Next() {
		n++
		id, val := int(row[0].Int()), int(row[1].Int())
		if w, ok := want[id]; !ok || w != val || row[2].Text() != fmt.Sprint("t", val) {
			m.Errorf("%s: row %d is %d at %v, want %d (%v)", what, id, val, hs.TID(), w, ok)
		}
	}
	if n != len(want) {
		m.Errorf("%s: %d rows, want %d", what, n, len(want))
	}
}
