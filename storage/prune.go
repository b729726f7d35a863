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

// makeRoom prunes a page that is full and may hold dead versions, unless they can
// only become stubs: those of roots wait for a fetch that walks over them, or VACUUM.
func (h *Heap) makeRoom(no uint32) {
	p := h.page(no)
	if p == nil {
		return
	}
	p.latch.RLock()
	low, full := p.pruneXID, p.full() && p.hot
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
	roots, orphans, settled, low := h.findDead(no, horizon, buf[:0])
	removed, here := 0, false
	for _, root := range roots {
		if root.Page() == no {
			here = true
		} else {
			removed += h.pruneChain(root, horizon)
		}
	}
	removed += h.removeAborted(no, orphans)
	if p := h.page(no); p == nil || !here && removed == 0 && p.pruneXIDIs(low) {
		return removed
	}
	p := h.lockPage(no)
	if p == nil {
		return removed
	}
	if here {
		removed += h.pruneHere(no, p, roots, horizon)
	}
	p.pruneXID = low
	p.settle(settled)
	p.latch.Unlock()
	return removed
}

// pruneHere prunes the chains whose root is on a latched page, as far as they are on
// that page, and returns the number of versions removed. What follows elsewhere
// stands on a page that is pruned by itself.
func (h *Heap) pruneHere(no uint32, p *page, roots []TID, horizon XID) (removed int) {
	var slots [maxPageRows]int
	changed, free := slots[:0], p.free
	for _, root := range roots {
		if root.Page() != no {
			continue
		}
		var buf [8]TID
		dead, last, lastXmin, _ := h.deadOn(p, root, InvalidXID, horizon, buf[:0])
		if len(dead) == 0 {
			continue
		}
		removed += len(dead)
		changed = append(changed, int(root.Slot()))
		for _, tid := range dead {
			h.dropMulti(&p.hdr[tid.Slot()])
			if tid != root {
				p.freeSlot(int(tid.Slot()))
				changed = append(changed, int(tid.Slot()))
			}
		}
		h.leaveStub(p, root, last, lastXmin)
	}
	if removed == 0 {
		return 0
	}
	h.dead.Add(-int64(removed))
	h.logHeaders(nil, infoPrune, no, p, changed...)
	if p.free > free {
		h.addFree(no)
	}
	return removed
}

// leaveStub puts a stub in the place of a chain's dead root, or of its stub.
func (h *Heap) leaveStub(p *page, root, last TID, lastXmin XID) {
	hd := &p.hdr[root.Slot()]
	if hd.word&maskNormal != 0 {
		clear(p.row(int(root.Slot())))
		p.allVisible.Store(false)
	}
	stub := tupleHeader{next: last, xmin: lastXmin, word: maskRedirect}
	if last == InvalidTID {
		stub.word = maskDead
		h.dead.Add(1)
	}
	*hd = stub
	p.touched.remove(int(root.Slot()))
}

// settle takes slots off touched, unless something happened to them since.
func (p *page) settle(slots slotSet) {
	for i := slots.next(0); i >= 0; i = slots.next(i + 1) {
		if i < len(p.hdr) && p.hdr[i].settled() {
			p.touched.remove(i)
		}
	}
}

// settled versions are committed, and nobody ends them but by setXmax.
func (h *tupleHeader) settled() bool {
	m := h.flags()
	return m&maskNormal != 0 && m&maskXminCommitted != 0 && (h.xmax == InvalidXID || m&maskXmaxInvalid != 0)
}

// findDead lists, in roots' space, the roots of chains with dead versions on the
// page, the slots of versions whose insert was rolled back, those that the next
// prune may pass over, and the smallest xmax that is left. It leaves hints.
func (h *Heap) findDead(no uint32, horizon XID, roots []TID) (_ []TID, aborted []int, settled slotSet, low XID) {
	p := h.page(no)
	if p == nil {
		return nil, nil, settled, 0
	}
	p.latch.RLock()
	defer p.latch.RUnlock()
	hints := p.epoch == h.epoch.Load()
	for i := p.touched.next(0); i >= 0; i = p.touched.next(i + 1) {
		hd := &p.hdr[i]
		m := hd.flags()
		if m&maskNormal == 0 {
			continue
		}
		if hd.settled() {
			settled.add(i)
			continue
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
				settled.add(i) // if the hint may be given, and stays true
			}
		}
	}
	return roots, aborted, settled, low
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
	h.dropMulti(hd)
	h.leaveStub(p, root, last, lastXmin)
	var slots [8]int
	changed := append(slots[:0], int(root.Slot()))
	for _, tid := range dead { // those beside the root at once
		if tid != root && tid.Page() == root.Page() {
			changed = append(changed, int(tid.Slot()))
			h.dropMulti(&p.hdr[tid.Slot()])
			p.freeSlot(int(tid.Slot()))
		}
	}
	h.logHeaders(nil, infoPrune, root.Page(), p, changed...)
	p.latch.Unlock()
	if len(changed) > 1 {
		h.addFree(root.Page())
	}
	for _, tid := range dead {
		if tid.Page() != root.Page() {
			h.removeVersion(tid)
		}
	}
	h.dead.Add(-int64(len(dead)))
	return len(dead)
}

// deadPrefix walks from the root over dead heap-only versions and lists them in
// dead's space. last is the version to go on with, InvalidTID if the chain ends
// dead.
func (h *Heap) deadPrefix(root TID, horizon XID, dead []TID) (_ []TID, last TID, lastXmin XID) {
	tid, want := root, InvalidXID
	for {
		p, _ := h.slotOf(tid)
		if p == nil {
			return dead, InvalidTID, InvalidXID
		}
		var leaves bool
		dead, last, lastXmin, leaves = h.deadOn(p, tid, want, horizon, dead)
		p.latch.RUnlock()
		if !leaves {
			return dead, last, lastXmin
		}
		tid, want = last, lastXmin
	}
}

// deadOn is deadPrefix for the part of a chain that is on one latched page, from tid
// on, whose version is to have the xmin want. If it leaves the page, last is what
// replaced the last dead version, dead too or not.
func (h *Heap) deadOn(p *page, tid TID, want XID, horizon XID, dead []TID) (_ []TID, last TID, lastXmin XID, leaves bool) {
	for {
		hd := &p.hdr[tid.Slot()]
		m := hd.flags()
		next, by := hd.next, hd.xmin
		switch {
		case m&maskRedirect != 0:
		case m&maskNormal == 0 || want != InvalidXID && hd.xmin != want:
			return dead, InvalidTID, InvalidXID, false
		default:
			switch h.store.fateOf(hd, horizon) {
			case fateDead:
				dead = append(dead, tid)
			case fateAborted:
				return dead, InvalidTID, InvalidXID, false
			default:
				return dead, tid, hd.xmin, false
			}
			if m&maskHotUpdated == 0 || next == InvalidTID {
				return dead, InvalidTID, InvalidXID, false
			}
			by = h.store.updater(hd, m)
		}
		switch {
		case next.Page() != tid.Page():
			return dead, next, by, true
		case int(next.Slot()) >= len(p.hdr):
			return dead, InvalidTID, InvalidXID, false
		}
		tid, want = next, by
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
