package minidb_test

// What a session calls of its user's — OnNotice, driver.Valuer, the function given to
// Simple, the loop over All — may panic, end its goroutine as t.Fatal does, or turn to
// the session itself. The session neither waits for itself nor stays busy.

import (
	"context"
	"database/sql/driver"
	"runtime"
	"testing"
	"time"

	"minidb"
)

// valuer is a parameter whose value is what a function does.
type valuer func()

func (v valuer) Value() (driver.Value, error) { v(); return "value", nil }

// rude are the ways out of a function that do not return.
var rude = map[string]func(){
	"panic":  func() { panic("rude") },
	"Goexit": runtime.Goexit,
}

// apart calls f in a goroutine, which a panic may end, and waits.
func apart(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		f()
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: it hangs", what)
	}
}

func TestRudeCallbacks(t *testing.T) {
	db := openDB(t)
	ctx := context.Background()
	must(t, connect(t, db), "create table t (a int primary key)", "insert into t values (1), (2)")
	calls := map[string]func(*minidb.Session, func()){
		"All": func(s *minidb.Session, f func()) {
			r, _ := s.Query(ctx, "select a from t")
			for range r.All() {
				f()
			}
		},
		"Simple": func(s *minidb.Session, f func()) {
			_ = s.Simple(ctx, "select a from t", func(*minidb.Rows) error { f(); return nil })
		},
		"Simple of two": func(s *minidb.Session, f func()) {
			_ = s.Simple(ctx, "update t set a = a + 2; select a from t; select 1", func(r *minidb.Rows) error {
				if r.HasColumns() {
					f()
				}
				return nil
			})
		},
		"OnNotice": func(s *minidb.Session, f func()) {
			s.OnNotice(func(*minidb.Error) { f() })
			_, _ = s.Exec(ctx, "drop table if exists no_such_table")
		},
		"Value": func(s *minidb.Session, f func()) { _, _ = s.Exec(ctx, "select $1::text", valuer(f)) },
		"Value of Stmt": func(s *minidb.Session, f func()) {
			st, err := s.Prepare(ctx, "select $1::text")
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = st.Exec(ctx, valuer(f))
		},
	}
	for where, call := range calls {
		for how, f := range rude {
			s := db.Session()
			apart(t, how+" in "+where, func() { call(s, f) })
			s.OnNotice(nil)
			apart(t, "the statement after "+how+" in "+where, func() { want(t, s, "2", "select max(a) from t") })
			apart(t, "Close after "+how+" in "+where, s.Close)
		}
	}
	for where, call := range calls {
		s := db.Session()
		apart(t, "a statement in "+where, func() {
			call(s, func() { wantCode(t, s, "55006", "select 1") })
		})
		s.OnNotice(nil)
		want(t, s, "2", "select count(*) from t")
		apart(t, "Close in "+where, func() { call(s, s.Close) })
		wantCode(t, s, "08003", "select 1")
		apart(t, "Close after Close in "+where, s.Close)
	}
	want(t, connect(t, db), "2", "select count(*) from pg_stat_activity") // that and the first
}

// No value is left out in silence.
func TestParameterCounts(t *testing.T) {
	s := connect(t, openDB(t))
	ctx := context.Background()
	for _, sql := range []string{"", "set work_mem = '1MB'", "begin", "select 1", "select $1::int + $2", "show work_mem"} {
		if _, err := s.Exec(ctx, sql, 1); err == nil || minidb.AsError(err).Code != "08P01" {
			t.Errorf("%q: %v", sql, err)
		}
		st, err := s.Prepare(ctx, sql)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range []func() error{
			func() error { _, err := st.Query(ctx, 1); return err },
			func() error { _, err := st.Exec(ctx, 1); return err },
		} {
			if e := minidb.AsError(run()); e == nil || e.Code != "08P01" {
				t.Errorf("prepared %q: %v", sql, e)
			}
		}
	}
	want(t, s, "4MB", "show work_mem")

	must(t, s, "begin") // a value that is none fails the block, as Bind does
	st, err := s.Prepare(ctx, "select $1::int")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Query(ctx, "many"); minidb.AsError(err).Code != "22P02" {
		t.Error(err)
	}
	wantCode(t, s, "25P02", "select 1")
}

// A nil context is no context.
func TestNoContext(t *testing.T) {
	s := connect(t, openDB(t))
	var none context.Context
	if tag, err := s.Exec(none, "select 1"); tag != "SELECT 1" || err != nil {
		t.Error(tag, err)
	}
	if _, err := s.Prepare(none, "select 1"); err != nil {
		t.Error(err)
	}
}

// What contains itself ends somewhere.
func TestCyclicArguments(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := connect(t, db)
	type pointer *pointer
	var p pointer
	p = &p
	list := make([]any, 2)
	list[0], list[1] = list, &p
	for _, c := range []struct {
		arg  any
		code string
	}{{p, "0A000"}, {&p, "0A000"}, {list, "54000"}, {[]any{p}, "0A000"}} {
		if _, err := s.Exec(t.Context(), "select $1::text[]", c.arg); code(err) != c.code {
			t.Errorf("%T: %v, want %s", c.arg, err, c.code)
		}
	}
}
