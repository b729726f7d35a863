package planner_test

// The time that analysis takes where it is on the hot path: bulk INSERTs.

import (
	"fmt"
	"strings"
	"testing"

	"minidb/parser"
	"minidb/planner"
)

// BenchmarkAnalyzeInsert analyzes INSERTs of 1000 rows of three literals and
// reports the time per row.
func BenchmarkAnalyzeInsert(b *testing.B) {
	a := openTables(b)
	var sql strings.Builder
	sql.WriteString("insert into t (a, b, c) values ")
	for i := range 1000 {
		if i > 0 {
			sql.WriteByte(',')
		}
		fmt.Fprintf(&sql, "(%d, 'row %d', null)", i, i)
	}
	stmts, err := parser.Parse(sql.String())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := planner.Analyze(a, stmts[0].Tree, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/row")
}
