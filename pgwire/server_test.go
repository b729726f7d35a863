package pgwire_test

import (
	"context"
	"net"
	"testing"
	"time"

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
