package pgwire_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"minidb"
)

// heard waits for the next n notifications.
func heard(t *testing.T, c *pgx.Conn, n int) (out []string) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	for range n {
		m, err := c.WaitForNotification(ctx)
		if err != nil {
			t.Fatalf("after %q: %v", out, err)
		}
		out = append(out, m.Channel+" "+m.Payload)
	}
	return out
}

// silent fails if a notification comes soon.
func silent(t *testing.T, c *pgx.Conn) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	if m, err := c.WaitForNotification(ctx); err == nil {
		t.Errorf("heard of %s %s", m.Channel, m.Payload)
	}
}

// TestNotify: a client hears of notifications while it waits, after its own
// transaction, in the order of the commits, once for each transaction that sent it.
func TestNotify(t *testing.T) {
	ctx := context.Background()
	s := startServer(t)
	at := fmt.Sprintf("postgres://postgres@%s/postgres", s.Addr())
	open := func() *pgx.Conn {
		c, err := pgx.Connect(ctx, at)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close(ctx) })
		return c
	}
	do := func(c *pgx.Conn, list ...string) {
		t.Helper()
		for _, sql := range list {
			if _, err := c.Exec(ctx, sql); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
	}
	check := func(got []string, want ...string) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("heard %q, not %q", got, want)
		}
	}
	a, b := open(), open()
	do(a, "listen x")
	do(b, "begin", "notify x, '1'", "notify x", "notify x, '1'", "savepoint s", "notify x, 'gone'", "rollback to s", "notify other")
	silent(t, a)
	do(b, "commit")
	check(heard(t, a, 2), "x 1", "x ")
	do(b, "begin", "notify x, 'no'", "rollback", "notify x, 'while idle'")
	check(heard(t, a, 1), "x while idle")

	do(a, "begin")
	do(b, "notify x, 'in a block'")
	silent(t, a)
	do(a, "commit")
	check(heard(t, a, 1), "x in a block")

	do(a, "begin", "notify own, '2'", "listen own", "commit")
	check(heard(t, a, 1), "own 2")
	do(a, "unlisten x")
	do(b, "notify x")
	if _, err := b.Exec(ctx, "select pg_notify('own', $1)", "a parameter"); err != nil {
		t.Fatal(err)
	}
	check(heard(t, a, 1), "own a parameter")

	do(b, "notify own, 'the last'")
	var used float64
	a.Close(ctx)
	for range 100 {
		if err := b.QueryRow(ctx, "select pg_notification_queue_usage()").Scan(&used); err != nil {
			t.Fatal(err)
		}
		if used == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("a listener that is gone leaves %v of the queue taken", used)
}

// TestNotifyLoad: nothing is lost between those who send and one who works meanwhile.
func TestNotifyLoad(t *testing.T) {
	const senders, each = 4, 200
	ctx := context.Background()
	s := startServer(t)
	at := fmt.Sprintf("postgres://postgres@%s/postgres", s.Addr())
	a, err := pgx.Connect(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close(ctx)
	if _, err := a.Exec(ctx, "listen x"); err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	for i := range senders {
		work.Go(func() {
			c, err := pgx.Connect(ctx, at)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close(ctx)
			for j := range each {
				if _, err := c.Exec(ctx, fmt.Sprintf("notify x, '%d %d'", i, j)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	next := [senders]int{}
	for n := range senders * each {
		if n%3 == 0 {
			var one int
			if err := a.QueryRow(ctx, "select $1::int", 1).Scan(&one); err != nil {
				t.Fatal(err)
			}
		}
		var i, j int
		if _, err := fmt.Sscanf(heard(t, a, 1)[0], "x %d %d", &i, &j); err != nil || next[i] != j {
			t.Fatalf("of sender %d came %d, not %d (%v)", i, j, next[i], err)
		}
		next[i]++
	}
	work.Wait()
	silent(t, a)
}

// TestNotifyQueue: who listens and never looks fills the queue, not the machine.
func TestNotifyQueue(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a, b := db.Session(), db.Session()
	defer b.Close()
	do := func(s *minidb.Session, sql string) error {
		_, err := s.Exec(context.Background(), sql)
		return err
	}
	if err := do(a, "listen x"); err != nil {
		t.Fatal(err)
	}
	fill := "select pg_notify('x', g || repeat('x', 7000)) from generate_series(1, 9000) g"
	if err := do(b, fill); err != nil {
		t.Fatal(err)
	}
	if err := do(b, fill); minidb.AsError(err).Code != "54000" {
		t.Errorf("a full queue: %v", err)
	}
	if n := len(a.Notifications()); n != 9000 {
		t.Errorf("%d notifications", n)
	}
	if err := do(b, fill); err != nil {
		t.Error(err)
	}
	a.Close()
	if err := do(b, fill); err != nil {
		t.Error(err)
	}
}
