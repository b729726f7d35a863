package minidb_test

// What a tuplestore for each window partition costs beside one for all (S3): the
// workload of the thread, 1M rows in 1 to 1M partitions by one expression, with
// work_mem = 256MB and the windows sorted, as PostgreSQL has them. Three testers of the
// thread saw these times of PostgreSQL, old -> new, no row being returned:
//
//	1M partitions    296 -> 204, 549 -> 397, 513 -> 352, 509 -> 369 ms
//	100k             333 -> 304, 365 -> 314 ms
//	10k and below    no difference
//
// go test -run '^$' -bench WindowStore -benchtime 1x .

import (
	"fmt"
	"testing"
)

func BenchmarkWindowStore(b *testing.B) {
	s := openSession(b)
	must(b, s, "create table a (a int not null)", fmt.Sprintf("insert into a select x from generate_series(1, %d) x", benchRows),
		"vacuum analyze a", "set work_mem = '256MB'", "set minidb.window_plan = sorted")
	ways := []string{"recreate", "reuse"}
	for _, alloc := range []string{"heap", "gc"} {
		for d := 1; d <= benchRows; d *= 10 {
			b.Run(fmt.Sprintf("%s/%d", alloc, d), func(b *testing.B) {
				sql := fmt.Sprintf("select a, count(*) over (partition by a %% %d) from a offset %d", d, benchRows)
				must(b, s, "set minidb.window_store_alloc = "+alloc, sql)
				for b.Loop() {
					us := compareWays(b, fmt.Sprint(d), ways, 1, func(way int) func() {
						must(b, s, "set minidb.window_store = "+ways[way])
						return func() { must(b, s, sql) }
					})
					b.ReportMetric((us[0]-us[1])*1000/float64(d), "ns/partition")
				}
			})
		}
	}
}
