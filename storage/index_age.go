package storage

// An index that is made while others read holds the rows of its day, under their
// newest keys. A transaction whose snapshot is older may see versions that were
// replaced before the index was made, and must not look for them there:
// PostgreSQL's pg_index.indcheckxmin.

// HasRecentlyDead reports whether the heap has versions that t does not see any
// more, but an older snapshot may.
func (h *Heap) HasRecentlyDead(t *Txn) bool {
	horizon := h.store.OldestXmin()
	for no := range uint32(h.Pages()) {
		if p := h.page(no); p != nil && !p.allVisible.Load() && h.pageRecentlyDead(p, t, horizon) {
			return true
		}
	}
	return false
}

func (h *Heap) pageRecentlyDead(p *page, t *Txn, horizon XID) bool {
	p.latch.RLock()
	defer p.latch.RUnlock()
	for i := range p.hdr {
		hd := &p.hdr[i]
		m := hd.flags()
		if m&maskNormal == 0 || h.store.fateOf(hd, horizon) != fateNeeded {
			continue
		}
		if upd := h.store.updater(hd, m); upd != InvalidXID && !t.owns(upd) {
			return true
		}
	}
	return false
}

// MarkYoung notes that snapshots taken before now may see rows that are not in
// the index.
func (ix *Index) MarkYoung() {
	s := ix.store
	s.mu.Lock()
	defer s.mu.Unlock()
	ix.born.Store(s.completed)
}

// Covers reports whether the index has all rows that t's snapshots may see. Only
// a snapshot that was kept since before the index was made can be too old:
// READ COMMITTED takes a new one for every statement.
func (ix *Index) Covers(t *Txn) bool {
	born := ix.born.Load()
	return born == 0 || t == nil || t.first == nil || t.first.completed >= born
}
