package minidb_test

// What pg_stat_activity says that a session waits for, beside locks.

import (
	"context"
	"io"
	"regexp"
	"slices"
	"testing"
	"time"

	"minidb"
	"minidb/minidbtest"
)

func TestWaitEvents(t *testing.T) {
	db := minidbtest.Open(t)
	a, b, c := connect(t, db), connect(t, db), connect(t, db)
	must(t, a, "create table t (a int)")
	pid := must(t, b, "select pg_backend_pid()")
	shows := func(want string) {
		t.Helper()
		endsSoon(t, func() bool {
			return must(t, c, "select concat_ws('|', state, wait_event_type, wait_event) from pg_stat_activity where pid = "+pid) == want
		})
	}

	w := start(t, b, "select pg_sleep(60)")
	shows("active|Timeout|PgSleep")
	must(t, c, "select pg_cancel_backend("+pid+")")
	w.ends("57014")
	shows("idle|Client|ClientRead")

	must(t, a, "begin isolation level serializable", "insert into t values (1)")
	must(t, b, "begin isolation level serializable, read only, deferrable")
	w = start(t, b, "select * from t")
	shows("active|IPC|SafeSnapshot")
	must(t, a, "commit")
	w.ends("")
	shows("idle in transaction|Client|ClientRead")
	must(t, b, "commit")

	rows, err := b.Query(context.Background(), "copy t from stdin")
	if err != nil {
		t.Fatal(err)
	}
	r, client := io.Pipe()
	done := make(chan error)
	go func() { done <- rows.CopyFrom(r) }()
	shows("active|Client|ClientRead")
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// log_lock_waits tells a client that wants to see what is logged how long it waited.
func TestLogLockWaits(t *testing.T) {
	_, a, b, c := pair(t)
	var log []string
	number := regexp.MustCompile(`\d+(\.\d+)?`)
	b.OnNotice(func(e *minidb.Error) {
		log = append(log, e.Severity+" "+number.ReplaceAllString(e.Message, "N"))
	})
	wait := func(sql string, until func()) {
		t.Helper()
		w := start(t, b, sql).blocked()
		time.Sleep(30 * time.Millisecond)
		until()
		w.ends("")
	}
	must(t, b, "set client_min_messages = log", "set deadlock_timeout = '2ms'")
	must(t, a, "begin", "update t set v = 0 where id = 1")
	wait("update t set v = v + 1 where id = 1", func() { must(t, a, "commit") })
	must(t, b, "set log_lock_waits = on")
	must(t, a, "begin", "update t set v = 0 where id = 1")
	wait("update t set v = v + 1 where id = 1", func() { must(t, a, "commit") })
	must(t, c, "select pg_advisory_lock(1)")
	must(t, a, "set deadlock_timeout = '60s'", "select pg_advisory_lock(2)")
	must(t, b, "select pg_advisory_lock(3)")
	w := start(t, a, "select pg_advisory_lock(3)").blocked()
	wantCode(t, b, "40P01", "select pg_advisory_lock(2)")
	must(t, b, "select pg_advisory_unlock(3)")
	w.ends("")
	must(t, a, "select pg_advisory_unlock_all()")
	must(t, c, "select pg_advisory_unlock_all()")
	want := []string{
		"LOG process N still waiting for ShareLock on transaction N after N ms",
		"LOG process N acquired ShareLock on transaction N after N ms",
		"LOG process N detected deadlock while waiting for ExclusiveLock on advisory lock [N,N,N,N] after N ms",
	}
	if !slices.Equal(log, want) {
		t.Errorf("got %q", log)
	}
}
