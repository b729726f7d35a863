package session

import (
	"context"
	"time"

	"minidb/pgerr"
	"minidb/settings"
)

// work is a session's Ctx while a statement runs. It is one context for all of them,
// so that to begin one allocates nothing: its channel is made for those who wait.
// Session.mu guards number, done and closed.
type work struct {
	s      *Session
	number uint64        // of the statement, so that a late timer stops no other one
	done   chan struct{} // nil until somebody waits
	closed bool          // done is
	timer  *time.Timer   // of statement_timeout
	unhook func() bool   // stops watching the statement's parent context
}

// Done is closed when the statement must stop, and at its end.
func (w *work) Done() <-chan struct{} {
	w.s.mu.Lock()
	defer w.s.mu.Unlock()
	if w.done == nil {
		w.done, w.closed = make(chan struct{}), false
		if w.s.interrupt.Load() != nil {
			w.close()
		}
	}
	return w.done
}

// Err is the *pgerr.Error to report. It is the cause too.
func (w *work) Err() error { return w.s.reason() }

// Deadline knows of none: the timer stops the statement.
func (w *work) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value has none, not even the parent's, which would be asked for its cause.
func (w *work) Value(any) any { return nil }

// close wakes those who wait.
func (w *work) close() {
	if w.done != nil && !w.closed {
		w.closed = true
		close(w.done)
	}
}

// reopen makes those who wait from now on wait again.
func (w *work) reopen() {
	if w.closed {
		w.done, w.closed = nil, false
	}
}

// BeginWork makes what follows stoppable: below parent, and by statement_timeout.
// It is a statement's, or the end of several statements' transaction. A Cancel that has
// not been forgotten stops it at once.
func (s *Session) BeginWork(parent context.Context) {
	s.Locks.ResetPeak()
	w := &s.work
	s.Ctx = w
	s.looks = 0
	s.mu.Lock()
	s.running = true
	w.number++
	s.becomeActive()
	if !s.canceled && s.interrupt.Load() != nil {
		s.goOn() // what stopped the last one
	}
	s.mu.Unlock()
	if ms := s.Set.Int(settings.StatementTimeout); ms > 0 {
		number := w.number
		w.timer = time.AfterFunc(time.Duration(ms)*time.Millisecond, func() {
			s.stop(number, pgerr.New(pgerr.QueryCanceled, "canceling statement due to statement timeout"))
		})
	}
	if parent == nil || parent.Done() == nil {
		return
	}
	if parent.Err() != nil { // at once, and not by another goroutine
		s.interrupt.CompareAndSwap(nil, contextEnded(parent))
		return
	}
	w.unhook = s.stopAfter(parent, w.number)
}

// stopAfter stops the statement of that number when parent ends. The function that it
// returns makes it forget parent.
func (s *Session) stopAfter(parent context.Context, number uint64) func() bool {
	return context.AfterFunc(parent, func() { s.stop(number, contextEnded(parent)) })
}

// contextEnded is a cancel by the caller's context, which errors.Is finds in it.
func contextEnded(parent context.Context) *pgerr.Error {
	return pgerr.New(pgerr.QueryCanceled, byUser).Because(parent.Err())
}

// StopTimer ends the time that statement_timeout allows: the statement has done its
// work, and what is left of it waits for the client.
func (s *Session) StopTimer() {
	if s.work.timer != nil {
		s.work.timer.Stop()
	}
}

// EndWork ends what BeginWork began.
func (s *Session) EndWork() {
	s.mu.Lock()
	w := &s.work
	s.running = false
	s.becomeIdle()
	w.close()
	w.done = nil
	s.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	if w.unhook != nil {
		w.unhook()
		w.unhook = nil
	}
	s.Progress.end()
	s.Ctx = context.Background()
}
