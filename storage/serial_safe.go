package storage

// READ ONLY serializable transactions. Such a one is never the pivot, and can be in a
// cycle only if a transaction that wrote beside it has an edge to one whose commit its
// snapshot sees. Once all writers that ran when the snapshot was taken have ended
// without, the snapshot is safe: nothing that it shows needs watching. DEFERRABLE
// waits for such a snapshot first.

import "context"

// SetReadOnly says, before the first snapshot, that the transaction is READ ONLY.
func (t *Txn) SetReadOnly(readOnly bool) {
	if t.first == nil {
		t.readOnly = readOnly
	}
}

// settleWatchers tells READ ONLY transactions of the end of one that they wait for.
func (s *serial) settleWatchers(x *sxact, committed bool) {
	for _, w := range x.watching {
		w.watched = remove(w.watched, x)
	}
	x.watching = nil
	watched := x.watched
	x.watched = nil
	for _, r := range watched {
		r.watching = remove(r.watching, x)
		switch {
		case committed && x.wrote && x.outFirst <= r.begun:
			r.unsafe = true
			for _, w := range r.watching {
				w.watched = remove(w.watched, r)
			}
			r.watching = nil
		case len(r.watching) == 0:
			r.safe = true
		default:
			continue
		}
		if r.settled != nil {
			close(r.settled)
			r.settled = nil
		}
	}
}

// leave ends the watching of a transaction whose snapshot is safe.
func (s *serial) leave(t *Txn, x *sxact) {
	t.serial = nil
	s.active = remove(s.active, x)
	s.forget(x)
	s.clean()
}

// SafeSnapshot takes the transaction's snapshot if it has none yet, and takes others
// until one is safe: SERIALIZABLE READ ONLY DEFERRABLE. The error is why ctx ended.
func (t *Txn) SafeSnapshot(ctx context.Context) error {
	if t.first != nil || t.iso != Serializable {
		return nil
	}
	s := &t.store.serial
	for {
		t.FixSnapshot()
		x := t.serial
		if x == nil {
			return nil
		}
		var settled chan struct{}
		s.mu.Lock()
		if !x.safe && !x.unsafe {
			settled = make(chan struct{})
			x.settled = settled
		}
		s.mu.Unlock()
		if settled != nil {
			select {
			case <-settled:
			case <-ctx.Done():
				return canceled(ctx)
			}
		}
		s.mu.Lock()
		safe := x.safe
		if safe {
			s.leave(t, x)
		}
		s.mu.Unlock()
		if safe {
			return nil
		}
		t.endSerial(false)
		t.first.Release()
		t.first, t.cache.valid = nil, false
	}
}

// SafeSnapshotBlockers returns the pids of the sessions for whose transactions the
// session pid waits in SafeSnapshot; none if it does not wait there.
func (s *Store) SafeSnapshotBlockers(pid int32) []int32 {
	sr := &s.serial
	sr.mu.Lock()
	defer sr.mu.Unlock()
	var pids []int32
	for _, x := range sr.active {
		if x.pid == pid && x.settled != nil {
			for _, w := range x.watching {
				pids = append(pids, w.pid)
			}
		}
	}
	return pids
}
