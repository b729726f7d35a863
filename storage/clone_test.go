package storage

import (
	"slices"
	"testing"
	"time"

	"minidb/storage/lmgr"
	"minidb/types"
)

func TestCloneIsIsolated(t *testing.T) {
	s, begin := newLocked(t)
	h := s.CreateHeap(1)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	var tid TID
	inTxn(s, func(x *Txn) {
		tid = mustInsert(t, h, x, ints(1))
		_ = ix.Insert(x, ints(1), tid)
	})
	running := begin()
	mustInsert(t, h, running, ints(2))
	mustDelete(t, h, running, tid)

	c := s.Clone(nil)
	ch, cix := c.OpenHeap(h.ID()), c.OpenIndex(ix.ID())
	running.Commit()
	if n := count(s, h); n != 1 {
		t.Errorf("original has %d rows", n)
	}
	x := c.Begin(ReadCommitted, nil)
	if row, _, ok := ch.Fetch(x.TakeSnapshot(), tid); !ok || row[0].Int() != 1 {
		t.Errorf("the clone lost a row that was being deleted: %v %v", row, ok)
	}
	if n := count(c, ch); n != 1 {
		t.Errorf("clone has %d rows", n)
	}
	mustUpdate(t, ch, x, tid, ints(3), true)
	_ = cix.Insert(x, ints(3), tid)
	x.Commit()
	if ix.Len() != 1 || cix.Len() != 2 {
		t.Errorf("%d and %d entries", ix.Len(), cix.Len())
	}
	inTxn(s, func(x *Txn) { mustInsert(t, h, x, ints(4)) })
	if a, b := count(s, h), count(c, ch); a != 2 || b != 1 {
		t.Errorf("%d rows in the original, %d in the clone", a, b)
	}
	if c.CreateHeap(1).ID() == 0 || c.NextXID() < s.NextXID()-2 {
		t.Error("ids of the clone do not go on")
	}
}

// Changed finds the heaps that either side wrote to, made or dropped; reading leaves
// them shared.
func TestChanged(t *testing.T) {
	s, _ := newLocked(t)
	a, b, gone := s.CreateHeap(1), s.CreateHeap(1), s.CreateHeap(1)
	inTxn(s, func(x *Txn) {
		for i := range int64(500) {
			mustInsert(t, a, x, ints(i))
			mustInsert(t, b, x, ints(i))
		}
	})
	wantChanged := func(c *Store, files ...FileID) {
		t.Helper()
		for _, got := range [][]FileID{s.Changed(c), c.Changed(s)} {
			if !slices.Equal(got, files) {
				t.Errorf("changed %v, want %v", got, files)
			}
		}
	}
	c := s.Clone(lmgr.NewManager())
	count(s, a)
	count(c, b)
	wantChanged(c)
	inTxn(c, func(x *Txn) { mustInsert(t, c.OpenHeap(b.ID()), x, ints(1)) })
	wantChanged(c, b.ID())
	d := s.Clone(lmgr.NewManager())
	wantChanged(d)
	made := d.CreateHeap(1)
	d.DropHeap(gone.ID())
	wantChanged(d, gone.ID(), made.ID())
}

// A store of the size of the system catalogs is cloned in well under 1 ms.
func TestCloneIsCheap(t *testing.T) {
	s := catalogSized(t)
	best := time.Hour
	for range 20 {
		start := time.Now()
		s.Clone(nil)
		best = min(best, time.Since(start))
	}
	t.Logf("%v", best)
	if best > 10*time.Millisecond { // far above what is measured, for slow machines
		t.Errorf("cloning takes %v", best)
	}
}

// catalogSized makes 64 heaps with two indexes each and 6400 rows in all.
func catalogSized(tb testing.TB) *Store {
	s := NewStore(nil)
	x := s.Begin(ReadCommitted, nil)
	for range 64 {
		h := s.CreateHeap(10)
		a := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}})
		b := s.CreateIndex(IndexSpec{Keys: []KeySpec{{Kind: types.Text}}})
		for i := range int64(100) {
			tid := mustInsert(tb, h, x, ints(i))
			_ = a.Insert(x, ints(i), tid)
			_ = b.Insert(x, []types.Datum{types.NewText("name")}, tid)
		}
		defer h.Vacuum(nil, true, nil)
	}
	x.Commit()
	return s
}
