package catalog

import (
	"fmt"
	"sync"
	"testing"

	"minidb/storage/lmgr"
	"minidb/types"
)

// renameSchema changes a schema's name as ALTER SCHEMA would.
func (s *testSession) renameSchema(ns types.OID, name string) {
	s.tb.Helper()
	_, err := s.change(PgNamespace, "pg_namespace_oid_index", []types.Datum{oidDatum(ns)},
		func(row types.Row) bool { row[NamespaceNspname] = textDatum(name); return true })
	s.must(err)
	s.CommandEnd()
}

func (s *testSession) schemaOf(oid types.OID) string {
	s.tb.Helper()
	r, err := s.ByOID(oid)
	s.must(err)
	return r.Schema
}

// Entries that others cache between a schema's change and its commit carry the
// old name; the commit removes them too.
func TestSchemaRename(t *testing.T) {
	db := newTestDB(t)
	s, o := db.session(t), db.session(t)
	s.begin()
	ns, err := s.CreateNamespace("before", BootstrapUser)
	s.must(err)
	s.CommandEnd()
	r, err := s.CreateTable(TableSpec{Schema: ns, Name: "t", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	others, err := s.CreateTable(TableSpec{Schema: ns, Name: "o", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	s.commit()
	s.begin()
	s.renameSchema(ns, "after")
	o.begin()
	if got := o.schemaOf(r.OID) + " " + o.schemaOf(others.OID); got != "before before" {
		t.Errorf("others see %q before the commit", got)
	}
	if got := s.schemaOf(r.OID); got != "after" {
		t.Errorf("the own transaction sees %q", got)
	}
	s.renameSchema(ns, "later")
	if got := s.schemaOf(r.OID); got != "later" {
		t.Errorf("after the second change: %q", got)
	}
	s.commit()
	if got := o.schemaOf(r.OID) + " " + o.schemaOf(others.OID); got != "later later" {
		t.Errorf("others see %q after the commit", got)
	}
	o.commit()
	s.begin()
	s.renameSchema(ns, "never")
	s.abort()
	s.begin()
	defer s.abort()
	if got := s.schemaOf(r.OID); got != "later" {
		t.Errorf("after a rollback: %q", got)
	}
}

// A new schema, such as each session's first temporary table makes, leaves
// others' entries alone.
func TestNewSchemaKeepsEntries(t *testing.T) {
	db := newTestDB(t)
	s, o := db.session(t), db.session(t)
	s.begin()
	r := s.table("t", "a int4")
	s.commit()
	s.begin()
	defer s.abort()
	before := s.mustLookup("t")
	o.begin()
	_, err := o.TempNamespace()
	o.must(err)
	o.commit()
	if now, _ := s.ByOID(r.OID); now != before {
		t.Error("the entry was built again")
	}
}

// An entry built from a snapshot older than a publication is not installed, in
// whatever order the steps come.
func TestPublicationOrder(t *testing.T) {
	db := newTestDB(t)
	s, o := db.session(t), db.session(t)
	for i, late := range []bool{false, true} {
		s.begin()
		r := s.table(fmt.Sprintf("t%d", i), "a int4")
		s.commit()
		o.begin()
		gen := o.shared.generation()
		old, err := o.build(r.OID)
		o.must(err)
		if !late {
			o.shared.add(old, gen)
		}
		s.begin()
		s.must(s.RenameRelation(r.OID, fmt.Sprintf("u%d", i)))
		s.commit()
		if late {
			o.shared.add(old, gen)
		}
		if now, _ := o.ByOID(r.OID); now.Name != fmt.Sprintf("u%d", i) {
			t.Errorf("late %v: %s", late, now.Name)
		}
		if stale, _ := o.Lookup("", old.Name); stale != nil {
			t.Errorf("late %v: the old name finds %s", late, stale.Name)
		}
		o.commit()
	}
	// Of two builders of one generation, who saw two names, one counts.
	c := &relCache{}
	c.init()
	c.add(&Relation{OID: 1, Name: "new"}, 0)
	c.add(&Relation{OID: 1, Name: "old"}, 0)
	c.remove(&overlay{rels: map[types.OID]private[*Relation]{1: {}}}, func() uint64 { return 5 })
	if len(c.rels) != 0 || len(c.names) != 0 || c.gen.Load() != 5 {
		t.Errorf("%d entries and %d names are left", len(c.rels), len(c.names))
	}
}

// readNames locks a table over and over and compares its name with current,
// which changes only under a stronger lock.
func readNames(t *testing.T, o *testSession, oid types.OID, current *string, done chan struct{}) {
	for {
		select {
		case <-done:
			return
		default:
		}
		o.begin()
		if got, err := o.OpenOID(oid, lmgr.AccessShare); err != nil || got.Name != *current {
			t.Errorf("%+v %v, want %s", got, err, *current)
		}
		o.commit()
	}
}

// While one session renames a table and its schema over and over, those who
// hold the table's lock see one state of it, the newest.
func TestPublicationRace(t *testing.T) {
	db := newTestDB(t)
	s := db.session(t)
	s.begin()
	ns, err := s.CreateNamespace("s0", BootstrapUser)
	s.must(err)
	s.CommandEnd()
	r, err := s.CreateTable(TableSpec{Schema: ns, Name: "t0", Kind: TableKind, Columns: columns("a int4")})
	s.must(err)
	s.commit()
	current := "t0" // guarded by the table's lock
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		o := db.session(t)
		wg.Add(1)
		go func() {
			defer wg.Done()
			readNames(t, o, r.OID, &current, done)
		}()
	}
	for i := 1; i <= 200; i++ {
		s.begin()
		_, err := s.OpenOID(r.OID, lmgr.AccessExclusive)
		s.must(err)
		name := fmt.Sprintf("t%d", i)
		s.must(s.RenameRelation(r.OID, name))
		s.renameSchema(ns, fmt.Sprintf("s%d", i))
		if i%4 == 0 {
			s.abort()
			continue
		}
		current = name
		s.commit()
	}
	close(done)
	wg.Wait()
	s.begin()
	defer s.abort()
	if got := s.schemaOf(r.OID); got != "s199" {
		t.Errorf("schema %s is left", got)
	}
}
