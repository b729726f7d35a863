package storage

// Transactions: ids, the list of those that run, commit and abort. What
// PostgreSQL spreads over xact.c and procarray.c fits one file here because a
// commit is one bit: nothing goes to disk.

import (
	"minidb/storage/lmgr"
)

// Isolation is a transaction isolation level.
type Isolation uint8

// The levels. Serializable is RepeatableRead that is watched: serial.go. READ
// UNCOMMITTED is ReadCommitted.
const (
	ReadCommitted Isolation = iota
	RepeatableRead
	Serializable
)

// Txn is one top-level transaction with its stack of subtransactions. One
// goroutine uses it. It ends with Commit or Abort, after which only OnEnd
// callbacks that are running may still read it.
type Txn struct {
	// WAL counts the records and bytes that the transaction wrote so far; the
	// difference of two readings is one statement's.
	WAL *WALStats
	// Visits counts the pages that were visited, which last as long as its memory.
	Visits PageVisits

	store *Store
	locks *lmgr.Locks
	iso   Isolation

	levels []level // levels[0] is the top; the last one is current
	xids   []XID   // assigned and not rolled back, ascending; written under store.mu
	seen   XID     // the newest id in xids, 0 if none: a quick answer for owns

	command     CommandID
	commandUsed bool // something was written with command

	snaps  []*Snapshot // registered
	xmin   XID         // smallest Xmin of snaps, 0 if none; guarded by store.mu
	first  *Snapshot   // the one snapshot of repeatable read
	cache  snapData    // reused while no transaction has ended since
	place  rowPlace    // on the way from one version of a row to the next (rowqueue.go)
	slot   int         // position in store.running
	ended  bool
	serial *sxact // nil unless it is Serializable, has a snapshot and needs watching
	// readOnly matters to Serializable ones.
	readOnly bool
	scratch  []byte // payload of the WAL record being built; from store.scratch

	// What most transactions need, so that beginning one is one allocation, or none.
	levelBuf  [1]level
	snapBuf   [2]*Snapshot
	snapshots [2]Snapshot // the memory of those registered ones that fit
	xidBuf    [1]XID
	walBuf    WALStats
	spent     bool // it has ended, and nothing refers to it
}

// maxScratch is the most that a buffer kept for another transaction may hold.
const maxScratch = 4096

// level is one subtransaction, or the top level.
type level struct {
	xid    XID // 0 until the level writes
	kids   []XID
	onEnd  []func(committed bool)
	counts []heapCount
	files  []FileID // heaps that the level made
}

// heapCount is what a level wrote to a heap. Of kept, rows inserted are dead and rows
// deleted live again if it rolls back; lost is what was rolled back within.
type heapCount struct {
	heap       *Heap
	kept, lost WriteCounts
}

// wrote are the counts of what the current level writes to h, to be added to.
func (t *Txn) wrote(h *Heap) *WriteCounts { return &t.levels[len(t.levels)-1].count(h).kept }

// ForgetWrites leaves out of the table's counts what the current level has put into h, the
// same rows as in the table's heap before.
func (t *Txn) ForgetWrites(h *Heap) { *t.wrote(h) = WriteCounts{} }

func (l *level) count(h *Heap) *heapCount {
	for i := len(l.counts) - 1; i >= 0; i-- {
		if l.counts[i].heap == h {
			return &l.counts[i]
		}
	}
	l.counts = append(l.counts, heapCount{heap: h})
	return &l.counts[len(l.counts)-1]
}

// addWrites adds up what the transaction wrote.
func (t *Txn) addWrites(committed bool) {
	for i := range t.levels[0].counts {
		c := &t.levels[0].counts[i]
		all, kept := c.lost, WriteCounts{}
		all.add(c.kept)
		if committed {
			kept = c.kept
		}
		c.heap.Stats().addWrites(all, kept)
	}
}

// uncount corrects the estimates of heaps after a rollback, as PostgreSQL's
// AtEOXact_PgStat does, so that autovacuum learns of rows nobody will see.
func uncount(counts []heapCount) {
	for _, c := range counts {
		c.heap.live.Add(c.kept.Deleted - c.kept.Inserted)
		c.heap.dead.Add(c.kept.Inserted - c.kept.Deleted)
	}
}

// Begin starts a transaction. locks is the session's lock owner, on which other
// sessions wait for this transaction's end; nil where there is nobody to wait.
func (s *Store) Begin(iso Isolation, locks *lmgr.Locks) *Txn { return s.BeginAfter(nil, iso, locks) }

// BeginAfter is Begin in the memory of the caller's last transaction, if that has left
// nothing behind. last may be nil.
func (s *Store) BeginAfter(last *Txn, iso Isolation, locks *lmgr.Locks) *Txn {
	t := last
	if t == nil || !t.spent {
		t = &Txn{}
		t.levels, t.WAL = t.levelBuf[:], &t.walBuf
	} else {
		t.levelBuf[0] = level{counts: t.levelBuf[0].counts[:0]}
		t.walBuf = WALStats{}
		t.seen, t.command, t.commandUsed, t.ended, t.spent = 0, 0, false, false, false
		t.cache.valid = false
	}
	t.store, t.locks, t.iso = s, locks, iso
	t.serial, t.readOnly = nil, false
	t.snaps, t.xids = t.snapBuf[:0], t.xidBuf[:0]
	for i := range t.snapshots {
		t.snapshots[i].pos = -1
	}
	s.mu.Lock()
	t.slot = len(s.running)
	s.running = append(s.running, t)
	s.mu.Unlock()
	return t
}

// Store returns the store that the transaction belongs to.
func (t *Txn) Store() *Store { return t.store }

// Isolation returns the transaction's level.
func (t *Txn) Isolation() Isolation { return t.iso }

// SetIsolation changes the level; it must come before the first snapshot.
func (t *Txn) SetIsolation(iso Isolation) { t.iso = iso }

// Locks returns the lock owner given to Begin.
func (t *Txn) Locks() *lmgr.Locks { return t.locks }

// HasXID reports whether the top level has an id, that is, has written.
func (t *Txn) HasXID() bool { return t.levels[0].xid != 0 }

// TopXID returns the top level's id, 0 if it has not written.
func (t *Txn) TopXID() XID { return t.levels[0].xid }

// XID returns the id of the current (sub)transaction and assigns one at the
// first call; parents get theirs before their children, so that a child's id is
// the larger one. Each id is locked in lmgr, for others to wait on.
func (t *Txn) XID() XID {
	if xid := t.levels[len(t.levels)-1].xid; xid != 0 {
		return xid
	}
	i := len(t.levels) - 1
	for i > 0 && t.levels[i-1].xid == 0 {
		i--
	}
	for ; i < len(t.levels); i++ {
		t.levels[i].xid = t.assign()
	}
	return t.levels[len(t.levels)-1].xid
}

// hasOwnXID reports whether the current (sub)transaction has an id.
func (t *Txn) hasOwnXID() bool { return t.levels[len(t.levels)-1].xid != 0 }

func (t *Txn) assign() XID {
	s := t.store
	s.mu.Lock()
	xid := s.nextXID
	s.log.extend(xid)
	s.nextXID++
	t.xids = append(t.xids, xid)
	if n := len(s.scratch); n > 0 && t.scratch == nil {
		t.scratch, s.scratch = s.scratch[n-1], s.scratch[:n-1]
	}
	s.mu.Unlock()
	t.seen = xid
	if t.serial != nil {
		s.serial.assigned(t.serial, xid)
	}
	if t.locks != nil {
		t.locks.AcquireXID(uint64(xid))
	}
	return xid
}

// Owns reports whether xid is the transaction's own, of any level, and was not
// rolled back.
func (t *Txn) Owns(xid XID) bool { return t.owns(xid) }

// owns reports whether xid is the transaction's own and was not rolled back.
func (t *Txn) owns(xid XID) bool {
	if t == nil || xid > t.seen || t.seen == 0 {
		return false
	}
	if xid == t.seen {
		return true
	}
	lo, hi := 0, len(t.xids)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.xids[mid] < xid {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(t.xids) && t.xids[lo] == xid
}

// Command returns the current command's id: rows that it writes are not seen by
// snapshots it took.
func (t *Txn) Command() CommandID { return t.command }

// IncrementCommand makes what was written so far visible to snapshots taken
// from now on. It does nothing if nothing was written.
func (t *Txn) IncrementCommand() {
	t.LeaveRow()
	if t.commandUsed {
		t.command++
		t.commandUsed = false
	}
}

// useCommand returns the current command's id for a row header.
func (t *Txn) useCommand() CommandID {
	t.commandUsed = true
	return t.command
}

// OnEnd adds a callback to the current level. It runs with false when this
// level or one above it rolls back, and with true when the top level commits,
// after the commit is visible and before transaction ids are unlocked. Aborts
// run callbacks last in, first out; commits first in, first out.
func (t *Txn) OnEnd(f func(committed bool)) {
	l := &t.levels[len(t.levels)-1]
	l.onEnd = append(l.onEnd, f)
}

// Commit ends the transaction and makes its changes visible at once to every
// snapshot taken from now on; then it runs the callbacks, then unlocks its
// transaction ids. Other locks are the caller's to release. Open
// subtransactions are released first.
func (t *Txn) Commit() {
	if t.ended {
		return
	}
	t.mergeTo(1)
	t.finish(xidCommitted)
	t.endSerial(true)
	top := t.levels[0].onEnd
	for i := 0; i < len(top); i++ {
		top[i](true)
	}
	t.addWrites(true)
	clear(t.levels[0].counts) // a dropped heap must not stay for an idle session's sake
	t.unlockXIDs(t.xids)
}

// Abort undoes the transaction. Callbacks and locks as in Commit.
func (t *Txn) Abort() {
	if t.ended {
		return
	}
	t.RollbackTo(1)
	t.finish(xidAborted)
	t.endSerial(false)
	uncount(t.levels[0].counts)
	runAborted(t.levels[0].onEnd)
	t.addWrites(false)
	clear(t.levels[0].counts)
	t.unlockXIDs(t.xids)
}

// finish records the end and takes the transaction off the running list in one
// step under the mutex, which is what makes a commit atomic for snapshots.
func (t *Txn) finish(st xidState) {
	t.LeaveRow()
	s := t.store
	if len(t.xids) > 0 {
		s.wal.logEnd(t, st)
	}
	top := &t.levels[0]
	t.spent = top == &t.levelBuf[0] && len(top.onEnd) == 0 && len(top.kids) == 0 && len(t.snaps) == 0 && len(top.files) == 0
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, xid := range t.xids {
		s.log.set(xid, st)
	}
	if len(t.xids) > 0 {
		s.completed++
	}
	last := len(s.running) - 1
	s.running[t.slot] = s.running[last]
	s.running[t.slot].slot = t.slot
	s.running[last] = nil
	s.running = s.running[:last]
	if n := cap(t.scratch); n > 0 && n <= maxScratch && len(s.scratch) <= last {
		s.scratch = append(s.scratch, t.scratch)
	}
	t.scratch = nil
	t.ended = true
	t.snaps, t.first, t.xmin = nil, nil, 0
}

func (t *Txn) unlockXIDs(xids []XID) {
	if t.locks == nil {
		return
	}
	for _, xid := range xids {
		t.locks.ReleaseXID(uint64(xid))
	}
}

func runAborted(fs []func(bool)) {
	for i := len(fs) - 1; i >= 0; i-- {
		fs[i](false)
	}
}
