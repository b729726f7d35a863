package storage

// Snapshots: which transactions had ended when a statement began. A registered
// snapshot holds back the horizon below which row versions may be removed.

import (
	"slices"
)

// snapData is the shared, immutable part of a snapshot.
type snapData struct {
	xmin, xmax XID
	running    []XID // other transactions' ids in [xmin, xmax), subtransactions too, ascending
	completed  uint64
	valid      bool
}

// Snapshot is a point in time of one transaction: changes of transactions that
// had committed by then are visible, and the transaction's own of commands
// before CurCommand. It is registered until Release or the transaction's end;
// rows read with it stay unchanged and readable that long.
type Snapshot struct {
	Xmin       XID       // all ids below had ended
	Xmax       XID       // no id from here on had ended
	CurCommand CommandID // own rows of commands below are visible

	running   []XID
	completed uint64 // Store.completed when it was taken
	txn       *Txn
	pos       int // position in txn.snaps, -1 when not registered
}

// TakeSnapshot returns a registered snapshot with the current command id: a
// fresh one in ReadCommitted, the transaction's first one otherwise.
func (t *Txn) TakeSnapshot() *Snapshot {
	if t.iso == ReadCommitted {
		return t.CatalogSnapshot()
	}
	t.FixSnapshot()
	f := t.first
	return t.register(Snapshot{Xmin: f.Xmin, Xmax: f.Xmax, CurCommand: t.command,
		running: f.running, completed: f.completed, txn: t})
}

// FixSnapshot takes the transaction's one snapshot if it has none yet, unless it is
// ReadCommitted.
func (t *Txn) FixSnapshot() {
	if t.iso != ReadCommitted && t.first == nil {
		t.first = t.take(t.iso == Serializable)
	}
}

// CatalogSnapshot returns a fresh registered snapshot at any isolation level:
// catalogs are always read as of now.
func (t *Txn) CatalogSnapshot() *Snapshot { return t.take(false) }

// take takes a snapshot. With serial, the transaction is watched from then on.
func (t *Txn) take(serial bool) *Snapshot {
	s := t.store
	s.mu.Lock()
	if !t.cache.valid || t.cache.completed != s.completed {
		t.cache = s.collect(t)
	}
	if t.xmin == 0 || t.cache.xmin < t.xmin {
		t.xmin = t.cache.xmin
	}
	if serial {
		t.serial = s.serial.begin(t)
	}
	s.mu.Unlock()
	d := &t.cache
	return t.register(Snapshot{Xmin: d.xmin, Xmax: d.xmax, CurCommand: t.command, running: d.running, completed: d.completed, txn: t})
}

// collect lists the ids that run, without t's own. The caller holds s.mu.
//
// Data collected once stays right while no transaction ends: ids assigned
// meanwhile are at or above xmax, which reads as "running".
func (s *Store) collect(t *Txn) snapData {
	d := snapData{xmin: s.nextXID, xmax: s.nextXID, completed: s.completed, valid: true}
	if len(t.snaps) == 0 { // nobody reads the list that was collected last
		d.running = t.cache.running[:0]
	}
	for _, r := range s.running {
		if r == t || len(r.xids) == 0 {
			continue
		}
		d.running = append(d.running, r.xids...)
		d.xmin = min(d.xmin, r.xids[0])
	}
	if len(t.xids) > 0 {
		d.xmin = min(d.xmin, t.xids[0])
	}
	slices.Sort(d.running)
	return d
}

// Bounds are what PostgreSQL shows of the snapshot: all ids below xmin had ended, those
// from xmax on had not, which is after the last one that had, and of those between,
// running had not. Subtransactions are left out, as far as they still run.
func (s *Snapshot) Bounds() (xmin, xmax XID, running []XID) {
	xmax = s.Xmax
	for xmax > FirstNormalXID && (slices.Contains(s.running, xmax-1) || slices.Contains(s.txn.xids, xmax-1)) {
		xmax--
	}
	st := s.txn.store
	st.mu.Lock()
	defer st.mu.Unlock()
	running = slices.DeleteFunc(slices.Clone(s.running), func(xid XID) bool {
		return xid >= xmax || slices.ContainsFunc(st.running, func(t *Txn) bool { return slices.Contains(t.xids, xid) && t.xids[0] != xid })
	})
	return min(s.Xmin, xmax), xmax, running
}

// register finds memory for a snapshot that is in use until Release.
func (t *Txn) register(is Snapshot) *Snapshot {
	var sn *Snapshot
	switch {
	case t.snapshots[0].pos < 0:
		sn = &t.snapshots[0]
	case t.snapshots[1].pos < 0:
		sn = &t.snapshots[1]
	default:
		sn = new(Snapshot)
	}
	*sn = is
	sn.pos = len(t.snaps)
	t.snaps = append(t.snaps, sn)
	return sn
}

// Txn returns the transaction that took the snapshot.
func (sn *Snapshot) Txn() *Txn { return sn.txn }

// Release gives the snapshot up: it must not be used any more. It may be called after
// the transaction's end; on nil it does nothing.
func (sn *Snapshot) Release() {
	if sn == nil || sn.pos < 0 {
		return
	}
	t := sn.txn
	if t.ended {
		sn.pos = -1
		return
	}
	last := len(t.snaps) - 1
	t.snaps[sn.pos] = t.snaps[last]
	t.snaps[sn.pos].pos = sn.pos
	t.snaps[last] = nil
	t.snaps = t.snaps[:last]
	sn.pos = -1
	low := XID(0)
	for _, o := range t.snaps {
		if low == 0 || o.Xmin < low {
			low = o.Xmin
		}
	}
	if low != sn.Xmin {
		t.store.mu.Lock()
		t.xmin = low
		t.store.mu.Unlock()
	}
}

// sees reports whether xid, not the snapshot's own, had ended when the snapshot
// was taken.
func (sn *Snapshot) sees(xid XID) bool {
	if xid < sn.Xmin {
		return true
	}
	if xid >= sn.Xmax {
		return false
	}
	_, running := slices.BinarySearch(sn.running, xid)
	return !running
}

// Xmins returns the oldest id that may run for the snapshots of each session, by pid;
// sessions without a snapshot are not in it.
func (s *Store) Xmins() map[int32]XID {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[int32]XID{}
	for _, t := range s.running {
		if t.xmin != 0 && t.locks != nil {
			out[t.locks.PID()] = t.xmin
		}
	}
	return out
}

// topOf returns the top level's id of the transaction that xid belongs to, InvalidXID
// if it has ended.
func (s *Store) topOf(xid XID) XID {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.running {
		if _, ok := slices.BinarySearch(t.xids, xid); ok {
			return t.xids[0]
		}
	}
	return InvalidXID
}

// OldestXmin returns the horizon: a version deleted by a transaction that
// committed with an id below it is seen by nobody any more.
func (s *Store) OldestXmin() XID {
	s.mu.Lock()
	defer s.mu.Unlock()
	low := s.nextXID
	for _, t := range s.running {
		if t.xmin != 0 && t.xmin < low {
			low = t.xmin
		}
		if len(t.xids) > 0 && t.xids[0] < low {
			low = t.xids[0]
		}
	}
	return low
}
