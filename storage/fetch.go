package storage

// Fetching one row by its place. An index entry leads to the root of a chain of
// heap-only versions; at most one of them is visible to a snapshot.
//
//	root ──next──> version ──next──> version        a live root
//	redirect ─────next────> version ──next──> ...   after pruning

import (
	"runtime"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

const pruneAfterHops = 4 // dead versions walked before a fetch cleans up

// patience is how long a walk that runs into slots being reused is tried again
// before the chain is taken for broken. A variable for tests.
var patience = 10 * time.Second

// retry paces attempts that fail because others change what is looked at.
type retry struct {
	n     int
	since time.Time
}

// wait lets the others go on, longer each time; false when patience is over.
func (r *retry) wait() bool {
	if r.n++; r.n <= 64 {
		runtime.Gosched()
		return true
	}
	if r.since.IsZero() {
		r.since = time.Now()
	}
	time.Sleep(min(time.Millisecond, time.Duration(r.n)*time.Microsecond))
	return time.Since(r.since) < patience
}

// brokenChain is the report of a chain that never became whole.
func brokenChain(h *Heap, root TID) *pgerr.Error {
	return pgerr.New(pgerr.Internal, "versions of the row at %s of file %d cannot be followed", root, h.id)
}

// Fetch returns the version that sn sees in the chain at tid, and its place.
// The row is immutable and lent for as long as sn is registered. A chain that
// cannot be followed for seconds is corrupt: that panics with an internal error.
func (h *Heap) Fetch(sn *Snapshot, tid TID) (row types.Row, at TID, ok bool) {
	return h.FetchFrom(&Pin{}, sn, tid)
}

// FetchFrom is Fetch for a reader that may stand on the row's page already.
func (h *Heap) FetchFrom(pin *Pin, sn *Snapshot, tid TID) (row types.Row, at TID, ok bool) {
	pin.move(sn.txn, h, tid)
	var r retry
	for {
		row, at, hops, lost := h.walk(sn, tid)
		if lost {
			if !r.wait() {
				panic(brokenChain(h, tid))
			}
			continue
		}
		if hops >= pruneAfterHops {
			h.pruneRoot(tid)
		}
		return row, at, row != nil
	}
}

// walk is one attempt of Fetch. lost means that the chain changed on the way.
func (h *Heap) walk(sn *Snapshot, root TID) (row types.Row, at TID, hops int, lost bool) {
	tid, want := root, InvalidXID
	p, hd := h.slotOf(tid)
	for {
		if p == nil {
			return nil, InvalidTID, hops, want != InvalidXID
		}
		if want == InvalidXID && p.allVisible.Load() { // without a look at the header
			row = p.row(int(tid.Slot()))
			h.readVersion(sn, hd, tid, true)
			p.latch.RUnlock()
			return row, tid, 0, false
		}
		m := hd.flags()
		switch {
		case m&maskRedirect != 0:
			from := tid
			tid, want = hd.next, hd.xmin
			p, hd = h.step(sn.txn, p, from, tid)
			continue
		case m&maskNormal == 0 || want != InvalidXID && hd.xmin != want:
			p.latch.RUnlock()
			return nil, InvalidTID, hops, want != InvalidXID
		case sn.visible(h.store, hd, p.epoch == h.epoch.Load()):
			row = p.row(int(tid.Slot()))
			h.readVersion(sn, hd, tid, true)
			p.latch.RUnlock()
			return row, tid, hops, false
		}
		h.readVersion(sn, hd, tid, false)
		next, upd := hd.next, h.store.updater(hd, m)
		if m&maskHotUpdated == 0 || next == InvalidTID || upd == InvalidXID || m&maskXmaxCommitted == 0 && h.store.log.state(upd) == xidAborted {
			p.latch.RUnlock()
			return nil, InvalidTID, hops, false
		}
		p, hd = h.step(sn.txn, p, tid, next)
		tid, want = next, upd
		hops++
	}
}

// FetchLatest follows the versions from tid to the newest one that is committed
// or t's own, heap-only or not: what READ COMMITTED looks at again after a
// concurrent update. It is not ok if the row was deleted. The row is lent while
// t has a snapshot registered that is older than the row.
func (h *Heap) FetchLatest(t *Txn, tid TID) (row types.Row, at TID, ok bool) {
	t.visit(h.local)
	want := InvalidXID
	p, hd := h.slotOf(tid)
	for {
		if p == nil {
			return nil, InvalidTID, false
		}
		m := hd.flags()
		if m&maskRedirect != 0 {
			from := tid
			tid, want = hd.next, hd.xmin
			p, hd = h.step(t, p, from, tid)
			continue
		}
		there := m&maskNormal != 0 && (want == InvalidXID || hd.xmin == want) &&
			(t.owns(hd.xmin) && m&maskXminAborted == 0 || h.store.xminState(hd, m) == xidCommitted)
		if !there {
			p.latch.RUnlock()
			return nil, InvalidTID, false
		}
		upd := h.store.updater(hd, m)
		if upd == InvalidXID || !t.owns(upd) && h.store.log.state(upd) != xidCommitted {
			row = p.row(int(tid.Slot()))
			p.latch.RUnlock()
			return row, tid, true
		}
		next := hd.next
		if next == InvalidTID {
			p.latch.RUnlock()
			return nil, InvalidTID, false
		}
		p, hd = h.step(t, p, tid, next)
		tid, want = next, upd
	}
}

// chainDirty reports whether any version of the chain at root is there for t,
// counting unfinished changes as done; wait is the transaction that decides.
// lost means that the chain changed on the way, and nothing is known.
func (h *Heap) chainDirty(t *Txn, root TID) (at TID, there bool, wait XID, lost bool) {
	t.visit(h.local)
	tid, want := root, InvalidXID
	p, hd := h.slotOf(tid)
	for {
		if p == nil {
			return InvalidTID, false, InvalidXID, want != InvalidXID
		}
		m := hd.flags()
		if m&maskRedirect != 0 {
			from := tid
			tid, want = hd.next, hd.xmin
			p, hd = h.step(t, p, from, tid)
			continue
		}
		if want != InvalidXID && (m&maskNormal == 0 || hd.xmin != want) {
			p.latch.RUnlock()
			return InvalidTID, false, InvalidXID, true
		}
		there, wait = h.store.dirty(t, hd)
		next, upd := hd.next, h.store.updater(hd, m)
		if there {
			p.latch.RUnlock()
			return tid, true, wait, false
		}
		if m&maskHotUpdated == 0 || next == InvalidTID || upd == InvalidXID || h.store.log.state(upd) == xidAborted {
			p.latch.RUnlock()
			return InvalidTID, false, InvalidXID, false
		}
		p, hd = h.step(t, p, tid, next)
		tid, want = next, upd
	}
}
