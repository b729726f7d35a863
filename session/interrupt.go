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

// Cancel stops the running statement with 57014, or, between two of one message, the
// next: what comes while the session rests is forgotten by ForgetCancel. It may be
// called from any goroutine.
func (s *Session) Cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended.Load() {
		return
	}
	s.canceled = true
	s.interrupt.Store(pgerr.New(pgerr.QueryCanceled, byUser))
	s.work.close()
}

// Canceled returns the error of a Cancel that is not forgotten yet, and nil for one by
// the statement's context, under which a transaction may still end.
func (s *Session) Canceled() error {
	if s.interrupt.Load() == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.canceled {
		return nil
	}
	return s.reason()
}

// ForgetCancel is called when the client's next message is there, and when a statement
// has failed: an earlier Cancel was not meant for what follows.
func (s *Session) ForgetCancel() {
	if s.interrupt.Load() == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.canceled = false
	s.goOn()
}

// goOn makes the session run on after an interrupt that has not ended it. The
// caller holds mu.
func (s *Session) goOn() {
	if !s.ended.Load() {
		s.interrupt.Store(nil)
		s.work.reopen()
	}
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

// stop interrupts the statement of that number with e: a timer may fire when the next
// one runs already.
func (s *Session) stop(number uint64, e *pgerr.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.running || number != s.work.number {
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
