package minidb_test

// Loops over kept rows look for cancel requests, and what is kept is accounted for.

import (
	"testing"
	"time"
)

func TestCancelKeptRows(t *testing.T) {
	db, s := cancelDB(t)
	for _, l := range []longLoop{
		{"perhaps", "select count(*) from t where (a, b) not in (select -a, null::int from t)", nil},
		{"perhaps for NULL", "select count(*) from t where (nullif(a, a), -b) not in (select a, b from t)", nil},
		{"all", "select count(*) from t x where x.b <> all (select -y.b from t y offset 0)", nil},
		{"all over a sort", "select count(*) from t x where x.b >= all (select -y.b from t y order by 1)", nil},
		{"filter of a subquery", "select count(*) from t x, lateral (select * from (select b from t order by b offset 1) y where y.b + x.b < 0) s", nil},
		{"offset of a sort", "select count(*) from t x, lateral (select b from t order by b offset 199999 + x.a) s", nil},
		{"shared rows", "with w as materialized (select a, b from t) select count(*) from w x, w y where x.b + y.b < 0", nil},
	} {
		t.Run(l.name, func(t *testing.T) {
			for _, name := range l.sets {
				must(t, s, "set "+name+" = off")
			}
			cancelAfter(t, s, l.sql, 100*time.Millisecond)
			must(t, s, "reset all")
			untouched(t, db, s)
		})
	}
}

func TestMemoryOfBitmaps(t *testing.T) {
	_, s := cancelDB(t)
	must(t, s, "set enable_seqscan = off", "set enable_indexscan = off", "set minidb.memory_limit = '1MB'")
	wantCode(t, s, "53200", "select count(c) from t where a > 0")
	wantCode(t, s, "53200", "select count(c) from t where a > 100000 or b > 100000")
	if n := s.MemoryUsed(); n != 0 {
		t.Errorf("%d bytes are still accounted for", n)
	}
	want(t, s, "1000", "select count(c) from t where a <= 1000")
	if n := s.MemoryUsed(); n != 0 {
		t.Errorf("%d bytes are still accounted for", n)
	}
}
