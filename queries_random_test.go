//go:build oracle

package minidb_test

// Random queries answered by minidb and by a real PostgreSQL 18 must have the
// same rows and SQLSTATEs, and in minidb the same rows under every choice of
// plans:
//
//	go test -tags oracle -run RandomQueries . -oracle "host=... dbname=..." -queries 20000

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"minidb"
)

var (
	queryCount = flag.Int("queries", 2000, "number of random queries")
	queryShow  = flag.Int("show", 10, "number of differences to print in full")
)

// flips are the planner settings that change plans and never rows.
var flips = []string{"hashjoin", "mergejoin", "nestloop", "seqscan", "indexscan", "indexonlyscan", "bitmapscan", "sort", "hashagg", "material", "memoize", "incremental_sort"}

func TestRandomQueries(t *testing.T) {
	r := newRand(t)
	queries := make([]string, *queryCount)
	for i := range queries {
		g := &qgen{Rand: r}
		queries[i] = g.statement()
	}
	var want []string
	if *oracle != "" {
		want = oracleAnswers(t, queries)
	}
	db := openDB(t)
	s := connect(t, db)
	for _, q := range strings.Split(strings.TrimSpace(qschema), ";\n") {
		must(t, s, q)
	}
	counts := map[string]int{}
	for i, q := range queries {
		got := answer(s, q)
		kind := "agrees"
		if want != nil {
			kind = compareAnswers(want[i], got)
		}
		if kind == "agrees" && !strings.HasPrefix(got, "ERROR") {
			kind = checkFlips(t, s, r.IntN, q, got)
		}
		if counts[kind]++; kind != "agrees" && kind != "too slow" && kind != "unsupported" && counts[kind] <= *queryShow {
			w := ""
			if want != nil {
				w = want[i]
			}
			t.Errorf("%s\n%s;\n--- PostgreSQL\n%s\n--- minidb\n%s", kind, q, clip(w), clip(got))
		}
		if strings.HasPrefix(got, "ERROR") {
			counts[got]++
		}
	}
	t.Log(counts)
}

func clip(s string) string {
	if len(s) > 400 {
		return s[:400] + "..."
	}
	return s
}

// answer runs a query and returns its rows, sorted, or its SQLSTATE.
func answer(s *minidb.Session, q string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	rows, err := s.Query(ctx, q)
	var out []string
	if err == nil {
		for rows.Next() {
			cols := make([]string, len(rows.Row()))
			for i := range cols {
				if cols[i] = rows.Text(i); rows.IsNull(i) {
					cols[i] = "~"
				}
			}
			out = append(out, strings.Join(cols, "|"))
		}
		err = rows.Close()
	}
	if err != nil {
		e := minidb.AsError(err)
		text := "ERROR " + string(e.Code)
		if e.Code == "XX000" || e.Code == "0A000" || e.Code == "57014" {
			text += " " + e.Message
		}
		return text
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

var zeros = regexp.MustCompile(`(\.[0-9]*?)0+\b`)

// compareAnswers names the kind of difference between two answers.
func compareAnswers(want, got string) string {
	plain := func(s string) string {
		lines := strings.Split(strings.ReplaceAll(zeros.ReplaceAllString(s, "$1"), ". ", " "), "\n")
		slices.Sort(lines)
		return strings.ReplaceAll(strings.Join(lines, "\n"), ".", "")
	}
	switch {
	case strings.HasPrefix(want, "ERROR 57014"), strings.HasPrefix(got, "ERROR 57014"):
		return "too slow"
	case want == got, strings.HasPrefix(got, want) && strings.HasPrefix(want, "ERROR 0A000"):
		return "agrees"
	case strings.HasPrefix(got, "ERROR 0A000") && strings.Contains(got, "minidb"):
		return "unsupported"
	case strings.HasPrefix(got, "ERROR XX"):
		return "internal"
	case strings.HasPrefix(want, "ERROR 22") || strings.HasPrefix(want, "ERROR 21"),
		strings.HasPrefix(got, "ERROR 22") || strings.HasPrefix(got, "ERROR 21"):
		return "run time error"
	case strings.HasPrefix(want, "ERROR") || strings.HasPrefix(got, "ERROR"):
		return "error"
	case plain(want) == plain(got):
		return "scale"
	}
	return "rows"
}

// checkFlips runs the query again with some kinds of plans switched off.
func checkFlips(t *testing.T, s *minidb.Session, intn func(int) int, q, got string) string {
	var off []string
	for range 3 {
		for range 1 + intn(3) {
			off = append(off, flips[intn(len(flips))])
		}
		for _, name := range off {
			must(t, s, "set enable_"+name+" = off")
		}
		again := answer(s, q)
		for _, name := range off {
			must(t, s, "set enable_"+name+" = on")
		}
		if kind := compareAnswers(got, again); kind != "agrees" && kind != "too slow" && kind != "scale" {
			t.Errorf("with off: %v\n%s", off, clip(again))
			return "flips: " + kind
		}
	}
	return "agrees"
}

// oracleAnswers asks PostgreSQL for the answers to all queries at once.
func oracleAnswers(t *testing.T, queries []string) []string {
	psql(t, "-d", *oracle, "-c", "drop database if exists minidb_random", "-c",
		"create database minidb_random template template0 lc_collate 'C' lc_ctype 'C'")
	defer psql(t, "-d", *oracle, "-c", "drop database minidb_random")
	var in bytes.Buffer
	in.WriteString("set jit = off;\nset max_parallel_workers_per_gather = 0;\nset statement_timeout = '2s';\n" + qschema)
	for _, q := range queries {
		fmt.Fprintf(&in, "\\echo ###\n%s;\n", q)
	}
	file := filepath.Join(t.TempDir(), "queries.sql")
	if err := os.WriteFile(file, in.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("psql", "-X", "-q", "-A", "-t", "-P", "null=~", "-v", "VERBOSITY=sqlstate", "-d", *oracle+" dbname=minidb_random", "-f", file)
	out, _ := cmd.CombinedOutput()
	parts := strings.Split(string(out), "###\n")
	if len(parts) != len(queries)+1 || strings.TrimSpace(parts[0]) != "" {
		t.Fatalf("%d answers to %d queries: %s", len(parts)-1, len(queries), clip(parts[0]))
	}
	for i, p := range parts[1:] {
		lines := strings.Split(strings.TrimSuffix(p, "\n"), "\n")
		if p == "" {
			lines = nil
		}
		slices.Sort(lines)
		parts[i+1] = regexp.MustCompile(`^psql:.*ERROR:  `).ReplaceAllString(strings.Join(lines, "\n"), "ERROR ")
	}
	return parts[1:]
}
