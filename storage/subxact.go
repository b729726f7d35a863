package storage

import "slices"

// Subtransactions: SAVEPOINT, RELEASE and ROLLBACK TO. Each level that writes
// has an id of its own, so that rolling it back is one state in the commit log.

// Savepoint pushes a subtransaction and returns its depth, 1 for the first.
func (t *Txn) Savepoint() int {
	t.levels = append(t.levels, level{})
	return len(t.levels) - 1
}

// Depth returns the number of open subtransactions.
func (t *Txn) Depth() int { return len(t.levels) - 1 }

// Made notes that the innermost level made a heap.
func (t *Txn) Made(f FileID) {
	l := &t.levels[len(t.levels)-1]
	l.files = append(l.files, f)
}

// MadeHere tells whether the innermost level made a heap: nobody else sees it before
// the level is committed, and it goes if the level does not.
func (t *Txn) MadeHere(f FileID) bool {
	return slices.Contains(t.levels[len(t.levels)-1].files, f)
}

// Snapshots is how many snapshots the transaction has registered.
func (t *Txn) Snapshots() int { return len(t.snaps) }

// ReleaseTo ends the subtransactions at depth and deeper; what they did belongs
// to the level above. Who waits for one of them waits for the whole transaction from
// now on, also if the level above is rolled back first.
func (t *Txn) ReleaseTo(depth int) {
	depth = min(max(depth, 1), len(t.levels))
	if t.locks != nil {
		for i := depth; i < len(t.levels); i++ {
			if xid := t.levels[i].xid; xid != 0 {
				t.locks.ReleaseXID(uint64(xid))
			}
		}
	}
	t.mergeTo(depth)
}

// mergeTo is ReleaseTo without the locks.
func (t *Txn) mergeTo(depth int) {
	up := &t.levels[depth-1]
	for i := range t.levels[depth:] {
		l := &t.levels[depth+i]
		if len(up.kids) == 0 {
			up.kids = l.kids
		} else {
			up.kids = append(up.kids, l.kids...)
		}
		if l.xid != 0 {
			up.kids = append(up.kids, l.xid)
		}
		up.onEnd = append(up.onEnd, l.onEnd...)
		up.files = append(up.files, l.files...)
		for _, c := range l.counts {
			to := up.count(c.heap)
			to.kept.add(c.kept)
			to.lost.add(c.lost)
		}
	}
	clear(t.levels[depth:])
	t.levels = t.levels[:depth]
}

// RollbackTo undoes the subtransactions at depth and deeper and takes them off
// the stack; ROLLBACK TO pushes a fresh one of the same name afterwards.
func (t *Txn) RollbackTo(depth int) {
	t.LeaveRow()
	depth = min(max(depth, 1), len(t.levels))
	var gone []XID
	for _, l := range t.levels[depth:] {
		gone = append(gone, l.kids...)
		if l.xid != 0 {
			gone = append(gone, l.xid)
		}
	}
	t.forget(gone)
	for len(t.levels) > depth {
		last := len(t.levels) - 1
		l := t.levels[last]
		t.levels[last] = level{}
		t.levels = t.levels[:last]
		uncount(l.counts)
		for _, c := range l.counts {
			to := t.levels[last-1].count(c.heap)
			to.lost.add(c.kept)
			to.lost.add(c.lost)
		}
		runAborted(l.onEnd)
	}
	t.unlockXIDs(gone)
	t.retrySerial()
}

// forget marks ids of rolled back levels aborted and no longer the
// transaction's own. They are the newest it has: a level gets its id before
// the levels inside it, and no other while one of them is open.
func (t *Txn) forget(gone []XID) {
	if len(gone) == 0 {
		return
	}
	s := t.store
	s.wal.logSubAbort(t, gone)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, xid := range gone {
		s.log.set(xid, xidAborted)
	}
	t.xids = t.xids[:len(t.xids)-len(gone)]
	s.completed++
	t.seen = 0
	if n := len(t.xids); n > 0 {
		t.seen = t.xids[n-1]
	}
}
