package catalog

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
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
	for i := range 60 {
		s.setWriting(writings[rnd.IntN(len(writings))])
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
		if len(s.pins) != 0 {
			t.Fatalf("round %d: pinned: %v", i, s.pins)
		}
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

// writings are all ways of writing catalogs.
var writings = func() (all []writing) {
	for _, insert := range []writing{{perTuple: true}, {}, {multi: true}} {
		for _, open := range []string{"eager", "lazy_unknown", "lazy"} {
			for _, batch := range []bool{false, true} {
				w := insert
				w.open, w.batch = open, batch
				all = append(all, w)
			}
		}
	}
	return all
}()

func (s *testSession) setWriting(w writing) {
	insert := "open_once"
	if w.perTuple {
		insert = "per_tuple"
	} else if w.multi {
		insert = "multi"
	}
	each := map[bool]string{true: "batch", false: "each"}[w.batch]
	for name, v := range map[string]string{"catalog_insert": insert, "catalog_open": w.open, "catalog_index_insert": each} {
		s.must(s.S.Set.Set("minidb."+name, v, settings.SetOpts{}))
	}
}

// What the writing of T labels counts, by the table at the head of insert.go.
func TestWriterCounts(t *testing.T) {
	s := newTestDB(t).session(t)
	enum := types.OID(90000)
	for _, how := range writings {
		s.setWriting(how)
		for _, T := range []int64{0, 1, 2, 10, 862, 1000} {
			what := fmt.Sprintf("%+v, %d rows", how, T)
			s.begin()
			*s.S.Counters = session.Counters{}
			labels := make([]string, T)
			for i := range labels {
				labels[i] = fmt.Sprint("label", i)
			}
			from := s.store.WAL().LSN()
			s.must(s.enumLabelRows(enum, labels))
			s.commit()
			enum++
			n := s.S.Counters.CatalogInsert
			heap, index, bytes := logged(t, s, from)
			opens, slots, batches := int64(3), T, int64(0)
			switch {
			case how.perTuple:
				opens = 3 * T
			case T == 0 && how.open == "lazy":
				opens = 0
			}
			if how.multi {
				if slots = min(T, 862); !how.batch {
					slots += T
				}
				batches = (T + 861) / 862
			}
			if want := (session.CatalogInsertCounters{IndexOpens: opens, IndexCloses: opens, IndexLocks: opens, IndexInfoBuilt: opens,
				Slots: slots, Tuples: T, Batches: batches, HeapRecords: heap, IndexRecords: index, WALBytes: bytes}); n != want {
				t.Errorf("%s:\n got %+v\nwant %+v", what, n, want)
			}
			if of := s.S.Counters.For("pg_enum").CatalogInsert; of != n {
				t.Errorf("%s: of pg_enum %+v", what, of)
			}
			if !how.multi && heap != T || how.multi && heap > T/50+3 {
				t.Errorf("%s: %d heap records", what, heap)
			}
			if batch := how.multi && how.batch; !batch && index != 3*T || batch && index > 3*(T/64+2) {
				t.Errorf("%s: %d index records", what, index)
			}
		}
	}
}

// What single rows and changes count.
func TestWriterCountsOne(t *testing.T) {
	s := newTestDB(t).session(t)
	s.begin()
	defer s.abort()
	n := &s.S.Counters.CatalogInsert
	check := func(what string, want session.CatalogInsertCounters) {
		t.Helper()
		if want.WALBytes = n.WALBytes; *n != want || n.WALBytes == 0 {
			t.Errorf("%s:\n got %+v\nwant %+v", what, *n, want)
		}
		*n = session.CatalogInsertCounters{}
		s.CommandEnd()
	}
	for i, how := range writings {
		s.setWriting(how)
		of := oidDatum(types.OID(90000 + i))
		s.must(s.insertRow(PgEnum, types.Row{oidDatum(s.NewOID()), of, types.NewFloat4(1), textDatum("a")}))
		opened := session.CatalogInsertCounters{IndexOpens: 3, IndexCloses: 3, IndexLocks: 3, IndexInfoBuilt: 3}
		row := opened
		row.Slots, row.Tuples, row.HeapRecords, row.IndexRecords = 1, 1, 1, 3
		check("row", row)
		hot := session.CatalogInsertCounters{}
		if how.open != "lazy" {
			hot = opened
		}
		_, err := s.change(PgEnum, "pg_enum_typid_label_index", []types.Datum{of}, func(types.Row) bool { return true })
		s.must(err)
		hot.Tuples, hot.HeapRecords = 1, n.HeapRecords // three if the page is full
		check("update of no key", hot)
		s.must(s.deleteWhere(PgEnum, "pg_enum_typid_label_index", of))
		check("delete", session.CatalogInsertCounters{Tuples: 1, HeapRecords: 1})
		r := s.table(fmt.Sprint("t", i), "a int4")
		*n = session.CatalogInsertCounters{}
		s.must(s.UpdateStats(r.OID, 3, 3, 3))
		check("update in place", session.CatalogInsertCounters{Tuples: 1, HeapRecords: n.HeapRecords})
	}
}

// Whatever the way of writing, the first row whose key is there is the one that the
// error names, and the catalogs are as they were before.
func TestDuplicateInBatch(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 0))
	s := newTestDB(t).session(t)
	s.begin()
	s.must(s.enumLabelRows(90000, []string{"old"}))
	s.commit()
	before := heapText(s.store, s.System(PgEnum).Heap)
	for range 40 {
		rows, seen, want := duplicates(s, rnd)
		for _, how := range writings {
			s.setWriting(how)
			s.begin()
			err := s.insertRows(PgEnum, rows)
			got := ""
			if err != nil {
				got = pgerr.From(err).Detail
			}
			if got != want {
				t.Errorf("%+v: %q, want %q", how, got, want)
			}
			s.abort()
		}
		if len(seen) == 0 {
			t.Fatal("no rows")
		}
	}
	if after := heapText(s.store, s.System(PgEnum).Heap); after != before || len(s.pins) != 0 {
		t.Errorf("left behind:\n%s", diff(before, after))
	}
}

// duplicates makes rows of labels, some twice, and the detail of the error.
func duplicates(s *testSession, rnd *rand.Rand) (rows []types.Row, seen map[string]bool, want string) {
	seen = map[string]bool{"old": true}
	numbers := map[types.OID]bool{}
	for range 1 + rnd.IntN(60) {
		label, oid := fmt.Sprint("l", rnd.IntN(400)), 50000+2*types.OID(rnd.IntN(400))
		if rnd.IntN(200) == 0 {
			label = "old"
		}
		rows = append(rows, types.Row{oidDatum(oid), oidDatum(90000), types.NewFloat4(float32(2 + len(rows))), textDatum(label)})
		switch {
		case want != "":
		case numbers[oid]:
			want = fmt.Sprintf("Key (oid)=(%d) already exists.", oid)
		case seen[label]:
			want = fmt.Sprintf("Key (enumtypid, enumlabel)=(90000, %s) already exists.", label)
		}
		seen[label], numbers[oid] = true, true
	}
	return rows, seen, want
}

// CopyStatistics opens the index once for all columns, or not at all.
func TestCopyStatistics(t *testing.T) {
	s := newTestDB(t).session(t)
	for _, how := range writings {
		s.setWriting(how)
		s.begin()
		a, b := s.table("a", "x int4"), s.table("b", "x int4")
		var list []*ColumnStats
		for i := range 32 {
			list = append(list, &ColumnStats{Attr: i + 1, Width: 4, Distinct: -1,
				Slots: []StatSlot{{Kind: StatHistogram, Elem: types.Int4OID, Values: []types.Datum{types.NewInt(int64(i))}}}})
		}
		s.must(s.WriteStatistics(a.OID, list, false))
		n := &s.S.Counters.CatalogInsert
		*n = session.CatalogInsertCounters{}
		s.must(s.CopyStatistics(b.OID, a.OID)) // nothing
		if want := map[bool]int64{true: 1}[how.open == "eager" && !how.perTuple]; n.IndexOpens != want || n.Tuples != 0 {
			t.Errorf("%+v, no rows: %+v", how, *n)
		}
		*n = session.CatalogInsertCounters{}
		s.must(s.CopyStatistics(a.OID, b.OID))
		if want := map[bool]int64{true: 32, false: 1}[how.perTuple]; n.IndexOpens != want || n.IndexCloses != want || n.Tuples != 32 {
			t.Errorf("%+v: %+v", how, *n)
		}
		from, to := s.rows(PgStatistic, "pg_statistic_relid_att_inh_index", oidDatum(a.OID)), s.rows(PgStatistic, "pg_statistic_relid_att_inh_index", oidDatum(b.OID))
		for i := range to {
			to[i].row[StatisticStarelid] = oidDatum(a.OID)
			if types.Compare(types.NewRecord(&types.RecordVal{Fields: from[i].row}), types.NewRecord(&types.RecordVal{Fields: to[i].row})) != 0 {
				t.Errorf("row %d differs", i)
			}
		}
		if len(to) != 32 {
			t.Errorf("%d rows", len(to))
		}
		s.abort()
	}
}

// The thread's workload: REINDEX CONCURRENTLY copies the statistics of 400 indexes of 32
// expressions each. It has one row in the table; so have these statistics.
func TestCopyStatisticsOfThread(t *testing.T) {
	s := newTestDB(t).session(t)
	for _, c := range []struct {
		how   writing
		opens int64
	}{{writing{perTuple: true, open: "eager"}, 12800}, {writing{open: "lazy"}, 400}, {best, 400}} {
		s.setWriting(c.how)
		s.begin()
		n := &s.S.Counters.CatalogInsert
		from := types.OID(70000)
		var list []*ColumnStats
		for i := range 32 {
			list = append(list, &ColumnStats{Attr: i + 1, Width: 4, Distinct: -1})
		}
		for i := range types.OID(400) {
			s.must(s.WriteStatistics(from+i, list, false))
		}
		*n = session.CatalogInsertCounters{}
		for i := range types.OID(400) {
			s.must(s.CopyStatistics(from+i, from+1000+i))
		}
		if n.IndexOpens != c.opens || n.IndexCloses != c.opens || n.Tuples != 12800 {
			t.Errorf("%+v: %+v", c.how, *n)
		}
		s.abort()
	}
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
		o.must(o.UpdateClass(r.OID, func(row types.Row) { row[ClassRelnatts] = types.NewInt(int64(tries)) }))
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
