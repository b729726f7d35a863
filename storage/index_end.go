package storage

import (
	"slices"

	"minidb/types"
)

// What stands at an end of an index now: the planner asks it for the least and the
// greatest value of a column, since statistics are of the last ANALYZE.

// endPages is how many pages of the table are looked at on the way to a row that is not
// dead to all (VISITED_PAGES_LIMIT).
const endPages = 100

// End returns a copy of the row with the least key, or the greatest if backward, whose
// first column is not NULL: any version that VACUUM would leave, seen or not. It is not ok
// if there is none among the first entries. get_actual_variable_endpoint of PostgreSQL 18.
func (ix *Index) End(t *Txn, h *Heap, backward bool) (row types.Row, ok bool) {
	horizon := h.store.OldestXmin()
	var scan IndexScan
	scan.ix, scan.backward = ix, backward
	scan.Reset(Range{NotNull: 1})
	pages, last := 0, InvalidTID
	for {
		tid, more := scan.Next()
		if !more {
			return nil, false
		}
		if last == InvalidTID || tid.Page() != last.Page() {
			if pages++; pages > endPages {
				return nil, false
			}
			t.visit(h.local)
		}
		last = tid
		if row = h.kept(t, tid, horizon); row != nil {
			return row, true
		}
	}
}

// kept copies a version of the chain at root that somebody may still see; nil if there is
// none, or if the chain changes meanwhile.
func (h *Heap) kept(t *Txn, root TID, horizon XID) types.Row {
	tid, want := root, InvalidXID
	for p, hd := h.slotOf(tid); p != nil; {
		from, m := tid, hd.flags()
		switch {
		case m&maskRedirect != 0:
			tid, want = hd.next, hd.xmin
		case m&maskNormal == 0 || want != InvalidXID && hd.xmin != want:
			p.latch.RUnlock()
			return nil
		default:
			if f := h.store.fateOf(hd, horizon); f == fateLive || f == fateNeeded {
				row := slices.Clone(p.row(int(tid.Slot())))
				p.latch.RUnlock()
				return row
			}
			if tid, want = hd.next, h.store.updater(hd, m); m&maskHotUpdated == 0 || tid == InvalidTID || want == InvalidXID {
				p.latch.RUnlock()
				return nil
			}
		}
		p, hd = h.step(t, p, from, tid)
	}
	return nil
}
