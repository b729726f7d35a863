package storage

// Emptying the files of a temporary table at the end of a transaction (ON COMMIT
// DELETE ROWS): in place, since no rollback and no other session can want the
// rows again. PostgreSQL: heap_truncate.

import "sync/atomic"

// Empty throws all rows away. No other session may use the heap, and no scan may
// be open on it.
func (h *Heap) Empty() {
	h.pruning.Lock()
	defer h.pruning.Unlock()
	h.ext.Lock()
	defer h.ext.Unlock()
	h.pages.Store(new([]atomic.Pointer[page]))
	h.target.Store(0)
	h.freed, h.listed = nil, nil
	h.live.Store(0)
	h.dead.Store(0)
}

// Empty throws all entries away, as Heap.Empty does with rows.
func (ix *Index) Empty() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.clear()
}
