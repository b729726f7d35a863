package storage

// Top-N: a heap of the N smallest rows seen, the greatest on top. A row that is
// not smaller than the top is dropped before it is copied.

import "minidb/types"

// makeHeap turns more than bound rows into a heap of the bound smallest: a heap of
// the first of them, through which the others then go. It is made row by row, and taken
// apart again by unheap, as PostgreSQL does it: that is seen among equal rows.
func (s *Sorter) makeHeap() {
	all, n := s.entries, int(s.bound)
	s.entries, s.heaped = all[:n], true
	for i := 1; i < n; i++ {
		s.siftUp(i)
	}
	for i, e := range all[n:] {
		if i%cancelStride == cancelStride-1 {
			if s.err = ask(s.interrupted); s.err != nil {
				return
			}
		}
		row := s.row(e.row)
		if s.belowTop(&e, row) {
			s.siftDown(0, e) // PostgreSQL forgets to count what it replaces here
			continue
		}
		size, refs := s.measure(row)
		s.used -= size
		s.bytes -= refs
	}
}

// belowTop tells whether a row is to take the place of the greatest.
func (s *Sorter) belowTop(e *sortEntry, row types.Row) bool {
	top := &s.entries[0]
	return s.compareEntries(e, top, row, s.row(top.row)) < 0
}

// putHeap puts a row in the place of the top if it is smaller.
func (s *Sorter) putHeap(row types.Row, e sortEntry) {
	if !s.belowTop(&e, row) {
		return
	}
	e.row = s.entries[0].row
	old := s.row(e.row)
	size, refs := s.measure(old)
	s.used -= size
	s.bytes -= refs
	copy(old, row)
	size, refs = s.measure(row)
	s.used += size
	s.bytes += refs
	s.siftDown(0, e)
}

// unheap sorts the heap: again and again the top goes to the end.
func (s *Sorter) unheap() {
	all := s.entries
	for n := len(all) - 1; n > 0; n-- {
		top, last := all[0], all[n]
		s.entries = all[:n]
		s.siftDown(0, last)
		all[n] = top
	}
	s.entries = all
}

// siftUp puts the entry at position i of the heap where it belongs above.
func (s *Sorter) siftUp(i int) {
	es, e := s.entries, s.entries[i]
	row := s.row(e.row)
	for i > 0 {
		up := (i - 1) / 2
		if s.compareEntries(&e, &es[up], row, s.row(es[up].row)) <= 0 {
			break
		}
		es[i] = es[up]
		i = up
	}
	es[i] = e
}

// siftDown puts e at position i of the heap, or where it belongs below it.
func (s *Sorter) siftDown(i int, e sortEntry) {
	es := s.entries
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
