package storage

// Rows that come in order and do not fit work_mem need no file if they can be read again:
// the sorter forgets those that it has, sees with Follow that the others are in order too,
// and all of them then come from where they came from.

import (
	"slices"

	"minidb/types"
)

// follower is the last row that the sorter has seen of those that it does not keep.
type follower struct {
	last  types.Row
	entry sortEntry
}

// follow forgets the rows but for the last one.
func (s *Sorter) follow() {
	s.note(SortStats{Method: "quicksort", SpaceKB: (s.used + 1023) / 1024})
	e := s.entries[len(s.entries)-1]
	s.follower = &follower{slices.Clone(s.row(e.row)), e}
	s.empty()
}

// empty gives the memory of the rows back.
func (s *Sorter) empty() {
	s.slabs, s.entries, s.spare = nil, nil, nil
	s.bytes, s.tape, s.used = 0, 0, 0
}

// Following tells that the sorter has forgotten its rows, which came in order and were
// too many. Further rows are then for Follow, not for Put.
func (s *Sorter) Following() bool { return s.follower != nil }

// Follow returns false if the row does not come after those before it: the sorter then is
// as new, and all rows are to be put, from the first one on.
func (s *Sorter) Follow(row types.Row) bool {
	f := s.follower
	e := s.entry(row, 0)
	if s.compareEntries(&f.entry, &e, f.last, row) > 0 {
		s.follower, s.again, s.inOrder = nil, false, true
		resetSpans(s.spans)
		s.array = memArray{len: sortTuples, elem: sortTupleBytes}
		s.used = s.array.bytes()
		return false
	}
	f.entry = e
	if !s.exact || len(s.keys) > 1 {
		copy(f.last, row)
	}
	return true
}
