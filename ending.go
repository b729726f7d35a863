package minidb

// The end of a session from outside: pg_terminate_backend, DB.Close, and the
// timeouts that end sessions. While a statement runs, its own goroutine ends the
// session when the statement is over; between statements whoever comes does, and
// turn decides who that is.

import (
	"slices"
	"time"

	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
)

// terminate ends the session with the reason e: at once if it rests, at the end
// of the statement that runs, which is interrupted.
func (s *Session) terminate(e *pgerr.Error) {
	s.s.End(e)
	s.disposeEnded()
}

// disposeEnded gives everything back if the session has been ended and rests.
func (s *Session) disposeEnded() {
	if s.s.Terminated() != nil && s.turn.TryLock() {
		s.dispose()
		s.turn.Unlock()
	}
}

// dispose rolls back what is open and gives everything back, once. turn is held.
func (s *Session) dispose() {
	if s.disposed {
		return
	}
	s.disposed = true
	s.idle.stop()
	s.transaction.stop()
	s.dropTemp()
	s.s.Close()
	_ = guard(s.cursors.CloseAll) // those WITH HOLD outlive their transaction
	s.db.remove(s)
}

// wake begins the session's turn of one statement.
func (s *Session) wake() {
	s.turn.Lock()
	s.running.Store(true)
	s.idle.stop()
	if !s.s.InBlock() {
		s.limitTransaction()
	}
}

// rest ends the turn: from now on others may end the session.
func (s *Session) rest() {
	s.status = s.s.Status()
	switch {
	case s.disposed:
	case !s.s.InBlock():
		s.transaction.stop()
		s.limitRest(settings.IdleSessionTimeout, errIdleSession)
	default:
		s.limitTransaction()
		s.limitRest(settings.IdleInTransactionSessionTimeout, errIdleInTransaction)
	}
	s.running.Store(false)
	s.turn.Unlock()
	s.disposeEnded()
}

func (s *Session) limitTransaction() {
	if ms := s.s.Set.Int(settings.TransactionTimeout); ms > 0 && !s.transaction.running() {
		s.transaction.start(ms, func() {
			s.terminate(pgerr.New(pgerr.TransactionTimeout, "terminating connection due to transaction timeout"))
		})
	}
}

// limitRest ends the session with that error if it rests for longer than a
// setting allows.
func (s *Session) limitRest(d *settings.Def, reason func() *pgerr.Error) {
	if ms := s.s.Set.Int(d); ms > 0 {
		s.idle.start(ms, func() { s.terminateIdle(reason()) })
	}
}

// terminateIdle is terminate for a timeout between statements: a statement that
// has begun meanwhile was in time.
func (s *Session) terminateIdle(e *pgerr.Error) {
	if s.turn.TryLock() {
		if s.idle.running() {
			s.s.End(e)
			s.dispose()
		}
		s.turn.Unlock()
	}
}

func errShutdown() *pgerr.Error {
	return pgerr.New(pgerr.AdminShutdown, "terminating connection due to administrator command")
}

func errIdleInTransaction() *pgerr.Error {
	return pgerr.New(pgerr.IdleInTransactionTimeout, "terminating connection due to idle-in-transaction timeout")
}

func errIdleSession() *pgerr.Error {
	return pgerr.New(pgerr.IdleSessionTimeout, "terminating connection due to idle-session timeout")
}

// alarm is a timer that may be stopped and started again. Its session's turn
// guards it.
type alarm struct{ t *time.Timer }

func (a *alarm) running() bool { return a.t != nil }

// start calls f in ms milliseconds, in a goroutine of its own.
func (a *alarm) start(ms int64, f func()) {
	a.t = time.AfterFunc(time.Duration(ms)*time.Millisecond, f)
}

func (a *alarm) stop() {
	if a.t != nil {
		a.t.Stop()
		a.t = nil
	}
}

// backends shows and ends a database's sessions to SQL.
type backends struct{ db *DB }

func (b backends) get(pid int32) *Session {
	b.db.mu.Lock()
	defer b.db.mu.Unlock()
	return b.db.sessions[pid]
}

// List returns what all sessions do.
func (b backends) List() []session.Activity {
	b.db.mu.Lock()
	defer b.db.mu.Unlock()
	var out []session.Activity
	for _, s := range b.db.sessions {
		out = append(out, s.s.Activity())
	}
	slices.SortFunc(out, func(x, y session.Activity) int { return int(x.PID - y.PID) })
	return out
}

// Cancel ends the statement of a session; false if there is none of that pid.
func (b backends) Cancel(pid int32) bool {
	s := b.get(pid)
	if s != nil {
		s.s.Cancel()
	}
	return s != nil
}

// Terminate ends a session; false if there is none of that pid.
func (b backends) Terminate(pid int32) bool {
	s := b.get(pid)
	if s != nil {
		s.terminate(errShutdown())
	}
	return s != nil
}
