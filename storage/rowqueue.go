package storage

// Waiting for a row in order of arrival. Who has to wait for the transactions
// that hold a row first takes the row's lock in the lock manager, for as long as
// it waits; whoever comes later waits for that lock. So of several waiters only
// the first wakes up when the row becomes free (PostgreSQL's heavyweight tuple
// locks, heap_acquire_tuplock).

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

// rowQueue is one session's place among those who wait for a row.
type rowQueue struct {
	t      *Txn
	tag    lmgr.Tag
	mode   lmgr.Mode
	held   bool
	member bool // the session holds the row already and must not queue up: others may wait for it
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
	return true, nil
}

func (q *rowQueue) leave() {
	if q.held {
		q.t.locks.Release(q.tag, q.mode)
	}
}
