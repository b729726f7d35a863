package catalog

import (
	"strings"
	"testing"

	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// The log rebuilds every catalog: the records of the template and of some DDL,
// replayed into an empty store, give the same rows at the same places.
func TestReplayRebuildsCatalogs(t *testing.T) {
	c, err := newTemplate()
	if err != nil {
		t.Fatal(err)
	}
	s := testDB{c}.session(t)
	s.begin()
	makeThings(s, "a_")
	s.commit()
	s.begin()
	makeThings(s, "b_")
	s.abort()
	s.begin()
	s.must(s.Drop(ColumnObject(s.mustLookup("a_t").OID, 2), false))
	s.commit()
	recs, err := c.store.WAL().Records(0)
	s.must(err)
	fresh := storage.NewStore(lmgr.NewManager())
	s.must(storage.Replay(recs, fresh))
	for _, r := range s.staticRelations() {
		if r.Heap == nil {
			continue
		}
		want := heapText(c.store, r.Heap)
		if want == "" {
			continue // no record, no heap
		}
		h := fresh.OpenHeap(r.File)
		if h == nil {
			t.Errorf("%s: no heap after replay", r.Name)
		} else if got := heapText(fresh, h); got != want {
			t.Errorf("%s differs:\n%s", r.Name, diff(want, got))
		}
	}
}

// heapText writes the visible rows of a heap with their places.
func heapText(store *storage.Store, h *storage.Heap) string {
	txn := store.Begin(storage.ReadCommitted, nil)
	defer txn.Commit()
	sn := txn.CatalogSnapshot()
	defer sn.Release()
	var b strings.Builder
	hs := h.Scan(sn)
	for row := hs.Next(); row != nil; row = hs.Next() {
		b.WriteString(hs.TID().String())
		for _, d := range row {
			b.WriteString("|" + types.Output(d, types.TextOID, types.DefaultEnv()))
		}
		b.WriteString("\n")
	}
	return b.String()
}
