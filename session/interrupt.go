package session

// Stopping a statement: by the user, by statement_timeout, by the end of the
// session. A running statement asks Interrupted in its loops; one that waits
// hears of it through its context.

import (
	"minidb/pgerr"
	"minidb/settings"
)

// manyLooks is after how many calls of Interrupted a statement counts as one that lasts:
// short ones have a few.
const manyLooks = 8

// Interrupted returns nil, or why the statement must end: 57014 canceled or out
// of time, 57P01 the session is terminated. It costs one atomic load. The session's
// goroutine calls it, and no other.
func (s *Session) Interrupted() error {
	if s.looks++; s.looks == manyLooks {
		wakeMonitor()
	}
	return s.reason()
}

// reason is Interrupted for any goroutine.
func (s *Session) reason() error {
	if e := s.interrupt.Load(); e != nil {
		return e
	}
	return nil
}

// Cancel stops the running statement, if there is one, with 57014. It may be
// called from any goroutine.
func (s *Session) Cancel() {
	s.stop(0, pgerr.New(pgerr.QueryCanceled, byUser))
}

const byUser = "canceling statement due to user request"

// End stops the running statement and every later one with e, which becomes FATAL.
// It may be called from any goroutine.
func (s *Session) End(e *pgerr.Error) {
	e.Severity = "FATAL"
	s.mu.Lock()
	s.ended.Store(true)
	s.interrupt.Store(e)
	s.work.close()
	tell := s.onEnd
	s.mu.Unlock()
	if tell != nil {
		tell()
	}
}

// WatchEnd makes f be called when the session has been ended from outside, at once
// if it has been. f must not wait.
func (s *Session) WatchEnd(f func()) {
	s.mu.Lock()
	s.onEnd = f
	ended := s.ended.Load()
	s.mu.Unlock()
	if ended {
		f()
	}
}

// Terminated returns the error of a session that Terminate has ended, else nil.
func (s *Session) Terminated() error {
	if s.ended.Load() {
		return s.reason()
	}
	return nil
}

// stop interrupts the running statement with e. If number is not 0, only the
// statement of that number: a timer may fire when the next one runs already.
func (s *Session) stop(number uint64, e *pgerr.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.running || number != 0 && number != s.work.number {
		return
	}
	s.interrupt.CompareAndSwap(nil, e)
	s.work.close()
}

// severities orders what client_min_messages chooses from.
var severities = map[string]int{"debug5": 1, "debug4": 2, "debug3": 3, "debug2": 4, "debug1": 5,
	"log": 6, "info": 7, "notice": 8, "warning": 9, "error": 10}

var severityRank = map[string]int{"DEBUG5": 1, "DEBUG4": 2, "DEBUG3": 3, "DEBUG2": 4, "DEBUG1": 5,
	"DEBUG": 5, "LOG": 6, "INFO": 100, "NOTICE": 8, "WARNING": 9}

// notify sends e to the client unless client_min_messages hides it. INFO is
// never hidden.
func (s *Session) notify(e *pgerr.Error) {
	rank, ok := severityRank[e.Severity]
	if s.Send == nil || ok && rank < severities[s.Set.Enum(settings.ClientMinMessages)] {
		return
	}
	s.Send(e)
}

// Warn reports a WARNING.
func (s *Session) Warn(code pgerr.Code, format string, args ...any) {
	e := pgerr.New(code, format, args...)
	e.Severity = "WARNING"
	if s.Notice != nil {
		s.Notice(e)
	}
}
