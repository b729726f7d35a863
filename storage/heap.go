package storage

// A heap is a growing table of pages, with a list of those that have free
// slots. Inserts go to one target page until it is full.

import (
	"sync"
	"sync/atomic"

	"minidb/types"
)

// Heap keeps the row versions of one table. It knows no columns beyond their
// number.
type Heap struct {
	id    FileID
	store *Store
	// unlogged heaps write no WAL. It is set before the first row.
	unlogged bool
	local    bool          // of a temporary table; set as unlogged is
	table    atomic.Uint32 // OID of the table, by which waiters for a row queue; 0: none set
	stats    atomic.Pointer[RelationStats]
	natts    atomic.Int32
	epoch    atomic.Uint64 // owner of the pages that may be written in place
	live     atomic.Int64
	dead     atomic.Int64

	pages  atomic.Pointer[[]atomic.Pointer[page]] // published by length; grows under ext
	target atomic.Uint32                          // page that takes the next row, plus 1

	ext    sync.Mutex      // guards growth, replacement of pages, and freed
	freed  []uint32        // pages that got free slots
	listed map[uint32]bool // the same as a set

	pruning  sync.Mutex    // one prune or vacuum at a time; opportunists try only
	scratch  []byte        // payload of pruning's WAL records, guarded by pruning
	prunedAt atomic.Uint64 // horizon at which pruning last found nothing
	vacuumed atomic.Uint64 // horizon of the last vacuum
}

func newHeap(s *Store, id FileID, natts int) *Heap {
	h := &Heap{id: id, store: s}
	h.natts.Store(int32(natts))
	h.epoch.Store(epochs.Add(1))
	h.pages.Store(new([]atomic.Pointer[page]))
	return h
}

// ID returns the file's id.
func (h *Heap) ID() FileID { return h.id }

// Touch reads from what a change of a row looks at first, see planner's memory.
func (h *Heap) Touch() (sum uint64) {
	sum = uint64(h.id) + h.prunedAt.Load() + uint64(h.target.Load())
	if pages := *h.pages.Load(); len(pages) > 0 {
		if p := pages[0].Load(); p.allVisible.Load() {
			sum++
		}
	}
	if st := h.stats.Load(); st != nil {
		sum += uint64(st.scans.Load())
	}
	return sum
}

// SetTable tells the heap its table's OID, which names its rows in the lock manager.
func (h *Heap) SetTable(oid uint32) {
	if h.table.Load() != oid || h.stats.Load() == nil {
		h.table.Store(oid)
		h.stats.Store(h.store.RelationStats(oid))
	}
}

// SetUnlogged makes a new heap write no WAL: that of a temporary or unlogged
// table.
func (h *Heap) SetUnlogged() { h.unlogged = true }

// SetTemporary is SetUnlogged for a table of one session.
func (h *Heap) SetTemporary() { h.unlogged, h.local = true, true }

// NAtts returns the number of columns of rows inserted from now on.
func (h *Heap) NAtts() int { return int(h.natts.Load()) }

// SetNAtts changes the number of columns: ADD COLUMN. Rows stored before stay
// shorter; who reads them pads.
func (h *Heap) SetNAtts(n int) { h.natts.Store(int32(n)) }

// Pages returns the number of pages.
func (h *Heap) Pages() int { return len(*h.pages.Load()) }

// LiveEstimate returns about how many rows the heap has; VACUUM makes it exact.
func (h *Heap) LiveEstimate() int64 { return max(0, h.live.Load()) }

// DeadEstimate returns about how many dead versions and stubs the heap has:
// what a vacuum would remove.
func (h *Heap) DeadEstimate() int64 { return max(0, h.dead.Load()) }

// Bytes returns the size of headers and slabs; texts are not counted.
func (h *Heap) Bytes() int64 {
	var n int64
	table := *h.pages.Load()
	for i := range table {
		if p := table[i].Load(); p != nil {
			p.latch.RLock()
			n += int64(cap(p.hdr)*40+cap(p.slab)*datumBytes) + 128
			p.latch.RUnlock()
		}
	}
	return n
}

// page returns a page by number, nil past the end.
func (h *Heap) page(no uint32) *page {
	table := *h.pages.Load()
	if int(no) >= len(table) {
		return nil
	}
	return table[no].Load()
}

// lockPage returns a page with its latch held exclusively, after making it this
// heap's own; nil past the end.
func (h *Heap) lockPage(no uint32) *page {
	for {
		p := h.page(no)
		if p == nil {
			return nil
		}
		p.latch.Lock()
		if p.epoch == h.epoch.Load() {
			return p
		}
		h.replace(no, p)
		p.latch.Unlock()
	}
}

// replace puts a private copy in the place of shared page p, whose latch is held.
func (h *Heap) replace(no uint32, p *page) {
	h.ext.Lock()
	defer h.ext.Unlock()
	table := *h.pages.Load()
	if int(no) < len(table) && table[no].Load() == p {
		table[no].Store(p.copyFor(h.epoch.Load()))
	}
}

// slotOf latches the page of tid for reading and returns its header; nil, with
// nothing latched, if there is no such slot.
func (h *Heap) slotOf(tid TID) (*page, *tupleHeader) {
	p := h.page(tid.Page())
	if p == nil {
		return nil, nil
	}
	p.latch.RLock()
	if int(tid.Slot()) >= len(p.hdr) {
		p.latch.RUnlock()
		return nil, nil
	}
	return p, &p.hdr[tid.Slot()]
}

// step goes from the slot at from, whose page p is latched for reading, to that at to:
// mostly on the same page, which then stays latched. The step to another one is counted for t.
func (h *Heap) step(t *Txn, p *page, from, to TID) (*page, *tupleHeader) {
	if from.Page() != to.Page() {
		t.visit(h.local)
		p.latch.RUnlock()
		return h.slotOf(to)
	}
	if int(to.Slot()) >= len(p.hdr) {
		p.latch.RUnlock()
		return nil, nil
	}
	return p, &p.hdr[to.Slot()]
}

// lockSlot is slotOf for writing.
func (h *Heap) lockSlot(tid TID) (*page, *tupleHeader) {
	p := h.lockPage(tid.Page())
	if p == nil {
		return nil, nil
	}
	if int(tid.Slot()) >= len(p.hdr) {
		p.latch.Unlock()
		return nil, nil
	}
	return p, &p.hdr[tid.Slot()]
}

// pageForInsert returns an exclusively latched page of natts columns with room
// for at least one row.
func (h *Heap) pageForInsert(t *Txn, natts int) (uint32, *page) {
	for {
		target := h.target.Load()
		if target > 0 {
			if p := h.lockPage(target - 1); p != nil {
				t.visit(h.local)
				if p.natts == natts && !p.full() {
					return target - 1, p
				}
				p.latch.Unlock()
			}
		}
		h.nextTarget(target, natts)
	}
}

// tryTarget is pageForInsert for a caller that has latched another page: nil if the
// target is full, or somebody has latched it.
func (h *Heap) tryTarget(t *Txn) (uint32, *page) {
	target := h.target.Load()
	if target == 0 {
		return 0, nil
	}
	p := h.page(target - 1)
	if p == nil || !p.latch.TryLock() {
		return 0, nil
	}
	t.visit(h.local)
	if p.epoch == h.epoch.Load() && p.natts == h.NAtts() && !p.full() {
		return target - 1, p
	}
	p.latch.Unlock()
	return 0, nil
}

// nextTarget moves the insert target on: to a page that got free slots, or to a
// new one. old is the target that was found full; if another session has moved
// on already, nothing happens.
func (h *Heap) nextTarget(old uint32, natts int) {
	h.ext.Lock()
	defer h.ext.Unlock()
	if h.target.Load() != old {
		return
	}
	table := *h.pages.Load()
	for len(h.freed) > 0 {
		no := h.freed[len(h.freed)-1]
		h.freed = h.freed[:len(h.freed)-1]
		delete(h.listed, no)
		if int(no) >= len(table) {
			continue
		}
		if table[no].Load().natts == natts { // a page keeps its width, unless emptied
			h.target.Store(no + 1)
			return
		}
	}
	h.appendPage(&page{epoch: h.epoch.Load(), natts: natts, whole: len(table) >= smallHeap})
	h.target.Store(uint32(h.Pages()))
}

// appendPage publishes a new last page. The caller holds ext.
func (h *Heap) appendPage(p *page) {
	table := *h.pages.Load()
	n := len(table)
	if n == cap(table) {
		grown := make([]atomic.Pointer[page], n, max(4, 2*n))
		for i := range table {
			grown[i].Store(table[i].Load())
		}
		table = grown
	}
	table = table[:n+1]
	table[n].Store(p)
	h.pages.Store(&table)
}

// addFree lists a page that has free slots.
func (h *Heap) addFree(no uint32) {
	h.ext.Lock()
	defer h.ext.Unlock()
	if !h.listed[no] {
		if h.listed == nil {
			h.listed = map[uint32]bool{}
		}
		h.listed[no] = true
		h.freed = append(h.freed, no)
	}
}

// clone shares all pages with a heap of another store. From the new epochs on
// either side copies a page before it writes; the last loop waits for writers
// that checked the old epoch.
func (h *Heap) clone(into *Store) *Heap {
	c := &Heap{id: h.id, store: into, unlogged: h.unlogged, local: h.local}
	c.table.Store(h.table.Load())
	c.natts.Store(h.natts.Load())
	c.live.Store(h.live.Load())
	c.dead.Store(h.dead.Load())
	c.epoch.Store(epochs.Add(1))
	h.ext.Lock()
	h.epoch.Store(epochs.Add(1))
	table := *h.pages.Load()
	shared := make([]atomic.Pointer[page], len(table))
	for i := range table {
		shared[i].Store(table[i].Load())
	}
	for _, no := range h.freed {
		c.addFree(no)
	}
	h.ext.Unlock()
	c.target.Store(h.target.Load())
	c.pages.Store(&shared)
	for i := range shared {
		p := shared[i].Load()
		p.latch.Lock()
		//lint:ignore SA2001 the lock is a barrier
		p.latch.Unlock()
	}
	return c
}

// shares reports whether all pages of two heaps are the same memory, as in a clone
// that neither side has written to.
func (h *Heap) shares(o *Heap) bool {
	mine, theirs := *h.pages.Load(), *o.pages.Load()
	if len(mine) != len(theirs) {
		return false
	}
	for i := range mine {
		if mine[i].Load() != theirs[i].Load() {
			return false
		}
	}
	return true
}

// own returns row's values as the heap keeps them: padded, texts copied.
func own(dst []types.Datum, row types.Row) {
	n := copy(dst, row)
	clear(dst[n:])
	for i := range dst[:n] {
		if dst[i].Kind() == types.Text {
			dst[i] = dst[i].Owned()
		}
	}
}
