package storage

import (
	"testing"

	"minidb/types"
)

// A row that is overwritten in place is seen by old snapshots too, stays when
// its writer rolls back, and comes out of the log again.
func TestOverwrite(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(2)
	old := s.Begin(RepeatableRead, nil)
	sn := old.TakeSnapshot()
	inTxn(s, func(x *Txn) {
		if err := h.PutFrozen(x, ints(1, 0)); err != nil {
			t.Fatal(err)
		}
	})
	before := h.Scan(sn).Next()
	if before == nil || before[0].Int() != 1 {
		t.Fatalf("the snapshot from before reads %v", before)
	}
	x := s.Begin(ReadCommitted, nil)
	err := h.Overwrite(x, func(row types.Row) (types.Row, error) { return ints(row[0].Int()+1, 7), nil })
	if err != nil {
		t.Fatal(err)
	}
	x.Abort()
	if before[0].Int() != 1 {
		t.Error("a row that was read changed")
	}
	if row := h.Scan(sn).Next(); row[0].Int() != 2 || row[1].Int() != 7 {
		t.Errorf("after the rollback: %v", row)
	}
	if row := h.ReadFirst(); row[0].Int() != 2 {
		t.Errorf("ReadFirst: %v", row)
	}
	old.Abort()
	recs, err := s.WAL().Records(0)
	if err != nil {
		t.Fatal(err)
	}
	fresh := NewStore(nil)
	if err := Replay(recs, fresh); err != nil {
		t.Fatal(err)
	}
	if got, want := dumpHeap(fresh.OpenHeap(h.ID())), dumpHeap(h); got != want {
		t.Errorf("replayed:\n%s\nwant\n%s", got, want)
	}
}
