package catalog

import (
	"fmt"
	"sync"
	"testing"

	"minidb/pgerr"
	"minidb/storage/lmgr"
)

// Readers open tables while other sessions make, change, roll back and drop
// them: what a reader sees under its lock is one state, and the newest.
func TestConcurrentDDL(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	s.table("shared", "a int4, b int4")
	s.commit()
	const rounds = 60
	var wg sync.WaitGroup
	done := make(chan struct{})
	for w := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			writeRounds(t, db.session(t), w, rounds)
		}()
	}
	var readers sync.WaitGroup
	for range 3 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			readUntil(t, db.session(t), done)
		}()
	}
	wg.Wait()
	close(done)
	readers.Wait()
	s.begin()
	defer s.abort()
	if r := s.mustLookup("shared"); len(r.Indexes) != 0 {
		t.Errorf("%d indexes are left", len(r.Indexes))
	}
}

// writeRounds makes a table of its own and an index on the shared one, and
// commits or rolls back.
func writeRounds(t *testing.T, s *testSession, w, rounds int) {
	for i := range rounds {
		s.begin()
		if _, err := s.Open("", "shared", lmgr.AccessExclusive, -1); err != nil {
			t.Error(err)
			s.abort()
			return
		}
		r := s.table(fmt.Sprintf("own_%d", w), "a int4")
		if _, err := s.CreateIndex(IndexSpec{Table: s.mustLookup("shared").OID, Keys: []IndexKey{{Attr: 2}}}); err != nil {
			t.Error(err)
		}
		if i%3 == 0 {
			s.abort()
			continue
		}
		s.commit()
		s.begin()
		if _, err := s.Open("", "shared", lmgr.AccessExclusive, -1); err != nil {
			t.Error(err)
		}
		for _, ix := range s.mustLookup("shared").Indexes {
			if err := s.Drop(RelationObject(ix.OID), false); err != nil {
				t.Error(err)
			}
		}
		if err := s.Drop(RelationObject(r.OID), false); err != nil {
			t.Error(err)
		}
		s.commit()
	}
}

func readUntil(t *testing.T, s *testSession, done chan struct{}) {
	for {
		select {
		case <-done:
			return
		default:
		}
		s.begin()
		r, err := s.Open("", "shared", lmgr.AccessShare, -1)
		if err != nil || len(r.Columns) != 2 || r.Heap == nil {
			t.Errorf("shared: %+v %v", r, err)
		}
		for _, ix := range r.Indexes {
			if ix.Tree == nil || ix.Keys[0].Attr != 2 {
				t.Errorf("index %+v", ix)
			}
		}
		if _, err := s.Open("", "own_0", lmgr.AccessShare, -1); err != nil && pgerr.CodeOf(err) != pgerr.UndefinedTable {
			t.Error(err)
		}
		if _, err := tableRows(s.Access); err != nil {
			t.Error(err)
		}
		s.commit()
	}
}

// Two sessions make the same table: the second waits for the first, and fails
// on the catalog's index as in PostgreSQL if that commits.
func TestSameNameAtOnce(t *testing.T) {
	db := newTestDB(t)
	for _, commit := range []bool{true, false} {
		name := fmt.Sprintf("t_%v", commit)
		s := db.session(t)
		s.begin()
		s.table(name, "a int4")
		got := make(chan string)
		go func() {
			o := db.session(t)
			o.begin()
			_, err := o.CreateTable(TableSpec{Schema: PublicNamespace, Name: name, Kind: TableKind, Columns: columns("a int4")})
			o.abort()
			got <- errorText(err)
		}()
		want := "ok"
		if commit {
			s.commit()
			// The second may also come late and see the committed table.
			want = "23505: duplicate key value violates unique constraint \"pg_type_typname_nsp_index\"\n" +
				"Key (typname, typnamespace)=(t_true, 2200) already exists.\n"
		} else {
			s.abort()
		}
		if text := <-got; text != want && !(commit && text == "42P07: relation \"t_true\" already exists\n\n") {
			t.Errorf("got %s, want %s", text, want)
		}
	}
}
