package minidb_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"minidb"
	"minidb/cmd/minidb/shell"
)

// Ten queries in the spirit of TPC-H. The script makes its own data: its golden
// file, captured from PostgreSQL, is of 1500 orders; the benchmark has 15000, as
// TPC-H at scale 0.01.

const tpchScript = "testdata/tpch/tpch.sql"

func TestTPCH(t *testing.T) {
	runGolden(t, tpchScript, nil)
}

// tpchQueries loads the tables with ten times the script's orders and returns
// the script's queries by name.
func tpchQueries(b *testing.B, s *minidb.Session) (names, queries []string) {
	script, err := os.ReadFile(tpchScript)
	if err != nil {
		b.Fatal(err)
	}
	parts := strings.Split(string(script), "\n\n-- ")
	load := strings.Replace(parts[0], "1500 orders", "15000 orders", 1) + "\nvacuum analyze;\n"
	var out strings.Builder
	if err := shell.New(s, shell.Options{Quiet: true}, &out, &out).Run(context.Background(), strings.NewReader(load)); err != nil || out.Len() > 0 {
		b.Fatal(err, out.String())
	}
	for _, p := range parts[1:] {
		head, query, _ := strings.Cut(p, "\n")
		name, _, _ := strings.Cut(head, ":")
		names, queries = append(names, name), append(queries, strings.TrimSuffix(strings.TrimSpace(query), ";"))
	}
	return names, queries
}

func BenchmarkTPCH(b *testing.B) {
	s := openSession(b)
	names, queries := tpchQueries(b, s)
	for i, q := range queries {
		b.Run(names[i], func(b *testing.B) {
			measure(b, func() { run(b, s, q) })
		})
	}
}
