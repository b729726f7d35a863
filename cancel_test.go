package minidb_test

// Every long loop has to hear of Cancel, of a timeout and of the memory limit,
// and the statement that ends so must leave nothing: no rows, locks, memory.

import (
	"context"
	"errors"
	"testing"
	"time"

	"minidb"
)

// tolerable is how long after Cancel a statement may still run.
var tolerable = map[bool]time.Duration{false: 100 * time.Millisecond, true: time.Second}[raceEnabled]

func cancelDB(t *testing.T) (*minidb.DB, *minidb.Session) {
	db := openDB(t)
	s := connect(t, db)
	must(t, s, "create table t (a int primary key, b int, c text)",
		"insert into t select g, g * 7919 % 200003, 'row number ' || g from generate_series(1, 200000) g",
		"create index on t (b)", "create table u (a int)", "create table v (a int primary key, b text)",
		"insert into u values (1)")
	return db, s
}

// longLoop is a statement that spends its time in one kind of loop, and the
// settings that lead the planner there.
type longLoop struct {
	name string
	sql  string
	sets []string
}

var longLoops = []longLoop{
	{"seq scan", "select count(*) from t where length(repeat(c, 1000)) < 0", nil},
	{"index scan", "select count(*) from t where a > 0 and length(repeat(c, 1000)) < 0", []string{"enable_seqscan", "enable_bitmapscan"}},
	{"bitmap scan", "select count(*) from t where a > 0 and length(repeat(c, 1000)) < 0", []string{"enable_seqscan", "enable_indexscan"}},
	{"slow expressions", "select count(*) from t where length(repeat(c, 100000)) < 0", nil},
	{"nested loop", "select count(*) from t x, t y where x.b + y.b < 0", nil},
	{"hash build", "select count(*) from generate_series(1, 100000000) x join generate_series(1, 100000000) y on x = y", []string{"enable_mergejoin"}},
	{"hash probe", "select count(*) from generate_series(1, 1000000000) x join u on x = u.a + 5", []string{"enable_mergejoin", "enable_nestloop"}},
	{"hash matches", "select count(*) from t x join t y on x.b % 2 = y.b % 2 where x.a + y.a < 0", []string{"enable_mergejoin", "enable_nestloop"}},
	{"merge join", "select count(*) from t x join t y on x.b % 2 = y.b % 2 where x.a + y.a < 0", []string{"enable_hashjoin", "enable_nestloop"}},
	{"sort", "select a from (select g, g::bigint * 7919 % 1000003 from generate_series(1, 5000000) g) s(a, b) order by b, a offset 4000000", nil},
	{"text sort", "select from (select md5(g::text), g from generate_series(1, 3000000) g) s(a, b) order by a, b offset 2000000", nil},
	{"aggregation", "select sum(g) from generate_series(1, 10000000000) g", nil},
	{"grouping", "select g, count(*) from generate_series(1, 100000000) g group by g", nil},
	{"sorted aggregate", "select count(distinct g % 1000) from generate_series(1, 100000000) g", nil},
	{"difference", "select g from generate_series(1, 100000000) g except select 1", nil},
	{"union", "select g % 10 from generate_series(1, 1000000000) g union select 1", nil},
	{"offset", "select g from generate_series(1, 1000000000000) g offset 999999999999", nil},
	{"series", "select count(*) from (select generate_series(1, 1000000000000)) s", nil},
	{"series with a filter", "select g from generate_series(1, 1000000000000) g where g < 0", nil},
	{"recursion", "with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r where n < 0", nil},
	{"subplan", "select count(*) from t x where (select count(*) from t y where y.b > x.b and length(y.c) > 50) > 5", nil},
	{"sleep", "select pg_sleep(1000)", nil},
	{"insert", "insert into v select g, 'x' from generate_series(1, 100000000) g", nil},
	{"insert select", "insert into v select x.a + y.a * 200000, x.c from t x, t y where y.a < 1000", nil},
	{"update", "update t set b = b + 1, c = c || 'x'", nil},
	{"delete", "delete from t where length(repeat(c, 1000)) > 0", nil},
	{"index build", "create index on t ((length(repeat(c, 1000))), b, c)", nil},
	{"explain analyze", "explain analyze select count(*) from t x, t y where x.b + y.b < 0", nil},
}

func TestCancel(t *testing.T) {
	db, s := cancelDB(t)
	for _, l := range longLoops {
		t.Run(l.name, func(t *testing.T) {
			for _, name := range l.sets {
				must(t, s, "set "+name+" = off")
			}
			for _, delay := range []time.Duration{1, 70} {
				cancelAfter(t, s, l.sql, delay*time.Millisecond)
			}
			must(t, s, "set statement_timeout = 40")
			wantCode(t, s, "57014", l.sql)
			must(t, s, "reset all")
			untouched(t, db, s)
		})
	}
}

// cancelAfter cancels a statement and looks how long it still runs. A busy
// machine may be late, a loop that does not look is late every time.
func cancelAfter(t *testing.T, s *minidb.Session, sql string, delay time.Duration) {
	t.Helper()
	var late time.Duration
	for range 5 {
		r := start(t, s, sql)
		time.Sleep(delay)
		began := time.Now()
		r.cancel()
		if late = time.Since(began); late <= tolerable {
			return
		}
	}
	t.Errorf("still ran for %v, canceled after %v", late, delay)
}

// untouched checks that a statement that ended early left nothing.
func untouched(t *testing.T, db *minidb.DB, s *minidb.Session) {
	t.Helper()
	alive(t, s)
	want(t, s, "200000|20000100000|0|0", `select count(*), sum(a), count(*) filter (where b <> a::bigint * 7919 % 200003),
		(select count(*) from v) from t`)
	want(t, s, "200000", "select count(*) from t where b >= 0")
	want(t, s, "2", "select count(*) from pg_index where indrelid = 't'::regclass")
	wantNoLocks(t, db)
}

// TestCancelWaiting cancels statements that wait for another session.
func TestCancelWaiting(t *testing.T) {
	db := openDB(t)
	holder, s := connect(t, db), connect(t, db)
	must(t, holder, "create table t (a int primary key, b int)", "insert into t values (1, 1)", "begin",
		"update t set b = 2 where a = 1", "insert into t values (2, 2)")
	for _, c := range []struct{ sql, timeout string }{
		{"update t set b = 3 where a = 1", "55P03"},
		{"select * from t for update", "55P03"},
		{"insert into t values (2, 3)", "55P03"},
		{"insert into t values (2, 3) on conflict do nothing", "55P03"},
		{"drop table t", "55P03"},
	} {
		r := start(t, s, c.sql).blocked()
		began := time.Now()
		s.Cancel()
		r.ends("57014")
		if late := time.Since(began); late > time.Second {
			t.Errorf("%s: waited on for %v", c.sql, late)
		}
		must(t, s, "set statement_timeout = 20")
		wantCode(t, s, "57014", c.sql)
		must(t, s, "reset statement_timeout", "set lock_timeout = 20")
		wantCode(t, s, c.timeout, c.sql)
		must(t, s, "reset lock_timeout")
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if _, err := s.Exec(ctx, c.sql); code(err) != "57014" {
			t.Errorf("%s: %v when its context ended", c.sql, err)
		}
		cancel()
		alive(t, s)
	}
	must(t, holder, "commit")
	want(t, s, "1|2 2|2", "select * from t order by a")
	wantNoLocks(t, db)
}

// TestCancelIdle: canceling nothing does not hurt the next statement.
func TestCancelIdle(t *testing.T) {
	s := openSession(t)
	s.Cancel()
	alive(t, s)
	must(t, s, "begin")
	s.Cancel()
	alive(t, s)
	must(t, s, "commit")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, sql := range []string{"select count(*) from generate_series(1, 1000000000)", "select 1", "begin", "create table t ()"} {
		if _, err := s.Exec(ctx, sql); code(err) != "57014" {
			t.Errorf("%s under a context that has ended: %v", sql, err)
		}
	}
	alive(t, s)
	must(t, s, "begin")
	if _, err := s.Exec(ctx, "rollback"); err != nil {
		t.Errorf("rollback under a context that has ended: %v", err)
	}
	alive(t, s)
}

// TestCancelBetween: between two statements of one message, a cancel is the next one's.
func TestCancelBetween(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int)")
	for _, sql := range []string{
		"select 1; select 2; select 3",
		"insert into t values (1); insert into t values (2); insert into t values (3)",
		"set work_mem = '2MB'; set work_mem = '3MB'; set work_mem = '4MB'",
		"begin; commit; begin",
		"begin; rollback; begin",
		"begin; select 2; commit",
		"select 1; create table u (); select 2",
	} {
		n := 0
		err := s.Simple(context.Background(), sql, func(r *minidb.Rows) error {
			for r.Next() {
			}
			s.Cancel()
			n++
			return nil
		})
		if n != 1 || code(err) != "57014" {
			t.Errorf("%s: %d statements, %v", sql, n, err)
		}
		if s.Status() == 'E' {
			must(t, s, "rollback")
		}
		alive(t, s)
	}
	want(t, s, "0", "select count(*) from t")
	want(t, s, "4MB", "show work_mem")

	// So in a batch, unless the client was waited for meanwhile.
	ctx := context.Background()
	execute := func() error {
		rows, err := s.Execute(ctx, "", 0)
		if err == nil {
			for rows.Next() {
			}
			err = rows.Err()
		}
		return err
	}
	bind := func() error { return s.Bind(ctx, "", "", &minidb.Binding{}) }
	for _, waits := range []bool{false, true} {
		if err := errors.Join(s.Parse(ctx, "", "select 1", nil), bind(), execute()); err != nil {
			t.Fatal(err)
		}
		s.Cancel()
		if waits {
			s.ForgetCancel()
		}
		err := bind()
		if err == nil {
			err = execute()
		}
		if waits && err != nil || !waits && code(err) != "57014" {
			t.Errorf("execution after a cancel, waiting %v: %v", waits, err)
		}
		if err := s.Sync(); err != nil {
			t.Error(err)
		}
		alive(t, s)
	}
}

// The error of a statement that its context ended is PostgreSQL's and the context's.
func TestContextErrors(t *testing.T) {
	db, s := cancelDB(t)
	other := connect(t, db)
	must(t, other, "begin", "lock table u")
	for _, sql := range []string{"select count(*) from t x, t y where x.b + y.b < 0", "select pg_sleep(1000)", "select * from u"} {
		short, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, err := s.Exec(short, sql)
		if code(err) != "57014" || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", sql, err)
		}
		if _, err := s.Exec(short, "select 1"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after the deadline: %v", err)
		}
		cancel()
	}
	must(t, s, "set statement_timeout = 20")
	if _, err := s.Exec(context.Background(), "select pg_sleep(1000)"); code(err) != "57014" || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("statement_timeout is no context's: %v", err)
	}
}

// TestMemoryLimit runs what keeps rows against minidb.memory_limit.
func TestMemoryLimit(t *testing.T) {
	s := openSession(t)
	must(t, s, "create table t (a int, b text)", "insert into t select g, repeat('x', 100) || g from generate_series(1, 100000) g",
		"set work_mem = '1GB'")
	before := liveHeap()
	for _, c := range []struct{ name, sql, set string }{
		{"sort", "select * from t order by b offset 99999", ""},
		{"top n", "select * from t order by b limit 90000", ""},
		{"incremental sort", "select * from (select a / 200000 as a, b from t order by 1 offset 0) s order by a, b offset 99999", ""},
		{"hash join", "select count(*) from t x join t y on x.b = y.b", "enable_mergejoin"},
		{"merge join", "select count(*) from t x join t y on x.a / 1000000 = y.a / 1000000 where y.b < x.b and x.a < 10", "enable_hashjoin"},
		{"hash aggregate", "select b, count(*) from t group by b", "enable_sort"},
		{"materialize", "select count(*) from generate_series(1, 2) g, (select * from t offset 0) s where g + a < 0", "enable_hashjoin"},
		{"with", "with w as materialized (select * from t) select count(*) from w x, w y where x.a = 1 and y.a = 1", ""},
		{"recursion", "with recursive r as (select a, b from t union select a + 1, b from r where a < 0) select count(*) from r", ""},
		{"array_agg", "select length(array_agg(b)::text) from t", ""},
		{"array_agg of groups", "select a % 10, array_agg(b) from t group by 1", ""},
		{"string_agg", "select length(string_agg(b, ',')) from t", ""},
		{"sorted string_agg", "select length(string_agg(b, ',' order by b)) from t", ""},
		{"distinct", "select count(distinct b) from t", ""},
		{"array of a subquery", "select array_length(array(select b from t), 1)", ""},
		{"not in", "select count(*) from t where b not in (select b from t)", ""},
		{"intersect", "select count(*) from (select b from t intersect select b from t) s", ""},
	} {
		t.Run(c.name, func(t *testing.T) { limitMemory(t, s, c.sql, c.set) })
	}
	if grown := int64(liveHeap()) - int64(before); grown > 16<<20 {
		t.Errorf("the heap is %d MB larger than before", grown>>20)
	}
}

// limitMemory runs a statement below its needs, also in a subtransaction, and
// above.
func limitMemory(t *testing.T, s *minidb.Session, sql, off string) {
	if off != "" {
		must(t, s, "set "+off+" = off")
		defer must(t, s, "reset "+off)
	}
	must(t, s, "set minidb.memory_limit = '2MB'")
	defer must(t, s, "reset minidb.memory_limit")
	if _, err := try(s, sql); code(err) != "53200" {
		t.Errorf("%s: %v", sql, err)
	}
	alive(t, s)
	must(t, s, "begin", "savepoint a")
	wantCode(t, s, "53200", sql)
	must(t, s, "rollback to a")
	alive(t, s)
	must(t, s, "commit")
	must(t, s, "set minidb.memory_limit = '200MB'", sql)
	alive(t, s)
}
