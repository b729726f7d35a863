package storage

import "minidb/types"

// How wide rows are: rows are kept as datums, whose size on a page of PostgreSQL is
// known only by looking at them.

// sampledRows are the rows that RowBytes looks at.
const sampledRows = 32

// RowBytes estimates the average size of a row as PostgreSQL stores it, with its
// header, from a few rows all over the heap, whoever sees them. ts are the columns'
// types. It is 0 for a heap without rows.
func (h *Heap) RowBytes(ts []*types.Type) float64 {
	pages := h.Pages()
	if pages == 0 {
		return 0
	}
	perPage := max(1, sampledRows/pages)
	rows, total := 0, 0
	for k := range min(pages, sampledRows) {
		p := h.page(uint32(k * pages / min(pages, sampledRows)))
		if p == nil {
			continue
		}
		p.latch.RLock()
		step := max(1, len(p.hdr)/perPage)
		for slot := 0; slot < len(p.hdr); slot += step {
			if p.hdr[slot].flags()&maskNormal == 0 {
				continue
			}
			var size types.TupleSize
			for i, d := range p.row(slot) {
				if i < len(ts) {
					size.Add(d, ts[i])
				}
			}
			rows, total = rows+1, total+size.Bytes()
		}
		p.latch.RUnlock()
	}
	if rows == 0 {
		return 0
	}
	return float64(total) / float64(rows)
}
