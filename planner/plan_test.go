package planner_test

// Plans, seen as EXPLAIN shows them. The goldens in testdata/plan are what
// PostgreSQL 18 prints for the same statements on the same tables, never
// analyzed, with max_parallel_workers_per_gather = 0.

import (
	"context"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"minidb"
	"minidb/parser"
)

func TestPlan(t *testing.T) {
	datadriven.Walk(t, "testdata/plan", func(t *testing.T, path string) {
		db, err := minidb.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s := db.Session()
		defer s.Close()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var b strings.Builder
			for _, q := range parser.Split(d.Input) {
				if q = strings.TrimSpace(q); q == "" {
					continue
				}
				switch d.Cmd {
				case "exec":
					if _, err := s.Exec(context.Background(), q); err != nil {
						d.Fatalf(t, "%s: %v", q, err)
					}
				case "plan":
					b.WriteString("> " + strings.TrimSuffix(q, ";") + "\n")
					b.WriteString(runText(s, "explain (costs off) "+q))
				case "costs":
					b.WriteString("> " + strings.TrimSuffix(q, ";") + "\n")
					b.WriteString(runText(s, "explain "+q))
				default:
					d.Fatalf(t, "unknown command %s", d.Cmd)
				}
			}
			return b.String()
		})
	})
}

// runText runs one statement and joins the first column's values as lines.
func runText(s *minidb.Session, sql string) string {
	rows, err := s.Query(context.Background(), sql)
	if err != nil {
		return showError(err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		b.WriteString(rows.Text(0) + "\n")
	}
	if rows.Err() != nil {
		return showError(rows.Err())
	}
	return b.String()
}

// Results must not depend on which kinds of plan are allowed.
func TestPlansAgree(t *testing.T) {
	queries := []string{
		"select t1.b, count(*) from t1 join t2 on t1.b = t2.b group by t1.b order by 1",
		"select t2.a, t3.y from t2 left join t3 on t2.a = t3.x and t3.y > 40 order by 1, 2",
		"select t2.a, t3.y from t2 full join t3 on t2.a = t3.y order by 1, 2",
		"select a from t1 where b in (select x from t3 where y > 20) order by 1",
		"select a from t1 where not exists (select 1 from t3 where x = t1.b) order by 1",
		"select b, a from t1 where a < 40 or b = 3 order by b, a",
		"select b from t1 union select x from t3 order by 1",
		"select b from t1 except select x from t3 order by 1",
		"select t2.a, l.s from t2, lateral (select sum(y) s from t3 where x = t2.a) l order by 1",
	}
	flips := [][]string{{"enable_hashjoin"}, {"enable_hashjoin", "enable_nestloop"}, {"enable_hashjoin", "enable_mergejoin"},
		{"enable_hashagg"}, {"enable_seqscan"}, {"enable_sort", "enable_indexscan"}, {"enable_indexscan", "enable_bitmapscan"}}
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := db.Session()
	defer s.Close()
	for _, q := range []string{
		"create table t1 (a int primary key, b int)", "create table t2 (a int primary key, b int)", "create table t3 (x int, y int)",
		"insert into t1 select i, i % 20 from generate_series(1, 400) i", "insert into t2 select i, i % 7 from generate_series(1, 60) i",
		"insert into t3 select i % 15, i from generate_series(1, 80) i", "create index on t1 (b)", "create index on t3 (x, y)",
	} {
		if _, err := s.Exec(context.Background(), q); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range queries {
		want := allText(t, s, q)
		for _, f := range flips {
			for _, name := range f {
				set(t, s, name, "off")
			}
			if got := allText(t, s, q); got != want {
				t.Errorf("%s\nwithout %v:\n%s\nwant:\n%s", q, f, got, want)
			}
			for _, name := range f {
				set(t, s, name, "on")
			}
		}
	}
}

func set(t *testing.T, s *minidb.Session, name, value string) {
	t.Helper()
	if err := s.Set(name, value); err != nil {
		t.Fatal(err)
	}
}

func allText(t *testing.T, s *minidb.Session, sql string) string {
	t.Helper()
	rows, err := s.Query(context.Background(), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		for i := range rows.Columns() {
			b.WriteString(rows.Text(i) + "|")
		}
		b.WriteByte('\n')
	}
	if rows.Err() != nil {
		t.Fatalf("%s: %v", sql, rows.Err())
	}
	return b.String()
}
