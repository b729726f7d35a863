package storage

// Sorting rows. Put copies rows into slabs; Sort orders small entries that name
// them; Next returns them. Three ways, as in PostgreSQL's tuplesort.c:
//
//	quicksort        all rows fit work_mem: entries are sorted by machine words
//	top-N heapsort   only the first N are asked for: a heap of N rows
//	external merge   more than work_mem: sorted runs in a temporary file, merged
//
// The names are those of EXPLAIN; what is called quicksort is a radix sort here.

import "minidb/types"

// SortKey says how one column takes part in the order.
type SortKey struct {
	Col              int // position in the row, from 0
	Kind             types.Kind
	Desc, NullsFirst bool
	Bpchar           bool // blanks at the end do not count
}

// SortStats says how the rows were sorted, in the words of EXPLAIN ANALYZE.
type SortStats struct {
	Method  string // "quicksort", "top-N heapsort" or "external merge"
	SpaceKB int64  // memory, or disk if Disk
	Disk    bool
}

const (
	sortSlabRows   = 128 // rows in a slab
	sortEntryBytes = 16
)

// sortEntry stands for a row. Entries are ordered by rank, then word; rows with
// equal words need a closer look unless the word is exact and the only key.
type sortEntry struct {
	word uint64
	row  uint32
	rank uint8 // 1 for values, 0 or 2 for NULLs
}

// Sorter sorts rows once: Put all, Sort, Next until nil, Close. One goroutine
// uses it. Close may be called at any time, also twice.
type Sorter struct {
	keys    []SortKey
	exact   bool // the first key's word tells all
	workMem int64
	bound   int64

	natts   int
	slabs   [][]types.Datum
	entries []sortEntry
	spare   []sortEntry // radix sort's other half
	used    int64       // bytes in slabs, texts and entries
	scratch []byte

	interrupted func() error

	heaped bool // entries are a heap of the bound smallest rows
	ext    *extSort
	pos    int
	stats  SortStats
	err    error
}

// SortConfig is what a sorter is made with.
type SortConfig struct {
	Keys    []SortKey
	WorkMem int64            // bytes
	Bound   int64            // above 0, a promise that only so many rows will be read
	Layout  *types.RowLayout // of the rows; nil: by the kinds of the values
	// Interrupted tells why the statement must end; it is asked between passes over
	// the rows and when files are written and read. Nil: it never must.
	Interrupted func() error
}

// NewSorter makes a sorter that holds about WorkMem bytes of rows in memory.
func NewSorter(c SortConfig) *Sorter {
	return &Sorter{keys: c.Keys, workMem: c.WorkMem, bound: c.Bound, interrupted: c.Interrupted,
		exact: len(c.Keys) == 0 || fixedWidth(c.Keys[0].Kind)}
}

// Put adds a copy of row; all rows have the same length. Errors come from
// writing a temporary file.
func (s *Sorter) Put(row types.Row) error {
	if s.err != nil {
		return s.err
	}
	if s.natts == 0 {
		s.natts = len(row)
	}
	e := s.entry(row, 0)
	if s.heaped {
		s.putHeap(row, e)
		return nil
	}
	e.row = uint32(len(s.entries))
	s.store(row, e.row)
	s.entries = append(s.entries, e)
	s.used += types.RowBytes(row) + sortEntryBytes
	switch {
	case s.bound > 0 && s.ext == nil && int64(len(s.entries)) > 2*s.bound:
		s.makeHeap()
	case s.used > s.workMem:
		s.err = s.spill()
	}
	return s.err
}

// store copies a row to the slab position i.
func (s *Sorter) store(row types.Row, i uint32) {
	for int(i/sortSlabRows) >= len(s.slabs) {
		s.slabs = append(s.slabs, make([]types.Datum, sortSlabRows*s.natts))
	}
	copy(s.row(i), row)
}

// row returns the stored row at position i.
func (s *Sorter) row(i uint32) types.Row {
	at := int(i%sortSlabRows) * s.natts
	return s.slabs[i/sortSlabRows][at : at+s.natts : at+s.natts]
}

// Sort orders what was put.
func (s *Sorter) Sort() error {
	if s.err != nil {
		return s.err
	}
	s.pos = 0
	if s.ext != nil {
		if len(s.entries) > 0 {
			if s.err = s.spill(); s.err != nil {
				return s.err
			}
		}
		s.stats = SortStats{Method: "external merge", SpaceKB: (s.ext.size + 1023) / 1024, Disk: true}
		s.err = s.ext.start(s)
		return s.err
	}
	s.stats = SortStats{Method: "quicksort", SpaceKB: (s.used + 1023) / 1024}
	if s.heaped {
		s.stats.Method = "top-N heapsort"
	}
	s.err = s.order()
	return s.err
}

// Next returns the next row, nil at the end or after an error (see Err). Rows
// are valid until Close, or, from an external merge, until the next Next.
func (s *Sorter) Next() types.Row {
	if s.err != nil {
		return nil
	}
	if s.ext != nil {
		row, err := s.ext.next()
		s.err = err
		return row
	}
	if s.pos >= len(s.entries) {
		return nil
	}
	s.pos++
	return s.row(s.entries[s.pos-1].row)
}

// Err returns the error that ended Next.
func (s *Sorter) Err() error { return s.err }

// Rewind goes back to the first row after Sort.
func (s *Sorter) Rewind() error {
	s.pos = 0
	if s.ext != nil && s.err == nil {
		s.err = s.ext.start(s)
	}
	return s.err
}

// Stats returns how the rows were sorted; it is complete after Sort.
func (s *Sorter) Stats() SortStats { return s.stats }

// Used returns the bytes of rows held in memory.
func (s *Sorter) Used() int64 { return s.used }

// Close gives memory and files back.
func (s *Sorter) Close() {
	s.ext.close()
	s.ext, s.slabs, s.entries, s.spare = nil, nil, nil, nil
	s.used = 0
}
