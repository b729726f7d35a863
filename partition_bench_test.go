package minidb_test

// What partitions cost under each profile, and with each setting of S1 and S5 set back to
// its old value: the workloads of the two threads, in process. make bench-partitions
// prints them as tables.

import (
	"context"
	"crypto/md5"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"minidb"
	"minidb/types"
)

var partitionSettings = []string{
	"minidb.profile = best", "minidb.profile = pg18", "minidb.profile = pg16", "minidb.profile = pg14", "minidb.profile = pg12",
	"minidb.profile = pg11",
	"minidb.attr_map = scan", "minidb.attr_map = cursor", "minidb.attr_map_cache = off", "minidb.attr_map_cache = flag",
	"minidb.inherit_translation = scan", "minidb.inherit_translation = syscache",
	"minidb.modify_plan = per_partition", "minidb.result_rel_init = eager", "minidb.result_rel_init = lazy_fields",
	"minidb.executor_locks = all", "minidb.insert_locks = all", "minidb.routing_cache = off",
}

// withSettings runs a benchmark under each, and gives it the name that go test prints.
func withSettings(b *testing.B, s *minidb.Session, f func(b *testing.B)) {
	for _, set := range partitionSettings {
		run(b, s, "reset all")
		name, value, _ := strings.Cut(set, " = ")
		run(b, s, "set "+name+" = '"+value+"'")
		b.Run(strings.ReplaceAll(strings.TrimPrefix(set, "minidb."), " ", ""), f)
	}
	run(b, s, "reset all")
}

func wideColumn(i int) string { return fmt.Sprintf("c%.10x", md5.Sum(fmt.Append(nil, i))) }

// wideTables makes list, listp and listpd, whose first column was dropped.
func wideTables(b *testing.B, s *minidb.Session, n int) {
	columns := func(from int) string {
		var out []string
		for i := from; i <= n; i++ {
			out = append(out, wideColumn(i)+" int")
		}
		return strings.Join(out, ", ")
	}
	run(b, s, "create table list ("+columns(1)+")")
	by := ") partition by list (" + wideColumn(1) + ")"
	run(b, s, "create table listp ("+columns(1)+by)
	run(b, s, "create table listpd ("+columns(0)+by)
	run(b, s, "alter table listpd drop column "+wideColumn(0))
	for _, t := range []string{"listp", "listpd"} {
		for i := range 2 {
			run(b, s, fmt.Sprintf("create table %s%d partition of %s for values in (%d)", t, i, t, i))
		}
	}
}

// BenchmarkWide has the six tests of the first thread: INSERT of a row of many columns,
// UPDATE that moves the row, as texts; tests 1 and 4 are of the table without partitions.
func BenchmarkWide(b *testing.B) {
	for _, n := range []int{100, 1000} {
		s := openSession(b)
		wideTables(b, s, n)
		ones := strings.Repeat("1,", n-1) + "1"
		for i, t := range []string{"list", "listp", "listpd"} {
			insert := fmt.Sprintf("insert into %s values (%s)", t, ones)
			update := fmt.Sprintf("update %s set %s = (%s + 1) & 1", t, wideColumn(1), wideColumn(1))
			for k, sql := range []string{insert, update} {
				b.Run(fmt.Sprintf("columns=%d/test%d", n, 1+i+3*k), func(b *testing.B) {
					withSettings(b, s, func(b *testing.B) {
						run(b, s, "truncate "+t)
						run(b, s, insert)
						measure(b, func() { run(b, s, sql) })
					})
				})
			}
		}
	}
}

// BenchmarkUpdateIsFlat is the same update with the profile best of a million rows, as
// pgbench's scale 10 has, in ever more partitions: medians of interleaved rounds in
// microseconds of CPU time, and the ratio of the last to the first. The garbage collector
// runs when it likes: a forced collection empties the processor's caches.
func BenchmarkUpdateIsFlat(b *testing.B) {
	const rows, executions, rounds = 1_000_000, 10_000, 25
	var updates []*flatUpdate
	for _, p := range []int{10, 100, 1_000, 10_000} {
		u := newFlatUpdate(b, p, rows/p, "a int primary key, b int, c text")
		must(b, u.s, fmt.Sprintf("insert into p select g, g, 'row number ' || g from generate_series(0, %d) g", rows-1),
			"vacuum analyze p", "set plan_cache_mode = force_generic_plan", "set enable_seqscan = off", "set minidb.profile = best")
		u.prepare(b)
		updates = append(updates, u)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, keys := range []struct {
		name string
		next func() int
	}{{"fixed", func() int { return rows / 2 }}, {"random", func() int { return r.IntN(rows) }}} {
		b.Run(keys.name, func(b *testing.B) {
			for _, u := range updates {
				u.times(b, 6*executions, keys.next) // the plan is made, and pages are pruned
			}
			settle()
			medians := make([]float64, len(updates))
			times := make([][]time.Duration, len(updates))
			for range rounds {
				for i, u := range updates {
					times[i] = append(times[i], u.times(b, executions, keys.next))
				}
			}
			for i, u := range updates {
				slices.Sort(times[i])
				medians[i] = float64(times[i][rounds/2].Nanoseconds()) / 1000
				b.ReportMetric(medians[i], fmt.Sprintf("P=%d-us/op", u.p))
			}
			b.ReportMetric(medians[len(medians)-1]/medians[0], "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkPartitionUpdate is the update by key of the fifth thread, prepared, with
// generic plans, of pgbench's table with a primary key and partitions by range.
func BenchmarkPartitionUpdate(b *testing.B) {
	const rows = 10_000
	for _, p := range []int{0, 10, 100, 1000} {
		s := openSession(b)
		if p == 0 {
			run(b, s, "create table accounts (aid int primary key, bid int, abalance int, filler char(84))")
		} else {
			run(b, s, "create table accounts (aid int primary key, bid int, abalance int, filler char(84)) partition by range (aid)")
		}
		for i := range p {
			run(b, s, fmt.Sprintf("create table accounts%d partition of accounts for values from (%d) to (%d)", i, i*rows/p, (i+1)*rows/p))
		}
		run(b, s, fmt.Sprintf("insert into accounts select g, 1, 0, '' from generate_series(0, %d) g", rows-1))
		b.Run(fmt.Sprintf("partitions=%d", p), func(b *testing.B) {
			withSettings(b, s, func(b *testing.B) {
				st, err := s.Prepare(context.Background(), "update accounts set abalance = abalance + $1 where aid = $2")
				if err != nil {
					b.Fatal(err)
				}
				run(b, s, "set plan_cache_mode = force_generic_plan")
				r := rand.New(rand.NewPCG(1, 2))
				params := []types.Datum{types.NewInt(7), types.NewInt(0)}
				update := func() {
					params[1] = types.NewInt(r.Int64N(rows))
					rows, err := st.QueryDatums(context.Background(), params)
					if err != nil {
						b.Fatal(err)
					}
					for rows.Next() {
					}
					if err := rows.Err(); err != nil {
						b.Fatal(err)
					}
				}
				update() // plans
				measure(b, update)
			})
		})
	}
}
