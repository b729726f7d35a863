package minidb_test

// Temporary tables of several sessions: each has its own, and they are gone when
// the session is.

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"minidb"
)

const tempLeft = "select count(*) from pg_class where relpersistence = 't'"

func TestTempTablesOfTwoSessions(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	files := minidb.Files(db)
	must(t, a, "create temp table x (a int primary key, s serial)", "insert into x values (1)")
	must(t, b, "create temp table x (b text unique)", "insert into x values ('b')")
	want(t, a, "1|1", "select * from x")
	want(t, b, "b", "select * from x")
	want(t, a, "2", "select count(*) from pg_class where relname = 'x'")
	a.Close()
	want(t, b, "b", "select * from x")
	c := connect(t, db)
	must(t, c, "create temp table x (c int)")
	want(t, c, "0", "select count(*) from x")
	want(t, c, "2", "select count(*) from pg_namespace where nspname like 'pg_temp%'") // the first is used again
	b.Close()
	must(t, c, "discard temp")
	want(t, c, "0", tempLeft)
	if n := minidb.Files(db); n != files {
		t.Errorf("%d files, there were %d", n, files)
	}
}

func TestTempTablesOfOthers(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create temp table x (a int primary key)", "insert into x values (1)", "create temp sequence s", "begin")
	schema := must(t, b, "select relnamespace::regnamespace from pg_class where relname = 'x'")
	want(t, b, "t", fmt.Sprintf("select pg_is_other_temp_schema('%s'::regnamespace)", schema))
	for sql, message := range map[string]string{
		"select * from %s.x":                 "cannot access temporary tables of other sessions",
		"select a from %s.x where a = 1":     "cannot access temporary tables of other sessions",
		"explain select * from %s.x":         "cannot access temporary tables of other sessions",
		"insert into %s.x values (2)":        "cannot access temporary tables of other sessions",
		"update %s.x set a = 2":              "cannot access temporary tables of other sessions",
		"delete from %s.x":                   "cannot access temporary tables of other sessions",
		"copy %s.x to stdout":                "cannot access temporary tables of other sessions",
		"copy %s.x from stdin":               "cannot access temporary tables of other sessions",
		"select nextval('%s.s')":             "cannot access temporary tables of other sessions",
		"truncate %s.x":                      "cannot truncate temporary tables of other sessions",
		"alter table %s.x add b int":         "cannot alter temporary tables of other sessions",
		"create index on %s.x (a)":           "cannot create indexes on temporary tables of other sessions",
		"create table %s.y (a int)":          "cannot create relations in temporary schemas of other sessions",
		"create temp table %s.y (a int)":     "cannot create relations in temporary schemas of other sessions",
		"create unlogged table %s.y (a int)": "only temporary relations may be created in temporary schemas",
	} {
		_, err := try(b, fmt.Sprintf(sql, schema))
		if err == nil || !strings.HasSuffix(err.Error(), message) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	must(t, a, "commit")
	must(t, b, "vacuum "+schema+".x", "drop table "+schema+".x") // a superuser may
	wantCode(t, a, "42P01", "select * from x")
}

func TestTempTablesEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(db *minidb.DB, s *minidb.Session)
	}{
		{"close", func(_ *minidb.DB, s *minidb.Session) { s.Close() }},
		{"close in a transaction", func(_ *minidb.DB, s *minidb.Session) {
			must(t, s, "begin", "insert into x values (5000)", "create temp table y (a int)")
			s.Close()
		}},
		{"close in a failed transaction", func(_ *minidb.DB, s *minidb.Session) {
			must(t, s, "begin", "savepoint p")
			wantCode(t, s, "22012", "select 1/0")
			s.Close()
		}},
		{"close with rows open", func(_ *minidb.DB, s *minidb.Session) {
			rows, err := s.Query(context.Background(), "select * from x")
			if err != nil || !rows.Next() {
				t.Fatal(err)
			}
			s.Close()
		}},
		{"terminated while idle", func(_ *minidb.DB, s *minidb.Session) {
			minidb.Terminate(s)
			wantCode(t, s, "57P01", "select 1")
		}},
		{"terminated while running", func(_ *minidb.DB, s *minidb.Session) {
			must(t, s, "begin")
			r := start(t, s, "select count(*) from generate_series(1, 1000000000)")
			minidb.Terminate(s)
			r.ends("57P01")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openDB(t)
			s, other := connect(t, db), connect(t, db)
			files := minidb.Files(db)
			must(t, s, "create temp table x (a int primary key, b text unique, c serial)", "insert into x select i, i from generate_series(1, 1000) i",
				"create temp view v as select * from x", "create type pg_temp.e as enum ('a')")
			must(t, other, "create table uses (a int)")
			c.end(db, s)
			want(t, other, "0", tempLeft)
			want(t, other, "0", "select count(*) from pg_type where typname in ('e', 'x', '_x')")
			must(t, other, "drop table uses")
			if n := minidb.Files(db); n != files {
				t.Errorf("%d files, there were %d", n, files)
			}
		})
	}
}

// A session that ends must not wait for one that has locked its table; who gets
// the schema next cleans up.
func TestTempTableLockedByAnother(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create temp table x (a int)")
	schema := must(t, b, "select relnamespace::regnamespace from pg_class where relname = 'x'")
	must(t, b, "begin", "comment on table "+schema+".x is 'held'")
	a.Close()
	want(t, b, "1", tempLeft)
	must(t, b, "rollback")
	c := connect(t, db)
	must(t, c, "create temp table y (a int)")
	want(t, c, "y", "select relname from pg_class where relpersistence = 't'")
}

func TestCloneHasNoTempTables(t *testing.T) {
	db := openDB(t)
	a := connect(t, db)
	must(t, a, "create temp table x (a int)", "insert into x values (1)", "create unlogged table u (a int)", "insert into u values (1)")
	clone := db.Clone()
	t.Cleanup(clone.Close)
	c := connect(t, clone)
	want(t, c, "0", tempLeft)
	want(t, c, "1", "select count(*) from u")
	must(t, c, "create temp table x (b int)")
	want(t, a, "1", "select a from x")
}

// Temporary and unlogged tables write no WAL but for the ends of transactions.
func TestUnloggedTablesWriteNoWAL(t *testing.T) {
	db := openDB(t)
	s := connect(t, db)
	must(t, s, "create unlogged table u (a int primary key, b text, c serial)", "create temp table x (a int primary key, b text, c serial)",
		"create table p (a int primary key, b text, c serial)")
	work := func(table string) int64 {
		before := minidb.WALRecords(db)
		must(t, s, "begin", "insert into "+table+" select i, 'x' from generate_series(1, 500) i", "update "+table+" set b = 'y' where a % 2 = 0",
			"delete from "+table+" where a > 400", "select * from "+table+" where a = 7 for update", "commit", "vacuum freeze "+table)
		return minidb.WALRecords(db) - before
	}
	for _, table := range []string{"u", "x"} {
		// The ends of transactions, and rows of pg_class that VACUUM writes and prunes.
		if n := work(table); n > 50 {
			t.Errorf("%s: %d records", table, n)
		}
	}
	if n := work("p"); n < 1000 {
		t.Errorf("p: only %d records", n)
	}
	must(t, s, "alter table u set logged", "delete from u")
	if n := work("u"); n < 1000 {
		t.Errorf("after SET LOGGED: only %d records", n)
	}
	must(t, s, "alter table u set unlogged", "delete from u")
	if n := work("u"); n > 50 {
		t.Errorf("after SET UNLOGGED: %d records", n)
	}
}

func TestAutovacuumLeavesTempTables(t *testing.T) {
	s := connect(t, openDB(t))
	for _, kind := range []string{"temp", "unlogged"} {
		must(t, s, "create "+kind+" table "+kind+"_t (a int)", "insert into "+kind+"_t select generate_series(1, 20000)", "delete from "+kind+"_t")
	}
	if n := minidb.DeadRows(s, "temp_t"); n != 20000 {
		t.Errorf("%d dead rows in the temporary table", n)
	}
	if n := minidb.DeadRows(s, "unlogged_t"); n != 0 {
		t.Errorf("%d dead rows in the unlogged table", n)
	}
}
