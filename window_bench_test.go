package minidb_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkWindow is the workload of the thread on tuplestore reuse: a table of 1M rows,
// no row of which is returned. One expression gives all numbers of partitions. Compare
// the values of minidb.window_store with benchstat.
func BenchmarkWindow(b *testing.B) {
	s := openSession(b)
	must(b, s, "create table a (a int not null)", fmt.Sprintf("insert into a select x from generate_series(1, %d) x", benchRows),
		"analyze a", "set work_mem = '256MB'")
	queries := []struct{ name, sql string }{
		{"runsum", "sum(a) over (partition by a % 1000 order by a)"},
		{"rownumber", "row_number() over (partition by a % 1000 order by a)"},
		{"rows10", "sum(a) over (partition by a % 1000 order by a rows between 10 preceding and current row)"},
		{"presorted", "count(*) over (partition by a)"},
	}
	for d := 1; d <= benchRows; d *= 10 {
		queries = append(queries, struct{ name, sql string }{fmt.Sprintf("count/%d", d), fmt.Sprintf("count(*) over (partition by a %% %d)", d)})
	}
	settings := []struct{ name, set string }{
		{"auto", "set minidb.profile = best"},
		{"reuse", "set minidb.profile = best; set minidb.window_plan = sorted"},
		{"recreate", "set minidb.profile = best; set minidb.window_plan = sorted; set minidb.window_store = recreate"},
		{"recreate-gc", "set minidb.profile = best; set minidb.window_plan = sorted; set minidb.window_store = recreate; set minidb.window_store_alloc = gc"},
	}
	for _, q := range queries {
		for _, set := range settings {
			b.Run(q.name+"/"+set.name, func(b *testing.B) {
				for _, stmt := range strings.Split(set.set, "; ") {
					must(b, s, stmt)
				}
				sql := fmt.Sprintf("select a, %s from a offset %d", q.sql, benchRows)
				measure(b, func() { must(b, s, sql) })
			})
		}
	}
}
