package pgwire_test

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"minidb"
	"minidb/pgwire"
)

// What a transaction costs on the wire, client included: the messages that pgbench
// -M prepared sends.

func BenchmarkSelect(b *testing.B) { benchmarkPrepared(b, "select b from t where a = $1") }

func BenchmarkUpdate(b *testing.B) { benchmarkPrepared(b, "update t set b = b + 1 where a = $1") }

func benchmarkPrepared(b *testing.B, sql string) {
	c := connectRaw(b, startServer(b).Addr().String(), nil)
	c.run(b, `Q "create table t (a int primary key, b int); insert into t select g, g from generate_series(1, 10000) g"`)
	c.f.Send(&pgproto3.Query{String: "analyze t"})
	c.f.Send(&pgproto3.Parse{Name: "s", Query: sql})
	c.f.Send(&pgproto3.Sync{})
	c.flush()
	ready(b, c, 2)
	bind := &pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{[]byte("77")}}
	b.ReportAllocs()
	for b.Loop() {
		c.f.Send(bind)
		c.f.Send(&pgproto3.Describe{ObjectType: 'P'})
		c.f.Send(&pgproto3.Execute{})
		c.f.Send(&pgproto3.Sync{})
		c.flush()
		ready(b, c, 1)
	}
}

// ready reads up to the nth ReadyForQuery.
func ready(b testing.TB, c *scriptConn, n int) {
	for n > 0 {
		m, err := c.f.Receive()
		if err != nil {
			b.Fatal(err)
		}
		switch m := m.(type) {
		case *pgproto3.ErrorResponse:
			b.Fatal(m.Message)
		case *pgproto3.ReadyForQuery:
			n--
		}
	}
}

// What the server alone does for a transaction, without the kernel's part and the
// client's: the same messages from memory.

func BenchmarkServeSelect(b *testing.B) { benchmarkServe(b, "select b from t where a = $1") }

func BenchmarkServeUpdate(b *testing.B) { benchmarkServe(b, "update t set b = b + 1 where a = $1") }

func BenchmarkServeBlock(b *testing.B) {
	benchmarkServe(b, "begin", "update t set b = b + 1 where a = $1", "select b from t where a = $1",
		"insert into h values ($1, 1)", "end")
}

func benchmarkServe(b *testing.B, list ...string) {
	b.ReportAllocs()
	serve(b, b.N, b.ResetTimer, list...)
}

// Values that are numbers, and the names of statements, are read where they lie.
func TestServeAllocatesNothing(t *testing.T) {
	const n = 2000
	var before, after runtime.MemStats
	serve(t, n, func() { runtime.ReadMemStats(&before) }, "begin", "update t set b = b + $1 where a = $1", "select b from t where a = $1", "end")
	runtime.ReadMemStats(&after)
	if per := float64(after.Mallocs-before.Mallocs) / n; per > 0.5 {
		t.Errorf("%.1f allocations a transaction", per)
	}
}

// serve serves n times batches of one statement each, as pgbench's scripts have them.
// started is called when all are prepared and warm.
func serve(b testing.TB, n int, started func(), list ...string) {
	db, err := minidb.Open()
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	start := &pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersion30, Parameters: map[string]string{"user": "postgres"}}
	c := &loopConn{head: encode(b, start,
		&pgproto3.Query{String: "create table t (a int primary key, b int); insert into t select g, g from generate_series(1, 10000) g"},
		&pgproto3.Query{String: "create table h (a int, b int)"}, &pgproto3.Query{String: "analyze t"}), n: 10}
	for i, sql := range list {
		name := fmt.Sprint("s", i)
		c.head = append(c.head, encode(b, &pgproto3.Parse{Name: name, Query: sql})...)
		bind := &pgproto3.Bind{PreparedStatement: name}
		if strings.Contains(sql, "$1") {
			bind.Parameters = [][]byte{[]byte("77")}
		}
		c.batch = append(c.batch, encode(b, bind, &pgproto3.Describe{ObjectType: 'P'}, &pgproto3.Execute{}, &pgproto3.Sync{})...)
	}
	s := pgwire.NewServer(db, pgwire.Config{})
	c.started = started
	c.n = n + 10
	s.ServeConn(c, pgwire.Trust{})
	s.Wait()
	if c.sent <= c.n {
		b.Fatal("the connection ended early")
	}
}

func encode(b testing.TB, list ...pgproto3.FrontendMessage) (out []byte) {
	for _, m := range list {
		var err error
		if out, err = m.Encode(out); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

// loopConn is a client that sends the same batch n times and does not listen.
type loopConn struct {
	net.Conn
	head, batch []byte
	n           int
	started     func() // called when ten batches were sent
	sent        int
}

func (c *loopConn) Read(b []byte) (int, error) {
	if len(c.head) > 0 {
		n := copy(b, c.head)
		c.head = c.head[n:]
		return n, nil
	}
	if c.sent == 10 {
		c.started()
	}
	if c.sent++; c.sent > c.n {
		return 0, io.EOF
	}
	return copy(b, c.batch), nil
}

func (c *loopConn) Write(b []byte) (int, error)      { return len(b), nil }
func (c *loopConn) Close() error                     { return nil }
func (c *loopConn) SetDeadline(time.Time) error      { return nil }
func (c *loopConn) SetReadDeadline(time.Time) error  { return nil }
func (c *loopConn) SetWriteDeadline(time.Time) error { return nil }
func (c *loopConn) LocalAddr() net.Addr              { return &net.UnixAddr{Net: "unix"} }
func (c *loopConn) RemoteAddr() net.Addr             { return &net.UnixAddr{Net: "unix"} }
