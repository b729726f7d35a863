package storage

// SERIALIZABLE is snapshot isolation that watches for what snapshots alone would
// let through (Cahill, Röhm, Fekete 2008; PostgreSQL 18, predicate.c). A transaction
// that read the state before another's write must come first in any serial order: an
// edge from the reader to the writer. A cycle needs two such edges in a row,
//
//	T1 ──> pivot ──> T3        and T3 is the first of the three to commit
//
// so whenever that could come about, one of the three is rolled back, the pivot if
// it can be. What was read is kept as SIREAD locks (serial_locks.go), which block
// nobody and outlive their transaction while one that ran beside it goes on. A
// writer finds readers in them; a reader finds writers by the ids in the versions
// that it passes over. There are false alarms, but no cycle is missed.
//
//	serial.go         transactions, edges, the dangerous structure
//	serial_end.go     commit, rollback, and what is kept of those that ended
//	serial_locks.go   the SIREAD locks
//	serial_check.go   what heaps and indexes tell when rows are read and written
//	serial_safe.go    READ ONLY: snapshots that need no watching, DEFERRABLE
//
// A transaction of another level has no sxact, and costs a test for nil.

import (
	"math"
	"slices"
	"sync"

	"minidb/pgerr"
)

// seqNo counts the commits of serializable transactions.
type seqNo uint64

// never is the number of a commit that has not been.
const never seqNo = math.MaxUint64

// serial is the state that a store's serializable transactions share. Its mutex is
// taken below all others of the package.
type serial struct {
	mu       sync.Mutex
	last     seqNo // newest number given out
	writable int   // active ones that are not declared READ ONLY
	active   []*sxact
	finished []*sxact // committed, but one that ran beside them goes on; by commit
	byXID    map[XID]*sxact
	locks    sireadLocks
	limits   serialLimits
	old      oldSerial
}

// sxact is a serializable transaction: PostgreSQL's SERIALIZABLEXACT.
type sxact struct {
	pid  int32
	top  XID   // the first id, 0 if it has none
	xids []XID // all, also those of savepoints

	begun    seqNo // newest commit that its snapshot may see
	prepared seqNo // when it had nothing more to check; never before
	ended    seqNo // when its changes were visible; never before
	outFirst seqNo // of those it has edges to, the first commit; kept when edges are not

	out, in []*sxact // whose writes it did not see; who did not see its writes
	// watching are writers that may make a READ ONLY transaction's snapshot unsafe,
	// watched the other direction.
	watching, watched []*sxact

	readOnly bool // declared, or nothing was written
	declared bool // READ ONLY when it began
	wrote    bool
	doomed   bool // another transaction's check chose it to be rolled back
	oldIn    bool // has an edge from one that is only summed up
	oldOut   bool // has an edge to one that is only summed up
	safe     bool // nothing that it reads can be part of a cycle
	unsafe   bool
	settled  chan struct{} // closed when it is safe or unsafe; nil unless awaited
	failure  error         // what its next step reports
	held     sireadHeld
	cleared  bool // its locks are gone though it is kept
}

func (x *sxact) committed() bool  { return x.ended != never }
func (x *sxact) isPrepared() bool { return x.prepared != never }

// serialFailure is the error of a transaction that was chosen to be rolled back.
func serialFailure(reason string, args ...any) error {
	return pgerr.New(pgerr.SerializationFailure, "could not serialize access due to read/write dependencies among transactions").
		WithDetail("Reason code: "+reason+".", args...).WithHint("The transaction might succeed if retried.")
}

// begin makes t a watched transaction with the snapshot that is being taken; nil if
// it reads only and nobody writes, so that there is nothing to watch. The store's
// mutex is held: who commits is either seen, or counts as running beside.
func (s *serial) begin(t *Txn) *sxact {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &sxact{begun: s.last, prepared: never, ended: never, outFirst: never, declared: t.readOnly, readOnly: t.readOnly}
	if t.locks != nil {
		x.pid = t.locks.PID()
	}
	if x.declared {
		for _, w := range s.active {
			if !w.declared && !w.doomed && !w.committed() {
				x.watching = append(x.watching, w)
				w.watched = append(w.watched, x)
			}
		}
		if len(x.watching) == 0 {
			return nil
		}
	} else {
		s.writable++
	}
	s.active = append(s.active, x)
	for _, xid := range t.xids {
		s.addXID(x, xid)
	}
	return x
}

// addXID notes that an id is the transaction's.
func (s *serial) addXID(x *sxact, xid XID) {
	if s.byXID == nil {
		s.byXID = map[XID]*sxact{}
	}
	if x.top == InvalidXID {
		x.top = xid
	}
	x.xids = append(x.xids, xid)
	s.byXID[xid] = x
}

// assigned tells that t has a new id.
func (s *serial) assigned(x *sxact, xid XID) {
	s.mu.Lock()
	s.addXID(x, xid)
	s.mu.Unlock()
}

// edge notes that reader did not see what writer wrote. me is one of the two, the
// one that runs now. It returns the error that rolls me back, if it has to be me.
func (s *serial) edge(reader, writer, me *sxact) error {
	if slices.Contains(reader.out, writer) {
		return nil
	}
	if dangerousWriter(reader, writer) || dangerousReader(reader, writer) {
		switch {
		case me == writer:
			return serialFailure("Canceled on identification as a pivot, during write")
		case writer.isPrepared():
			return serialFailure("Canceled on conflict out to pivot %d, during read", uint32(writer.top))
		}
		writer.doomed = true
	}
	switch {
	case reader == s.old.sum:
		writer.oldIn = true
	default:
		reader.out = append(reader.out, writer)
		writer.in = append(writer.in, reader)
	}
	return nil
}

// dangerousWriter tells whether the edge makes the writer a pivot: one that it has an
// edge to has committed, before both others. A reader that only reads is in no cycle
// unless its snapshot sees that commit.
func dangerousWriter(reader, writer *sxact) bool {
	if writer.oldOut || writer.committed() && writer.outFirst != never {
		return true
	}
	for _, t3 := range writer.out {
		if t3.isPrepared() && t3.prepared <= reader.ended && t3.prepared <= writer.ended &&
			(!reader.readOnly || t3.prepared <= reader.begun) {
			return true
		}
	}
	return false
}

// dangerousReader tells whether the edge makes the reader a pivot: the writer has
// committed, and one that has an edge to the reader had not by then.
func dangerousReader(reader, writer *sxact) bool {
	if !writer.isPrepared() || reader.readOnly {
		return false
	}
	if reader.oldIn {
		return true
	}
	for _, t1 := range reader.in {
		if !t1.doomed && t1.ended >= writer.prepared && (!t1.readOnly || t1.begun >= writer.prepared) {
			return true
		}
	}
	return false
}

// readOver tells that me, whose snapshot is first, read past a change of xid.
func (s *serial) readOver(me *sxact, first *Snapshot, xid XID) error {
	if first.sees(xid) {
		return nil
	}
	w := s.byXID[xid]
	if w == nil {
		return s.readOverOld(me, xid)
	}
	if w == me || w.doomed || slices.Contains(me.out, w) {
		return nil
	}
	if w.oldOut {
		if w.isPrepared() {
			return serialFailure("Canceled on conflict out to old pivot")
		}
		w.doomed = true
		return nil
	}
	if me.readOnly && w.committed() && me.begun < w.outFirst {
		return nil // w comes first in the order, whatever it read
	}
	return s.edge(me, w, me)
}

// observed tells that me learned of a change of xid although its snapshot does not see
// it: by a unique key, or by a newer snapshot as foreign keys use them. In a serial
// order xid then comes first, like one that has an edge to me. A cycle that would
// close is the error.
func (s *serial) observed(me *sxact, first *Snapshot, xid XID) error {
	if xid == InvalidXID || first.sees(xid) {
		return nil
	}
	w := s.byXID[xid]
	switch {
	case w == me || w != nil && w.doomed:
		return nil
	case w != nil:
		return s.edge(w, me, me)
	}
	if p := s.old.outs[xid/oldPage]; p == nil || p[xid%oldPage] == 0 {
		return nil
	}
	return s.edge(s.old.sum, me, me)
}

// remove takes x off a list.
func remove(list []*sxact, x *sxact) []*sxact {
	if i := slices.Index(list, x); i >= 0 {
		last := len(list) - 1
		list[i] = list[last]
		list[last] = nil
		list = list[:last]
	}
	return list
}
