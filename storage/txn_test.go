package storage

import (
	"slices"
	"testing"
)

func TestOnEnd(t *testing.T) {
	s := NewStore(nil)
	var got []string
	note := func(x *Txn, name string) {
		x.OnEnd(func(committed bool) {
			if committed {
				name += " committed"
			}
			got = append(got, name)
		})
	}
	x := s.Begin(ReadCommitted, nil)
	note(x, "a")
	note(x, "b")
	x.Savepoint()
	note(x, "c")
	inner := x.Savepoint()
	note(x, "d")
	note(x, "e")
	x.RollbackTo(inner)
	x.ReleaseTo(1)
	x.Commit()
	x.Abort() // has no effect any more
	if want := []string{"e", "d", "a committed", "b committed", "c committed"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestIsolationLevels(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	rc, rr := s.Begin(ReadCommitted, nil), s.Begin(RepeatableRead, nil)
	old := rc.TakeSnapshot()
	rr.TakeSnapshot()
	inTxn(s, func(x *Txn) { mustInsert(t, h, x, ints(1)) })
	sees := func(sn *Snapshot) bool { return h.Scan(sn).Next() != nil }
	if sees(old) || !sees(rc.TakeSnapshot()) || sees(rr.TakeSnapshot()) || !sees(rr.CatalogSnapshot()) {
		t.Error("wrong snapshots")
	}
	mustInsert(t, h, rr, ints(2))
	if sees(rr.TakeSnapshot()) {
		t.Error("a command sees its own row")
	}
	rr.IncrementCommand()
	if !sees(rr.TakeSnapshot()) {
		t.Error("the next command does not see the row")
	}
	rr.Abort()
	rc.Commit()
}

func TestIDsAndHorizon(t *testing.T) {
	s := NewStore(nil)
	x := s.Begin(ReadCommitted, nil)
	if x.HasXID() {
		t.Error("a reader has an id")
	}
	x.Savepoint()
	if inner := x.XID(); inner != FirstNormalXID+1 || x.TopXID() != FirstNormalXID {
		t.Errorf("ids %d in %d", inner, x.TopXID())
	}
	y := s.Begin(ReadCommitted, nil)
	sn := y.TakeSnapshot()
	x.Commit()
	if low := s.OldestXmin(); low != FirstNormalXID {
		t.Errorf("horizon %d", low)
	}
	sn.Release()
	sn.Release()
	if low := s.OldestXmin(); low != s.NextXID() {
		t.Errorf("horizon %d after release", low)
	}
	y.Commit()
	if got := MakeTID(0, 0).String(); got != "(0,1)" {
		t.Error(got)
	}
}

func TestSystemColumns(t *testing.T) {
	s := NewStore(nil)
	h := s.CreateHeap(1)
	x := s.Begin(ReadCommitted, nil)
	tid := mustInsert(t, h, x, ints(1))
	x.IncrementCommand()
	sn := x.TakeSnapshot()
	at := mustUpdate(t, h, x, tid, ints(2), false)
	sys, _ := h.System(tid)
	if want := (SystemColumns{Xmin: x.XID(), Xmax: x.XID(), Cmax: 1, Ended: true}); sys != want {
		t.Errorf("%+v, want %+v", sys, want)
	}
	if row, ok := h.FetchAt(sn, tid); !ok || row[0].Int() != 1 {
		t.Errorf("old version %v", row)
	}
	if _, ok := h.FetchAt(sn, at); ok {
		t.Error("the command sees its own update")
	}
	if row, ok := h.FetchAny(x, at); !ok || row[0].Int() != 2 {
		t.Errorf("new version %v", row)
	}
	x.Commit()
}
