package pgwire_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"minidb"
	"minidb/pgwire"
)

// A server in the test's own process, on a port of its own.

type testServer struct {
	*pgwire.Server
	db *minidb.DB
	l  net.Listener
}

func (s *testServer) Addr() net.Addr { return s.l.Addr() }

// startServer starts a server on an empty database, which ends with the test.
func startServer(t testing.TB) *testServer { return startWith(t, pgwire.Config{}) }

func startWith(t testing.TB, cfg pgwire.Config, values ...minidb.Setting) *testServer {
	t.Helper()
	db, err := minidb.Open(values...)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Log == nil {
		cfg.Log = func(text string) { t.Error(text) }
	}
	s := &testServer{pgwire.NewServer(db, cfg), db, l}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() {
		ctx, stop := context.WithTimeout(context.Background(), time.Second)
		defer stop()
		s.Shutdown(ctx)
		db.Close()
	})
	return s
}

// stopping lets everybody in, after the server has begun to stop.
type stopping struct {
	pgwire.Trust
	stop func()
}

func (a stopping) Authenticate(pgwire.Exchange, string) error { a.stop(); return nil }

// lateConn is a connection whose server is stopped just before it has a deadline.
type lateConn struct {
	net.Conn
	stop    func()
	once    sync.Once
	stopped chan struct{}
}

func (c *lateConn) SetDeadline(t time.Time) error {
	c.once.Do(func() {
		go c.stop()
		<-c.stopped
	})
	return c.Conn.SetDeadline(t)
}

func (c *lateConn) SetReadDeadline(t time.Time) error {
	defer close(c.stopped)
	return c.Conn.SetReadDeadline(t)
}

// A server that stops does not wait for a client that has just come and says nothing.
func TestShutdownBeforeStartup(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := pgwire.NewServer(db, pgwire.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client, server := net.Pipe()
	defer client.Close()
	gone := make(chan struct{})
	s.ServeConn(&lateConn{Conn: server, stopped: make(chan struct{}), stop: func() { s.Shutdown(ctx); close(gone) }}, pgwire.Trust{})
	<-gone
	if ctx.Err() != nil {
		t.Error("the server waited")
	}
}

// A server that stops while a client logs in sends it away at once.
func TestShutdownDuringLogin(t *testing.T) {
	db, err := minidb.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := pgwire.NewServer(db, pgwire.Config{})
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	gone := make(chan struct{})
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.ServeWith(l, stopping{stop: func() {
			go func() { s.Shutdown(ctx); close(gone) }()
			<-served     // the listener is closed
			s.Sessions() // and the clients are told, which nobody interrupts
		}})
	}()
	c, err := pgx.Connect(ctx, "postgres://postgres@"+l.Addr().String()+"/postgres")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "select 1"); err == nil {
		t.Error("the client is served")
	}
	<-gone
	if ctx.Err() != nil {
		t.Error("the server waited")
	}
}
