package lmgr

import (
	"context"
	"testing"
	"time"
)

// A wait for lockers ends with their transactions; later ones are not waited for, and
// nobody queues behind who waits.
func TestWaitForLockers(t *testing.T) {
	m := NewManager()
	a, b, c := open(t, m, 1), open(t, m, 2), open(t, m, 3)
	ctx, tag := context.Background(), RelationTag(77)
	acquire := func(l *Locks, mode Mode) {
		t.Helper()
		if _, err := l.Acquire(ctx, tag, mode, true); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 { // fast path, shared table, and one that is there already
		acquire(a, AccessShare)
		acquire(b, RowExclusive)
		done := make(chan error, 1)
		go func() { done <- c.WaitForLockers(ctx, tag, AccessExclusive) }()
		for len(m.Blockers(3)) == 0 {
			time.Sleep(time.Millisecond)
		}
		first := m.Blockers(3)[0]
		if other := map[int32]*Locks{1: a, 2: b}[3-first]; other != nil {
			other.ReleaseAll(true)
			acquire(other, AccessShare)
		}
		select {
		case err := <-done:
			t.Fatal("it did not wait", err)
		case <-time.After(5 * time.Millisecond):
		}
		map[int32]*Locks{1: a, 2: b}[first].ReleaseAll(true)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		c.ReleaseAll(true)
		a.ReleaseAll(true)
		b.ReleaseAll(true)
	}
	if left := m.Snapshot(); len(left) > 0 {
		t.Error(left)
	}
	acquire(a, AccessShare)
	short, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	if err := c.WaitForLockers(short, tag, AccessExclusive); err == nil {
		t.Error("it did not wait")
	}
	c.ReleaseAll(true)
	a.ReleaseAll(true)
	if left := m.Snapshot(); len(left) > 0 {
		t.Error(left)
	}
}
