package storage

// Pruning removes dead versions in passing, without a VACUUM: when an update
// finds its page full, and when a fetch walked over several dead versions. It
// shortens chains, so that a row updated a million times has two versions.
//
//	before:  root(dead) -> v1(dead) -> v2(dead) -> v3(live)
//	after:   root(redirect) ---------------------> v3(live)      v1, v2: free
//
// The root stays a stub, because index entries lead to it: a redirect if the
// chain goes on, dead if not. VACUUM frees dead stubs once it removed the entries.
//
// Only who holds Heap.pruning removes versions. A dead version never changes
// any more, so a chain found dead stays so between the latches.

// makeRoom prunes a page that is full and may hold dead versions.
func (h *Heap) makeRoom(no uint32) {
	p := h.page(no)
	if p == nil {
		return
	}
	p.latch.RLock()
	low, full := p.pruneXID, p.full()
	p.latch.RUnlock()
	if !full || low == 0 {
		return
	}
	horizon := h.store.OldestXmin()
	if low >= horizon || !h.pruning.TryLock() {
		return
	}
	defer h.pruning.Unlock()
	h.prunePage(no, horizon)
}

// pruneRoot prunes one chain after a fetch walked over dead versions.
func (h *Heap) pruneRoot(root TID) {
	if !h.horizonMoved() || !h.pruning.TryLock() {
		return
	}
	defer h.pruning.Unlock()
	horizon := h.store.OldestXmin()
	if h.pruneChain(root, horizon) == 0 {
		h.prunedAt.Store(uint64(horizon))
	}
}

// horizonMoved reports whether a prune may find what the last vain one did not.
func (h *Heap) horizonMoved() bool {
	return uint64(h.store.OldestXmin()) > h.prunedAt.Load()
}

// prunePage prunes every chain that has a dead version on the page and returns
// the number of versions removed. The caller holds pruning.
func (h *Heap) prunePage(no uint32, horizon XID) int {
	var buf [8]TID
	roots, orphans, low := h.findDead(no, horizon, buf[:0])
	removed := 0
	for _, root := range roots {
		removed += h.pruneChain(root, horizon)
	}
	removed += h.removeAborted(no, orphans)
	if p := h.page(no); p == nil || removed == 0 && p.pruneXIDIs(low) {
		return removed
	}
	if p := h.lockPage(no); p != nil {
		p.pruneXID = low
		p.latch.Unlock()
	}
	return removed
}

// findDead lists, in roots' space, the roots of chains with dead versions on the
// page, the slots of versions whose insert was rolled back, and the smallest xmax
// that is left. It leaves hints, so that versions that stay are passed over by the
// next prune.
func (h *Heap) findDead(no uint32, horizon XID, roots []TID) (_ []TID, aborted []int, low XID) {
	p := h.page(no)
	if p == nil {
		return nil, nil, 0
	}
	p.latch.RLock()
	defer p.latch.RUnlock()
	hints := p.epoch == h.epoch.Load()
	for i := range p.hdr {
		hd := &p.hdr[i]
		m := hd.flags()
		if m&maskNormal == 0 || m&maskXminCommitted != 0 && hd.xmax == InvalidXID {
			continue // free, or nobody has touched it since it was committed
		}
		switch h.store.fateOf(hd, horizon) {
		case fateAborted:
			aborted = append(aborted, i)
		case fateDead:
			root := MakeTID(no, uint16(i))
			if m&maskHeapOnly != 0 {
				root = hd.root()
			}
			roots = append(roots, root)
		case fateNeeded:
			if x := h.store.updater(hd, m); x != InvalidXID && (low == 0 || x < low) {
				low = x
			}
		case fateLive:
			if m&maskXminCommitted == 0 {
				hd.hint(hints, maskXminCommitted)
			}
		}
	}
	return roots, aborted, low
}

// pruneChain removes the dead versions at the head of a chain and returns their
// number. The caller holds pruning.
func (h *Heap) pruneChain(root TID, horizon XID) int {
	var buf [8]TID
	dead, last, lastXmin := h.deadPrefix(root, horizon, buf[:0])
	if len(dead) == 0 {
		return 0
	}
	p, hd := h.lockSlot(root)
	if p == nil {
		return 0
	}
	if dead[0] == root {
		clear(p.row(int(root.Slot())))
		p.allVisible.Store(false)
	}
	h.dropMulti(hd)
	stub := tupleHeader{next: last, xmin: lastXmin, word: maskRedirect}
	if last == InvalidTID {
		stub.word = maskDead
	}
	*hd = stub
	h.logHeaders(nil, infoPrune, root.Page(), p, int(root.Slot()))
	p.latch.Unlock()
	for _, tid := range dead {
		if tid != root {
			h.removeVersion(tid)
		}
	}
	h.dead.Add(-int64(len(dead)))
	if last == InvalidTID {
		h.dead.Add(1) // the stub
	}
	return len(dead)
}

// deadPrefix walks from the root over dead heap-only versions and lists them in
// dead's space. last is the version to go on with, InvalidTID if the chain ends
// dead.
func (h *Heap) deadPrefix(root TID, horizon XID, dead []TID) (_ []TID, last TID, lastXmin XID) {
	tid, want := root, InvalidXID
	for {
		p, hd := h.slotOf(tid)
		if p == nil {
			return dead, InvalidTID, InvalidXID
		}
		m := hd.flags()
		switch {
		case m&maskRedirect != 0:
			tid, want = hd.next, hd.xmin
			p.latch.RUnlock()
			continue
		case m&maskNormal == 0 || want != InvalidXID && hd.xmin != want:
			p.latch.RUnlock()
			return dead, InvalidTID, InvalidXID
		}
		f, xmin, next, upd := h.store.fateOf(hd, horizon), hd.xmin, hd.next, h.store.updater(hd, m)
		p.latch.RUnlock()
		switch f {
		case fateDead:
			dead = append(dead, tid)
		case fateAborted:
			return dead, InvalidTID, InvalidXID
		default:
			return dead, tid, xmin
		}
		if m&maskHotUpdated == 0 || next == InvalidTID {
			return dead, InvalidTID, InvalidXID
		}
		tid, want = next, upd
	}
}

// removeVersion frees a dead version that no index entry leads to.
func (h *Heap) removeVersion(tid TID) {
	p, hd := h.lockSlot(tid)
	if p == nil {
		return
	}
	defer p.latch.Unlock()
	h.dropMulti(hd)
	p.freeSlot(int(tid.Slot()))
	h.logHeaders(nil, infoPrune, tid.Page(), p, int(tid.Slot()))
	h.addFree(tid.Page())
}

// removeAborted removes versions whose insert was rolled back: heap-only ones
// for good, others down to a dead stub.
func (h *Heap) removeAborted(no uint32, slots []int) int {
	if len(slots) == 0 {
		return 0
	}
	p := h.lockPage(no)
	if p == nil {
		return 0
	}
	defer p.latch.Unlock()
	for _, i := range slots {
		hd := &p.hdr[i]
		h.dropMulti(hd)
		if hd.word&maskHeapOnly != 0 {
			p.freeSlot(i)
			h.dead.Add(-1)
		} else { // the stub stays dead
			clear(p.row(i))
			*hd = tupleHeader{next: InvalidTID, word: maskDead}
		}
	}
	h.logHeaders(nil, infoPrune, no, p, slots...)
	if p.free > 0 {
		h.addFree(no)
	}
	return len(slots)
}
