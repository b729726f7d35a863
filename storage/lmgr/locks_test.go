package lmgr

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"minidb/pgerr"
	"minidb/settings"
)

var bg = context.Background()

func open(t testing.TB, m *Manager, pid int32, sets ...string) *Locks {
	t.Helper()
	v := settings.Defaults()
	for i := 0; i < len(sets); i += 2 {
		if err := v.Set(sets[i], sets[i+1], settings.SetOpts{}); err != nil {
			t.Fatal(err)
		}
	}
	l := m.Open(pid, v)
	t.Cleanup(l.Close)
	return l
}

func mustAcquire(t testing.TB, l *Locks, tag Tag, mode Mode) {
	t.Helper()
	if _, err := l.Acquire(bg, tag, mode, false); err != nil {
		t.Fatalf("%v of %v: %v", mode, tag, err)
	}
}

// waitFor returns once n requests wait in m.
func waitFor(t testing.TB, m *Manager, n int) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		waiting := 0
		for _, i := range m.Snapshot() {
			if !i.Granted {
				waiting++
			}
		}
		if waiting == n {
			return
		}
	}
	t.Fatalf("never %d waiters: %v", n, m.Snapshot())
}

func TestConflictTable(t *testing.T) {
	for a := AccessShare; a < numModes; a++ {
		for b := AccessShare; b < numModes; b++ {
			if Conflicts(a, b) != Conflicts(b, a) {
				t.Errorf("%v and %v: not symmetric", a, b)
			}
			m := NewManager()
			x, y := open(t, m, 1), open(t, m, 2)
			mustAcquire(t, x, RelationTag(1), a)
			if _, err := y.Acquire(bg, RelationTag(1), b, true); (err != nil) != Conflicts(a, b) {
				t.Errorf("%v after %v: %v", b, a, err)
			}
			y.ReleaseAll(true)
			mustAcquire(t, x, RelationTag(1), b) // own modes never conflict
		}
	}
}

func TestCounts(t *testing.T) {
	m := NewManager()
	l, tag := open(t, m, 1), RelationTag(7)
	for i, fresh := range []bool{true, false, false} {
		if got, err := l.Acquire(bg, tag, Share, false); got != fresh || err != nil {
			t.Fatalf("acquire %d: %v %v", i, got, err)
		}
	}
	for i := range 3 {
		if !l.Holds(tag, Share) {
			t.Fatalf("lost after %d releases", i)
		}
		l.Release(tag, Share)
	}
	l.Release(tag, Share)
	if l.Holds(tag, Share) || len(m.Snapshot()) != 0 {
		t.Fatalf("left: %v", m.Snapshot())
	}
}

var strategies = []string{"scan", "shrink", "shrink_average", "list", "owner_lists"}

func TestSavepoints(t *testing.T) {
	for _, s := range strategies {
		t.Run(s, func(t *testing.T) {
			m := NewManager()
			l := open(t, m, 1, "minidb.lock_release", s)
			mustAcquire(t, l, RelationTag(1), Share)
			l.Savepoint()
			for r := range uint32(40) { // more than an owner's cache holds
				mustAcquire(t, l, RelationTag(r), Share)
			}
			l.Savepoint()
			mustAcquire(t, l, RelationTag(100), Share)
			mustAcquire(t, l, RelationTag(5), Share)
			l.ReleaseSavepoint()
			if !l.Holds(RelationTag(100), Share) {
				t.Fatal("a released savepoint's lock is gone")
			}
			l.RollbackSavepoint()
			if l.Held() != 1 || !l.Holds(RelationTag(1), Share) {
				t.Fatalf("after rollback: %v", m.Snapshot())
			}
			l.ReleaseAll(true)
			if l.Held() != 0 || len(m.Snapshot()) != 0 {
				t.Fatalf("left: %v", m.Snapshot())
			}
		})
	}
}

// TestSessionLocks: they survive the transaction and a change of strategy.
func TestSessionLocks(t *testing.T) {
	m := NewManager()
	l := open(t, m, 1)
	tag := AdvisoryTag(42)
	for _, s := range append(strategies, strategies...) {
		if err := l.set.Set("minidb.lock_release", s, settings.SetOpts{}); err != nil {
			t.Fatal(err)
		}
		if _, err := l.AcquireSession(bg, tag, Exclusive, false); err != nil {
			t.Fatal(err)
		}
		mustAcquire(t, l, tag, Exclusive)
		mustAcquire(t, l, RelationTag(1), Share)
		l.ReleaseAll(true)
		if l.Held() != 1 {
			t.Fatalf("%s: %d held", s, l.Held())
		}
	}
	for i := range 2 * len(strategies) {
		if !l.ReleaseSession(tag, Exclusive) {
			t.Fatalf("release %d failed", i)
		}
	}
	if l.ReleaseSession(tag, Exclusive) || l.Held() != 0 {
		t.Fatal("one release too many succeeded")
	}
}

// TestFIFO: a reader that comes after a waiting writer does not overtake it,
// but one that holds the lock already goes on.
func TestFIFO(t *testing.T) {
	m := NewManager()
	a, b, c := open(t, m, 1), open(t, m, 2), open(t, m, 3)
	tag := RelationTag(1)
	mustAcquire(t, a, tag, AccessShare)
	done := make(chan string, 2)
	var wg sync.WaitGroup
	wg.Go(func() { mustAcquire(t, b, tag, AccessExclusive); done <- "b"; b.ReleaseAll(true) })
	waitFor(t, m, 1)
	wg.Go(func() { mustAcquire(t, c, tag, AccessShare); done <- "c"; c.ReleaseAll(true) })
	waitFor(t, m, 2)
	mustAcquire(t, a, tag, RowShare)
	if got := m.Blockers(3); len(got) != 1 || got[0] != 2 {
		t.Errorf("blockers of 3: %v", got)
	}
	a.ReleaseAll(true)
	wg.Wait()
	if x, y := <-done, <-done; x+y != "bc" {
		t.Errorf("served %s before %s", x, y)
	}
}

func TestDeadlock(t *testing.T) {
	m := NewManager()
	a := open(t, m, 123, "deadlock_timeout", "20ms")
	b := open(t, m, 456)
	mustAcquire(t, b, XIDTag(745), Exclusive)
	mustAcquire(t, a, RelationTag(9), AccessExclusive)
	done := make(chan error)
	go func() { _, err := b.Acquire(bg, RelationTag(9), AccessShare, false); done <- err }()
	waitFor(t, m, 1)
	e := pgerr.From(a.WaitXID(bg, 745))
	want := "Process 123 waits for ShareLock on transaction 745; blocked by process 456.\n" +
		"Process 456 waits for AccessShareLock on relation 9 of database 5; blocked by process 123."
	if e == nil || e.Code != pgerr.DeadlockDetected || e.Message != "deadlock detected" ||
		e.Detail != want || e.Hint != "See server log for query details." {
		t.Fatalf("%+v", e)
	}
	a.ReleaseAll(true)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestUpgradeDeadlock is found at once: each holds what the other asks for.
func TestUpgradeDeadlock(t *testing.T) {
	m := NewManager()
	a, b := open(t, m, 1, "deadlock_timeout", "1h"), open(t, m, 2, "deadlock_timeout", "1h")
	mustAcquire(t, a, RelationTag(1), AccessShare)
	mustAcquire(t, b, RelationTag(1), AccessShare)
	done := make(chan error)
	go func() { _, err := b.Acquire(bg, RelationTag(1), AccessExclusive, false); done <- err }()
	waitFor(t, m, 1)
	if _, err := a.Acquire(bg, RelationTag(1), AccessExclusive, false); pgerr.CodeOf(err) != pgerr.DeadlockDetected {
		t.Fatal(err)
	}
	a.ReleaseAll(true)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestSoftDeadlock: a cycle through the order of a queue is resolved by
// changing the order, and nobody fails. a holds 1, c holds 2; b queues for 1
// exclusively; c queues for 1 behind b, to share it with a; a asks for 2, so
// a waits for c, c for b, b for a.
func TestSoftDeadlock(t *testing.T) {
	m := NewManager()
	a, b, c := open(t, m, 1, "deadlock_timeout", "10ms"), open(t, m, 2), open(t, m, 3)
	mustAcquire(t, a, RelationTag(1), AccessShare)
	mustAcquire(t, c, RelationTag(2), AccessExclusive)
	done := make(chan error, 2)
	go func() {
		_, err := b.Acquire(bg, RelationTag(1), AccessExclusive, false)
		b.ReleaseAll(true)
		done <- err
	}()
	waitFor(t, m, 1)
	go func() { _, err := c.Acquire(bg, RelationTag(1), AccessShare, false); c.ReleaseAll(true); done <- err }()
	waitFor(t, m, 2)
	mustAcquire(t, a, RelationTag(2), AccessShare)
	a.ReleaseAll(true)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestGiveUp(t *testing.T) {
	m := NewManager()
	a := open(t, m, 1)
	mustAcquire(t, a, RelationTag(1), AccessExclusive)

	b := open(t, m, 2, "lock_timeout", "10ms")
	_, err := b.Acquire(bg, RelationTag(1), Share, false)
	if e := pgerr.From(err); e.Code != pgerr.LockNotAvailable || e.Message != "canceling statement due to lock timeout" {
		t.Error(err)
	}
	_, err = b.Acquire(bg, RelationTag(1), Share, true)
	if pgerr.CodeOf(err) != pgerr.LockNotAvailable {
		t.Error(err)
	}

	for _, c := range []struct {
		cause error
		want  string
	}{
		{nil, "user request"},
		{context.DeadlineExceeded, "statement timeout"},
		{pgerr.New(pgerr.QueryCanceled, "canceling statement due to statement timeout"), "statement timeout"},
		{errors.New("gone"), "user request"},
	} {
		ctx, cancel := context.WithCancelCause(bg)
		time.AfterFunc(5*time.Millisecond, func() { cancel(c.cause) })
		d := open(t, m, 3)
		_, err := d.Acquire(ctx, RelationTag(1), Share, false)
		if pgerr.CodeOf(err) != pgerr.QueryCanceled || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v: %v", c.cause, err)
		}
	}
	a.ReleaseAll(true)
	if got := m.Snapshot(); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
}

func TestXID(t *testing.T) {
	m := NewManager()
	a, b := open(t, m, 1), open(t, m, 2)
	a.AcquireXID(10)
	if b.TryXID(10) || !b.TryXID(11) {
		t.Error("TryXID is wrong")
	}
	if err := a.WaitXID(bg, 10); err != nil {
		t.Error(err)
	}
	done := make(chan error)
	go func() { done <- b.WaitXID(bg, 10) }()
	waitFor(t, m, 1)
	a.ReleaseXID(10)
	if err := <-done; err != nil {
		t.Error(err)
	}
	a.ReleaseXID(10)
	if b.Held()+a.Held() != 0 {
		t.Error("something is left")
	}
}
