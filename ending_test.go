package minidb_test

// Sessions that others look at and end.

import (
	"context"
	"strings"
	"testing"
	"time"

	"minidb"
)

// endsSoon waits until f tells that a session has ended.
func endsSoon(t *testing.T, f func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !f(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the session does not end")
		}
	}
}

func TestTimeoutsEndSessions(t *testing.T) {
	for _, c := range []struct{ name, setting, sqlstate, message string }{
		{"in transaction", "set idle_in_transaction_session_timeout = '20ms'; begin; insert into t values (9, 9, 9)", "25P03",
			"terminating connection due to idle-in-transaction timeout"},
		{"in failed transaction", "set idle_in_transaction_session_timeout = '20ms'; begin; select * from t for update; select 1/0", "25P03",
			"terminating connection due to idle-in-transaction timeout"},
		{"outside", "set idle_session_timeout = '20ms'; select 1", "57P05", "terminating connection due to idle-session timeout"},
		{"transaction", "set transaction_timeout = '20ms'; begin; insert into t values (9, 9, 9)", "25P04",
			"terminating connection due to transaction timeout"},
		{"set in the transaction", "begin; insert into t values (9, 9, 9); set transaction_timeout = '20ms'", "25P04",
			"terminating connection due to transaction timeout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, _, b, _ := pair(t)
			s := connect(t, db)
			for _, sql := range splitSemicolons(c.setting) {
				_, _ = try(s, sql)
			}
			endsSoon(t, func() bool { return must(t, b, "select count(*) from pg_stat_activity") == "3" })
			want(t, b, "3", "select count(*) from t")
			must(t, b, "update t set v = v") // its locks are gone
			_, err := try(s, "select 1")
			if code(err) != c.sqlstate || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%v", err)
			}
			wantCode(t, s, c.sqlstate, "select 2") // and for ever
		})
	}
}

// Several statements of one message, whose session is ended before the last, which
// commits them all, has begun: they are rolled back, and that is said.
func TestTerminateBeforeImplicitCommit(t *testing.T) {
	_, a, b, _ := pair(t)
	s := connect(t, a.DB())
	pid := must(t, s, "select pg_backend_pid()")
	n := 0
	err := s.Simple(context.Background(), "update t set v = 0; update t set v = 1", func(r *minidb.Rows) error {
		if n++; n == 1 {
			want(t, a, "t", "select pg_terminate_backend("+pid+")")
		}
		return r.Err()
	})
	if code(err) != "57P01" {
		t.Errorf("%v", err)
	}
	want(t, b, "0", "select count(*) from t where v < 2")
}

func TestTransactionTimeoutStopsStatements(t *testing.T) {
	_, a, b, _ := pair(t)
	must(t, a, "begin", "update t set v = 0 where id = 1")
	s := connect(t, a.DB())
	must(t, s, "set transaction_timeout = '30ms'", "begin")
	start(t, s, "update t set v = 1 where id = 1").blocked().ends("25P04")
	wantCode(t, s, "25P04", "select 1")
	must(t, a, "rollback")
	want(t, b, "10", "select v from t where id = 1")

	s = connect(t, a.DB())
	must(t, s, "set transaction_timeout = '30ms'")
	wantCode(t, s, "25P04", "select pg_sleep(20)")

	s = connect(t, a.DB()) // short transactions are not touched
	must(t, s, "set transaction_timeout = '50ms'", "set idle_in_transaction_session_timeout = '60s'", "set idle_session_timeout = '60s'")
	for end := time.Now().Add(100 * time.Millisecond); time.Now().Before(end); {
		must(t, s, "begin", "select 1", "commit", "select 1")
	}
}

func TestCancelAndTerminateBackend(t *testing.T) {
	db, a, b, c := pair(t)
	pid := must(t, b, "select pg_backend_pid()")
	must(t, a, "begin", "update t set v = 0 where id = 1")
	w := start(t, b, "update t set v = 1 where id = 1").blocked()
	want(t, c, "t", "select pg_blocking_pids("+pid+") = array[(select pid from pg_stat_activity where state = 'idle in transaction')]")
	want(t, c, "active|Lock|transactionid|update t set v = 1 where id = 1",
		"select state, wait_event_type, wait_event, query from pg_stat_activity where pid = "+pid)
	want(t, c, "t", "select pg_cancel_backend("+pid+")")
	w.ends("57014")
	want(t, b, "1", "select 1")

	must(t, b, "begin", "update t set v = 7 where id = 2")
	want(t, c, "idle in transaction|Client|ClientRead|t|t",
		"select state, wait_event_type, wait_event, backend_xid is not null, xact_start is not null from pg_stat_activity where pid = "+pid)
	want(t, c, "t", "select pg_terminate_backend("+pid+", 5000)")
	wantCode(t, b, "57P01", "commit")
	want(t, c, "20", "select v from t where id = 2")
	want(t, c, "f", "select pg_terminate_backend("+pid+")")
	want(t, c, "f", "select pg_cancel_backend("+pid+")")
	want(t, c, "{}", "select pg_blocking_pids("+pid+")")

	d := connect(t, db)
	pid = must(t, d, "select pg_backend_pid()")
	w = start(t, d, "update t set v = 1 where id = 1").blocked()
	want(t, c, "t", "select pg_terminate_backend("+pid+")")
	w.ends("57P01")
	endsSoon(t, func() bool { return must(t, c, "select count(*) from pg_stat_activity where pid = "+pid) == "0" })
	d = connect(t, db)
	wantCode(t, d, "57P01", "select pg_terminate_backend(pg_backend_pid())")
	wantCode(t, c, "57014", "select pg_cancel_backend(pg_backend_pid())")
	must(t, a, "rollback")
}

// The look at the role of a client that connects is in no session that others see, and
// could end.
func TestRolesAreReadUnseen(t *testing.T) {
	db := openDB(t)
	s := connect(t, db)
	db.WhileRolesAreRead(func() {
		want(t, s, "1", "select count(*) from pg_stat_activity")
		want(t, s, "0", "select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid())")
	})
	wantNoLocks(t, db)
}
