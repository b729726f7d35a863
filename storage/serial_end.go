package storage

// The end of serializable transactions. One that committed is kept, with its edges
// and SIREAD locks, until all that ran beside it have ended. If there are too many,
// the oldest are summed up: what is left of them is that somebody read here, and for
// each id when the first transaction that it did not see had committed. That costs
// false alarms, but bounds what a transaction that never ends makes others leave.

// PrepareCommit is the last check of a serializable transaction. After it, only
// Commit or Abort may follow, and no other transaction's check can choose this one.
// The error is 40001.
func (t *Txn) PrepareCommit() error {
	x := t.serial
	if x == nil || t.ended {
		return nil
	}
	s := &t.store.serial
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case x.failure != nil:
		return x.failure
	case x.doomed:
		return serialFailure("Canceled on identification as a pivot, during commit attempt")
	}
	for _, pivot := range x.in {
		if pivot.committed() || pivot.doomed || !endangered(pivot, x) {
			continue
		}
		if pivot.isPrepared() {
			return serialFailure("Canceled on commit attempt with conflict in from prepared pivot")
		}
		pivot.doomed = true
	}
	s.last++
	x.prepared = s.last
	return nil
}

// endangered tells whether the commit of t3, to which pivot has an edge, leaves a
// dangerous structure: one with an edge to the pivot still runs.
func endangered(pivot, t3 *sxact) bool {
	for _, t1 := range pivot.in {
		if t1 == t3 || !t1.committed() && !t1.readOnly && !t1.doomed {
			return true
		}
	}
	return false
}

// retrySerial lets the transaction go on after a rollback to a savepoint, unless it was
// chosen by others.
func (t *Txn) retrySerial() {
	if t.serial != nil {
		s := &t.store.serial
		s.mu.Lock()
		t.serial.failure = nil
		s.mu.Unlock()
	}
}

// endSerial tells of the transaction's end, after its changes are visible, or gone.
func (t *Txn) endSerial(committed bool) {
	x := t.serial
	if x == nil {
		return
	}
	t.serial = nil
	s := &t.store.serial
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active = remove(s.active, x)
	if !x.declared {
		s.writable--
	}
	if committed {
		s.commit(x)
	} else {
		x.doomed = true
	}
	s.settleWatchers(x, committed)
	if committed {
		s.finished = append(s.finished, x)
	} else {
		s.forget(x)
	}
	s.clean()
}

// commit notes what later checks need of x, and drops edges that matter no more.
func (s *serial) commit(x *sxact) {
	s.last++
	x.ended = s.last
	if x.prepared == never {
		x.prepared = x.ended
	}
	x.readOnly = x.readOnly || !x.wrote
	if !x.readOnly && x.oldOut {
		x.outFirst = 0
	}
	out := x.out
	x.out = nil
	for _, w := range out {
		if !w.committed() {
			x.out = append(x.out, w)
			continue
		}
		if !x.readOnly {
			x.outFirst = min(x.outFirst, w.prepared)
		}
		w.in = remove(w.in, x)
	}
	in := x.in
	x.in = nil
	for _, r := range in {
		if r.committed() || r.readOnly { // x is not the first to commit, or r no pivot
			r.out = remove(r.out, x)
			continue
		}
		x.in = append(x.in, r)
	}
}

// forget removes all that is known of x but what others have noted of it.
func (s *serial) forget(x *sxact) {
	for _, w := range x.out {
		w.in = remove(w.in, x)
	}
	for _, r := range x.in {
		r.out = remove(r.out, x)
	}
	for _, w := range x.watching {
		w.watched = remove(w.watched, x)
	}
	for _, r := range x.watched {
		r.watching = remove(r.watching, x)
	}
	for _, xid := range x.xids {
		delete(s.byXID, xid)
	}
	s.locks.releaseAll(x)
	x.out, x.in, x.watching, x.watched, x.xids = nil, nil, nil, nil, nil
}

// clean forgets the transactions that nobody runs beside any more.
func (s *serial) clean() {
	low := never
	for _, a := range s.active {
		low = min(low, a.begun)
	}
	n := 0
	for n < len(s.finished) && s.finished[n].ended <= low {
		s.forget(s.finished[n])
		n++
	}
	for len(s.finished)-n > s.limit().finished {
		s.sumUp(s.finished[n])
		n++
	}
	if n > 0 {
		rest := copy(s.finished, s.finished[n:])
		clear(s.finished[rest:])
		s.finished = s.finished[:rest]
	}
	if s.writable == 0 { // those that run never write, so nobody asks who has read
		for i := len(s.finished) - 1; i >= 0 && !s.finished[i].cleared; i-- {
			s.locks.releaseAll(s.finished[i])
			s.finished[i].cleared = true
		}
		s.old.dropLocks()
	}
	s.old.clean(low)
}

// SerialFinished is how many committed serializable transactions are kept one by one.
func (s *Store) SerialFinished() int {
	s.serial.mu.Lock()
	defer s.serial.mu.Unlock()
	return len(s.serial.finished)
}
