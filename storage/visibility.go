package storage

// Visibility of one row version, in the four senses that callers need. All run
// under the page's latch; mvcc sets hint bits, which is allowed to readers on
// pages that are not shared with another store: there a transaction may have
// ended differently.
//
//	mvcc    is it part of a snapshot's picture        (scans, fetches)
//	update  may it be changed now                     (UPDATE, DELETE, FOR UPDATE)
//	dirty   is it there, counting what is under way   (unique checks)
//	fate    can anybody ever need it again            (pruning, VACUUM)
//
// PostgreSQL: heapam_visibility.c.

import "sync/atomic"

// hint sets bits under the shared latch if hinting is allowed.
func (h *tupleHeader) hint(allowed bool, bits uint64) {
	if allowed {
		atomic.OrUint64(&h.word, bits)
	}
}

// visible reports whether the version in h belongs to the snapshot's picture.
func (sn *Snapshot) visible(s *Store, h *tupleHeader, hints bool) bool {
	m := h.flags()
	if m&maskNormal == 0 {
		return false
	}
	switch {
	case m&maskFrozen == maskFrozen:
	case m&maskXminAborted != 0:
		return false
	case sn.txn.owns(h.xmin):
		return h.cmin < sn.CurCommand && !sn.ownDeleted(s, h, m)
	case !sn.sees(h.xmin):
		return false
	case m&maskXminCommitted == 0:
		if s.log.state(h.xmin) != xidCommitted {
			if s.log.state(h.xmin) == xidAborted {
				h.hint(hints, maskXminAborted)
			}
			return false
		}
		h.hint(hints, maskXminCommitted)
	}
	if m&(maskXmaxInvalid|maskLockOnly) != 0 {
		return true
	}
	return !sn.deleted(s, h, m, hints)
}

// ownDeleted reports whether an own version was deleted by an own command
// before the snapshot. A deleter that is not own was rolled back.
func (sn *Snapshot) ownDeleted(s *Store, h *tupleHeader, m uint64) bool {
	if m&(maskXmaxInvalid|maskLockOnly) != 0 {
		return false
	}
	return sn.txn.owns(s.updater(h, m)) && h.cmax < sn.CurCommand
}

// deleted reports whether the snapshot sees the end of a version whose
// inserter it sees.
func (sn *Snapshot) deleted(s *Store, h *tupleHeader, m uint64, hints bool) bool {
	xmax := s.updater(h, m)
	if sn.txn.owns(xmax) {
		return h.cmax < sn.CurCommand
	}
	if !sn.sees(xmax) {
		return false
	}
	if m&maskXmaxCommitted != 0 {
		return true
	}
	switch s.log.state(xmax) {
	case xidCommitted:
		h.hint(hints && m&maskMulti == 0, maskXmaxCommitted)
		return true
	case xidAborted:
		h.hint(hints && m&maskMulti == 0, maskXmaxInvalid)
	}
	return false
}

// updater returns the id that deleted or replaced the version, InvalidXID if
// there is none. m are the header's flags.
func (s *Store) updater(h *tupleHeader, m uint64) XID {
	switch {
	case m&(maskXmaxInvalid|maskLockOnly) != 0:
		return InvalidXID
	case m&maskMulti != 0:
		return s.multis.updater(h.xmax)
	}
	return h.xmax
}

// inProgress reports whether another transaction than t has xid and runs.
func (s *Store) inProgress(t *Txn, xid XID) bool {
	return xid != InvalidXID && !t.owns(xid) && s.log.state(xid) == xidInProgress
}

// xminState returns the state of the inserter.
func (s *Store) xminState(h *tupleHeader, m uint64) xidState {
	switch {
	case m&maskXminCommitted != 0: // frozen too
		return xidCommitted
	case m&maskXminAborted != 0:
		return xidAborted
	}
	return s.log.state(h.xmin)
}

// updatable says what stands in the way of a change of the version by t's
// command cid. BeingModified means that running transactions are in xmax; the
// caller finds out whether they conflict.
func (s *Store) updatable(t *Txn, cid CommandID, h *tupleHeader) TMResult {
	m := h.flags()
	if m&maskNormal == 0 {
		return TMInvisible
	}
	own := t.owns(h.xmin)
	if own && h.cmin >= cid {
		return TMInvisible
	}
	if !own && s.xminState(h, m) != xidCommitted {
		return TMInvisible
	}
	if m&maskXmaxInvalid != 0 {
		return TMOk
	}
	upd := s.updater(h, m)
	if t.owns(upd) {
		if h.cmax >= cid {
			return TMSelfModified
		}
		return TMInvisible
	}
	st := s.log.state(upd) // looked at once: others end at any time
	switch {
	case st == xidCommitted && (h.next != InvalidTID || m&maskMoved != 0):
		return TMUpdated
	case st == xidCommitted:
		return TMDeleted
	case st == xidInProgress, s.anyRunning(t, h, m):
		return TMBeingModified
	}
	return TMOk
}

// anyRunning reports whether another transaction that runs is in xmax.
func (s *Store) anyRunning(t *Txn, h *tupleHeader, m uint64) bool {
	if m&maskMulti == 0 {
		return s.inProgress(t, h.xmax)
	}
	for _, mem := range s.multis.members(h.xmax) {
		if s.inProgress(t, mem.xid) {
			return true
		}
	}
	return false
}

// dirty reports whether the version is there for t, counting unfinished
// transactions as done. wait is the id of an unfinished one that decides it.
func (s *Store) dirty(t *Txn, h *tupleHeader) (there bool, wait XID) {
	m := h.flags()
	if m&maskNormal == 0 {
		return false, InvalidXID
	}
	if !t.owns(h.xmin) {
		switch s.xminState(h, m) {
		case xidAborted:
			return false, InvalidXID
		case xidInProgress:
			return true, h.xmin
		}
	}
	upd := s.updater(h, m)
	switch {
	case upd == InvalidXID:
		return true, InvalidXID
	case t.owns(upd):
		return false, InvalidXID
	}
	switch s.log.state(upd) {
	case xidCommitted:
		return false, InvalidXID
	case xidInProgress:
		return true, upd
	}
	return true, InvalidXID
}

// fate is what pruning needs to know of a version.
type fate uint8

const (
	fateLive    fate = iota // committed, and nobody deleted it
	fateNeeded              // in doubt, or some snapshot may still see it
	fateDead                // deleted below the horizon
	fateAborted             // never was
)

// fateOf judges a normal version against the horizon.
func (s *Store) fateOf(h *tupleHeader, horizon XID) fate {
	m := h.flags()
	switch s.xminState(h, m) {
	case xidAborted:
		return fateAborted
	case xidInProgress:
		return fateNeeded
	}
	upd := s.updater(h, m)
	if upd == InvalidXID || s.log.state(upd) == xidAborted {
		return fateLive
	}
	if upd < horizon && s.log.state(upd) == xidCommitted {
		return fateDead
	}
	return fateNeeded
}
