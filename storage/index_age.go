package storage

// An index that is made while others read holds the rows of its day, under their
// newest keys. A transaction whose snapshot is older may see versions that were
// replaced before the index was made, and must not look for them there:
// PostgreSQL's pg_index.indcheckxmin.

// HasRecentlyDead reports whether the heap has versions that were replaced or
// deleted, by t itself too, but that an older snapshot may see.
func (h *Heap) HasRecentlyDead() bool {
	horizon := h.store.OldestXmin()
	for no := range uint32(h.Pages()) {
		if p := h.page(no); p != nil && !p.allVisible.Load() && h.pageRecentlyDead(p, horizon) {
			return true
		}
	}
	return false
}

func (h *Heap) pageRecentlyDead(p *page, horizon XID) bool {
	p.latch.RLock()
	defer p.latch.RUnlock()
	for i := range p.hdr {
		hd := &p.hdr[i]
		m := hd.flags()
		if m&maskNormal == 0 || h.store.fateOf(hd, horizon) != fateNeeded {
			continue
		}
		if h.store.updater(hd, m) != InvalidXID {
			return true
		}
	}
	return false
}

// indexBirth is when an index was made.
type indexBirth struct {
	xid       XID    // by whom
	completed uint64 // Store.completed then
}

// MarkYoung notes that t makes the index now, and that snapshots which do not see it
// may see rows that are not in it.
func (ix *Index) MarkYoung(t *Txn) {
	b := &indexBirth{xid: t.XID()}
	s := ix.store
	s.mu.Lock()
	b.completed = s.completed
	s.mu.Unlock()
	ix.birth.Store(b)
}

// Covers reports whether the index has all rows that t's snapshots may see, those
// that are registered and those to come.
func (ix *Index) Covers(t *Txn) bool {
	b := ix.birth.Load()
	if b == nil || t == nil {
		return true
	}
	for _, sn := range t.snaps {
		if !sn.sees(b.xid) && (!t.owns(b.xid) || sn.completed < b.completed) {
			return false
		}
	}
	return true
}
