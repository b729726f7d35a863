package storage

import (
	"context"
	"path/filepath"
	"testing"

	"minidb/settings"
	"minidb/storage/lmgr"
	"minidb/types"
)

var bg = context.Background()

var intKey = KeySpec{Kind: types.Int}

// newLocked returns a store and a function that begins transactions as separate
// sessions do.
func newLocked(t testing.TB) (*Store, func() *Txn) {
	m := lmgr.NewManager()
	s := NewStore(m)
	pid := int32(0)
	return s, func() *Txn {
		pid++
		return s.Begin(ReadCommitted, m.Open(pid, settings.Defaults()))
	}
}

func ints(vs ...int64) types.Row {
	row := make(types.Row, len(vs))
	for i, v := range vs {
		row[i] = types.NewInt(v)
	}
	return row
}

// inTxn runs f in a transaction of its own and commits.
func inTxn(s *Store, f func(t *Txn)) {
	t := s.Begin(ReadCommitted, nil)
	f(t)
	t.Commit()
}

func mustInsert(tb testing.TB, h *Heap, t *Txn, row types.Row) TID {
	tb.Helper()
	tid, err := h.Insert(t, row)
	if err != nil {
		tb.Fatal(err)
	}
	return tid
}

// update changes a row and fails the test on any result but TMOk.
func mustUpdate(tb testing.TB, h *Heap, t *Txn, tid TID, row types.Row, newKeys bool) TID {
	tb.Helper()
	at, res, _, err := h.Update(bg, t, nil, tid, row, newKeys)
	if err != nil || res != TMOk {
		tb.Fatalf("update of %v: result %d, error %v", tid, res, err)
	}
	return at
}

func mustDelete(tb testing.TB, h *Heap, t *Txn, tid TID) {
	tb.Helper()
	if res, _, err := h.Delete(bg, t, nil, tid); err != nil || res != TMOk {
		tb.Fatalf("delete of %v: result %d, error %v", tid, res, err)
	}
}

func count(s *Store, h *Heap) (n int) {
	t := s.Begin(ReadCommitted, nil)
	defer t.Commit()
	for hs := h.Scan(t.TakeSnapshot()); hs.Next() != nil; {
		n++
	}
	return n
}

// noFiles fails if a directory holds files.
func noFiles(t *testing.T, dir string) {
	t.Helper()
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("files left behind: %v", left)
	}
}
