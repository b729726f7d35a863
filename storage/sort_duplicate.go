package storage

import "minidb/types"

// equalRows is what FirstEqual looks for.
type equalRows struct {
	nulls bool // NULLs are equal to each other
	found types.Row
	rows  int // that may still be passed
}

// equalPasses is how many times FirstEqual passes each row at most. A quicksort passes it
// about twice for each doubling of the rows, unless they are in an evil order.
const equalPasses = 100

// enough tells whether to stop before some rows more.
func (q *equalRows) enough(rows int) bool {
	q.rows -= rows
	return q.found != nil || q.rows < 0
}

// FirstEqual sorts the rows that were put, all in memory, by the quicksort for few, and
// returns the first one that it found equal to another, nil if it found none. Which one of
// several that is depends on the quicksort; PostgreSQL's unique indexes report this one.
func (s *Sorter) FirstEqual(nulls bool) types.Row {
	s.equal = &equalRows{nulls: nulls, rows: equalPasses * len(s.entries)}
	s.quick(s.entries)
	return s.equal.found
}

// tie orders two rows that are equal by when they were put, and notes the first such.
func (s *Sorter) tie(a, b *sortEntry) int {
	if row := s.row(a.row); s.equal.found == nil && (s.equal.nulls || !s.hasNull(row)) {
		s.equal.found = row
	}
	return int(a.row) - int(b.row)
}

func (s *Sorter) hasNull(row types.Row) bool {
	for _, k := range s.keys {
		if row[k.Col].IsNull() {
			return true
		}
	}
	return false
}
