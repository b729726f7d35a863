package pgwire_test

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

// A connection's row of pg_stat_activity says who its client is from its first
// statement on, and to others before it; sessions without a client have no port.
func TestActivityOfClients(t *testing.T) {
	ctx := context.Background()
	s := startServer(t)
	dir := t.TempDir()
	u, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(u) }()
	local := s.db.Session()
	defer local.Close()
	for _, at := range []string{fmt.Sprintf("host=127.0.0.1 port=%d", s.Addr().(*net.TCPAddr).Port), "host=" + dir + " port=5432"} {
		c, err := pgx.Connect(ctx, at+" user=postgres dbname=postgres application_name=first")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(ctx)
		const shown = "select coalesce(concat_ws(' ', application_name, client_addr, client_hostname, client_port, state, wait_event, backend_type, query_start is null), '~') from pg_stat_activity where pid = "
		addr, port := "", -1
		if a, ok := c.PgConn().Conn().LocalAddr().(*net.TCPAddr); ok {
			addr, port = " 127.0.0.1", a.Port
		}
		rows, err := local.Query(ctx, shown+fmt.Sprint(c.PgConn().PID()))
		if err != nil {
			t.Fatal(err)
		}
		if !rows.Next() {
			t.Fatal("no row", rows.Err())
		}
		if got, want := rows.Row()[0].Text(), fmt.Sprintf("first%s %d idle ClientRead client backend t", addr, port); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		rows.Close()
		var got string
		if err := c.QueryRow(ctx, shown+"pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("first%s %d active client backend f", addr, port); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if port > 0 {
			addr = fmt.Sprintf("127.0.0.1 %d 127.0.0.1 %d", port, s.Addr().(*net.TCPAddr).Port)
		}
		const own = "select concat_ws(' ', inet_client_addr(), inet_client_port(), inet_server_addr(), inet_server_port())"
		if err := c.QueryRow(ctx, own).Scan(&got); err != nil || got != addr {
			t.Errorf("got %q, want %q, error %v", got, addr, err)
		}
	}
	rows, err := local.Query(ctx, "select client_addr is null and client_port is null from pg_stat_activity where pid = pg_backend_pid()")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if !rows.Next() || !rows.Row()[0].IsTrue() {
		t.Error("a session of this process has a client", rows.Err())
	}
}

// A message without a text, as Describe, leaves the one that is shown.
func TestActivityOfDescribe(t *testing.T) {
	s := startServer(t)
	c := connectRaw(t, s.Addr().String(), nil)
	local := s.db.Session()
	defer local.Close()
	c.run(t, "P a \"select 1\"\nD S a\nH\nuntil T\nB \"\" a\nD P \"\"\nH\nuntil T")
	rows, err := local.Query(context.Background(), "select state, query from pg_stat_activity where pid = "+fmt.Sprint(c.pid))
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if !rows.Next() || rows.Text(0) != "active" || rows.Text(1) != "select 1" {
		t.Error(rows.Row(), rows.Err())
	}
}
