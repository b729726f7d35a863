package storage

// A heap's rows written anew, for VACUUM FULL and CLUSTER. Unlike ALTER TABLE's
// rewriting it keeps who inserted and deleted a row, so that older snapshots
// see in the new heap what they saw in the old one. PostgreSQL: rewriteheap.c.

import (
	"iter"

	"minidb/types"
)

// RewriteStats tells what a rewrite did.
type RewriteStats struct {
	Live    int64 // rows that are committed and not deleted
	Kept    int64 // versions that are dead or in doubt, but may still be seen
	Removed int64 // versions that nobody can see any more
}

// rewrite is one copying of a heap. moved has the new places of versions that
// copied ones lead to, which are the few keys of wanted.
type rewrite struct {
	from, into *Heap
	txn        *Txn
	horizon    XID
	convert    func(types.Row) types.Row
	copied     []slotSet
	wanted     map[TID]bool
	moved      map[TID]TID
	links      map[TID]TID // new place -> old place that it leads to
	st         RewriteStats
}

// Rewrite copies the versions that somebody may see to into, which is empty: in
// the order of the roots in order, if it is not nil, and then those that it does not have.
// Every row goes through convert, whose result is copied. Nobody else may use
// either heap. Rows that everybody sees are frozen; interrupted is asked often.
func (h *Heap) Rewrite(t *Txn, into *Heap, order iter.Seq[TID], convert func(types.Row) types.Row, interrupted func() error) (RewriteStats, error) {
	r := &rewrite{from: h, into: into, txn: t, horizon: h.store.OldestXmin(), convert: convert,
		copied: make([]slotSet, h.Pages()), wanted: map[TID]bool{}, moved: map[TID]TID{}, links: map[TID]TID{}}
	r.findWanted()
	if order != nil {
		n := 0
		for tid := range order {
			if n%maxPageRows == 0 {
				if err := ask(interrupted); err != nil {
					return r.st, err
				}
			}
			n++
			r.chain(tid)
		}
	}
	for no := range uint32(h.Pages()) {
		if err := ask(interrupted); err != nil {
			return r.st, err
		}
		if p := h.page(no); p != nil {
			for slot := range p.hdr {
				r.version(p, MakeTID(no, uint16(slot)))
			}
		}
	}
	r.link()
	into.live.Store(r.st.Live)
	into.dead.Store(r.st.Kept)
	return r.st, nil
}

// findWanted notes where versions lead that are kept although they are dead.
func (r *rewrite) findWanted() {
	for no := range uint32(r.from.Pages()) {
		p := r.from.page(no)
		if p == nil || p.allVisible.Load() {
			continue
		}
		for i := range p.hdr {
			if hd := &p.hdr[i]; hd.flags()&maskNormal != 0 && hd.next != InvalidTID && r.from.store.fateOf(hd, r.horizon) == fateNeeded {
				r.wanted[hd.next] = true
			}
		}
	}
}

// chain copies the versions of a chain of heap-only ones, from its root on.
func (r *rewrite) chain(tid TID) {
	for first := true; tid != InvalidTID; first = false {
		p := r.from.page(tid.Page())
		if p == nil || int(tid.Slot()) >= len(p.hdr) {
			return
		}
		m, next := p.hdr[tid.Slot()].flags(), p.hdr[tid.Slot()].next
		if m&maskNormal != 0 && !first && m&maskHeapOnly == 0 {
			return
		}
		r.version(p, tid)
		if m&(maskRedirect|maskHotUpdated) == 0 {
			return
		}
		tid = next
	}
}

// version copies one version, unless it is copied already or nobody can see it.
func (r *rewrite) version(p *page, tid TID) {
	slot := int(tid.Slot())
	hd := &p.hdr[slot]
	done := &r.copied[tid.Page()]
	if hd.flags()&maskNormal == 0 || done.next(slot) == slot {
		return
	}
	done.add(slot)
	fresh := tupleHeader{xmin: hd.xmin, xmax: hd.xmax, cmin: hd.cmin, cmax: hd.cmax, next: InvalidTID,
		word: hd.flags() &^ (uint64(InvalidTID) | maskHeapOnly | maskHotUpdated)}
	switch r.from.store.fateOf(hd, r.horizon) {
	case fateDead, fateAborted:
		r.st.Removed++
		return
	case fateLive:
		r.st.Live++
		fresh.xmax, fresh.cmax = 0, 0
		fresh.word = fresh.word&^maskXmaxBits | maskXmaxInvalid
		if hd.xmin < r.horizon {
			fresh.word |= maskFrozen
		}
	default:
		r.st.Kept++
	}
	at := r.store(r.convert(p.row(slot)), fresh)
	if r.wanted[tid] {
		r.moved[tid] = at
	}
	if fresh.xmax != InvalidXID && hd.next != InvalidTID {
		r.links[at] = hd.next
	}
}

// store puts a version into the new heap.
func (r *rewrite) store(row types.Row, hd tupleHeader) TID {
	h := r.into
	no, p := h.pageForInsert(r.txn, h.NAtts())
	defer p.latch.Unlock()
	slot := p.takeSlot()
	h.put(p, slot, row, hd)
	b := appendCount(r.txn.scratch[:0], 1)
	b = appendVersion(b, p, slot)
	h.log(r.txn, infoInsert, no, b)
	r.txn.scratch = b
	return MakeTID(no, uint16(slot))
}

// link makes versions that were updated lead to their successors' new places.
func (r *rewrite) link() {
	for at, old := range r.links {
		to, ok := r.moved[old]
		if !ok {
			continue
		}
		if p, hd := r.into.lockSlot(at); p != nil {
			hd.next = to
			r.into.logHeaders(r.txn, infoUpdate, at.Page(), p, int(at.Slot()))
			p.latch.Unlock()
		}
	}
}
