package minidb_test

// What the tests of the whole engine share: databases with several sessions,
// statements in the background, rows as text.

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"minidb"
)

var seedFlag = flag.Uint64("seed", 1, "seed of the random tests; 0 takes a new one (make random)")

// newRand returns a source of random numbers and logs its seed, which go test
// prints if the test fails.
func newRand(t testing.TB) *rand.Rand {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("run again with -run '^%s$' -seed %d", t.Name(), seed)
	return rand.New(rand.NewPCG(seed, seed))
}

func openDB(t testing.TB) *minidb.DB {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// connect opens a session that is closed at the test's end.
func connect(t testing.TB, db *minidb.DB) *minidb.Session {
	s := db.Session()
	t.Cleanup(s.Close)
	return s
}

// try runs a statement and returns its rows as text, columns separated by |,
// NULL as ~.
func try(s *minidb.Session, sql string, args ...any) ([]string, error) {
	rows, err := s.Query(context.Background(), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		cols := make([]string, len(rows.Row()))
		for i := range cols {
			if cols[i] = rows.Text(i); rows.IsNull(i) {
				cols[i] = "~"
			}
		}
		out = append(out, strings.Join(cols, "|"))
	}
	return out, rows.Err()
}

// must runs statements that have to succeed and returns the rows of the last.
func must(t testing.TB, s *minidb.Session, sqls ...string) string {
	t.Helper()
	var rows []string
	for _, sql := range sqls {
		var err error
		if rows, err = try(s, sql); err != nil {
			t.Fatalf("%.200s: %v", sql, err)
		}
	}
	return strings.Join(rows, " ")
}

// want runs a statement and compares its rows.
func want(t testing.TB, s *minidb.Session, rows, sql string) {
	t.Helper()
	if got := must(t, s, sql); got != rows {
		t.Errorf("%.200s:\ngot  %.400s\nwant %.400s", sql, got, rows)
	}
}

// code is the SQLSTATE of an error, "" without one.
func code(err error) string {
	if err == nil {
		return ""
	}
	return string(minidb.AsError(err).Code)
}

// wantCode runs a statement that has to fail with a SQLSTATE.
func wantCode(t testing.TB, s *minidb.Session, sqlstate, sql string) {
	t.Helper()
	if _, err := try(s, sql); code(err) != sqlstate {
		t.Errorf("%.200s: got %q (%v), want %s", sql, code(err), err, sqlstate)
	}
}

// running is a statement that runs in the background.
type running struct {
	t    testing.TB
	s    *minidb.Session
	sql  string
	done chan error
}

func start(t testing.TB, s *minidb.Session, sql string) *running {
	r := &running{t: t, s: s, sql: sql, done: make(chan error, 1)}
	go func() {
		_, err := try(s, sql)
		r.done <- err
	}()
	return r
}

// blocked waits until the statement waits for a lock. It must not end before.
func (r *running) blocked() *running {
	r.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if r.s.Blocked() {
			return r
		}
		select {
		case err := <-r.done:
			r.t.Fatalf("%s did not wait: %v", r.sql, err)
		default:
		}
		if time.Now().After(end) {
			r.t.Fatalf("%s neither waits nor ends", r.sql)
		}
	}
}

// patience is how long a test waits for what should come at once.
const patience = 30 * time.Second

// ends waits for the statement's end and compares its SQLSTATE, "" for success.
func (r *running) ends(sqlstate string) {
	r.t.Helper()
	select {
	case err := <-r.done:
		if code(err) != sqlstate {
			r.t.Fatalf("%s: got %q (%v), want %q", r.sql, code(err), err, sqlstate)
		}
	case <-time.After(patience):
		r.t.Fatalf("%s does not end", r.sql)
	}
}

// cancel cancels the statement, again and again should it not have begun yet,
// and waits for its end.
func (r *running) cancel() {
	r.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		r.s.Cancel()
		select {
		case err := <-r.done:
			if code(err) != "57014" {
				r.t.Fatalf("%s: canceled, got %q (%v)", r.sql, code(err), err)
			}
			return
		case <-time.After(time.Millisecond):
		}
	}
	r.t.Fatalf("%s does not end", r.sql)
}

// wantNoLocks fails if anybody holds or awaits a lock.
func wantNoLocks(t testing.TB, db *minidb.DB) {
	t.Helper()
	if held := db.LocksHeld(); len(held) > 0 {
		t.Errorf("%d locks are left: %v", len(held), held)
	}
}

// wantGoroutines fails if there are more goroutines than before the test, after
// giving timers and helpers a moment to end.
func wantGoroutines(t testing.TB, before int) {
	t.Helper()
	var n int
	for range 200 {
		if n = runtime.NumGoroutine(); n <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
}

// alive checks that a session works and that its last statement left no memory
// accounted for.
func alive(t testing.TB, s *minidb.Session) {
	t.Helper()
	if n := s.MemoryUsed(); n != 0 {
		t.Errorf("%d bytes are still accounted for", n)
	}
	want(t, s, "42", "select 6 * 7")
}

// list is f(0), f(1), ... f(n-1) with commas.
func list(n int, f func(i int) string) string {
	var sb strings.Builder
	for i := range n {
		if i > 0 {
			sb.WriteByte(',')
		}
		sb.WriteString(f(i))
	}
	return sb.String()
}

func number(i int) string { return fmt.Sprint(i) }

func splitSemicolons(script string) []string { return strings.Split(script, "; ") }
