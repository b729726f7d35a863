package minidb_test

import (
	"runtime"
	"testing"

	"minidb"
)

// Dead rows do not pile up: neither those of a table that is rewritten again
// and again, nor those of the catalogs under DDL, nor after rollbacks.

func TestAutovacuum(t *testing.T) {
	s := openSession(t)
	run(t, s, "create table t (a int primary key, b int, c text)")
	run(t, s, "insert into t select i, i, 'some text of a row' from generate_series(1, 20000) i")
	run(t, s, "create index on t (b)")
	before := liveHeap()
	for range 20 {
		run(t, s, "update t set b = b + 1")
		run(t, s, "begin")
		run(t, s, "insert into t select a + 100000, b, c from t")
		run(t, s, "rollback")
	}
	if grown := int64(liveHeap()) - int64(before); grown > 8<<20 {
		t.Errorf("20 rewrites of 20000 rows left %d kB", grown>>10)
	}
	runtime.KeepAlive(s)
}

func TestAutovacuumCatalogs(t *testing.T) {
	s := openSession(t)
	churn := func(n int) {
		for range n {
			run(t, s, "create table x (a int primary key, b text, c text, d text, check (a > 0))")
			run(t, s, "drop table x")
		}
	}
	fillRing(t, s)
	churn(50)
	before := liveHeap()
	churn(500)
	if grown := int64(liveHeap()) - int64(before); grown > 2<<20 {
		t.Errorf("500 tables created and dropped left %d kB", grown>>10)
	}
}

// Inserts that are rolled back are dead rows too, whether the transaction, a
// savepoint or the statement fails.
func TestAutovacuumOfRollbacks(t *testing.T) {
	s := openSession(t)
	fillRing(t, s)
	must(t, s, "create table t (a int primary key, b text)")
	must(t, s, "insert into t values (1, 'x')")
	churn := func(n int) {
		for range n {
			must(t, s, "begin", "insert into t select i, 'x' from generate_series(2, 1000) i")
			must(t, s, "savepoint p", "insert into t select i, 'x' from generate_series(2001, 3000) i", "rollback to p", "rollback")
			if _, err := try(s, "insert into t select 1001 - i, 'x' from generate_series(1, 1000) i"); err == nil {
				t.Fatal("a key is there twice")
			}
			must(t, s, "begin", "create table x (a int primary key, b text unique)", "rollback")
		}
	}
	churn(120) // the catalogs' pages are copied from the template when they are first written to
	before := liveHeap()
	churn(80)
	if grown := int64(liveHeap()) - int64(before); grown > 1<<20 {
		t.Errorf("80 rollbacks left %d kB", grown>>10)
	}
	runtime.KeepAlive(s)
}

// fillRing writes until the WAL ring has all its memory, which stays.
func fillRing(t *testing.T, s *minidb.Session) {
	run(t, s, "create table ring (a int, b text)")
	run(t, s, "insert into ring select i, 'row ' || i from generate_series(1, 100000) i")
	run(t, s, "drop table ring")
}

// Memory comes back after DELETE and VACUUM, TRUNCATE and DROP.
func TestMemoryReturns(t *testing.T) {
	s := openSession(t)
	fillRing(t, s)
	for _, away := range []string{"delete from t; vacuum t", "truncate t", "drop table t"} {
		before := liveHeap()
		run(t, s, "create table t (a int primary key, b text)")
		run(t, s, "insert into t select i, 'row ' || i from generate_series(1, 50000) i")
		if full := int64(liveHeap() - before); full < 4<<20 {
			t.Fatalf("50000 rows take %d kB?", full>>10)
		}
		for _, sql := range splitSemicolons(away) {
			run(t, s, sql)
		}
		if left := int64(liveHeap()) - int64(before); left > 1<<20 {
			t.Errorf("%s: %d kB are left", away, left>>10)
		}
		run(t, s, "drop table if exists t")
	}
}
