package lmgr

import (
	"testing"

	"minidb/pgerr"
)

// fastRows returns how many rows of pg_locks are held by the fast path and how
// many are not.
func fastRows(m *Manager) (fast, shared int) {
	for _, i := range m.Snapshot() {
		if i.FastPath {
			fast++
		} else {
			shared++
		}
	}
	return fast, shared
}

// TestFastPathSlots holds the counts: 16 slots in all, or 16 in each of 4 groups,
// of which a relation may use one.
func TestFastPathSlots(t *testing.T) {
	for _, c := range []struct {
		value           string
		locks           uint32
		hits, overflows int64
	}{
		{"16", 16, 16, 0},
		{"16", 100, 16, 84},
		{"groups", 16, 16, 0},
		{"groups", 64, 64, 0}, // numbers in a row spread evenly over the groups
		{"groups", 100, 64, 36},
	} {
		m := NewManager()
		l := open(t, m, 1, "minidb.fast_path", c.value)
		for r := range c.locks {
			mustAcquire(t, l, RelationTag(r), AccessShare)
		}
		if l.N.FastPathHits != c.hits || l.N.FastPathOverflows != c.overflows {
			t.Errorf("%s, %d locks: %d hits, %d overflows", c.value, c.locks, l.N.FastPathHits, l.N.FastPathOverflows)
		}
		if fast, shared := fastRows(m); fast != int(c.hits) || shared != int(c.overflows) {
			t.Errorf("%s, %d locks: %d rows by the fast path, %d not", c.value, c.locks, fast, shared)
		}
		l.ReleaseAll(true)
		mustAcquire(t, l, RelationTag(7), RowExclusive)
		mustAcquire(t, l, RelationTag(7), AccessShare) // the same slot
		if fast, shared := fastRows(m); fast != 2 || shared != 0 || l.N.FastPathHits != c.hits+2 {
			t.Errorf("%s: the slots were not given back: %+v", c.value, l.N)
		}
	}
}

// TestFastPathMoves: a strong request moves weak locks into the shared table and
// keeps new ones out of the slots.
func TestFastPathMoves(t *testing.T) {
	m := NewManager()
	a, b, c := open(t, m, 1), open(t, m, 2), open(t, m, 3)
	for _, mode := range []Mode{AccessShare, RowShare, RowExclusive} {
		mustAcquire(t, a, RelationTag(1), mode)
	}
	mustAcquire(t, a, RelationTag(1), ShareUpdateExclusive) // neither weak nor strong
	if fast, shared := fastRows(m); fast != 3 || shared != 1 {
		t.Errorf("%d by the fast path, %d not", fast, shared)
	}
	if _, err := b.Acquire(bg, RelationTag(1), Share, true); pgerr.CodeOf(err) != pgerr.LockNotAvailable {
		t.Errorf("Share beside RowExclusive: %v", err)
	}
	if fast, shared := fastRows(m); fast != 0 || shared != 4 {
		t.Errorf("after the strong request: %d by the fast path, %d not", fast, shared)
	}
	mustAcquire(t, c, RelationTag(1), AccessShare) // the failed request left the path open
	if fast, _ := fastRows(m); fast != 1 {
		t.Errorf("the fast path stays closed")
	}
	a.ReleaseAll(true)
	c.ReleaseAll(true)
	mustAcquire(t, b, RelationTag(1), Share)
	mustAcquire(t, c, RelationTag(1), AccessShare)
	if fast, shared := fastRows(m); fast != 0 || shared != 2 {
		t.Errorf("beside Share: %d by the fast path, %d not", fast, shared)
	}
	mustAcquire(t, b, RelationTag(2), AccessShare) // an own lock, then a stronger one
	mustAcquire(t, b, RelationTag(2), AccessExclusive)
	b.Release(RelationTag(2), AccessShare)
	b.ReleaseAll(true)
	c.ReleaseAll(true)
	wantEmpty(t, m)
}

// TestSharedTableFull: 53200, and nothing is left of the request.
func TestSharedTableFull(t *testing.T) {
	m := NewManager()
	m.capacity.Store(100)
	a, b := open(t, m, 1, "minidb.fast_path", "16"), open(t, m, 2)
	n := uint32(0)
	for ; ; n++ {
		if _, err := a.Acquire(bg, RelationTag(n), AccessShare, false); err != nil {
			e := pgerr.From(err)
			if e.Code != pgerr.OutOfMemory || e.Message != "out of shared memory" ||
				e.Hint != `You might need to increase "max_locks_per_transaction".` {
				t.Errorf("%v", err)
			}
			break
		}
	}
	if n != 100+slotsPerGroup {
		t.Errorf("%d locks fit", n)
	}
	mustAcquire(t, a, RelationTag(20), AccessShare)                                    // held already
	mustAcquire(t, b, RelationTag(5000), AccessShare)                                  // by the fast path
	if _, err := b.Acquire(bg, RelationTag(5000), AccessExclusive, true); err == nil { // must move it
		t.Error("there was room for a strong lock")
	}
	a.ReleaseAll(true)
	mustAcquire(t, b, RelationTag(5000), AccessExclusive)
	b.ReleaseAll(true)
	wantEmpty(t, m)
}

// wantEmpty fails if the shared table or a count of strong locks keeps something.
func wantEmpty(t *testing.T, m *Manager) {
	t.Helper()
	if got := m.Snapshot(); len(got) != 0 || m.locked.Load() != 0 {
		t.Errorf("left: %d objects, %v", m.locked.Load(), got)
	}
	for i := range m.strong {
		if n := m.strong[i].Load(); n != 0 {
			t.Errorf("strong locks of partition %d: %d", i, n)
		}
	}
}
