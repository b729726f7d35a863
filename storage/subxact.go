package storage

// Subtransactions: SAVEPOINT, RELEASE and ROLLBACK TO. Each level that writes
// has an id of its own, so that rolling it back is one state in the commit log.

// Savepoint pushes a subtransaction and returns its depth, 1 for the first.
func (t *Txn) Savepoint() int {
	t.levels = append(t.levels, level{})
	return len(t.levels) - 1
}

// Depth returns the number of open subtransactions.
func (t *Txn) Depth() int { return len(t.levels) - 1 }

// ReleaseTo ends the subtransactions at depth and deeper; what they did belongs
// to the level above.
func (t *Txn) ReleaseTo(depth int) {
	depth = max(depth, 1)
	for len(t.levels) > depth {
		last := len(t.levels) - 1
		l, up := t.levels[last], &t.levels[last-1]
		if l.xid != 0 {
			up.kids = append(up.kids, l.xid)
		}
		up.kids = append(up.kids, l.kids...)
		up.onEnd = append(up.onEnd, l.onEnd...)
		for _, c := range l.counts {
			up.count(c)
		}
		t.levels[last] = level{}
		t.levels = t.levels[:last]
	}
}

// RollbackTo undoes the subtransactions at depth and deeper and takes them off
// the stack; ROLLBACK TO pushes a fresh one of the same name afterwards.
func (t *Txn) RollbackTo(depth int) {
	depth = max(depth, 1)
	for len(t.levels) > depth {
		last := len(t.levels) - 1
		l := t.levels[last]
		t.levels[last] = level{}
		t.levels = t.levels[:last]
		gone := l.kids
		if l.xid != 0 {
			gone = append(gone, l.xid)
		}
		t.forget(gone)
		uncount(l.counts)
		runAborted(l.onEnd)
		t.unlockXIDs(gone)
	}
}

// forget marks ids of a rolled back level aborted and no longer the
// transaction's own.
func (t *Txn) forget(gone []XID) {
	if len(gone) == 0 {
		return
	}
	s := t.store
	s.wal.logSubAbort(t, gone)
	dead := make(map[XID]bool, len(gone))
	for _, xid := range gone {
		dead[xid] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	keep := make([]XID, 0, len(t.xids))
	for _, xid := range t.xids {
		if !dead[xid] {
			keep = append(keep, xid)
		}
	}
	for _, xid := range gone {
		s.log.set(xid, xidAborted)
	}
	t.xids = keep
	s.completed++
	t.seen = 0
	if len(keep) > 0 {
		t.seen = keep[len(keep)-1]
	}
}
