package storage

// Fetching exactly one version, without following its chain: ctid conditions,
// system columns, and triggers that look at what a statement changed.

import "minidb/types"

// FetchAt returns the version at tid if sn sees that very version. The row is
// lent as in Fetch.
func (h *Heap) FetchAt(sn *Snapshot, tid TID) (row types.Row, ok bool) {
	sn.txn.visit(h.local)
	p, hd := h.slotOf(tid)
	if p == nil {
		return nil, false
	}
	defer p.latch.RUnlock()
	visible := sn.visible(h.store, hd, p.epoch == h.epoch.Load())
	h.readVersion(sn, hd, tid, visible)
	if !visible {
		return nil, false
	}
	return p.row(int(tid.Slot())), true
}

// FetchCurrent follows the updates from the version at tid, heap-only or not, to
// the newest version that sn sees; not ok if it sees none of them. The row is lent
// as in Fetch.
func (h *Heap) FetchCurrent(sn *Snapshot, tid TID) (row types.Row, at TID, ok bool) {
	want := InvalidXID
	for pin := (Pin{}); ; {
		pin.move(sn.txn, h, tid)
		p, hd := h.slotOf(tid)
		if p == nil {
			return row, at, ok
		}
		m := hd.flags()
		if m&maskRedirect != 0 {
			tid, want = hd.next, hd.xmin
			p.latch.RUnlock()
			continue
		}
		if m&maskNormal == 0 || want != InvalidXID && hd.xmin != want {
			p.latch.RUnlock()
			return row, at, ok
		}
		visible := sn.visible(h.store, hd, p.epoch == h.epoch.Load())
		h.readVersion(sn, hd, tid, visible)
		if visible {
			row, at, ok = p.row(int(tid.Slot())), tid, true
		}
		next, upd := hd.next, h.store.updater(hd, m)
		p.latch.RUnlock()
		if next == InvalidTID || upd == InvalidXID || h.store.log.state(upd) == xidAborted {
			return row, at, ok
		}
		tid, want = next, upd
	}
}

// FetchAny returns the version at tid whether anybody sees it or not. The
// caller has a snapshot that is older than the version's end, as any
// transaction has for what it changed itself. t is the caller's.
func (h *Heap) FetchAny(t *Txn, tid TID) (row types.Row, ok bool) {
	t.visit(h.local)
	p, hd := h.slotOf(tid)
	if p == nil {
		return nil, false
	}
	defer p.latch.RUnlock()
	if hd.flags()&maskNormal == 0 {
		return nil, false
	}
	return p.row(int(tid.Slot())), true
}

// SystemColumns are a version's xmin, xmax, cmin and cmax. Xmax is 0 if nobody
// deleted or locked it; a list of lockers shows as its updater, or as one of them.
type SystemColumns struct {
	Xmin, Xmax XID
	Cmin, Cmax CommandID
	Ended      bool // Xmax deleted or replaced the version, or tried to
}

// System returns the system columns of the version at tid. The caller stands on its page.
func (h *Heap) System(tid TID) (sys SystemColumns, ok bool) {
	p, hd := h.slotOf(tid)
	if p == nil {
		return sys, false
	}
	defer p.latch.RUnlock()
	m := hd.flags()
	if m&maskNormal == 0 {
		return sys, false
	}
	sys = SystemColumns{Xmin: hd.xmin, Cmin: hd.cmin, Cmax: hd.cmax}
	switch {
	case m&maskMulti == 0: // also one that rolled back
		sys.Xmax, sys.Ended = hd.xmax, h.store.updater(hd, m) != InvalidXID
	case m&maskXmaxInvalid == 0:
		for _, mem := range h.store.multis.members(hd.xmax) {
			if sys.Xmax == InvalidXID || mem.update {
				sys.Xmax, sys.Ended = mem.xid, mem.update
			}
		}
	}
	return sys, true
}

// Root returns the place that index entries for the version at tid must name:
// the root of its chain of heap-only versions.
func (h *Heap) Root(tid TID) TID {
	p, hd := h.slotOf(tid)
	if p == nil {
		return tid
	}
	defer p.latch.RUnlock()
	if hd.flags()&maskHeapOnly != 0 {
		return hd.root()
	}
	return tid
}

// There tells whether a row, by the root of its chain, is there for t: not deleted by a
// transaction that has committed, or by t.
func (h *Heap) There(t *Txn, root TID) bool {
	for r := (retry{}); ; {
		_, there, _, lost := h.chainDirty(t, root)
		if !lost || !r.wait() {
			return there
		}
	}
}
