package session

// What other sessions may see of one: a row of pg_stat_activity.

import (
	"net"
	"time"

	"minidb/settings"
)

// Activity is a session as others see it. A zero time is none.
type Activity struct {
	PID                                       int32
	User, Database, Application               string
	Start, XactStart, QueryStart, StateChange time.Time
	State                                     string // active, idle, idle in transaction, idle in transaction (aborted)
	Query                                     string // the running statement or the last one
	// ClientAddr is a TCP client's address without port, "" if there is none. ClientPort
	// is its port, -1 on a unix socket and 0 for a session without a client.
	ClientAddr string
	ClientPort int
	// ServerAddr and ServerPort are where a TCP client has connected to.
	ServerAddr string
	ServerPort int
	TLS        *TLS       // of the connection, nil if it has none
	Wait       *WaitEvent // nil if it waits for nothing, or for a lock
}

// TLS is what protects a connection, in OpenSSL's words for the version and those of
// RFC 8446 for the cipher, whose keys have so many bits.
type TLS struct {
	Version, Cipher string
	Bits            int
}

// WaitEvent is what a session waits for that is no lock, in PostgreSQL's words.
type WaitEvent struct{ Type, Event string }

// The events that a statement waits for.
var (
	WaitBackendTermination = &WaitEvent{"IPC", "BackendTermination"}
	WaitClientRead         = &WaitEvent{"Client", "ClientRead"}
	WaitPgSleep            = &WaitEvent{"Timeout", "PgSleep"}
	WaitSafeSnapshot       = &WaitEvent{"IPC", "SafeSnapshot"}
)

// SetWait notes what the session waits for from now on, nil for nothing.
func (s *Session) SetWait(e *WaitEvent) { s.wait.Store(e) }

// ConvertTexts makes the session follow client_encoding: its client is outside of the
// process, where strings need not be UTF8.
func (s *Session) ConvertTexts() {
	s.Converts = true
	s.settingChanged(settings.ClientEncoding)
}

// NoteClient notes where the session's client is, nil if it has none, and where it has
// connected to and how, and takes over the name that it gave itself, before any statement.
func (s *Session) NoteClient(at, server net.Addr, tls *TLS) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &s.activity
	a.Application, a.TLS = s.Set.Str(settings.ApplicationName), tls
	switch at := at.(type) {
	case *net.TCPAddr:
		a.ClientAddr, a.ClientPort = at.IP.String(), at.Port
	case *net.UnixAddr:
		a.ClientPort = -1
	}
	if to, ok := server.(*net.TCPAddr); ok {
		a.ServerAddr, a.ServerPort = to.IP.String(), to.Port
	}
}

// Query is the text that SetQuery noted last.
func (s *Session) Query() string { return s.query }

// SetQuery notes the text of the statement that runs, or of the one to begin, which
// then shows it.
func (s *Session) SetQuery(text string) {
	s.query = text
	if !s.running || s.activity.Query == text { // which only this goroutine changes
		return
	}
	s.mu.Lock()
	s.activity.Query = text
	s.mu.Unlock()
}

// Activity may be called from any goroutine.
func (s *Session) Activity() Activity {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.activity
	if a.State != "active" {
		a.StateChange = inMicroseconds(s.idleFrom.Add(s.idleAfter))
	}
	if a.Wait = s.wait.Load(); a.Wait == nil && a.State != "active" {
		a.Wait = WaitClientRead
	}
	return a
}

// becomeActive is called at a statement's start, under mu.
func (s *Session) becomeActive() {
	a := &s.activity
	a.Query = s.query
	a.State, a.QueryStart, a.StateChange = "active", s.StmtStart, s.StmtStart
	if s.state == idle {
		a.XactStart = s.StmtStart
	}
}

// becomeIdle is called at a statement's end, under mu.
func (s *Session) becomeIdle() {
	a := &s.activity
	a.State, s.idleFrom, s.idleAfter = s.idleState(), s.began, time.Since(s.began)
	if s.state == idle {
		a.XactStart = time.Time{}
	}
	a.Application = s.Set.Str(settings.ApplicationName)
}

func (s *Session) idleState() string {
	switch s.state {
	case block:
		return "idle in transaction"
	case failed:
		return "idle in transaction (aborted)"
	}
	return "idle"
}
