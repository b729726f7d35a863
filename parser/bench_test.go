package parser

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkParse measures whole parses of statements as clients send them.
func BenchmarkParse(b *testing.B) {
	columns := make([]string, 1000)
	for i := range columns {
		columns[i] = fmt.Sprintf("column_%d", i)
	}
	row := "(1, 'some text', -2.5)"
	for _, c := range []struct{ name, src string }{
		{"begin", "BEGIN"},
		{"point update", "UPDATE pgbench_accounts SET abalance = abalance + $1 WHERE aid = $2"},
		{"window query", "SELECT a, count(*) OVER (PARTITION BY a % 10 ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t WHERE b > 10 ORDER BY a LIMIT 5"},
		{"insert of 1000 rows", "INSERT INTO t VALUES " + strings.Repeat(row+", ", 999) + row},
		{"insert of 1000 columns", "INSERT INTO t (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Repeat("1, ", 999) + "1)"},
		{"select of 1000 columns", "SELECT " + strings.Join(columns, ", ") + " FROM t"},
		{"create table of 1000 columns", "CREATE TABLE t (" + strings.Join(columns, " int, ") + " int)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.src)))
			for b.Loop() {
				if _, err := Parse(c.src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
