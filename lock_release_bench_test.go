package minidb_test

// What the release of locks costs: the workloads of pgsql-hackers 2019 (below), each
// strategy of minidb.lock_release beside scan.
//
//	workload      theirs, of PostgreSQL's shrink against scan
//	worst 70      -2.45 %  of tps: 70 empty partitions, 71 locks: over 64 each time
//	worst 140     -1.54 %  140 empty partitions, threshold 128
//	realistic     none given: 70 or 140 filled partitions, a value that is in one
//	best          +34 %    8001 relations locked once, then small transactions
//
// go test -run '^$' -bench LockRelease -benchtime 1x .

import (
	"context"
	"fmt"
	"testing"

	"minidb"
	"minidb/types"
)

// lockReleaseWork is a workload: a query run alone in its transaction.
type lockReleaseWork struct {
	name      string
	threshold int
	once      string // what the session does before
	query     string
	params    []types.Datum
	per       int // transactions a round
}

var lockReleaseStrategies = []string{"scan", "shrink", "shrink_average", "list", "owner_lists"}

func BenchmarkLockRelease(b *testing.B) {
	db, err := minidb.Open(minidb.Setting{Name: "max_locks_per_transaction", Value: "1024"})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	c := connect(b, db)
	run(b, c, "create table many (a int) partition by list (a)")
	for i := range 8000 {
		run(b, c, fmt.Sprintf("create table many_%d partition of many for values in (%[1]d)", i))
	}
	run(b, c, "create table one (a int primary key, b int)")
	run(b, c, "insert into one select g, g from generate_series(1, 1000) g")
	works := []lockReleaseWork{
		{name: "best", threshold: 64, once: "select count(*) from many",
			query: "select b from one where a = $1", params: []types.Datum{types.NewInt(7)}, per: 4000},
		{name: "clean", threshold: 64, query: "select b from one where a = $1", params: []types.Datum{types.NewInt(7)}, per: 4000},
	}
	for _, n := range []int{70, 140} {
		threshold := map[int]int{70: 64, 140: 128}[n]
		for _, table := range []string{"empty", "filled"} {
			run(b, c, fmt.Sprintf("create table %s%d (a int, b int) partition by list (a)", table, n))
			run(b, c, fmt.Sprintf("create index on %s%d (b)", table, n))
			for i := range n {
				run(b, c, fmt.Sprintf("create table %s%d_%d partition of %[1]s%[2]d for values in (%[3]d)", table, n, i))
			}
		}
		run(b, c, fmt.Sprintf("insert into filled%d select g %% %[1]d, g from generate_series(0, %d) g", n, 100*n-1))
		run(b, c, fmt.Sprintf("analyze filled%d", n))
		works = append(works,
			lockReleaseWork{name: fmt.Sprintf("worst%d", n), threshold: threshold, query: fmt.Sprintf("select * from empty%d", n), per: 600},
			lockReleaseWork{name: fmt.Sprintf("realistic%d", n), threshold: threshold,
				query: fmt.Sprintf("select a from filled%d where b = $1", n), params: []types.Datum{types.NewInt(777)}, per: 300})
	}
	for _, w := range works {
		b.Run(w.name, func(b *testing.B) {
			for b.Loop() {
				w.compare(b, db)
			}
		})
	}
}

func (w *lockReleaseWork) compare(b *testing.B, db *minidb.DB) {
	runs := make([]func(), len(lockReleaseStrategies))
	for i, s := range lockReleaseStrategies {
		runs[i] = w.session(b, db, s)
	}
	compareWays(b, w.name, lockReleaseStrategies, w.per, func(way int) func() { return runs[way] })
}

// session opens a session of one strategy, warms it up, and returns a round of it.
func (w *lockReleaseWork) session(b *testing.B, db *minidb.DB, strategy string) func() {
	s := connect(b, db)
	run(b, s, "set minidb.lock_release = "+strategy)
	run(b, s, fmt.Sprintf("set minidb.lock_table_shrink_threshold = %d", w.threshold))
	run(b, s, "set plan_cache_mode = force_generic_plan")
	if w.once != "" {
		run(b, s, w.once)
	}
	st, err := s.Prepare(context.Background(), w.query)
	if err != nil {
		b.Fatal(err)
	}
	round := func() {
		for range w.per {
			rows, err := st.QueryDatums(context.Background(), w.params)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
			}
			if err := rows.Err(); err != nil {
				b.Fatal(err)
			}
		}
	}
	round()
	return round
}
