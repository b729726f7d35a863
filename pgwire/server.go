// Package pgwire serves a database to PostgreSQL's clients: protocol 3.0 and 3.2
// over TCP, unix sockets and TLS. One goroutine serves a connection; what it does
// with SQL is the root package's Session's work. Messages to the client are those of
// pgx's pgproto3, but rows, which go from datums straight to the connection's buffer;
// those of the client are read piece by piece, for PostgreSQL's errors where it has them.
package pgwire

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"minidb"
)

// Config says how a server treats its clients.
type Config struct {
	TLS            *tls.Config   // nil: clients that ask for TLS are told that there is none
	MaxConnections int           // 0: 100
	StartupTimeout time.Duration // from the first byte to the login; 0: a minute, as authentication_timeout
	Log            func(string)  // hears of faults that no client can be told; nil: nobody
}

// Server serves one database.
type Server struct {
	db  *minidb.DB
	cfg Config

	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	conns     map[*conn]struct{}
	early     []*conn         // those that have not logged in, the oldest first
	failing   int             // how many wait after a wrong password
	sessions  map[int32]*conn // those that have logged in, by the number that cancel requests name
	stopping  bool
	done      sync.WaitGroup
}

// NewServer makes a server; Serve starts it.
func NewServer(db *minidb.DB, cfg Config) *Server {
	if cfg.MaxConnections == 0 {
		cfg.MaxConnections = 100
	}
	if cfg.StartupTimeout == 0 {
		cfg.StartupTimeout = time.Minute
	}
	if cfg.TLS != nil && cfg.TLS.NextProtos == nil {
		cfg.TLS = cfg.TLS.Clone()
		cfg.TLS.NextProtos = []string{alpn}
	}
	if cfg.Log == nil {
		cfg.Log = func(string) {}
	}
	return &Server{db: db, cfg: cfg, listeners: map[net.Listener]struct{}{}, conns: map[*conn]struct{}{}, sessions: map[int32]*conn{}}
}

// ErrClosed is what Serve returns after Shutdown.
var ErrClosed = errors.New("the server is closed")

// Serve accepts clients until Shutdown, or until the listener fails. Those who
// come from this machine are believed; where other machines reach it, clients
// prove who they are, and it refuses to listen if nobody can.
func (s *Server) Serve(l net.Listener) error {
	if IsLocal(l.Addr()) {
		return s.ServeWith(l, Trust{})
	}
	return s.ServeWith(l, NewScram(s.db))
}

// ServeWith is Serve with an Authenticator of the caller's.
func (s *Server) ServeWith(l net.Listener, auth Authenticator) error {
	if err := s.safe(l.Addr(), auth); err != nil {
		l.Close()
		return err
	}
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		l.Close()
		return ErrClosed
	}
	s.listeners[l] = struct{}{}
	s.mu.Unlock()
	pause := time.Duration(0)
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
			pause = 0
			s.ServeConn(c, auth)
		case s.isStopping():
			return ErrClosed
		case errors.Is(err, net.ErrClosed):
			return err
		default: // out of file descriptors, or a client that was gone again
			pause = min(max(2*pause, 5*time.Millisecond), time.Second)
			time.Sleep(pause)
		}
	}
}

// safe refuses addresses that other machines reach if nobody has to prove who he
// is, or nobody can.
func (s *Server) safe(at net.Addr, auth Authenticator) error {
	switch {
	case IsLocal(at):
		return nil
	case !auth.Proves():
		return fmt.Errorf("%s can be reached from other machines, which takes passwords; listen on 127.0.0.1", at)
	case !s.db.HasPasswords():
		return fmt.Errorf("%s can be reached from other machines, and no role has a password to log in with", at)
	}
	return nil
}

func (s *Server) isStopping() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopping
}

// ServeConn serves one connection in a goroutine of its own. Clients that have not
// logged in are limited, too: beyond MaxConnections the one that has taken longest
// makes room, so that those who only connect and say nothing keep nobody out.
func (s *Server) ServeConn(nc net.Conn, auth Authenticator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		nc.Close()
		return
	}
	if len(s.early) >= s.cfg.MaxConnections {
		s.early[0].socket.Close()
		s.early = slices.Delete(s.early, 0, 1)
	}
	c := newConn(s, direct(nc), auth)
	s.conns[c] = struct{}{}
	s.early = append(s.early, c)
	s.done.Add(1)
	go func() {
		defer s.done.Done()
		c.serve()
		s.mu.Lock()
		s.noLongerEarly(c)
		delete(s.conns, c)
		if c.sess != nil {
			delete(s.sessions, c.sess.PID())
			memory.sessionEnded()
		}
		s.mu.Unlock()
	}()
}

const (
	// failedLogin is what a wrong password costs: a client waits so long before it may
	// guess again.
	failedLogin = 250 * time.Millisecond
	// mostFailed is how many clients for each of MaxConnections wait at a time. Beyond
	// that they are not worth their memory.
	mostFailed = 10
)

// failed lets a client wait that has not proved who it is. It keeps no place among those
// who log in: if it had to make room, it could guess again at once.
func (s *Server) failed(c *conn) {
	s.mu.Lock()
	s.noLongerEarly(c)
	waits := s.failing < mostFailed*s.cfg.MaxConnections
	if waits {
		s.failing++
	}
	s.mu.Unlock()
	if waits {
		time.Sleep(failedLogin)
		s.mu.Lock()
		s.failing--
		s.mu.Unlock()
	}
}

func (s *Server) noLongerEarly(c *conn) {
	if i := slices.Index(s.early, c); i >= 0 {
		s.early = slices.Delete(s.early, i, i+1)
	}
}

// admit counts a client that has logged in; false if there are too many.
func (s *Server) admit(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sessions) >= s.cfg.MaxConnections {
		return false
	}
	s.noLongerEarly(c)
	s.sessions[c.sess.PID()] = c
	return true
}

// cancel ends the statement of the session that has that key.
func (s *Server) cancel(pid int32, key []byte) {
	s.mu.Lock()
	c := s.sessions[pid]
	s.mu.Unlock()
	if c != nil && subtle.ConstantTimeCompare(c.key, key) == 1 {
		c.sess.Cancel()
	}
}

// Shutdown stops the server: no new clients, clients that wait for nothing are sent
// away (57P01), the others when their statement is over, or at the latest when ctx
// ends. It returns when all are gone, or five seconds after that end.
func (s *Server) Shutdown(ctx context.Context) {
	s.mu.Lock()
	s.stopping = true
	for l := range s.listeners {
		l.Close()
	}
	for c := range s.conns {
		c.stop()
	}
	s.mu.Unlock()
	gone := make(chan struct{})
	go func() { s.done.Wait(); close(gone) }()
	select {
	case <-gone:
		return
	case <-ctx.Done():
	}
	s.mu.Lock()
	running := make([]*minidb.Session, 0, len(s.sessions))
	for _, c := range s.sessions {
		running = append(running, c.sess)
	}
	s.mu.Unlock()
	for _, sess := range running {
		sess.End()
	}
	select {
	case <-gone:
	case <-time.After(lastWait):
	}
}

// lastWait is how long a session that has been ended is waited for. One whose statement
// does not hear of it keeps no server alive.
const lastWait = 5 * time.Second

// Wait returns when no client is left.
func (s *Server) Wait() { s.done.Wait() }

// Sessions is how many clients have logged in.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sessions)
}
