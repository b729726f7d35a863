package lab_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"minidb"
	"minidb/lab"
)

var bg = context.Background()

func open(t *testing.T, setup ...string) *minidb.Session {
	t.Helper()
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	s := db.Session()
	do(t, s, setup...)
	return s
}

func do(t *testing.T, s *minidb.Session, sqls ...string) {
	t.Helper()
	for _, sql := range sqls {
		if _, err := s.Exec(bg, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

func compare(t *testing.T, s *minidb.Session, what, sql string, o lab.Options) *lab.Comparison {
	t.Helper()
	sides, err := lab.Sides(bg, s, what)
	if err != nil {
		t.Fatal(err)
	}
	if o.Rounds == 0 {
		o.Rounds = 1
	}
	out, err := lab.Compare(bg, s, sides, sql, o)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

func counter(out *lab.Comparison, relation, name string) []int64 {
	for _, c := range out.Counters {
		if c.Name == name && c.Relation == relation {
			return c.Values
		}
	}
	return nil
}

func TestSides(t *testing.T) {
	s := open(t)
	for what, want := range map[string]string{
		"lock_release":        "scan owner_lists",
		"minidb.LOCK_RELEASE": "scan owner_lists",
		"fast_path=*":         "16 groups",
		"lock_release=*":      "scan shrink shrink_average list owner_lists",
		"window_store_alloc":  "heap gc",
		"profile":             "pg11 best",
		"enable_hashjoin":     "off on",
		"work_mem=1MB, 2MB":   "1MB 2MB",
		"TimeZone=UTC,CET":    "UTC CET",
		"S1":                  "old new", "s5": "old new",
		"work_mem":          "22023",
		"work_mem=*":        "22023",
		"lock_release=scan": "22023", "lock_release=scan,scan": "22023", "lock_release=scan,lits": "22023",
		"work_mem=1MB,1024kB": "22023", "enable_sort=on,true": "22023",
		"S6": "42704", "S1=a,b": "42704", "server_version=1,2": "42704", "": "42704",
	} {
		sides, err := lab.Sides(bg, s, what)
		var got []string
		for _, side := range sides {
			got = append(got, side.Name)
		}
		if err != nil {
			got = []string{string(minidb.AsError(err).Code)}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", what, got, want)
		}
	}
	sides, _ := lab.Sides(bg, s, "S2")
	want := []minidb.Setting{{Name: "minidb.lock_release", Value: "scan"}, {Name: "minidb.lock_table_shrink_threshold", Value: "64"},
		{Name: "minidb.lock_table_shrink_multiple", Value: "4"}, {Name: "minidb.lock_table_shrink_minimum", Value: "16"}, {Name: "minidb.fast_path", Value: "16"}}
	if !slices.Equal(sides[0].Settings, want) {
		t.Errorf("%v", sides[0].Settings)
	}
}

// A query runs on one copy of each side; the counters are those of its first run, without
// what the set-up did.
func TestCompareQuery(t *testing.T) {
	s := open(t, "create table t (a int)", "insert into t select generate_series(1, 100)")
	for i := range 50 {
		do(t, s, fmt.Sprintf("create table t%d (a int)", i))
	}
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("t%d", i))
	}
	out := compare(t, s, "lock_release", "select * from t", lab.Options{Rounds: 3, Setup: "lock table " + strings.Join(names, ", ") + " in access exclusive mode; select 1"})
	if out.Difference != nil || out.Fresh || len(out.Written) > 0 || len(out.Answers[1][0].Rows) != 100 {
		t.Errorf("%+v", out.Difference)
	}
	if n := counter(out, "", "locks_acquired"); !slices.Equal(n, []int64{1, 1}) {
		t.Errorf("locks acquired: %v", n)
	}
	if n := counter(out, "", "buckets_visited"); n[0] < 100 || n[1] != 0 {
		t.Errorf("buckets visited: %v", n)
	}
	for _, times := range out.Times {
		if len(times.Wall) != 3 || lab.Median(times.Wall) <= 0 {
			t.Errorf("%v", times)
		}
	}
}

// A text that writes does the same in each round, and leaves the session's database as it is.
func TestCompareWrites(t *testing.T) {
	s := open(t, "create table p (a int primary key, b text) partition by range (a)",
		"create table p1 (b text, a int not null)", "alter table p attach partition p1 for values from (0) to (1000)", "create sequence q")
	text := "insert into p select nextval('q'), 'x' from generate_series(1, 10) returning a; update p1 set b = 'y' where a = 3"
	out := compare(t, s, "S1", text, lab.Options{Rounds: 3})
	if out.Errors[0] != nil || out.Difference != nil || !out.Fresh || fmt.Sprint(out.Written) != "[p1 q]" || out.Answers[1][1].Tag != "UPDATE 1" {
		t.Errorf("%+v %v %v", out.Difference, out.Written, out.Errors)
	}
	if n := counter(out, "", "name_comparisons"); n == nil || n[0] <= 0 || n[1] <= 0 {
		t.Errorf("name comparisons: %v", n)
	}
	if tag, err := s.Exec(bg, "select * from p"); err != nil || tag != "SELECT 0" {
		t.Errorf("%s %v", tag, err)
	}
	out = compare(t, s, "S4", "create type e as enum ('a', 'b'); create table x (e e)", lab.Options{})
	if out.Difference != nil || !slices.Contains(out.Written, "pg_enum") || len(out.Warnings) != 0 {
		t.Errorf("%+v %v %v", out.Difference, out.Written, out.Warnings)
	}
	if n := counter(out, "pg_enum", "index_opens"); !slices.Equal(n, []int64{6, 3}) {
		t.Errorf("index opens: %v", n)
	}
}

// Temporary tables come along, and what is written to them is compared.
func TestTemporaryTables(t *testing.T) {
	s := open(t, "create temp table mine (a text)", "insert into mine values ('x')", "create temp table gone (a int) on commit delete rows")
	other := s.DB().Session()
	defer other.Close()
	do(t, other, "create temp table mine (b int)")
	text := "insert into mine values ('y'); insert into gone values (1); select count(*) from gone"
	out := compare(t, s, "S2", text, lab.Options{Rounds: 2})
	if out.Difference != nil || out.Errors[0] != nil || out.Answers[0][2].Rows[0][0] != "1" || !slices.Contains(out.Written, "mine") {
		t.Errorf("%+v %v %v %v", out.Difference, out.Errors, out.Answers, out.Written)
	}
	out = compare(t, s, "S2", "insert into mine values ('z'); create role r; set role r", lab.Options{})
	if out.Difference != nil || !slices.Contains(out.Written, "mine") {
		t.Errorf("%+v %v", out.Difference, out.Written)
	}
	out = compare(t, s, "datestyle=iso,german", "insert into mine values (date '2000-01-02'); commit; begin; drop table mine", lab.Options{})
	if d := out.Difference; d == nil || d.What != "what was written to mine differs" {
		t.Errorf("%+v", d)
	}
	if tag, err := s.Exec(bg, "select * from mine"); err != nil || tag != "SELECT 1" {
		t.Errorf("%s %v", tag, err)
	}
}

// Executions that come before are not counted; Later says that the rounds counted otherwise.
func TestWarm(t *testing.T) {
	s := open(t, "create table p (a int) partition by list (a)", "create table p1 partition of p for values in (1)", "create table p2 partition of p for values in (2)",
		"prepare q (int) as select * from p where a = $1", "create table t (a int unique)")
	for warm := range 2 {
		out := compare(t, s, "plan_cache_mode=force_custom_plan,force_generic_plan", "execute q(1)", lab.Options{Warm: warm, Rounds: 2})
		if n := counter(out, "", "generic_plans"); !slices.Equal(n, []int64{0, 1}) || out.Later != (warm == 0) {
			t.Errorf("after %d: %v %v", warm, n, out.Later)
		}
		if n := counter(out, "", "translation_lists"); n[1] > 0 != (warm == 0) {
			t.Errorf("after %d: translation lists %v", warm, n)
		}
	}
	sides, _ := lab.Sides(bg, s, "S2")
	if _, err := lab.Compare(bg, s, sides, "insert into t values (1)", lab.Options{Warm: 2}); err == nil || minidb.AsError(err).Code != "23505" {
		t.Errorf("%v", err)
	}
}

// A wrong text is an error, not a comparison; one that ends its session is compared.
func TestCompareFailures(t *testing.T) {
	s := open(t, "create table t (a int)")
	sides, _ := lab.Sides(bg, s, "S2")
	for text, code := range map[string]string{"selec": "42601", "select b from t": "42703", "select * from nosuch": "42P01", "select 1; select 'a' + interval '1 day' * date '2000-01-01'": "42883"} {
		if _, err := lab.Compare(bg, s, sides, text, lab.Options{}); err == nil || string(minidb.AsError(err).Code) != code {
			t.Errorf("%s: %v", text, err)
		}
	}
	out := compare(t, s, "S2", "select pg_terminate_backend(pg_backend_pid())", lab.Options{Rounds: 2})
	if e := out.Errors[1]; e == nil || e.Severity != "FATAL" || out.Difference != nil || len(out.Times[0].Wall) != 2 {
		t.Errorf("%v %+v", e, out.Difference)
	}
	do(t, s, "insert into t values (1)")
}

// Whatever differs is told, with the place.
func TestDifferences(t *testing.T) {
	s := open(t, "create table t (a int)")
	for _, c := range []struct{ what, sql, want string }{
		{"timezone=UTC,CET", "select '2024-01-01 00:00Z'::timestamptz::text union all select 'same'",
			"the rows differ: only UTC: (2024-01-01 00:00:00+00); only CET: (2024-01-01 01:00:00+01)"},
		{"timezone=UTC,CET", "select 'a'; select g, current_setting('timezone') from generate_series(1, 3) g order by 1",
			"the rows differ in statement 2: row 1; UTC: (1,UTC); CET: (1,CET)"},
		{"work_mem=1MB,2MB", "select g, case when current_setting('work_mem') = '1MB' then -g else g end from generate_series(1, 9) g order by 2 limit 3",
			"the rows differ: row 1; 1MB: (9,-9); 2MB: (1,1)"},
		{"work_mem=1MB,2MB", "select g from generate_series(1, 3) g where g < 3 or current_setting('work_mem') = '1MB' order by g",
			"the rows differ: row 3; 1MB: (3); 2MB: no row"},
		{"work_mem=1MB,2MB", "values ('', null), ('NULL', current_setting('work_mem'))",
			`the rows differ: only 1MB: ("NULL",1MB); only 2MB: ("NULL",2MB)`},
		{"default_transaction_read_only", "insert into t values (1)",
			"the errors differ: off: no error; on: 25006: cannot execute INSERT in a read-only transaction"},
		{"client_min_messages=notice,warning", "drop table if exists nosuch",
			`the notices differ: notice: NOTICE:  table "nosuch" does not exist, skipping; warning: `},
		{"work_mem=1MB,2MB", "insert into t values (length(current_setting('work_mem')) + ascii(current_setting('work_mem')))",
			"what was written to t differs: only 1MB: (52); only 2MB: (53)"},
		{"search_path=public,pg_catalog", "create table public.x (a int); select pg_table_is_visible('public.x'::regclass)",
			"the rows differ in statement 2: only pg_catalog: (f); only public: (t)"},
		{"default_transaction_read_only", "select 1 / a from (values (0)) v (a)", ""},
		{"work_mem=1MB,2MB", "select random(), a from (select generate_series(1, 3)) x (a)", ""},
		{"work_mem=1MB,2MB", "copy (select 1, null) to stdout", ""},
		{"work_mem=1MB,2MB", "copy t from stdin", ""},
	} {
		out := compare(t, s, c.what, c.sql, lab.Options{})
		got := ""
		if d := out.Difference; d != nil {
			got = d.What + ": " + strings.Join(d.Lines, "; ")
		}
		if got != c.want {
			t.Errorf("%s\n%s\nwant\n%s", c.sql, got, c.want)
		}
	}
	out := compare(t, s, "S2", "select 1 / 0", lab.Options{})
	if e := out.Errors[1]; e == nil || e.Code != "22012" {
		t.Errorf("%v", e)
	}
}

// What the session has set, prepared and become goes along.
func TestSessionGoesAlong(t *testing.T) {
	s := open(t, "create role someone", "create schema s", "create table s.t (a int)", "alter table s.t owner to someone", "alter schema s owner to someone",
		"insert into s.t values (1), (2)", "set search_path = s", "set role someone", "prepare u (int) as select a, current_user from t where a = $1", "set my.own = 'mine'")
	out := compare(t, s, "S2", "execute u(2); select current_setting('my.own')", lab.Options{})
	if out.Difference != nil || out.Errors[0] != nil || out.Answers[0][0].Rows[0][1] != "someone" || out.Answers[0][1].Rows[0][0] != "mine" {
		t.Errorf("%+v %v %v", out.Difference, out.Errors, out.Answers)
	}
	do(t, s, "begin")
	sides, _ := lab.Sides(bg, s, "S2")
	if _, err := lab.Compare(bg, s, sides, "select 1", lab.Options{}); err == nil || minidb.AsError(err).Code != "25001" {
		t.Errorf("%v", err)
	}
	do(t, s, "rollback")
	for _, o := range []lab.Options{{Setup: "select 1/0"}, {Setup: "selec"}} {
		if _, err := lab.Compare(bg, s, sides, "select 1", o); err == nil {
			t.Errorf("%v: no error", o)
		}
	}
}

// A comparison ends with its context, leaves no goroutine, and takes no notice of those
// who write meanwhile.
func TestCompareBesideOthers(t *testing.T) {
	s := open(t, "create table t (a int primary key, b int)", "insert into t select g, 0 from generate_series(1, 500) g")
	before := runtime.NumGoroutine()
	ctx, stop := context.WithTimeout(bg, 50*time.Millisecond)
	sides, _ := lab.Sides(bg, s, "S2")
	began := time.Now()
	_, err := lab.Compare(ctx, s, sides, "select count(*) from generate_series(1, 100000000000)", lab.Options{})
	stop()
	if err == nil || minidb.AsError(err).Code != "57014" || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	done := make(chan struct{})
	writing, halt := context.WithCancel(bg)
	go func() {
		defer close(done)
		w := s.DB().Session()
		defer w.Close()
		for i := 0; writing.Err() == nil; i++ {
			if _, err := w.Exec(bg, "update t set b = b + 1 where a = $1", i%500+1); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for range 10 {
		if out := compare(t, s, "S2", "update t set b = b * 2 returning a, b; select sum(b) from t", lab.Options{Rounds: 2}); out.Difference != nil {
			t.Errorf("%+v", out.Difference)
		}
	}
	halt()
	<-done
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
