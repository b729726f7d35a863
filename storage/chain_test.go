package storage

// Chains of versions under odd circumstances: broken ones, late lockers, a vacuum
// that is stopped halfway, indexes younger than a snapshot.

import (
	"errors"
	"testing"
	"time"

	"minidb/pgerr"
)

// A chain that cannot be followed is reported, not taken for "no row".
func TestBrokenChain(t *testing.T) {
	defer func(d time.Duration) { patience = d }(patience)
	patience = 20 * time.Millisecond
	s := NewStore(nil)
	h := s.CreateHeap(1)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	var tid TID
	inTxn(s, func(x *Txn) {
		tid = mustInsert(t, h, x, ints(1))
		_ = ix.Insert(x, ints(1), tid)
	})
	p, hd := h.lockSlot(tid)
	*hd = tupleHeader{next: MakeTID(7, 7), xmin: 99, word: maskRedirect}
	p.latch.Unlock()
	x := s.Begin(ReadCommitted, nil)
	defer x.Abort()
	if _, err := ix.InsertUnique(bg, x, h, ints(1), MakeTID(0, 1)); pgerr.CodeOf(err) != pgerr.Internal {
		t.Errorf("InsertUnique: %v", err)
	}
	if _, err := ix.FindConflict(bg, x, h, ints(1), true); pgerr.CodeOf(err) != pgerr.Internal {
		t.Errorf("FindConflict: %v", err)
	}
	defer func() {
		if e, ok := recover().(*pgerr.Error); !ok || e.Code != pgerr.Internal {
			t.Errorf("Fetch: %v", e)
		}
	}()
	_, _, ok := h.Fetch(x.TakeSnapshot(), tid)
	t.Errorf("Fetch returned %v", ok)
}

// A locker that comes along a chain does not undo a replacement which committed
// in the meantime.
func TestLateLockerKeepsUpdate(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	var v [3]TID
	var xid XID
	inTxn(s, func(x *Txn) { v[0] = mustInsert(t, h, x, ints(0)) })
	reader := s.Begin(RepeatableRead, nil)
	defer reader.Commit()
	reader.TakeSnapshot()
	inTxn(s, func(x *Txn) { v[1], xid = mustUpdate(t, h, x, v[0], ints(1), false), x.XID() })
	inTxn(s, func(x *Txn) { v[2] = mustUpdate(t, h, x, v[1], ints(2), false) })
	late := s.Begin(ReadCommitted, nil)
	h.addLocker(late, v[1], xid, lockMember{xid: late.XID(), mode: LockKeyShare})
	if _, at, ok := h.FetchLatest(late, v[0]); !ok || at != v[2] {
		t.Errorf("the chain ends at %v", at)
	}
	late.Commit()
	if n := count(s, h); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestVacuumInterrupted(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}})
	var tids []TID
	const rows = 3 * removeStep
	inTxn(s, func(x *Txn) {
		for i := range int64(rows) {
			tids = append(tids, mustInsert(t, h, x, ints(i)))
			_ = ix.Insert(x, ints(i), tids[i])
		}
	})
	inTxn(s, func(x *Txn) {
		for _, tid := range tids[:rows-10] {
			mustDelete(t, h, x, tid)
		}
	})
	stop := errors.New("stop")
	calls := 0
	ask := func() error {
		if calls++; calls > h.Pages()+2 {
			return stop
		}
		return nil
	}
	if _, err := h.Vacuum([]*Index{ix}, false, ask); !errors.Is(err, stop) {
		t.Fatalf("not stopped: %v", err)
	}
	if n := ix.Len(); n <= 10 || n == rows {
		t.Errorf("%d entries after a stopped vacuum", n)
	}
	inTxn(s, func(x *Txn) { // no slot may be taken for free yet
		for i := range int64(500) {
			_ = ix.Insert(x, ints(rows+i), mustInsert(t, h, x, ints(rows+i)))
		}
	})
	loadStore{s: s, h: h, ids: ix, vals: ix}.checkOne(t)
	if st, err := h.Vacuum([]*Index{ix}, false, nil); err != nil || st.RowsLive != 510 || ix.Len() != 510 {
		t.Errorf("%+v, %d entries: %v", st, ix.Len(), err)
	}
	loadStore{s: s, h: h, ids: ix, vals: ix}.checkOne(t)
}

// checkOne is check for a heap of one column.
func (l loadStore) checkOne(t *testing.T) {
	t.Helper()
	x := l.s.Begin(ReadCommitted, nil)
	defer x.Commit()
	sn, n := x.TakeSnapshot(), 0
	is := l.ids.Scan(Range{}, false)
	last := int64(-1)
	for tid, ok := is.Next(); ok; tid, ok = is.Next() {
		if row, _, ok := l.h.Fetch(sn, tid); ok {
			if row[0].Int() <= last {
				t.Fatalf("%v after %d", row, last)
			}
			last = row[0].Int()
			n++
		}
	}
	if m := count(l.s, l.h); n != m {
		t.Errorf("the index leads to %d of %d rows", n, m)
	}
}

// An index is good for a snapshot that was kept from before only if nothing was
// replaced in between.
func TestIndexAge(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
	inTxn(s, func(x *Txn) { tid = mustUpdate(t, h, x, tid, ints(2), true) })
	old := s.Begin(RepeatableRead, nil)
	defer old.Commit()
	old.TakeSnapshot()
	make := func() (ix *Index) {
		inTxn(s, func(x *Txn) {
			x.XID()
			ix = s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}})
			if h.HasRecentlyDead() {
				ix.MarkYoung(x)
			}
		})
		return ix
	}
	if ix := make(); !ix.Covers(old) {
		t.Error("what died before the snapshot does not matter")
	}
	inTxn(s, func(x *Txn) { tid = mustUpdate(t, h, x, tid, ints(3), true) })
	ix := make()
	fresh, rc := s.Begin(RepeatableRead, nil), s.Begin(ReadCommitted, nil)
	fresh.TakeSnapshot()
	rc.TakeSnapshot()
	if ix.Covers(old) || !ix.Covers(fresh) || !ix.Covers(rc) || !ix.Covers(nil) {
		t.Errorf("covers %v %v %v", ix.Covers(old), ix.Covers(fresh), ix.Covers(rc))
	}
	c := s.Clone(nil)
	x := c.Begin(RepeatableRead, nil)
	x.TakeSnapshot()
	if !c.OpenIndex(ix.ID()).Covers(x) {
		t.Error("nobody in a clone is older than the clone")
	}
}

// TMInvisible tells rows of the own command from rows that went away.
func TestInvisibleOwn(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	x := s.Begin(ReadCommitted, nil)
	defer x.Abort()
	tid := mustInsert(t, h, x, ints(1))
	for _, c := range []struct {
		tid TID
		own bool
	}{{tid, true}, {MakeTID(0, 9), false}, {MakeTID(9, 9), false}} {
		res, fail, err := h.LockRow(bg, x, nil, c.tid, LockUpdate, WaitBlock)
		if res != TMInvisible || fail.Own != c.own || err != nil {
			t.Errorf("%v: %d %+v %v", c.tid, res, fail, err)
		}
	}
}
