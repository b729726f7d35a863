package storage

import (
	"runtime"
	"strings"
	"testing"

	"minidb/types"
)

// One row updated very often, found through its index each time, keeps a chain
// of a few versions on one page.
func TestUpdateChainStaysShort(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(2)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	var root TID
	inTxn(s, func(x *Txn) {
		root = mustInsert(t, h, x, ints(1, 0))
		if err := ix.Insert(x, ints(1), root); err != nil {
			t.Fatal(err)
		}
	})
	const n = 50_000
	for i := range n {
		x := s.Begin(ReadCommitted, nil)
		sn := x.TakeSnapshot()
		row, at, ok := h.Fetch(sn, root)
		if !ok || row[1].Int() != int64(i) {
			t.Fatalf("after %d updates: row %v, found %v", i, row, ok)
		}
		mustUpdate(t, h, x, at, ints(1, int64(i+1)), false)
		sn.Release()
		x.Commit()
	}
	if h.Pages() != 1 || h.DeadEstimate() > 2*pruneAfterHops {
		t.Errorf("%d pages, %d dead versions", h.Pages(), h.DeadEstimate())
	}
}

// The same by sequential scans, which never walk the chain.
func TestUpdateByScanStaysSmall(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(2)
	const rows = 300
	inTxn(s, func(x *Txn) {
		for i := range rows {
			mustInsert(t, h, x, ints(int64(i), 0))
		}
	})
	for round := range 200 {
		inTxn(s, func(x *Txn) {
			sn := x.TakeSnapshot()
			for hs := h.Scan(sn); ; {
				row := hs.Next()
				if row == nil {
					break
				}
				mustUpdate(t, h, x, hs.TID(), ints(row[0].Int(), int64(round+1)), false)
			}
		})
	}
	if h.Pages() > 12 { // two generations of versions and the roots' stubs
		t.Errorf("%d pages for %d rows", h.Pages(), rows)
	}
	inTxn(s, func(x *Txn) {
		n := 0
		for hs := h.Scan(x.TakeSnapshot()); ; n++ {
			row := hs.Next()
			if row == nil {
				break
			}
			if row[1].Int() != 200 {
				t.Fatalf("row %d has %d", row[0].Int(), row[1].Int())
			}
		}
		if n != rows {
			t.Errorf("%d rows, want %d", n, rows)
		}
	})
}

func TestVacuumGivesMemoryBack(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(2)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}})
	before := heapBytes()
	var tids []TID
	inTxn(s, func(x *Txn) {
		text := strings.Repeat("x", 100)
		for i := range 50_000 {
			tid := mustInsert(t, h, x, types.Row{types.NewInt(int64(i)), types.NewText(text)})
			tids = append(tids, tid)
			_ = ix.Insert(x, ints(int64(i)), tid)
		}
	})
	full := heapBytes()
	inTxn(s, func(x *Txn) {
		for _, tid := range tids {
			mustDelete(t, h, x, tid)
		}
	})
	st, _ := h.Vacuum([]*Index{ix}, false, nil)
	if st.RowsRemoved != 50_000 || st.IndexEntriesRemoved != 50_000 || ix.Len() != 0 || h.Pages() != 0 {
		t.Errorf("%+v, %d entries and %d pages left", st, ix.Len(), h.Pages())
	}
	tids = nil
	if after := heapBytes(); after-before-walSize > (full-before-walSize)/10 {
		t.Errorf("%d bytes before, %d full, %d after vacuum", before, full, after)
	}
	runtime.KeepAlive(s)
}

func heapBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestMemoryPerRow(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(3)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	const n = 200_000
	before := heapBytes()
	inTxn(s, func(x *Txn) {
		for i := range int64(n) {
			tid := mustInsert(t, h, x, types.Row{types.NewInt(i), types.NewInt(i), types.NewText("text of a row")})
			_ = ix.Insert(x, ints(i), tid)
		}
	})
	perRow := (heapBytes() - before) / n
	t.Logf("%d bytes a row", perRow)
	if perRow > 200 {
		t.Errorf("%d bytes a row", perRow)
	}
	runtime.KeepAlive(s)
	runtime.KeepAlive(ix)
}

// An open snapshot keeps what it sees from pruning and vacuum.
func TestSnapshotHoldsBack(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	var tid TID
	inTxn(s, func(x *Txn) { tid = mustInsert(t, h, x, ints(1)) })
	reader := s.Begin(RepeatableRead, nil)
	sn := reader.TakeSnapshot()
	inTxn(s, func(x *Txn) { mustDelete(t, h, x, tid) })
	if st, _ := h.Vacuum(nil, false, nil); st.RowsRemoved != 0 || st.RowsKept != 1 {
		t.Errorf("%+v", st)
	}
	if _, _, ok := h.Fetch(sn, tid); !ok {
		t.Error("the old snapshot lost its row")
	}
	sn.Release()
	reader.Commit()
	if st, _ := h.Vacuum(nil, false, nil); st.RowsRemoved != 1 {
		t.Errorf("%+v", st)
	}
}

// The estimates follow rollbacks of a transaction and of its savepoints.
func TestEstimatesAfterRollback(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	want := func(when string, live, dead int64) {
		t.Helper()
		if h.LiveEstimate() != live || h.DeadEstimate() != dead {
			t.Errorf("%s: %d live, %d dead, not %d and %d", when, h.LiveEstimate(), h.DeadEstimate(), live, dead)
		}
	}
	inTxn(s, func(x *Txn) { mustInsert(t, h, x, ints(1)) })
	x := s.Begin(ReadCommitted, nil)
	if _, err := h.MultiInsert(x, []types.Row{ints(2), ints(3)}, nil); err != nil {
		t.Fatal(err)
	}
	depth := x.Savepoint()
	mustInsert(t, h, x, ints(4))
	want("before", 4, 0)
	x.RollbackTo(depth)
	want("after ROLLBACK TO", 3, 1)
	x.Savepoint()
	mustInsert(t, h, x, ints(5))
	x.ReleaseTo(depth)
	want("after RELEASE", 4, 1)
	x.Abort()
	want("after ROLLBACK", 1, 4)
}
