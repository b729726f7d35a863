package lmgr

// Waiting for a lock: until it is granted, the context ends, lock_timeout has
// passed, or a look at the other waiters after deadlock_timeout finds a cycle.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"minidb/pgerr"
	"minidb/settings"
)

// waiting is the one request a session can wait for. All but the channel is
// guarded by the mutex of the lock's partition.
type waiting struct {
	queued  bool // not yet granted
	hold    *holder
	mode    Mode
	since   time.Time
	granted chan struct{} // one element, sent when the request is granted
}

// await waits for the queued request. check asks for a look at deadlocks now.
func (l *Locks) await(ctx context.Context, p *partition, check bool) error {
	var deadlock, timeout <-chan time.Time
	if check {
		if _, err := l.checkDeadlock(); err != nil {
			return err
		}
	} else {
		t := time.NewTimer(time.Duration(l.set.Int(settings.DeadlockTimeout)) * time.Millisecond)
		defer t.Stop()
		deadlock = t.C
	}
	// The statement's time began earlier: if it is as short, it is up first.
	statement := l.set.Int(settings.StatementTimeout)
	if ms := l.set.Int(settings.LockTimeout); ms > 0 && (statement == 0 || ms < statement) {
		t := time.NewTimer(time.Duration(ms) * time.Millisecond)
		defer t.Stop()
		timeout = t.C
	}
	what := "" // of a wait that is reported
	for {
		select {
		case <-l.wait.granted:
			l.report(what, "acquired")
			return nil
		case <-ctx.Done():
			l.giveUp(p)
			return canceled(ctx)
		case <-timeout:
			l.giveUp(p)
			return pgerr.New(pgerr.LockNotAvailable, "canceling statement due to lock timeout")
		case <-deadlock:
			if l.Log != nil && l.set.Bool(settings.LogLockWaits) {
				what = fmt.Sprintf("%s on %s", l.wait.mode, l.wait.hold.lock.tag)
			}
			avoided, err := l.checkDeadlock()
			switch {
			case err != nil:
				l.report(what, "detected deadlock while waiting for")
				return err
			case avoided:
				l.report(what, "avoided deadlock for", " by rearranging queue order")
			case len(l.wait.granted) == 0:
				l.report(what, "still waiting for")
			}
		}
	}
}

// report is log_lock_waits: what has become of a wait for a lock that took longer than
// deadlock_timeout; "" is none that is reported.
func (l *Locks) report(what, event string, how ...string) {
	if what == "" {
		return
	}
	ms := float64(time.Since(l.wait.since).Microseconds()) / 1000
	e := pgerr.New(pgerr.SuccessfulCompletion, "process %d %s %s%s after %.3f ms", l.pid, event, what, strings.Join(how, ""), ms)
	e.Severity = "LOG"
	l.Log(e)
}

// giveUp takes the request back, also if it was granted meanwhile.
func (l *Locks) giveUp(p *partition) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l.withdraw(p)
}

// withdraw is giveUp under the mutex of p.
func (l *Locks) withdraw(p *partition) {
	h := l.wait.hold
	lk := h.lock
	if l.wait.queued {
		i := slices.Index(lk.waiters, l)
		lk.waiters = slices.Delete(lk.waiters, i, i+1)
		l.wait.queued = false
	} else {
		<-l.wait.granted
		lk.revoke(h, l.wait.mode)
	}
	lk.serve()
	l.abandon(p, h)
}

// canceled words the end of a context: its cause if that is a report already.
func canceled(ctx context.Context) error {
	var e *pgerr.Error
	if cause := context.Cause(ctx); errors.As(cause, &e) {
		return e
	} else if errors.Is(cause, context.DeadlineExceeded) {
		return pgerr.New(pgerr.QueryCanceled, "canceling statement due to statement timeout")
	}
	return pgerr.New(pgerr.QueryCanceled, "canceling statement due to user request")
}
