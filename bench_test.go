package minidb_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"minidb"
	"minidb/hugepages"
	"minidb/types"
)

// The statements that people try first, in process. Each benchmark reports CPU
// time of the whole process beside the wall clock, since machines are shared.
// Run with make bench; compare with benchstat.

const benchRows = 1_000_000

// cpuTime is the user and system time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// settle makes the heap what a running program's is: swept, and in large pages.
func settle() {
	runtime.GC()
	hugepages.Now()
	runtime.GC()
}

// measure runs f b.N times and reports its CPU time.
func measure(b *testing.B, f func()) {
	b.Helper()
	settle()
	start := cpuTime()
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64((cpuTime()-start).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}

func run(b testing.TB, s *minidb.Session, sql string, args ...any) string {
	b.Helper()
	tag, err := s.Exec(context.Background(), sql, args...)
	if err != nil {
		b.Fatalf("%.80s: %v", sql, err)
	}
	return tag
}

// insertText is a multi-row INSERT of 1000 rows (int, int, text).
func insertText(first int) string {
	var sb strings.Builder
	sb.WriteString("insert into t values ")
	for i := range 1000 {
		if i > 0 {
			sb.WriteByte(',')
		}
		n := first + i
		fmt.Fprintf(&sb, "(%d,%d,'row number %d')", n, n*7919%1000003, n)
	}
	return sb.String()
}

func load(b testing.TB, s *minidb.Session, texts []string) {
	run(b, s, "create table t (a int primary key, b int, c text)")
	for _, text := range texts {
		run(b, s, text)
	}
}

func insertTexts() []string {
	texts := make([]string, benchRows/1000)
	for i := range texts {
		texts[i] = insertText(i * 1000)
	}
	return texts
}

// BenchmarkLoad inserts a million rows by INSERTs of 1000 rows each and reports
// the live heap per row after a collection.
func BenchmarkLoad(b *testing.B) {
	texts := insertTexts()
	for b.Loop() {
		b.StopTimer()
		s := openSession(b)
		run(b, s, "select 1")
		before := liveHeap()
		start := cpuTime()
		b.StartTimer()
		load(b, s, texts)
		b.StopTimer()
		b.ReportMetric(float64((cpuTime() - start).Milliseconds()), "cpu-ms/op")
		b.ReportMetric(float64(liveHeap()-before)/benchRows, "live-B/row")
		b.StartTimer()
	}
}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func loaded(b *testing.B) *minidb.Session {
	s := openSession(b)
	load(b, s, insertTexts())
	run(b, s, "vacuum t")
	return s
}

func BenchmarkQueries(b *testing.B) {
	s := loaded(b)
	for _, q := range []struct{ name, sql string }{
		{"sum", "select sum(b) from t"},
		{"count", "select count(*) from t"},
		{"filter", "select count(*) from t where b < 500000"},
		{"group1000", "select b % 1000, count(*), sum(a) from t group by b % 1000"},
		{"sort", "select a, b, c from t order by b, c, a offset 999999"},
		{"top10", "select a, b from t order by b limit 10"},
		{"hashjoin", "select count(*) from t x join t y on x.a = y.b"},
		{"analyze", "analyze t"},
	} {
		b.Run(q.name, func(b *testing.B) {
			measure(b, func() { run(b, s, q.sql) })
		})
	}
}

// BenchmarkPoint is the prepared point select and point update by primary key, of
// random rows of a table that the processor's caches hold mostly (pgbench's of scale
// 1), and of one that they do not hold.
func BenchmarkPoint(b *testing.B) {
	for _, n := range []int64{100_000, benchRows} {
		s := openSession(b)
		load(b, s, insertTexts()[:n/1000])
		run(b, s, "vacuum t")
		r := rand.New(rand.NewPCG(1, 2))
		params := make([]types.Datum, 1)
		pick := func() []types.Datum {
			params[0] = types.NewInt(r.Int64N(n))
			return params
		}
		b.Run(fmt.Sprintf("select/%d", n), func(b *testing.B) { prepared(b, s, "select b, c from t where a = $1", pick) })
		b.Run(fmt.Sprintf("update/%d", n), func(b *testing.B) {
			st := prepare(b, s, "update t set b = b + 1 where a = $1")
			measureStmt(b, func() error {
				_, err := st.Exec(context.Background(), r.Int64N(n))
				return err
			})
		})
	}
}

// BenchmarkInsert is the prepared INSERT of one row, into a table with and
// without a primary key.
func BenchmarkInsert(b *testing.B) {
	for name, def := range map[string]string{"plain": "(a int, b int, c text)", "key": "(a int primary key, b int, c text)"} {
		s := openSession(b)
		run(b, s, "create table t "+def)
		params := []types.Datum{types.NewInt(0), types.NewInt(7), types.NewText("some text")}
		n := int64(0)
		b.Run(name, func(b *testing.B) {
			prepared(b, s, "insert into t values ($1, $2, $3)", func() []types.Datum {
				n++
				params[0] = types.NewInt(n)
				return params
			})
		})
	}
}

// prepared runs a prepared statement b.N times with what next returns and
// reports the CPU time of each.
func prepared(b *testing.B, s *minidb.Session, sql string, next func() []types.Datum) {
	b.Helper()
	st := prepare(b, s, sql)
	measureStmt(b, func() error {
		rows, err := st.QueryDatums(context.Background(), next())
		if err != nil {
			return err
		}
		for rows.Next() {
		}
		return rows.Err()
	})
}

func prepare(b *testing.B, s *minidb.Session, sql string) *minidb.Stmt {
	b.Helper()
	st, err := s.Prepare(context.Background(), sql)
	if err != nil {
		b.Fatal(err)
	}
	run(b, s, "set plan_cache_mode = force_generic_plan")
	return st
}

// measureStmt runs a statement b.N times and reports the CPU time of each.
func measureStmt(b *testing.B, execute func() error) {
	b.Helper()
	b.ReportAllocs()
	settle()
	start := cpuTime()
	for b.Loop() {
		if err := execute(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((cpuTime()-start).Nanoseconds())/float64(b.N)/1000, "cpu-us/op")
}

// BenchmarkOpen is the time to a usable database; the process's first one also
// builds the template of the catalogs.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		db, err := minidb.Open()
		if err != nil {
			b.Fatal(err)
		}
		db.Close()
	}
}
