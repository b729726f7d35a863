package storage

// A page is up to 128 row versions: a header each, and their values in one
// slab. Headers change under the page's latch; values never change while a
// registered snapshot may see them, so they are read without it.

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"minidb/types"
)

const (
	minPageRows  = 4       // of a page's first allocation in a small heap
	smallHeap    = 4       // pages; later ones get all their memory at once
	prunedRows   = 64      // of a page, before it takes a pruned slot again
	maxPageRows  = 128     // as many as an 8 kB page of PostgreSQL holds of narrow rows
	maxPageBytes = 1 << 16 // of the slab; wide rows share a page with fewer others
	datumBytes   = 24
)

// tupleHeader is what is known of one row version, 40 bytes.
//
// next leads to the version that replaced this one; readers check that its xmin
// equals this xmax, because the slot may have been reused. In a redirect, next
// is the version to go on with and xmin is that version's xmin.
type tupleHeader struct {
	xmin, xmax XID // xmax is a multis id if maskMulti is set
	next       TID // InvalidTID: none
	cmin, cmax CommandID
	word       uint64 // 16 mask bits above the TID of the chain's root, if heap-only
}

// Mask bits. Hints are set by readers, under the shared latch and atomically;
// all other bits change under the exclusive latch.
const (
	maskXminCommitted uint64 = 1 << (tidBits + iota) // hint
	maskXminAborted                                  // hint; with maskXminCommitted: frozen
	maskXmaxCommitted                                // hint
	maskXmaxInvalid                                  // no xmax, or it aborted
	maskMulti                                        // xmax names a list of lockers
	maskLockOnly                                     // xmax only locks
	maskMode0                                        // LockMode of xmax, two bits
	maskMode1
	maskHeapOnly   // no index entry leads here; word holds the root
	maskHotUpdated // next is heap-only
	maskMoved      // deleted by a move to another partition
	maskNormal     // slot holds a version
	maskRedirect   // stub: index entries lead here, next goes on
	maskDead       // stub: index entries may lead here, nothing follows

	maskFrozen   = maskXminCommitted | maskXminAborted
	maskXmaxBits = maskXmaxCommitted | maskXmaxInvalid | maskMulti | maskLockOnly |
		maskMode0 | maskMode1 | maskHotUpdated | maskMoved
	maskSlot = maskNormal | maskRedirect | maskDead // none: the slot is free
)

// flags reads the mask and the root; safe beside readers that set hints.
func (h *tupleHeader) flags() uint64 { return atomic.LoadUint64(&h.word) }

func (h *tupleHeader) root() TID { return TID(h.flags()) & InvalidTID }

func (h *tupleHeader) mode() LockMode { return LockMode(h.flags() / maskMode0 & 3) }

// set and clear change bits under the exclusive latch.
func (h *tupleHeader) set(bits uint64)   { h.word |= bits }
func (h *tupleHeader) clear(bits uint64) { h.word &^= bits }

// page is a heap page. latch guards all but the values of visible rows.
type page struct {
	latch      sync.RWMutex
	epoch      uint64 // owner; a page of another epoch is shared and only read
	natts      int    // datums a row
	free       int    // free slots among hdr
	firstFree  int    // no slot below is free
	reuse      bool   // free slots are taken before new ones: VACUUM has been here
	allVisible atomic.Bool
	whole      bool // allocated at once, in a heap that is large already
	hot        bool // it has had heap-only versions: pruning may give room
	pruneXID   XID  // smallest xmax that may leave a dead version, 0 if none
	touched    slotSet
	hdr        []tupleHeader
	slab       []types.Datum // len(hdr)*natts long, cap(hdr)*natts at least
}

// slotSet is a set of a page's slots. A page's touched has all whose version may be
// dead or die: those of inserts and updates, until pruning finds them committed.
type slotSet [maxPageRows / 64]uint64

func (s *slotSet) add(slot int)    { s[slot/64] |= 1 << (slot % 64) }
func (s *slotSet) remove(slot int) { s[slot/64] &^= 1 << (slot % 64) }

// next returns the first slot of the set from slot on, -1 if there is none.
func (s *slotSet) next(slot int) int {
	for ; slot < maxPageRows; slot = (slot/64 + 1) * 64 {
		if w := s[slot/64] >> (slot % 64); w != 0 {
			return slot + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func pageCapacity(natts int) int {
	if natts == 0 {
		return maxPageRows
	}
	return min(maxPageRows, max(1, maxPageBytes/(natts*datumBytes)))
}

// row returns a slot's values; the slice cannot be appended to.
func (p *page) row(slot int) types.Row {
	i := slot * p.natts
	return p.slab[i : i+p.natts : i+p.natts]
}

// full reports whether no slot is left.
func (p *page) full() bool { return p.free == 0 && len(p.hdr) >= pageCapacity(p.natts) }

// room returns how many rows more the page takes.
func (p *page) room() int { return pageCapacity(p.natts) - len(p.hdr) + p.free }

// takeSlot finds a slot for a row and grows the page for it. The page is not full.
func (p *page) takeSlot() int {
	if p.allVisible.Load() {
		p.allVisible.Store(false)
	}
	// What a fetch has pruned waits until the page has had some versions: PostgreSQL does not
	// prune before the page is nearly full, and the place of a row shows where there is no
	// ORDER BY. A row that changes all the time shall not take a page.
	if p.free > 0 && (p.reuse || len(p.hdr) >= min(prunedRows, pageCapacity(p.natts))) {
		for i := p.firstFree; i < len(p.hdr); i++ {
			if p.hdr[i].word&maskSlot == 0 {
				p.free--
				p.firstFree = i + 1
				p.touched.add(i)
				return i
			}
		}
	}
	n := len(p.hdr)
	if n == cap(p.hdr) {
		rows := max(minPageRows, 4*n)
		if p.whole {
			rows = maxPageRows
		}
		p.grow(min(pageCapacity(p.natts), rows))
	}
	p.hdr = p.hdr[:n+1]
	p.slab = p.slab[:(n+1)*p.natts]
	p.touched.add(n)
	return n
}

// grow moves the page to larger arrays; readers that hold the old slab keep it.
func (p *page) grow(rows int) {
	hdr := make([]tupleHeader, len(p.hdr), rows)
	copy(hdr, p.hdr)
	slab := make([]types.Datum, len(p.slab), rows*p.natts)
	copy(slab, p.slab)
	p.hdr, p.slab = hdr, slab
}

// pruneXIDIs spares a write to a page that is up to date, and maybe shared.
func (p *page) pruneXIDIs(low XID) bool {
	p.latch.RLock()
	defer p.latch.RUnlock()
	return p.pruneXID == low
}

// freeSlot empties a slot for reuse.
func (p *page) freeSlot(slot int) {
	p.hdr[slot] = tupleHeader{next: InvalidTID}
	clear(p.row(slot))
	p.touched.remove(slot)
	p.free++
	p.firstFree = min(p.firstFree, slot)
	p.allVisible.Store(false)
}

// copyFor returns a private copy for a new owner. The caller holds the latch.
func (p *page) copyFor(epoch uint64) *page {
	c := &page{epoch: epoch, natts: p.natts, free: p.free, firstFree: p.firstFree, reuse: p.reuse, hot: p.hot, pruneXID: p.pruneXID, touched: p.touched}
	c.allVisible.Store(p.allVisible.Load())
	rows := cap(p.hdr)
	c.hdr = make([]tupleHeader, len(p.hdr), rows)
	copy(c.hdr, p.hdr)
	c.slab = make([]types.Datum, len(p.slab), rows*p.natts)
	copy(c.slab, p.slab)
	return c
}
