package minidb_test

// What pg_stat_activity says that a session waits for, beside locks.

import (
	"context"
	"io"
	"testing"

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
