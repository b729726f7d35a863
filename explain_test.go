package minidb_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestExplain holds plans to PostgreSQL's: the files under testdata/explain were
// written by psql on a PostgreSQL 18 whose tables had been vacuumed and never
// analyzed. They hold under the default settings only, since a strategy may
// change a plan. TestOracle compares them too.
func TestExplain(t *testing.T) {
	files, err := filepath.Glob("testdata/explain/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".sql"), func(t *testing.T) {
			t.Parallel()
			runGolden(t, f, nil)
		})
	}
}

// EXPLAIN (ANALYZE, WAL) tells of each node what the log grew by, nodes below included.
func TestExplainWAL(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int primary key, b int, c int)", "create index on t (b)", "create table u (a int)")
	logged := func() (n [2]int64) {
		if _, err := fmt.Sscanf(must(t, s, "select wal_records, wal_bytes from pg_stat_wal"), "%d|%d", &n[0], &n[1]); err != nil {
			t.Fatal(err)
		}
		return n
	}
	line := regexp.MustCompile(`WAL: records=(\d+) bytes=(\d+)`)
	for _, c := range []struct {
		sql     string
		records []int64 // of the nodes that logged, from the top
	}{
		{"insert into t select g, g, g from generate_series(1, 10) g", []int64{30}},
		{"update t set c = 0", []int64{10}},
		{"update t set b = 0 where a < 4", []int64{9}},
		{"select * from t where a < 4 for update", []int64{3}},
		{"select * from t", nil},
		{"with x as (delete from t where a > 6 returning a) insert into u select a from x", []int64{8, 4, 4}},
		{"delete from u where a > 100", nil},
	} {
		must(t, s, "begin")
		before := logged()
		plan := must(t, s, "explain (analyze, wal, costs off, timing off, summary off, buffers off) "+c.sql)
		after := logged()
		var records []int64
		var bytes int64
		for i, m := range line.FindAllStringSubmatch(plan, -1) {
			n, _ := strconv.ParseInt(m[1], 10, 64)
			records = append(records, n)
			if i == 0 {
				bytes, _ = strconv.ParseInt(m[2], 10, 64)
			}
		}
		if !slices.Equal(records, c.records) || bytes != after[1]-before[1] || records != nil && records[0] != after[0]-before[0] {
			t.Errorf("%s: records %v, bytes %d, want %v; logged %v to %v\n%s", c.sql, records, bytes, c.records, before, after, plan)
		}
		must(t, s, "commit")
	}
	plan := must(t, s, "explain (analyze, wal, costs off, timing off, summary off, buffers off, format json) delete from u")
	if want := regexp.MustCompile(`"WAL Records": 4,\s+"WAL FPI": 0,\s+"WAL Bytes": \d+,\s+"WAL Buffers Full": 0,\s+"Plans"`); !want.MatchString(plan) {
		t.Error(plan)
	}
}

// A bitmap takes its time, too, all of it before the first row.
func TestExplainBitmapTime(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)", "insert into t select g from generate_series(1, 50000) g", "create index on t (a)", "set enable_seqscan = off", "set enable_indexscan = off")
	plan := must(t, s, "explain (analyze, costs off) select count(*) from t where a < 20000 or a > 30000")
	m := regexp.MustCompile(`Bitmap(?: Index Scan on t_a_idx|Or) \(actual time=(\d+\.\d+)\.\.(\d+\.\d+) rows=`).FindAllStringSubmatch(plan, -1)
	if len(m) != 3 {
		t.Fatal(plan)
	}
	for _, m := range m {
		if m[1] == "0.000" || m[1] != m[2] {
			t.Errorf("%s\n%s", m[0], plan)
		}
	}
}

// A table that is read a second time instead of being kept shows two readings, and a Sort
// that needed no file shows none.
func TestExplainReread(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int, b int)", "insert into t select g, g % 7 from generate_series(1, 20000) g", "analyze t", "set work_mem = '256kB'", "set temp_file_limit = 0")
	explain := func(sql string) string {
		return must(t, s, "explain (analyze, costs off, timing off, summary off, buffers off) "+sql)
	}
	check := func(sql string, want ...string) {
		t.Helper()
		got := explain(sql)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", sql, w, got)
			}
		}
	}
	check("select * from t order by a", "Sort Method: quicksort  Memory: 256kB", "Seq Scan on t (actual rows=20000.00 loops=2)")
	check("select a from t where a < 1000 order by a", "Sort Method: quicksort  Memory: 25kB", "Seq Scan on t (actual rows=999.00 loops=1)", "Rows Removed by Filter: 19001")
	check("select * from generate_series(1, 2) g, lateral (select * from t order by a offset g) x", "Sort (actual rows=20000.00 loops=2)", "Seq Scan on t (actual rows=20000.00 loops=3)")
	must(t, s, "reset temp_file_limit", "update t set a = 0 where a = 20000")
	check("select * from t order by a", "Sort Method: external merge  Disk: ", "Seq Scan on t (actual rows=20000.00 loops=2)")
	check("select * from t order by a desc", "Sort Method: external merge  Disk: ", "Seq Scan on t (actual rows=20000.00 loops=1)")
	must(t, s, "set minidb.window_plan = auto")
	check("select *, count(*) over (partition by b) from t", "HashWindowAgg (actual rows=20000.00 loops=1)", "Seq Scan on t (actual rows=20000.00 loops=2)")
}

// A Hash node's rows are those of its table: a key that is NULL meets nothing.
func TestExplainHashRows(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)", "insert into t values (1), (2), (null), (null), (3)", "set enable_mergejoin = off", "set enable_nestloop = off")
	for join, want := range map[string]string{"join": "3", "left join": "3", "full join": "5"} {
		plan := must(t, s, "explain (analyze, costs off, timing off, summary off, buffers off) select * from t x "+join+" t y using (a)")
		if m := regexp.MustCompile(`Hash \(actual rows=(\d+)\.00`).FindStringSubmatch(plan); m == nil || m[1] != want {
			t.Errorf("%s: %s rows are not in %s", join, want, plan)
		}
	}
}

// TestExplainSettings has the settings in the order in which they left their defaults.
// What PostgreSQL 18 writes, with these settings at their defaults at first.
func TestExplainSettings(t *testing.T) {
	s := openSession(t)
	for _, c := range []struct{ sql, want string }{
		{"set geqo = off; set random_page_cost = 3; set cpu_tuple_cost = 0.02; set random_page_cost = 5; reset geqo",
			"random_page_cost = '5', cpu_tuple_cost = '0.02'"},
		{"set geqo = off", "random_page_cost = '5', cpu_tuple_cost = '0.02', geqo = 'off'"},
		{"begin; set local enable_sort = off; set local cpu_tuple_cost = 0.03",
			"random_page_cost = '5', cpu_tuple_cost = '0.03', geqo = 'off', enable_sort = 'off'"},
		{"rollback; set enable_seqscan = off",
			"random_page_cost = '5', cpu_tuple_cost = '0.02', geqo = 'off', enable_seqscan = 'off'"},
	} {
		must(t, s, strings.Split(c.sql, "; ")...)
		if got := must(t, s, "explain (settings, costs off) select 1"); !strings.Contains(got, "Settings: "+c.want) {
			t.Errorf("%s: %s", c.sql, got)
		}
	}
}
