package storage

import (
	"testing"
)

// The end of an index is the first row that somebody may see, by any of its versions; rows
// that are dead to all are passed by, but not for ever.
func TestIndexEnd(t *testing.T) {
	const n = 40_000
	s, h, ix := filled(t, n)
	end := func(backward bool) int64 {
		x := s.Begin(ReadCommitted, nil)
		defer x.Abort()
		before := x.Visits.Shared
		row, ok := ix.End(x, h, backward)
		if looked := x.Visits.Shared - before; looked > endPages+1 {
			t.Errorf("%d pages were looked at", looked)
		}
		if !ok {
			return -1
		}
		return row[0].Int()
	}
	check := func(what string, least, greatest int64) {
		t.Helper()
		if a, b := end(false), end(true); a != least || b != greatest {
			t.Errorf("%s: %d and %d, not %d and %d", what, a, b, least, greatest)
		}
	}
	check("all", 0, n-1)
	remove := func(from, to int64) {
		inTxn(s, func(x *Txn) {
			for i := from; i < to; i++ {
				scan := ix.Scan(Range{Lo: ints(i), Hi: ints(i)}, false)
				tid, ok := scan.Next()
				if !ok {
					t.Fatal(i, "has no entry")
				}
				mustDelete(t, h, x, tid)
			}
		})
	}
	reader := s.Begin(RepeatableRead, nil)
	sn := reader.TakeSnapshot()
	remove(0, 10)
	check("deleted, seen by one", 0, n-1)
	sn.Release()
	reader.Abort()
	check("deleted", 10, n-1)
	open := s.Begin(ReadCommitted, nil)
	if err := ix.Insert(open, ints(n+5), mustInsert(t, h, open, benchRow(n+5))); err != nil {
		t.Fatal(err)
	}
	check("inserted, in doubt", 10, n+5)
	open.Abort()
	check("inserted, given up", 10, n-1)
	remove(10, n/2)
	check("many deleted", -1, n-1)
}
