package catalog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// logged counts the records and bytes that transactions wrote about catalogs
// since a place in the log, from the log itself.
func logged(t *testing.T, s *testSession, from storage.LSN) (heap, index, bytes int64) {
	recs, err := s.store.WAL().Records(from)
	s.must(err)
	heaps, trees := map[storage.FileID]bool{}, map[storage.FileID]bool{}
	for _, r := range s.static {
		if r.Heap != nil {
			heaps[r.File] = true
		}
		for _, ix := range r.Indexes {
			trees[ix.File] = true
		}
	}
	for _, r := range recs {
		switch {
		case r.XID == 0: // pruning
			continue
		case r.Rmgr == storage.RmgrHeap && heaps[r.File]:
			heap++
		case r.Rmgr == storage.RmgrBtree && trees[r.File]:
			index++
		default:
			continue
		}
		bytes += int64(r.Bytes)
	}
	return heap, index, bytes
}

// The counters of written records say what is in the log, whatever the DDL.
func TestWriterCountsTheLog(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 0))
	s := newTestDB(t).session(t)
	for i := range 40 {
		*s.S.Counters = session.Counters{}
		from := s.store.WAL().LSN()
		s.begin()
		name := fmt.Sprintf("r%d_", i)
		r := makeThings(s, name)
		for range rnd.IntN(5) {
			randomChange(s, rnd, r.OID)
		}
		if rnd.IntN(3) == 0 {
			s.must(s.Drop(RelationObject(r.OID), true))
		}
		if rnd.IntN(3) == 0 {
			s.abort()
		} else {
			s.commit()
		}
		n := s.S.Counters.CatalogInsert
		heap, index, bytes := logged(t, s, from)
		if n.HeapRecords != heap || n.IndexRecords != index || n.WALBytes != bytes || n.IndexOpens != n.IndexCloses {
			t.Fatalf("round %d: counted %+v, logged %d heap, %d index, %d bytes", i, n, heap, index, bytes)
		}
	}
}

func randomChange(s *testSession, rnd *rand.Rand, oid types.OID) {
	r, err := s.ByOID(oid)
	s.must(err)
	switch rnd.IntN(4) {
	case 0:
		_, err = s.AddColumn(r, Column{Name: fmt.Sprintf("x%d", len(r.Columns)), Type: types.Int4OID, Typmod: -1})
	case 1:
		err = s.RenameColumn(r, 2, fmt.Sprintf("y%d", rnd.IntN(1<<30)))
	case 2:
		err = s.UpdateStats(oid, rnd.Int64N(100), 7, 0)
	default:
		_, err = s.CreateIndex(IndexSpec{Table: oid, Keys: []IndexKey{{Attr: 3}}})
	}
	s.must(err)
	s.CommandEnd()
}

// One Writer: what each kind of write counts.
func TestWriterCountsOne(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	n := &s.S.Counters.CatalogInsert
	labels := func(of types.OID, count int) (rows []types.Row) {
		for i := range count {
			rows = append(rows, types.Row{oidDatum(s.NewOID()), oidDatum(of), types.NewFloat4(float32(i)), textDatum(fmt.Sprint("label", i))})
		}
		return rows
	}
	check := func(what string, want session.CatalogInsertCounters) {
		t.Helper()
		if want.WALBytes = n.WALBytes; *n != want || n.WALBytes == 0 {
			t.Errorf("%s:\n got %+v\nwant %+v", what, *n, want)
		}
		*n = session.CatalogInsertCounters{}
		s.CommandEnd()
	}
	s.must(s.insertRows(PgEnum, labels(90000, 10)))
	check("batch", session.CatalogInsertCounters{IndexOpens: 3, IndexCloses: 3, IndexLocks: 3, IndexInfoBuilt: 3,
		Slots: 10, Tuples: 10, Batches: 1, HeapRecords: n.HeapRecords, IndexRecords: 30})
	s.must(s.insertRow(PgEnum, labels(90001, 1)[0]))
	check("row", session.CatalogInsertCounters{IndexOpens: 3, IndexCloses: 3, IndexLocks: 3, IndexInfoBuilt: 3,
		Slots: 1, Tuples: 1, HeapRecords: 1, IndexRecords: 3})
	s.must(s.deleteWhere(PgEnum, "pg_enum_typid_label_index", oidDatum(90001)))
	check("delete", session.CatalogInsertCounters{Tuples: 1, HeapRecords: 1})
	r := s.table("t", "a int4")
	*n = session.CatalogInsertCounters{}
	s.must(s.UpdateStats(r.OID, 3, 3, 3))
	check("update of no key", session.CatalogInsertCounters{Slots: 1, Tuples: 1, HeapRecords: 1})
}

// A row changed twice by one command is an error, and not an endless loop; so is
// a row that others keep changing once the statement is canceled.
func TestChangedTwice(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	r := s.table("t", "a int4")
	pages := func(n int64) error {
		_, err := s.change(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(r.OID)},
			func(row types.Row) bool { row[ClassRelpages] = types.NewInt(n); return true })
		return err
	}
	s.must(pages(1))
	for what, err := range map[string]error{"update": pages(2), "delete": s.deleteWhere(PgClass, "pg_class_oid_index", oidDatum(r.OID))} {
		if pgerr.CodeOf(err) != pgerr.Internal || pgerr.From(err).Message != "tuple already updated by self" {
			t.Errorf("%s: %v", what, err)
		}
	}
	s.CommandEnd()
	s.must(pages(2))
}

// Another session replaces the row between the look and each attempt.
func TestChangeIsInterrupted(t *testing.T) {
	db := newTestDB(t)
	s, o := db.session(t), db.session(t)
	s.begin()
	r := s.table("t", "a int4")
	s.commit()
	s.S.BeginStatement(context.Background())
	defer s.S.EndStatement(true)
	s.begin()
	defer s.abort()
	tries := 0
	_, err := s.change(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(r.OID)}, func(types.Row) bool {
		tries++
		o.begin()
		o.must(o.UpdateStats(r.OID, int64(tries), 1, 0))
		o.commit()
		if tries == 5 {
			s.S.Cancel()
		}
		return true
	})
	if pgerr.CodeOf(err) != pgerr.QueryCanceled || tries != 5 {
		t.Errorf("%v after %d tries", err, tries)
	}
}
