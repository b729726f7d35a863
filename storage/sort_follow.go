package storage

// Input that is in order already, and can be read again, need not be kept: Follow looks
// at each row, and the rows then come from where they came from. What EXPLAIN ANALYZE
// says is counted as if they had been put.

import "minidb/types"

// follower is the last row that Follow has seen, and what the rows so far would take.
type follower struct {
	last    types.Row
	entry   sortEntry
	any     bool
	n       int // rows since a file would have been written
	blocks  int64
	spilled bool
}

// Follow takes note of a row instead of Put. It returns false, and forgets all rows, if
// the row does not come after those before it: all of them are then to be put, from the
// first one on. It is not for sorters with a bound.
func (s *Sorter) Follow(row types.Row) bool {
	f := &s.follower
	if s.natts == 0 {
		s.natts = len(row)
	}
	e := s.entry(row, 0)
	if f.any && s.compareEntries(&f.entry, &e, f.last, row) > 0 {
		s.follower, s.tape = follower{}, 0
		s.array = memArray{len: sortTuples, elem: sortTupleBytes}
		s.used = s.array.bytes()
		return false
	}
	f.entry, f.any = e, true
	if !s.exact || len(s.keys) > 1 {
		f.last = append(f.last[:0], row...)
	}
	size, _ := s.measure(row)
	s.used += size
	if f.n >= s.array.len-1 {
		s.used = s.array.grow(s.used, s.workMem)
	}
	if f.n++; s.used > s.workMem || f.n >= s.array.len {
		f.spill(s)
	}
	return true
}

func (f *follower) spill(s *Sorter) {
	f.blocks += (s.tape + tapeBlock - 1) / tapeBlock
	f.n, f.spilled, s.tape, s.used = 0, true, 0, s.array.bytes()
}

// Followed ends the rows that came in order.
func (s *Sorter) Followed() {
	f := &s.follower
	if !f.spilled {
		s.note(SortStats{Method: "quicksort", SpaceKB: (s.used + 1023) / 1024})
		return
	}
	if f.n > 0 {
		f.spill(s)
	}
	s.note(SortStats{Method: "external merge", SpaceKB: f.blocks * tapeBlockKB, Disk: true})
}
