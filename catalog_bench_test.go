package minidb_test

// What catalog writes cost: strategy S4's settings of PostgreSQL 15, of 16, and
// minidb's own, each on a fresh clone of the database and each statement in a
// transaction that is rolled back. The thread gives no times for these statements; 3
// labels and 3 columns are there to see that a batch of few is no slower.
//
// go test -run '^$' -bench CatalogWrites -benchtime 1x .

import (
	"fmt"
	"strings"
	"testing"

	"minidb"
)

// catalogWriting is a way of writing catalogs: the three settings of S4.
type catalogWriting struct{ name, insert, open, index string }

var catalogWritings = []catalogWriting{
	{"old", "per_tuple", "eager", "each"},
	{"open_once", "open_once", "lazy", "each"},
	{"pg16", "multi", "lazy_unknown", "each"},
	{"best", "multi", "lazy", "batch"},
}

// catalogWork is a statement, run so often a round.
type catalogWork struct {
	name, sql string
	per       int
}

func enumOf(n int) string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprintf("'label_%d'", i)
	}
	return "create type big as enum (" + strings.Join(labels, ", ") + ")"
}

func BenchmarkCatalogWrites(b *testing.B) {
	db := openDB(b)
	s := connect(b, db)
	for _, n := range []int{3, 500} {
		cols, vals := make([]string, n), make([]string, n)
		for i := range cols {
			cols[i], vals[i] = fmt.Sprintf("c%d int", i), fmt.Sprint(i)
		}
		table := fmt.Sprintf("wide%d", n)
		run(b, s, "create table "+table+" ("+strings.Join(cols, ", ")+")")
		for range 3 {
			run(b, s, "insert into "+table+" values ("+strings.Join(vals, ", ")+")")
		}
	}
	for _, w := range []catalogWork{
		{"enum3", enumOf(3), 200}, {"enum1000", enumOf(1000), 6},
		{"analyze3", "analyze wide3", 50}, {"analyze500", "analyze wide500", 3},
	} {
		b.Run(w.name, func(b *testing.B) {
			for b.Loop() {
				w.compare(b, db)
			}
		})
	}
}

func (w *catalogWork) compare(b *testing.B, db *minidb.DB) {
	names := make([]string, len(catalogWritings))
	for i, how := range catalogWritings {
		names[i] = how.name
	}
	compareWays(b, w.name, names, w.per, func(way int) func() {
		clone := db.Clone()
		b.Cleanup(clone.Close)
		return w.session(b, clone, catalogWritings[way])
	})
}

// session opens a session that writes in one way, warms it up, and returns a round.
func (w *catalogWork) session(b *testing.B, db *minidb.DB, how catalogWriting) func() {
	s := db.Session()
	run(b, s, "set minidb.catalog_insert = "+how.insert)
	run(b, s, "set minidb.catalog_open = "+how.open)
	run(b, s, "set minidb.catalog_index_insert = "+how.index)
	once := func() {
		run(b, s, "begin")
		run(b, s, w.sql)
		run(b, s, "rollback")
	}
	once()
	return func() {
		for range w.per {
			once()
		}
	}
}
