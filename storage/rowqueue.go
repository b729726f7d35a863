package storage

// Waiting for a row in order of arrival. Who has to wait for the transactions
// that hold a row first takes the row's lock in the lock manager, for as long as
// it waits; whoever comes later waits for that lock. So of several waiters only
// the first wakes up when the row becomes free (PostgreSQL's heavyweight tuple
// locks, heap_acquire_tuplock).
//
// If the row was replaced meanwhile, the first goes on to the new version, and keeps
// its place in the old one's queue until it has the new version or a place in that
// one's queue. PostgreSQL gives the place up before, so that the second can overtake
// the first on the way.

import (
	"context"

	"minidb/storage/lmgr"
)

// queueModes are the lock manager's modes that exclude each other as the row
// locks do.
var queueModes = [4]lmgr.Mode{
	LockKeyShare: lmgr.AccessShare, LockShare: lmgr.RowShare,
	LockNoKeyUpdate: lmgr.Exclusive, LockUpdate: lmgr.AccessExclusive,
}

// rowPlace is the first place among those who wait for a version of a row.
type rowPlace struct {
	tag  lmgr.Tag
	mode lmgr.Mode
	held bool
}

// rowQueue is one session's way through the queue of a version.
type rowQueue struct {
	rowPlace
	t      *Txn
	member bool // the session holds the row already and must not queue up: others may wait for it
	moves  bool // the session goes on to a newer version, and keeps the place that it has
}

func (h *Heap) rowTag(tid TID) lmgr.Tag {
	return lmgr.TupleTag(h.table.Load(), tid.Page(), tid.Slot()+1)
}

// enter takes the row's lock, waiting for those who came before. first is true if
// it did so just now: the row must be looked at again.
func (q *rowQueue) enter(ctx context.Context) (first bool, err error) {
	if q.held || q.member || q.t.locks == nil || q.tag.Rel == 0 {
		return false, nil
	}
	if _, err := q.t.locks.Acquire(ctx, q.tag, q.mode, false); err != nil {
		return false, err
	}
	q.held = true
	q.t.LeaveRow()
	return true, nil
}

// leave gives up the place, and the one kept from an older version.
func (q *rowQueue) leave() {
	switch {
	case q.moves && q.held:
		q.t.place = q.rowPlace
	case q.moves:
	default:
		if q.held {
			q.t.locks.Release(q.tag, q.mode)
		}
		q.t.LeaveRow()
	}
}

// LeaveRow gives up the place kept in the queue of a version that was replaced, if the
// transaction has one: for who does not go on to the new version.
func (t *Txn) LeaveRow() {
	if t.place.held {
		t.place.held = false
		t.locks.Release(t.place.tag, t.place.mode)
	}
}
