package storage

// Sorting rows. Put copies rows into slabs; Sort orders small entries that name
// them; Next returns them. Three ways, as in PostgreSQL's tuplesort.c:
//
//	quicksort        all rows fit work_mem: entries are sorted by machine words
//	top-N heapsort   only the first N are asked for: a heap of N rows
//	external merge   more than work_mem: sorted runs in a temporary file, merged
//
// The names are those of EXPLAIN; what is called quicksort is a radix sort here unless
// there are few rows. What
// counts against work_mem is what PostgreSQL would take: see work_mem.go.

import (
	"slices"

	"minidb/types"
)

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
	keptSlabs      = 16 // that Reset keeps
	warmRows       = 16
	sortTuples     = 1024 // PostgreSQL's array at first, and what one of it takes
	sortTupleBytes = 24
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
	layout  *types.RowLayout
	datum   bool // PostgreSQL would keep no tuples: one column, by value
	bounded bool // there is a bound, or there may be one

	natts   int
	slabs   [][]types.Datum // of sortSlabRows rows; the first one grows to that
	entries []sortEntry
	spare   []sortEntry // radix sort's other half
	array   memArray
	used    int64 // bytes of work_mem, as PostgreSQL counts them
	tape    int64 // bytes that the rows would have on its tape
	bytes   int64 // taken here: slabs, what is behind references, entries
	scratch []byte

	interrupted func() error
	files       *TempFiles

	again    bool      // the input can be read again
	follower *follower // the rows are not kept: see sort_follow.go
	spans    []keySpan // of the leading keys of fixed width
	inOrder  bool      // so far, the entries are
	refs     bool      // some value is behind a reference

	heaped bool // entries are a heap of the bound smallest rows
	equal  *equalRows
	ext    *extSort
	pos    int
	warm   int // up to where rows were looked at by warmUp
	nulls  int // that it saw: so that looking is not left out
	stats  SortStats
	err    error
}

// SortConfig is what a sorter is made with.
type SortConfig struct {
	Keys    []SortKey
	WorkMem int64            // bytes
	Bound   int64            // above 0, a promise that only so many rows will be read
	Layout  *types.RowLayout // of the rows; nil: by the kinds of the values
	Bounded bool             // Reset may set a bound
	Again   bool             // the rows can be read again, in the same order: see Following
	// Interrupted tells why the statement must end; it is asked between passes over
	// the rows and when files are written and read. Nil: it never must.
	Interrupted func() error
	Files       *TempFiles // among which the sort's is; nil: none
}

// NewSorter makes a sorter that holds about WorkMem bytes of rows in memory.
func NewSorter(c SortConfig) *Sorter {
	s := &Sorter{keys: c.Keys, workMem: c.WorkMem, bound: c.Bound, layout: c.Layout, again: c.Again, interrupted: c.Interrupted, files: c.Files,
		exact: len(c.Keys) == 0 || fixedWidth(c.Keys[0].Kind), array: memArray{len: sortTuples, elem: sortTupleBytes},
		spans: newSpans(c.Keys), inOrder: true}
	if s.layout == nil {
		s.layout = &types.RowLayout{}
	}
	s.datum, s.bounded = s.layout.OneByVal(), c.Bounded || c.Bound > 0
	s.used = s.array.bytes()
	return s
}

// Reset forgets all rows and keeps some of the memory for others. bound is as in
// SortConfig. Stats then are those of the sort that took most since NewSorter.
func (s *Sorter) Reset(bound int64) {
	s.ext.close()
	s.ext, s.err = nil, nil
	s.slabs = s.slabs[:min(len(s.slabs), keptSlabs)]
	s.bytes = 0
	for i := range s.slabs {
		s.slabs[i] = s.slabs[i][:0]
		s.bytes += int64(cap(s.slabs[i]) * datumSize)
	}
	if cap(s.entries) > keptSlabs*sortSlabRows {
		s.entries, s.spare = nil, nil
	}
	s.entries, s.pos, s.warm, s.inOrder = s.entries[:0], 0, 0, true
	resetSpans(s.spans)
	s.bound, s.heaped = bound, false
	s.tape = 0
	s.used = 0 // PostgreSQL counts an array again only if it is a new one
	if s.array.len > sortTuples {
		s.array.len = sortTuples
		s.used = s.array.bytes()
	}
	s.array.fixed = false
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
	size, refs := s.measure(row)
	s.used += size
	s.bytes += refs + sortEntryBytes
	s.refs = s.refs || refs > 0
	n := len(s.entries)
	if n >= s.array.len-1 {
		s.used = s.array.grow(s.used, s.workMem)
	}
	e.row = uint32(n)
	if len(s.spans) > 0 {
		s.span(row, &e)
	}
	s.store(row, e.row)
	if s.inOrder && n > 0 {
		last := &s.entries[n-1]
		s.inOrder = s.compareEntries(last, &e, s.row(last.row), row) <= 0
	}
	s.entries = append(grown(s.entries), e)
	n++
	full := s.used > s.workMem || n >= s.array.len
	switch {
	case s.bound > 0 && s.ext == nil && (int64(n) > 2*s.bound || full && int64(n) > s.bound):
		s.makeHeap()
	case full && s.again && s.inOrder && s.bound == 0 && s.ext == nil:
		s.follow()
	case full:
		s.err = s.spill()
	}
	return s.err
}

// measure returns what PostgreSQL would take for a row, beside its place in the
// array, and how many bytes are behind the row's references.
func (s *Sorter) measure(row types.Row) (size, refs int64) {
	tuple, refs := s.layout.Measure(row)
	switch {
	case s.datum:
		s.tape += lengthWord
		if !row[0].IsNull() {
			s.tape += 8
		}
		return 0, refs
	case s.bounded:
		return powerChunk(tuple), refs
	}
	s.tape += int64(tuple) - 10 + lengthWord // without the tuple's first ten bytes
	return align8(tuple), refs
}

// store copies a row to the slab position i, which is the next or was used before.
func (s *Sorter) store(row types.Row, i uint32) {
	slab := int(i / sortSlabRows)
	if slab == len(s.slabs) {
		var rows []types.Datum
		if slab > 0 {
			rows = make([]types.Datum, 0, sortSlabRows*s.natts)
			s.bytes += int64(cap(rows) * datumSize)
		}
		s.slabs = append(s.slabs, rows)
	}
	at := int(i%sortSlabRows) * s.natts
	rows := s.slabs[slab]
	if at >= len(rows) {
		before := cap(rows)
		rows = slices.Grow(rows, s.natts)[:at+s.natts]
		s.bytes += int64((cap(rows) - before) * datumSize)
		s.slabs[slab] = rows
	}
	copy(rows[at:], row)
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
	s.pos, s.warm = 0, 0
	if s.ext != nil {
		if len(s.entries) > 0 {
			if s.err = s.spill(); s.err != nil {
				return s.err
			}
		}
		s.note(SortStats{Method: "external merge", SpaceKB: s.ext.tapes.sizeKB(), Disk: true})
		s.err = s.ext.start(s)
		return s.err
	}
	st := SortStats{Method: "quicksort", SpaceKB: (s.used + 1023) / 1024}
	if s.heaped {
		st.Method = "top-N heapsort"
	}
	s.note(st)
	s.err = s.order()
	return s.err
}

// note keeps what took most, any file before any memory. In memory, the method is that
// of the last sort.
func (s *Sorter) note(st SortStats) {
	if st.Disk == s.stats.Disk && st.SpaceKB > s.stats.SpaceKB || st.Disk && !s.stats.Disk {
		s.stats = st
	}
	if !s.stats.Disk {
		s.stats.Method = st.Method
	}
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
	if s.pos >= s.warm {
		s.warmUp()
	}
	s.pos++
	return s.row(s.entries[s.pos-1].row)
}

// Skip leaves out up to n rows and returns how many; none of those in a file.
func (s *Sorter) Skip(n int64) int64 {
	if s.err != nil || s.ext != nil {
		return 0
	}
	n = min(n, int64(len(s.entries)-s.pos))
	s.pos += int(n)
	return n
}

// warmUp looks at the rows that come next. They lie anywhere in memory, and the processor
// waits less for many of them at once than for one after the other.
func (s *Sorter) warmUp() {
	s.warm = min(s.pos+warmRows, len(s.entries))
	for i := s.pos; i < s.warm && s.natts > 0; i++ {
		row := s.row(s.entries[i].row)
		if row[0].IsNull() {
			s.nulls++
		}
		if row[len(row)-1].IsNull() {
			s.nulls++
		}
	}
}

// Err returns the error that ended Next.
func (s *Sorter) Err() error { return s.err }

// Rewind goes back to the first row after Sort.
func (s *Sorter) Rewind() error {
	s.pos, s.warm = 0, 0
	if s.ext != nil && s.err == nil {
		s.err = s.ext.start(s)
	}
	return s.err
}

// Stats returns how the rows were sorted; it is complete after Sort.
func (s *Sorter) Stats() SortStats { return s.stats }

// UsedBound reports whether only as many rows were kept as the bound says.
func (s *Sorter) UsedBound() bool { return s.heaped }

// Used returns the bytes that are held in memory.
func (s *Sorter) Used() int64 { return s.bytes }

// Close gives memory and files back.
func (s *Sorter) Close() {
	s.ext.close()
	s.ext = nil
	s.empty()
}
