// Package minidbtest gives Go tests databases of their own and golden SQL scripts.
//
//	func TestShop(t *testing.T) {
//		db := minidbtest.Open(t)
//		minidbtest.Golden(t, db, "testdata/shop.sql") // against testdata/shop.out
//	}
//
// All of it may be used by parallel tests.
package minidbtest

import (
	"os"
	"testing"

	"minidb"
	"minidb/cmd/minidb/golden"
)

// Open opens an empty database that is closed when the test ends.
func Open(t testing.TB, settings ...minidb.Setting) *minidb.DB {
	t.Helper()
	db, err := minidb.Open(settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// Golden runs a script, FILE.sql, on a copy of db, so that other tests may use db at
// the same time, and compares what psql would print of it with FILE.out. With
// MINIDB_GOLDEN=update in the environment it writes FILE.out instead, but fails if
// that would have an error that it did not have; MINIDB_GOLDEN=update-errors takes
// those too.
func Golden(t testing.TB, db *minidb.DB, file string) {
	t.Helper()
	o := golden.Options{Ask: golden.Ask{Update: "MINIDB_GOLDEN=update", AllowErrors: "MINIDB_GOLDEN=update-errors"}}
	switch v := os.Getenv("MINIDB_GOLDEN"); v {
	case "":
	case "update":
		o.Update = true
	case "update-errors":
		o.Update, o.AllowErrors = true, true
	default:
		t.Fatalf("MINIDB_GOLDEN is %q; want update or update-errors", v)
	}
	copied := db.Clone()
	defer copied.Close()
	s := copied.Session()
	defer s.Close()
	if v := golden.Run(t.Context(), s, file, o); !v.OK {
		t.Error(v.Text)
	} else if o.Update {
		t.Log(v.Text)
	}
}
