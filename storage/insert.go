package storage

// New rows: one at a time, or many with one WAL record a page.

import (
	"minidb/pgerr"
	"minidb/types"
)

// Insert stores a copy of row and returns its place. Texts are copied, so that
// they do not pin what they were cut from. A row shorter than the heap is
// padded with NULLs; a longer one is an internal error.
func (h *Heap) Insert(t *Txn, row types.Row) (TID, error) { return h.insert(t, row, 0) }

// InsertFrozen is Insert for a row that every snapshot is going to see. The heap must
// have been made by the same level of the transaction.
func (h *Heap) InsertFrozen(t *Txn, row types.Row) (TID, error) { return h.insert(t, row, maskFrozen) }

func (h *Heap) insert(t *Txn, row types.Row, mask uint64) (TID, error) {
	natts := h.NAtts()
	if len(row) > natts {
		return InvalidTID, tooWide(len(row), natts)
	}
	if err := t.SerialFailure(); err != nil {
		return InvalidTID, err
	}
	xid, cid := t.XID(), t.useCommand()
	no, p := h.pageForInsert(t, natts)
	slot := p.takeSlot()
	hd := newVersion(xid, cid)
	hd.word |= mask
	h.put(p, slot, row, hd)
	b := appendCount(t.scratch[:0], 1)
	b = appendVersion(b, p, slot)
	h.log(t, infoInsert, no, b)
	p.latch.Unlock()
	t.scratch = b
	h.live.Add(1)
	t.wrote(h).Inserted++
	return MakeTID(no, uint16(slot)), h.wroteHere(t, InvalidTID)
}

// MultiInsert stores rows and appends their places to tids. It writes one WAL
// record a page.
func (h *Heap) MultiInsert(t *Txn, rows []types.Row, tids []TID) ([]TID, error) {
	natts := h.NAtts()
	for _, r := range rows {
		if len(r) > natts {
			return tids, tooWide(len(r), natts)
		}
	}
	xid, cid := t.XID(), t.useCommand()
	h.live.Add(int64(len(rows)))
	t.wrote(h).Inserted += int64(len(rows))
	for len(rows) > 0 {
		no, p := h.pageForInsert(t, natts)
		n := min(p.room(), len(rows))
		b := appendCount(t.scratch[:0], n)
		for _, r := range rows[:n] {
			slot := p.takeSlot()
			h.put(p, slot, r, newVersion(xid, cid))
			b = appendVersion(b, p, slot)
			tids = append(tids, MakeTID(no, uint16(slot)))
		}
		h.log(t, infoMultiInsert, no, b)
		p.latch.Unlock()
		t.scratch = b
		rows = rows[n:]
	}
	return tids, h.wroteHere(t, InvalidTID)
}

// newVersion is the header of a fresh row.
func newVersion(xid XID, cid CommandID) tupleHeader {
	return tupleHeader{xmin: xid, cmin: cid, next: InvalidTID, word: maskNormal | maskXmaxInvalid}
}

// put fills a slot taken from the latched page.
func (h *Heap) put(p *page, slot int, row types.Row, hd tupleHeader) {
	own(p.row(slot), row)
	p.hdr[slot] = hd
}

func tooWide(got, want int) error {
	return pgerr.New(pgerr.Internal, "row of %d columns for a heap of %d", got, want)
}

// Kill takes back a row that t inserted: it is as if the insert had been rolled
// back. ON CONFLICT uses it when the row, already in the heap, finds its key taken.
func (h *Heap) Kill(t *Txn, tid TID) {
	p, hd := h.lockSlot(tid)
	if p == nil {
		return
	}
	t.visit(h.local)
	defer p.latch.Unlock()
	if hd.word&maskNormal == 0 || !t.owns(hd.xmin) {
		return
	}
	hd.set(maskXminAborted)
	p.allVisible.Store(false)
	h.logHeaders(t, infoKill, tid.Page(), p, int(tid.Slot()))
	h.live.Add(-1)
	h.dead.Add(1)
	t.wrote(h).Deleted++ // on which it is as if neither had been
}
