package minidb_test

// Partitioned tables with many partitions: what each costs to make, to keep and to drop,
// and that it costs an update of one of them nothing.

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"minidb"
	"minidb/types"
)

// manyLocks is room in the lock table for 10,000 partitions.
var manyLocks = minidb.Setting{Name: "max_locks_per_transaction", Value: "1024"}

// makePartitions makes a table p with n partitions, each for width values of a.
func makePartitions(t testing.TB, s *minidb.Session, n, width int, columns string) {
	must(t, s, "create table p ("+columns+") partition by range (a)")
	for i := range n {
		must(t, s, fmt.Sprintf("create table p%d partition of p for values from (%d) to (%d)", i, i*width, (i+1)*width))
	}
}

// TestManyPartitions makes partitions in a transaction each.
func TestManyPartitions(t *testing.T) {
	const n = 10_000
	db, err := minidb.Open(manyLocks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	s := connect(t, db)
	before, start := liveHeap(), cpuTime()
	makePartitions(t, s, n, 10, "a int, b text")
	spent, each := cpuTime()-start, (liveHeap()-before)/n
	t.Logf("%d partitions in %v of CPU time, %d bytes each", n, spent, each)
	if each > 20<<10 {
		t.Errorf("an empty partition takes %d bytes", each)
	}
	if spent > 5*time.Second && !raceEnabled {
		t.Errorf("%d partitions took %v", n, spent)
	}
	must(t, s, "drop table p")
}

// What PostgreSQL 18 drops with its default settings: 14912 locks fit into its table.
func TestDropPartitions(t *testing.T) {
	for n, code := range map[int]string{4_000: "", 5_000: "53200"} {
		s := openSession(t)
		makePartitions(t, s, n, 10, "a int")
		if code != "" {
			wantCode(t, s, code, "drop table p")
		} else {
			must(t, s, "drop table p")
		}
	}
}

// flatUpdate is a prepared update by key of a table of p partitions.
type flatUpdate struct {
	s             *minidb.Session
	st            *minidb.Stmt
	p             int
	params        []types.Datum
	bytes         []uint64        // allocated, an execution
	fixed, random []time.Duration // of CPU, an execution
}

// newFlatUpdate makes the table, in a database of its own.
func newFlatUpdate(t testing.TB, p, width int, columns string) *flatUpdate {
	db, err := minidb.Open(manyLocks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	u := &flatUpdate{s: connect(t, db), p: p, params: make([]types.Datum, 1)}
	makePartitions(t, u.s, p, width, columns)
	return u
}

// prepare prepares the statement, under the settings of the session.
func (u *flatUpdate) prepare(t testing.TB) {
	var err error
	if u.st, err = u.s.Prepare(context.Background(), "update p set b = b + 1 where a = $1"); err != nil {
		t.Fatal(err)
	}
}

func (u *flatUpdate) times(t testing.TB, n int, key func() int) time.Duration {
	start := cpuTime()
	for range n {
		u.params[0] = types.NewInt(int64(key()))
		rows, err := u.st.QueryDatums(context.Background(), u.params)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return (cpuTime() - start) / time.Duration(n)
}

// TestUpdateIsFlat: with the profile best, a prepared update of one partition does the
// same and allocates the same with 10 as with 10,000 partitions, a row in each. Times are
// logged; random keys of many partitions differ by the cache misses of the machine.
func TestUpdateIsFlat(t *testing.T) {
	if raceEnabled {
		t.Skip("memory of the race detector")
	}
	const executions, rounds = 2_000, 5
	var updates []*flatUpdate
	var want map[string]int
	for _, p := range []int{10, 100, 1_000, 10_000} {
		u := newFlatUpdate(t, p, 10, "a int primary key, b int")
		must(t, u.s, fmt.Sprintf("insert into p select g, 0 from generate_series(0, %d, 10) g", p*10-1),
			"set plan_cache_mode = force_generic_plan", "set minidb.profile = best")
		u.prepare(t)
		fillRing(t, u.s)
		u.times(t, 10, func() int { return 50 })
		got := counters(t, u.s)
		if want == nil {
			want = got
		} else if !maps.Equal(got, want) {
			t.Errorf("%d partitions count %v, want %v", p, got, want)
		}
		updates = append(updates, u)
	}
	for range rounds {
		for _, u := range updates {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			u.fixed = append(u.fixed, u.times(t, executions, func() int { return 50 }))
			runtime.ReadMemStats(&after)
			u.bytes = append(u.bytes, (after.TotalAlloc-before.TotalAlloc)/executions)
			r := rand.New(rand.NewPCG(1, uint64(u.p)))
			u.random = append(u.random, u.times(t, executions, func() int { return r.IntN(u.p) * 10 }))
		}
	}
	for _, u := range updates {
		t.Logf("%5d partitions: %d bytes, %v with one key, %v with random keys", u.p, slices.Min(u.bytes), slices.Min(u.fixed), slices.Min(u.random))
		if got, want := slices.Min(u.bytes), slices.Min(updates[0].bytes); got != want {
			t.Errorf("%d partitions take %d bytes, 10 take %d", u.p, got, want)
		}
	}
}
