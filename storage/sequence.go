package storage

// Rows that change in place, which no rollback takes back: the one row of a
// sequence, which belongs to no transaction, and the sizes in pg_class.

import (
	"context"

	"minidb/pgerr"
	"minidb/types"
)

// PutFrozen stores a row that every snapshot sees at once.
func (h *Heap) PutFrozen(t *Txn, row types.Row) error {
	if natts := h.NAtts(); len(row) > natts {
		return tooWide(len(row), natts)
	}
	no, p := h.pageForInsert(t, h.NAtts())
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
	t.visit(h.local)
	p, _ := h.lockSlot(MakeTID(0, 0))
	if p == nil {
		return pgerr.New(pgerr.Internal, "file %d has no row to overwrite", h.id)
	}
	defer p.latch.Unlock()
	row, err := f(p.row(0))
	if err != nil || row == nil {
		return err
	}
	h.overwrite(t, MakeTID(0, 0), p, row)
	return nil
}

// OverwriteAt changes the version at tid in place, waiting as Update does for those
// who change or lock it. No indexed column may differ.
func (h *Heap) OverwriteAt(ctx context.Context, t *Txn, sn *Snapshot, tid TID, row types.Row) (TMResult, error) {
	p, _, res, _, err := h.lockForChange(ctx, t, sn, tid, LockNoKeyUpdate, WaitBlock, "updating tuple")
	if p == nil {
		return res, err
	}
	defer p.latch.Unlock()
	h.overwrite(t, tid, p, row)
	return TMOk, nil
}

// overwrite puts row at tid, on a latched page. Who reads the old values without the
// latch keeps the old slab.
func (h *Heap) overwrite(t *Txn, tid TID, p *page, row types.Row) {
	slab := make([]types.Datum, len(p.slab), cap(p.slab))
	copy(slab, p.slab)
	p.slab = slab
	own(p.row(int(tid.Slot())), row)
	h.logInPlace(t, tid.Page(), p, int(tid.Slot()))
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
