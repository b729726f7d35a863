package storage

// The one row of a sequence. It belongs to no transaction: every snapshot sees
// it, it changes in place, and no rollback takes a change back.

import (
	"minidb/pgerr"
	"minidb/types"
)

// PutFrozen stores a row that every snapshot sees at once.
func (h *Heap) PutFrozen(t *Txn, row types.Row) error {
	if natts := h.NAtts(); len(row) > natts {
		return tooWide(len(row), natts)
	}
	no, p := h.pageForInsert(h.NAtts())
	defer p.latch.Unlock()
	slot := p.takeSlot()
	hd := newVersion(FrozenXID, 0)
	hd.set(maskFrozen)
	h.put(p, slot, row, hd)
	h.logInPlace(t, no, p, slot)
	h.live.Add(1)
	return nil
}

// Overwrite changes the heap's first row in place. f gets its values and returns
// the new ones, nil to leave it; it runs under the page's latch, so that callers
// of Overwrite come one after another.
func (h *Heap) Overwrite(t *Txn, f func(types.Row) (types.Row, error)) error {
	p, _ := h.lockSlot(MakeTID(0, 0))
	if p == nil {
		return pgerr.New(pgerr.Internal, "file %d has no row to overwrite", h.id)
	}
	defer p.latch.Unlock()
	row, err := f(p.row(0))
	if err != nil || row == nil {
		return err
	}
	// Who reads the old values without the latch keeps the old slab.
	slab := make([]types.Datum, len(p.slab), cap(p.slab))
	copy(slab, p.slab)
	p.slab = slab
	own(p.row(0), row)
	h.logInPlace(t, 0, p, 0)
	return nil
}

// ReadFirst returns the heap's first row as it is now.
func (h *Heap) ReadFirst() types.Row {
	p, _ := h.slotOf(MakeTID(0, 0))
	if p == nil {
		return nil
	}
	defer p.latch.RUnlock()
	return p.row(0)
}

func (h *Heap) logInPlace(t *Txn, no uint32, p *page, slot int) {
	b := appendCount(t.scratch[:0], 1)
	b = appendVersion(b, p, slot)
	h.log(t, infoInPlace, no, b)
	t.scratch = b
}
