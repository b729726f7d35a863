package catalog

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"testing"

	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// testDB is a database with sessions made by hand.
type testDB struct{ *Catalog }

func newTestDB(tb testing.TB) testDB {
	tb.Helper()
	c, err := Open()
	if err != nil {
		tb.Fatal(err)
	}
	return testDB{c}
}

// testSession is one session: an Access and what begins and ends transactions.
type testSession struct {
	*Access
	tb      testing.TB
	notices []*pgerr.Error
}

var lastPID atomic.Int32

func (db testDB) session(tb testing.TB) *testSession {
	s := session.New(db.store, lastPID.Add(1), "postgres", "postgres")
	ts := &testSession{Access: db.Attach(s), tb: tb}
	s.Notice = func(e *pgerr.Error) { ts.notices = append(ts.notices, e) }
	return ts
}

func (s *testSession) begin() { s.S.Txn = s.store.Begin(storage.ReadCommitted, s.S.Locks) }

func (s *testSession) commit() {
	s.S.Txn.Commit()
	s.S.Txn = nil
	s.S.Locks.ReleaseAll(true)
}

func (s *testSession) abort() {
	s.S.Txn.Abort()
	s.S.Txn = nil
	s.S.Locks.ReleaseAll(true)
}

func (s *testSession) must(err error) {
	s.tb.Helper()
	if err != nil {
		s.tb.Fatalf("%v\n%s\n%s", err, pgerr.From(err).Detail, pgerr.From(err).Hint)
	}
}

// columns reads "name type[!], ...".
func columns(spec string) []Column {
	var out []Column
	for _, c := range strings.Split(spec, ", ") {
		f := strings.Fields(c)
		typ, notNull := strings.CutSuffix(f[1], "!")
		t, _ := types.ByName(typ)
		out = append(out, Column{Name: f[0], Type: t.OID, Typmod: -1, Collation: t.Collation, NotNull: notNull})
	}
	return out
}

func (s *testSession) table(name, cols string) *Relation {
	s.tb.Helper()
	r, err := s.CreateTable(TableSpec{Schema: PublicNamespace, Name: name, Kind: TableKind, Columns: columns(cols)})
	s.must(err)
	s.CommandEnd()
	return r
}

// staticRelations returns the entries of system catalogs and views in no order.
func (s *testSession) staticRelations() []*Relation {
	return slices.Collect(maps.Values(s.static))
}

// dump writes every visible row of every catalog, sorted.
func (s *testSession) dump() string {
	var lines []string
	for _, r := range s.staticRelations() {
		if r.Heap == nil {
			continue
		}
		for _, row := range s.Scan(r, "") {
			parts := make([]string, len(row))
			for i, d := range row {
				parts[i] = "\\N"
				if !d.IsNull() {
					parts[i] = fmt.Sprintf("%d:%s", d.Kind(), d.String())
				}
			}
			lines = append(lines, r.Name+" "+strings.Join(parts, "|"))
		}
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}
