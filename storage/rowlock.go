package storage

// Row locks live in the row: an xmax that only locks, or a list of lockers.
// So any number of rows can be locked without memory in the lock manager.

import (
	"context"
)

// LockMode is the strength of a row lock.
type LockMode uint8

// The modes, weakest first: FOR KEY SHARE, FOR SHARE, FOR NO KEY UPDATE (also
// taken by an UPDATE that changes no column of a key), FOR UPDATE (also by DELETE
// and by an UPDATE that changes a key).
const (
	LockKeyShare LockMode = iota
	LockShare
	LockNoKeyUpdate
	LockUpdate
)

// WaitPolicy says what to do about a row that another transaction has locked.
type WaitPolicy uint8

// The policies. With WaitSkip (SKIP LOCKED) and WaitError (NOWAIT) the result
// is TMWouldBlock; the caller skips the row, or words the 55P03.
const (
	WaitBlock WaitPolicy = iota
	WaitSkip
	WaitError
)

// LockRow locks the version at tid until the transaction's end. TMUpdated and
// TMDeleted mean that somebody changed the row; sn and errors as in Delete.
func (h *Heap) LockRow(ctx context.Context, t *Txn, sn *Snapshot, tid TID, mode LockMode, wait WaitPolicy) (TMResult, TMFailure, error) {
	p, hd, res, fail, err := h.lockForChange(ctx, t, sn, tid, mode, wait, "locking tuple")
	if p == nil {
		return res, fail, err
	}
	if !h.holds(t, hd, mode) {
		h.setXmax(t, p, int(tid.Slot()), mode, false)
		h.logHeaders(t, infoLock, tid.Page(), p, int(tid.Slot()))
	}
	upd, next := h.store.updater(hd, hd.flags()), hd.next
	p.latch.Unlock()
	if upd == InvalidXID {
		return TMOk, fail, nil
	}
	return h.lockNewer(ctx, t, next, upd, mode, wait)
}

// lockNewer locks the versions that follow one whose update does not exclude
// mode; want made the first of them, at tid. A later change may exclude it, so each
// version is looked at as the first one was (heap_lock_updated_tuple). A chain that
// ends in what was rolled back is locked as far as it matters.
func (h *Heap) lockNewer(ctx context.Context, t *Txn, tid TID, want XID, mode LockMode, wait WaitPolicy) (TMResult, TMFailure, error) {
	fail := TMFailure{TID: tid}
	for want != InvalidXID && tid != InvalidTID {
		p, hd := h.lockSlot(tid)
		if p == nil {
			break
		}
		t.visit(h.local)
		if hd.word&maskNormal == 0 || hd.xmin != want || h.store.log.state(want) == xidAborted {
			p.latch.Unlock()
			break
		}
		if blocker := h.blocker(t, hd, mode); blocker != InvalidXID {
			p.latch.Unlock()
			if wait != WaitBlock {
				return TMWouldBlock, fail, nil
			}
			if err := t.waitFor(ctx, blocker); err != nil {
				return TMBeingModified, fail, err
			}
			continue
		}
		if upd, end := h.ending(hd); !t.owns(upd) && lockConflicts[mode][end] && h.store.log.state(upd) == xidCommitted {
			res := TMDeleted
			if hd.next != InvalidTID || hd.word&maskMoved != 0 {
				res = TMUpdated
			}
			fail = h.failure(t, tid, hd, res)
			p.latch.Unlock()
			return res, fail, nil
		}
		if !h.holds(t, hd, mode) {
			h.addMember(hd, h.members(hd, true), lockMember{xid: t.XID(), mode: mode})
			h.logHeaders(t, infoLock, tid.Page(), p, int(tid.Slot()))
		}
		want, tid = h.store.updater(hd, hd.flags()), hd.next
		p.latch.Unlock()
	}
	return TMOk, fail, nil
}

// lockers returns the members of xmax that still run, own ones too.
func (h *Heap) lockers(hd *tupleHeader) []lockMember { return h.members(hd, false) }

// members is lockers that also has a committed update, which must stay in xmax.
func (h *Heap) members(hd *tupleHeader, update bool) []lockMember {
	m := hd.flags()
	if m&maskXmaxInvalid != 0 {
		return nil
	}
	s := h.store
	matters := func(mem lockMember) bool {
		st := s.log.state(mem.xid)
		return st == xidInProgress || update && mem.update && st == xidCommitted
	}
	if m&maskMulti == 0 {
		mem := lockMember{xid: hd.xmax, mode: hd.mode(), update: m&maskLockOnly == 0}
		if !matters(mem) {
			return nil
		}
		return []lockMember{mem}
	}
	var out []lockMember
	for _, mem := range s.multis.members(hd.xmax) {
		if matters(mem) {
			out = append(out, mem)
		}
	}
	return out
}

// blocker returns another transaction's id whose lock excludes mode.
func (h *Heap) blocker(t *Txn, hd *tupleHeader, mode LockMode) XID {
	for _, mem := range h.lockers(hd) {
		if !t.owns(mem.xid) && lockConflicts[mode][mem.mode] {
			return mem.xid
		}
	}
	return InvalidXID
}

// holds reports whether t has the lock already, at any level: a lock taken by a
// released or enclosing level outlives the current one.
func (h *Heap) holds(t *Txn, hd *tupleHeader, mode LockMode) bool {
	for _, mem := range h.lockers(hd) {
		if t.owns(mem.xid) && mem.mode >= mode {
			return true
		}
	}
	return false
}

// setXmax records that t's current level locks (or, with update, ends) the
// version. Others that hold compatible locks are kept; so are own locks of
// other levels, which must survive this level's rollback. The latch is held,
// and t has its id.
func (h *Heap) setXmax(t *Txn, p *page, slot int, mode LockMode, update bool) {
	hd := &p.hdr[slot]
	me := lockMember{xid: t.XID(), mode: mode, update: update}
	if update {
		p.touched.add(slot)
		p.allVisible.Store(false)
		if p.pruneXID == 0 || me.xid < p.pruneXID {
			p.pruneXID = me.xid
		}
	}
	h.addMember(hd, h.members(hd, true), me)
	if update {
		hd.cmax = t.useCommand()
	}
}

// addMember rewrites xmax as the members that matter plus me. An update among them
// may commit at any moment, and must not be forgotten then.
func (h *Heap) addMember(hd *tupleHeader, run []lockMember, me lockMember) {
	keep, updater := run[:0], false
	for _, mem := range run {
		updater = updater || mem.update
		if mem.xid == me.xid {
			me.mode = max(me.mode, mem.mode)
			me.update = me.update || mem.update
			continue
		}
		keep = append(keep, mem)
	}
	h.dropMulti(hd)
	if updater {
		hd.clear(maskXmaxBits &^ (maskHotUpdated | maskMoved))
	} else {
		hd.clear(maskXmaxBits)
		hd.next, hd.cmax = InvalidTID, 0
	}
	hd.xmax = me.xid
	if len(keep) > 0 {
		hd.xmax = h.store.multis.create(append(keep, me))
		hd.set(maskMulti)
	} else {
		hd.set(uint64(me.mode) * maskMode0)
	}
	if !me.update && !updater {
		hd.set(maskLockOnly)
	}
}

func (h *Heap) dropMulti(hd *tupleHeader) {
	if hd.word&maskMulti != 0 {
		h.store.multis.drop(hd.xmax)
	}
}

// carryLockers gives a new version the locks on the old one. Of the updater's own only
// the weakest is left: the version is its own anyway, but its xmax shows that the row
// was locked before, as RETURNING xmax = 0 asks after ON CONFLICT DO UPDATE.
func (h *Heap) carryLockers(t *Txn, old, v *tupleHeader) {
	run := h.lockers(old)
	carry := run[:0]
	for _, mem := range run {
		if mem.update {
			continue
		}
		if mem.xid == t.XID() {
			mem.mode = LockKeyShare
		}
		carry = append(carry, mem)
	}
	if len(carry) == 0 {
		return
	}
	v.clear(maskXmaxInvalid)
	v.set(maskLockOnly)
	if len(carry) == 1 {
		v.set(uint64(carry[0].mode) * maskMode0)
		v.xmax = carry[0].xid
		return
	}
	v.set(maskMulti)
	v.xmax = h.store.multis.create(carry)
}

// addLocker locks the new version at tid, which xmin made, for a holder of the
// version before it.
func (h *Heap) addLocker(t *Txn, tid TID, xmin XID, me lockMember) {
	p, hd := h.lockSlot(tid)
	if p == nil {
		return
	}
	defer p.latch.Unlock()
	if hd.word&maskNormal == 0 || hd.xmin != xmin {
		return
	}
	h.addMember(hd, h.members(hd, true), me)
	h.logHeaders(t, infoLock, tid.Page(), p, int(tid.Slot()))
}
