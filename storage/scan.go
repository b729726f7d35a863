package storage

// A sequential scan works page by page: under the latch it finds out which
// slots its snapshot sees, then it hands out rows without it. A page known to
// be visible to everybody is not looked at slot by slot.

import "minidb/types"

// HeapScan reads all rows that a snapshot sees, in physical order. One
// goroutine uses it.
type HeapScan struct {
	heap  *Heap
	sn    *Snapshot
	pages uint32 // at the start; rows on later pages are invisible anyhow
	next  uint32 // page to read next

	slab    []types.Datum
	natts   int
	n, pos  int  // visible rows of the page, and how many were returned
	all     bool // they are slots 0 to n-1; else vis lists them
	vis     [maxPageRows]uint8
	batch   []types.Row
	horizon XID // 0 until needed

	scans, read int64 // not yet added to the table's counts: see Done
}

// Scan starts a sequential scan. Rows are lent while sn is registered.
func (h *Heap) Scan(sn *Snapshot) *HeapScan {
	h.readTable(sn.txn)
	return &HeapScan{heap: h, sn: sn, pages: uint32(h.Pages())}
}

// Reset starts again from the first page.
func (hs *HeapScan) Reset() {
	hs.read -= int64(hs.n - hs.pos)
	hs.pages = uint32(hs.heap.Pages())
	hs.next, hs.n, hs.pos = 0, 0, 0
}

// Next returns the next row, nil at the end.
func (hs *HeapScan) Next() types.Row {
	for hs.pos >= hs.n {
		if !hs.readPage() {
			return nil
		}
	}
	slot := hs.pos
	if !hs.all {
		slot = int(hs.vis[slot])
	}
	hs.pos++
	i := slot * hs.natts
	return hs.slab[i : i+hs.natts : i+hs.natts]
}

// OnRow tells whether Next returned a row last.
func (hs *HeapScan) OnRow() bool { return hs.pos > 0 }

// TID returns the place of the row that Next returned last.
func (hs *HeapScan) TID() TID { return hs.tid(hs.pos - 1) }

func (hs *HeapScan) tid(i int) TID {
	if !hs.all {
		i = int(hs.vis[i])
	}
	return MakeTID(hs.next-1, uint16(i))
}

// NextBatch returns the rows of the next page that has visible rows, nil at the
// end. The slice is valid until the next call; BatchTID gives places.
func (hs *HeapScan) NextBatch() []types.Row {
	for {
		if !hs.readPage() {
			return nil
		}
		if hs.n > 0 {
			break
		}
	}
	if hs.batch == nil {
		hs.batch = make([]types.Row, maxPageRows)
	}
	rows, w := hs.batch[:hs.n], hs.natts
	if hs.all {
		for i := range rows {
			rows[i] = hs.slab[i*w : (i+1)*w : (i+1)*w]
		}
	} else {
		for i := range rows {
			s := int(hs.vis[i])
			rows[i] = hs.slab[s*w : (s+1)*w : (s+1)*w]
		}
	}
	hs.pos = hs.n
	return rows
}

// readPage finds the visible slots of the next page; false at the end.
func (hs *HeapScan) readPage() bool {
	hs.n, hs.pos = 0, 0
	if hs.next == 0 {
		hs.scans++
	}
	if hs.next >= hs.pages {
		return false
	}
	h := hs.heap
	p := h.page(hs.next)
	hs.next++
	if p == nil {
		return true // vacuum gave it back
	}
	hs.sn.txn.visit(h.local)
	if hs.horizon == 0 && !p.allVisible.Load() {
		hs.horizon = h.store.OldestXmin() // not under the latch: see Store
	}
	p.latch.RLock()
	hs.slab, hs.natts = p.slab, p.natts
	if hs.all = p.allVisible.Load(); hs.all {
		hs.n = len(p.hdr)
	} else {
		hs.checkPage(p)
		h.readVersions(hs.sn, p)
	}
	p.latch.RUnlock()
	hs.read += int64(hs.n)
	return true
}

// checkPage looks at each slot, under the shared latch. It marks the page if
// all rows turn out visible to everybody. Neighbours are mostly of one command;
// what was found for one holds for the next.
func (hs *HeapScan) checkPage(p *page) {
	s := hs.heap.store
	own := p.epoch == hs.heap.epoch.Load()
	everybody := own
	var last tupleHeader
	visible := false
	for i := range p.hdr {
		hd := &p.hdr[i]
		m := hd.flags() &^ uint64(InvalidTID)
		if m&maskXmaxInvalid == 0 || m != last.word || hd.xmin != last.xmin || hd.cmin != last.cmin {
			visible = hs.sn.visible(s, hd, own)
			last.word, last.xmin, last.cmin = m, hd.xmin, hd.cmin
		}
		if !visible {
			everybody = false
			continue
		}
		hs.vis[hs.n] = uint8(i)
		hs.n++
		everybody = everybody && hd.xmin < hs.horizon && m&(maskXmaxInvalid|maskLockOnly) != 0
	}
	if everybody && hs.n > 0 {
		p.allVisible.Store(true)
	}
}
