package storage

// Top-N: a heap of the N smallest rows seen, the greatest on top. A row that is
// not smaller than the top is dropped before it is copied.

import "minidb/types"

// makeHeap turns more than bound sorted rows into a heap of the bound smallest.
// Falling order is a heap already.
func (s *Sorter) makeHeap() {
	o := orderer{s: s}
	if s.err = o.sort(s.entries, 0, 0); s.err != nil {
		return
	}
	s.reload()
	n := int(s.bound)
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		s.entries[i], s.entries[j] = s.entries[j], s.entries[i]
	}
	s.entries = s.entries[:n]
	s.heaped = true
}

// reload restores the words of the first key, which sorting may replace.
func (s *Sorter) reload() {
	for i := range s.entries {
		row := s.entries[i].row
		s.entries[i] = s.entry(s.row(row), 0)
		s.entries[i].row = row
	}
}

// putHeap puts a row in the place of the top if it is smaller.
func (s *Sorter) putHeap(row types.Row, e sortEntry) {
	top := &s.entries[0]
	if s.compareEntries(&e, top, row, s.row(top.row)) >= 0 {
		return
	}
	e.row = top.row
	s.used += types.RowBytes(row) - types.RowBytes(s.row(top.row))
	copy(s.row(e.row), row)
	s.siftDown(e)
}

func (s *Sorter) siftDown(e sortEntry) {
	es, i := s.entries, 0
	row := s.row(e.row)
	for {
		c := 2*i + 1
		if c >= len(es) {
			break
		}
		if c+1 < len(es) && s.compareEntries(&es[c+1], &es[c], s.row(es[c+1].row), s.row(es[c].row)) > 0 {
			c++
		}
		if s.compareEntries(&e, &es[c], row, s.row(es[c].row)) >= 0 {
			break
		}
		es[i] = es[c]
		i = c
	}
	es[i] = e
}
