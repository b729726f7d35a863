package storage

// VACUUM: prune every page, remove the index entries of dead stubs, free the
// stubs, give back the memory of empty pages. PostgreSQL: vacuumlazy.c.

import (
	"sync/atomic"
)

// VacuumStats tells what a vacuum did.
type VacuumStats struct {
	Pages               int   // looked at
	PagesFreed          int   // that were left without rows
	RowsRemoved         int64 // dead versions
	RowsLive            int64 // versions that are committed and not deleted
	RowsKept            int64 // that are dead or in doubt, but may still be seen
	RowsFrozen          int64
	IndexEntriesRemoved int64
}

// Vacuum removes what no snapshot can see any more. indexes must be all of the
// heap's indexes: entries of removed rows would come to lead to other rows. With
// freeze, rows that everybody sees are marked so for good. It waits for nobody,
// and sessions may use the heap meanwhile. interrupted, if not nil, is asked
// often; its error ends the vacuum between two steps, each of which leaves the
// heap whole: what was done so far stays done.
func (h *Heap) Vacuum(indexes []*Index, freeze bool, interrupted func() error) (VacuumStats, error) {
	h.pruning.Lock()
	defer h.pruning.Unlock()
	horizon := h.store.OldestXmin()
	st := VacuumStats{Pages: h.Pages()}
	for no := range uint32(st.Pages) {
		if err := ask(interrupted); err != nil {
			return st, err
		}
		st.RowsRemoved += int64(h.prunePage(no, horizon))
	}
	if err := h.removeStubs(indexes, interrupted, &st); err != nil {
		return st, err
	}
	for no := range uint32(st.Pages) {
		if err := ask(interrupted); err != nil {
			return st, err
		}
		h.finishPage(no, horizon, freeze, &st)
	}
	h.truncate()
	h.live.Store(st.RowsLive)
	h.dead.Store(st.RowsKept)
	h.vacuumed.Store(uint64(horizon))
	return st, nil
}

func ask(interrupted func() error) error {
	if interrupted == nil {
		return nil
	}
	return interrupted()
}

// removeStubs removes the index entries of dead stubs and then the stubs. Ended
// before that, it leaves stubs some of whose entries are gone, which is no harm.
func (h *Heap) removeStubs(indexes []*Index, interrupted func() error, st *VacuumStats) error {
	dead := h.deadStubs(nil)
	if len(dead) == 0 {
		return nil
	}
	gone := make(map[TID]struct{}, len(dead))
	for _, tid := range dead {
		gone[tid] = struct{}{}
	}
	for _, ix := range indexes {
		n, err := ix.remove(gone, interrupted)
		st.IndexEntriesRemoved += n
		if err != nil {
			return err
		}
	}
	h.freeStubs(dead)
	return nil
}

// VacuumMayHelp reports whether a vacuum could remove rows that the last one had
// to keep: whether the horizon has moved since.
func (h *Heap) VacuumMayHelp() bool { return uint64(h.store.OldestXmin()) > h.vacuumed.Load() }

// deadStubs appends the places of all dead stubs.
func (h *Heap) deadStubs(dst []TID) []TID {
	for no := range uint32(h.Pages()) {
		p := h.page(no)
		if p == nil {
			continue
		}
		p.latch.RLock()
		for i := range p.hdr {
			if p.hdr[i].flags()&maskDead != 0 {
				dst = append(dst, MakeTID(no, uint16(i)))
			}
		}
		p.latch.RUnlock()
	}
	return dst
}

// freeStubs frees dead stubs, which come in order of pages.
func (h *Heap) freeStubs(dead []TID) {
	slots := make([]int, 0, maxPageRows)
	for len(dead) > 0 {
		no := dead[0].Page()
		slots = slots[:0]
		for len(dead) > 0 && dead[0].Page() == no {
			slots = append(slots, int(dead[0].Slot()))
			dead = dead[1:]
		}
		p := h.lockPage(no)
		for _, i := range slots {
			p.freeSlot(i)
		}
		h.logHeaders(nil, infoVacuum, no, p, slots...)
		p.latch.Unlock()
		h.addFree(no)
	}
}

// finishPage counts, freezes, sets the all-visible flag and drops the memory of
// a page without rows. A page with nothing to do is not written, so that a
// vacuum of a clone does not copy it.
func (h *Heap) finishPage(no uint32, horizon XID, freeze bool, st *VacuumStats) {
	if p := h.page(no); p == nil || p.finished(freeze, st) {
		return
	}
	p := h.lockPage(no)
	if p == nil {
		return
	}
	defer p.latch.Unlock()
	if p.free == len(p.hdr) {
		p.hdr, p.slab = nil, nil
		p.free, p.firstFree, p.reuse, p.hot, p.pruneXID, p.touched = 0, 0, false, false, 0, slotSet{}
		p.allVisible.Store(false)
		st.PagesFreed++
		return
	}
	all, changed := true, make([]int, 0, maxPageRows)
	for i := range p.hdr {
		live, below := h.judge(&p.hdr[i], horizon, st)
		all = all && live && below
		if freeze && live && below && h.freeze(&p.hdr[i]) {
			changed = append(changed, i)
		}
	}
	if len(changed) > 0 {
		st.RowsFrozen += int64(len(changed))
		h.logHeaders(nil, infoFreeze, no, p, changed...)
	}
	p.allVisible.Store(all)
	p.reuse = p.free > 0
}

// finished reports whether vacuum has nothing to do on the page, and counts it.
func (p *page) finished(freeze bool, st *VacuumStats) bool {
	p.latch.RLock()
	defer p.latch.RUnlock()
	if !p.allVisible.Load() {
		return len(p.hdr) == 0
	}
	for i := range p.hdr {
		m := p.hdr[i].flags()
		if freeze && (m&maskFrozen != maskFrozen || m&maskXmaxInvalid == 0) {
			return false
		}
	}
	st.RowsLive += int64(len(p.hdr))
	return true
}

// judge counts a slot; below means that every snapshot sees its insertion.
func (h *Heap) judge(hd *tupleHeader, horizon XID, st *VacuumStats) (live, below bool) {
	if hd.word&maskNormal == 0 {
		return false, false
	}
	if h.store.fateOf(hd, horizon) != fateLive {
		st.RowsKept++
		return false, false
	}
	st.RowsLive++
	return true, hd.xmin < horizon || hd.word&maskFrozen == maskFrozen
}

// freeze marks a live version as visible to everybody for good and forgets an
// xmax that is of no more use. It reports whether it did anything.
func (h *Heap) freeze(hd *tupleHeader) bool {
	idle := hd.word&maskXmaxInvalid == 0 && len(h.lockers(hd)) == 0
	if hd.word&maskFrozen == maskFrozen && !idle {
		return false
	}
	hd.set(maskFrozen)
	if idle {
		h.dropMulti(hd)
		hd.clear(maskXmaxBits)
		hd.set(maskXmaxInvalid)
		hd.xmax, hd.cmax, hd.next = 0, 0, InvalidTID
	}
	return true
}

// truncate gives back empty pages at the heap's end. Rows inserted meanwhile
// keep theirs: a page is taken off under its latch, and only while empty.
func (h *Heap) truncate() {
	for {
		n := uint32(h.Pages())
		if n == 0 {
			return
		}
		p := h.lockPage(n - 1)
		if p == nil {
			return
		}
		done := h.dropLast(p, n)
		p.latch.Unlock()
		if done {
			return
		}
	}
}

// dropLast takes the last page off if it is p and empty. Its latch is held.
// The page gets an epoch that nobody has, so that whoever waits for the latch
// looks the page up again.
func (h *Heap) dropLast(p *page, n uint32) (done bool) {
	h.ext.Lock()
	defer h.ext.Unlock()
	table := *h.pages.Load()
	if len(p.hdr) > 0 || uint32(len(table)) != n {
		return true
	}
	p.epoch = 0
	table = append(make([]atomic.Pointer[page], 0, n-1), table[:n-1]...)
	h.pages.Store(&table)
	if h.target.Load() >= n {
		h.target.Store(0)
	}
	return false
}
