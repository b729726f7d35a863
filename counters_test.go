package minidb_test

// The statistics views from outside: what counts, for which statement, and what
// leaves them as they are. And commands whose table goes away under them.

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"minidb"
)

// counted returns one counter of a statistics view.
func counted(t *testing.T, s *minidb.Session, view, counter string) int {
	t.Helper()
	n, err := strconv.Atoi(must(t, s, "select value from minidb_stat_"+view+" where counter = '"+counter+"'"))
	if err != nil {
		t.Fatal(counter, err)
	}
	return n
}

func TestModifyTableCounters(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create table t (a int primary key, b int)", "create index on t (b)", "insert into t values (1, 1)")
	if rels, indexes := counted(t, s, "last_statement", "result_rels_opened"), counted(t, s, "last_statement", "indexes_opened"); rels != 1 || indexes != 2 {
		t.Errorf("INSERT opened %d relations, %d indexes", rels, indexes)
	}
	must(t, s, "prepare p as update t set b = b + 1 where a = $1", "begin")
	for range 7 {
		must(t, s, "execute p (1)")
	}
	must(t, s, "commit")
	n := func(c string) int { return counted(t, s, "last_transaction", c) }
	if n("custom_plans")+n("generic_plans") != 7 || n("custom_plans") < 5 || n("locks_by_plan_cache") != 7 || n("result_rels_opened") != 7 || n("indexes_opened") != 14 {
		t.Errorf("%s", must(t, s, "select counter, value from minidb_stat_last_transaction where strategy = 'modify_table'"))
	}
	must(t, s, "insert into t values (2, 2)", "set minidb.lock_release = list", "show work_mem",
		"explain analyze select * from minidb_stat_last_statement")
	for range 3 { // what reads the view does not replace what it shows
		if got := counted(t, s, "last_statement", "result_rels_opened"); got != 1 {
			t.Errorf("the last statement opened %d", got)
		}
	}
	must(t, s, "prepare q as select value from minidb_stat_last_statement where counter = 'tuples'", "create table u (a int)")
	first := must(t, s, "execute q")
	if again := must(t, s, "execute q"); first != again || first == "0" {
		t.Errorf("%s tuples, then %s", first, again)
	}
	want(t, s, "attr_map catalog_insert lock_release modify_table window_store", "select distinct strategy from minidb_stat_session order by 1")
}

// The session's counters show a state as it is now, also between transactions.
func TestSessionStateCounters(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create table t (a int)")
	for _, sql := range []string{"select * from t", "begin", "select 1", "commit", "show work_mem"} {
		must(t, s, sql)
		if got, want := counted(t, s, "session", "buckets"), counted(t, s, "last_transaction", "buckets"); got != want || got == 0 {
			t.Errorf("after %s the session has %d buckets, the last transaction had %d", sql, got, want)
		}
	}
}

// The transaction of several statements in one message ends after the last of
// them: its locks are released for that one, and for no later transaction.
func TestImplicitTransactionCounters(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create table t (a int)", "create table u (a int)", "select 1")
	err := s.Simple(context.Background(), "insert into t values (1); insert into u values (1)", func(r *minidb.Rows) error { return r.Close() })
	if err != nil {
		t.Fatal(err)
	}
	released, opened := counted(t, s, "last_transaction", "locks_released"), counted(t, s, "last_transaction", "result_rels_opened")
	if last := counted(t, s, "last_statement", "locks_released"); released < 2 || released != last || opened != 2 {
		t.Errorf("the transaction released %d locks and opened %d relations, its last statement released %d", released, opened, last)
	}
	must(t, s, "begin", "commit")
	if n := counted(t, s, "last_transaction", "locks_released"); n != 0 {
		t.Errorf("the next transaction released %d", n)
	}
}

// A relation that is dropped while a command waits for its lock is looked up
// again by its name.
func TestDroppedMeanwhile(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	for _, c := range []struct{ drop, sql, code, notice string }{
		{"drop table t", "drop table t", "42P01", ""},
		{"drop table t", "drop table if exists t", "", `table "t" does not exist, skipping`},
		{"drop table t", "drop index i", "42704", ""},
		{"drop index i", "drop index i", "42704", ""},
		{"drop table t", "vacuum t", "42P01", ""},
		{"drop table t", "vacuum", "", ""},
		{"drop table t", "execute p", "42P01", ""},
		{"drop table t; create table t (a int)", "drop table t", "", ""},
		{"drop table s.u", "drop schema s cascade", "", "drop cascades to table s.v"},
	} {
		must(t, a, "drop table if exists t", "drop schema if exists s cascade", "create table t (a int)", "create index i on t (a)",
			"create schema s", "create table s.u (a int)", "create table s.v (a int)")
		must(t, b, "deallocate all", "prepare p as select a from t")
		var notices []string
		b.OnNotice(func(e *minidb.Error) { notices = append(notices, e.Message) })
		err := a.Simple(context.Background(), "begin; "+c.drop, func(r *minidb.Rows) error { return r.Close() })
		if err != nil {
			t.Fatal(err)
		}
		waiting := start(t, b, c.sql).blocked()
		must(t, a, "commit")
		waiting.ends(c.code)
		if want := []string{c.notice}; c.notice != "" && !slices.Equal(notices, want) || c.notice == "" && notices != nil {
			t.Errorf("%s, %s: notices %q", c.drop, c.sql, notices)
		}
		b.OnNotice(nil)
	}
	must(t, a, "drop table if exists t")
	wantNoLocks(t, db)
}
