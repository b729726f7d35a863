package minidb_test

// Sequences between sessions: every number is given out once, each session has
// its own currval and its own reserve, and ALTER SEQUENCE waits for their users.

import (
	"context"
	"sync"
	"testing"

	"minidb"
)

func TestSequenceNumbersAreUnique(t *testing.T) {
	for _, options := range []string{"", "cache 7", "increment -3 cache 2"} {
		t.Run(options, func(t *testing.T) {
			db := openDB(t)
			must(t, connect(t, db), "create sequence s "+options, "create table t (n bigint primary key)")
			const sessions, each = 4, 50
			var wg sync.WaitGroup
			for range sessions {
				s := connect(t, db)
				wg.Go(func() { takeNumbers(t, s, each) })
			}
			wg.Wait()
			want(t, connect(t, db), "200", "select count(*) from t")
		})
	}
}

// takeNumbers stores numbers of s in t, and loses some to rollbacks.
func takeNumbers(t *testing.T, s *minidb.Session, n int) {
	for i := range n {
		for _, sql := range []string{"insert into t values (nextval('s'))", "begin", "select nextval('s')", "rollback"}[:1+3*(i%2)] {
			if _, err := s.Exec(context.Background(), sql); err != nil {
				t.Error(err)
				return
			}
		}
	}
}

func TestSequencePerSession(t *testing.T) {
	db := openDB(t)
	a, b := connect(t, db), connect(t, db)
	must(t, a, "create sequence s cache 5", "create sequence other")
	want(t, a, "1", "select nextval('s')")
	want(t, b, "6", "select nextval('s')")
	want(t, a, "2", "select nextval('s')")
	want(t, b, "6", "select currval('s')")
	want(t, b, "1", "select nextval('other')")
	want(t, b, "1", "select lastval()")
	want(t, a, "2", "select lastval()")
	want(t, b, "10|t", "select last_value, is_called from s")
	must(t, b, "alter sequence s restart with 100")
	want(t, a, "100", "select nextval('s')") // its reserve is of the old file
	want(t, b, "6", "select currval('s')")
	must(t, b, "drop sequence s")
	wantCode(t, a, "55000", "select lastval()")
}

func TestAlterSequenceWaits(t *testing.T) {
	db := openDB(t)
	a, b, c := connect(t, db), connect(t, db), connect(t, db)
	must(t, a, "create sequence s", "begin")
	want(t, a, "1", "select nextval('s')")
	must(t, b, "begin")
	want(t, b, "2", "select nextval('s')") // users do not wait for each other
	must(t, b, "commit")
	w := start(t, c, "alter sequence s increment by 10").blocked()
	must(t, a, "commit")
	w.ends("")
	want(t, a, "12", "select nextval('s')")
	want(t, b, "22", "select nextval('s')")

	must(t, a, "begin", "alter sequence s restart")
	w = start(t, b, "select nextval('s')").blocked()
	must(t, a, "rollback")
	w.ends("")
	want(t, a, "42", "select nextval('s')")
	wantNoLocks(t, db)
}

func TestSequenceOfAClone(t *testing.T) {
	db := openDB(t)
	a := connect(t, db)
	must(t, a, "create table t (id int generated always as identity, v serial)")
	want(t, a, "1|1", "insert into t default values returning *")
	copied := db.Clone()
	defer copied.Close()
	want(t, a, "2|2", "insert into t default values returning *")
	b := copied.Session()
	defer b.Close()
	want(t, b, "2|2", "insert into t default values returning *")
	want(t, b, "3|3", "insert into t default values returning *")
	want(t, a, "3|3", "insert into t default values returning *")
}

func TestSequenceCodes(t *testing.T) {
	s := connect(t, openDB(t))
	must(t, s, "create sequence s minvalue 0 maxvalue 1 start 1", "create table t (id int generated always as identity, v serial)")
	want(t, s, "1", "select nextval('s')")
	for _, c := range []struct{ code, sql string }{
		{"2200H", "select nextval('s')"},
		{"22003", "select setval('s', 2)"},
		{"55000", "select currval('t_v_seq')"},
		{"22023", "create sequence e increment 0"},
		{"22023", "create sequence e as text"},
		{"42601", "create sequence e start 1 start 2"},
		{"42P07", "create sequence s"},
		{"42809", "select nextval('t')"},
		{"42809", "update s set last_value = 3"},
		{"2BP01", "drop sequence t_v_seq"},
		{"2BP01", "drop sequence t_id_seq"},
		{"0A000", "alter sequence t_id_seq owned by none"},
		{"55000", "alter sequence s owned by pg_class.relname"},
		{"428C9", "insert into t values (1)"},
		{"428C9", "update t set id = 1"},
		{"42601", "create table e (a serial default 1)"},
	} {
		wantCode(t, s, c.code, c.sql)
	}
}
