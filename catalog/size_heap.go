package catalog

import (
	"math"

	"minidb/storage"
	"minidb/types"
)

// How many pages of 8 kB PostgreSQL would need for a table's rows.

// HeapSizer lays rows out on pages as PostgreSQL's heap does, in their order: a row
// that does not fit goes to an earlier page that has room by the free space map,
// or to a new one.
type HeapSizer struct {
	cols  []Column
	types []*types.Type
	rows  int64
	used  int64                  // pages
	keep  int                    // bytes of a page that fillfactor leaves free
	free  int                    // bytes left on the current page
	spare [pageRoom/32 + 1][]int // bytes left on the others, by the map's categories of 32 bytes
	size  types.TupleSize
}

const (
	sizedRows  = 30000 // rows that are laid out; the others take as much
	pageBytes  = 8192
	pageRoom   = pageBytes - 24 // without the header
	itemID     = 4
	tupleLimit = 2032 // TOAST_TUPLE_TARGET: longer tuples are compressed or moved out
)

// NewHeapSizer returns a sizer that has seen no rows.
func (a *Access) NewHeapSizer(rel *Relation) *HeapSizer {
	s := &HeapSizer{cols: rel.Columns, types: make([]*types.Type, len(rel.Columns)),
		keep: pageBytes * (100 - int(rel.RealOption("fillfactor", 100))) / 100}
	for i := range rel.Columns {
		t, ok := a.TypeInfo(rel.Columns[i].Type)
		if !ok {
			t = &types.Type{Len: 4, Align: 'i'}
		}
		s.types[i] = t
	}
	return s
}

// Add lays out a row, unless that many were that the others are known by them.
func (s *HeapSizer) Add(row types.Row) {
	if s.rows == sizedRows {
		return
	}
	s.size.Reset()
	for i, d := range row {
		if i < len(s.cols) {
			s.size.Add(d, s.types[i])
		}
	}
	n := min(s.size.Bytes(), tupleLimit)
	if n+s.keep > s.free-itemID {
		s.turn(n + s.keep)
	}
	s.free -= n + itemID
	s.rows++
}

// turn finds another page with room for n bytes.
func (s *HeapSizer) turn(n int) {
	if left := s.free - itemID; left >= 32 {
		s.spare[left/32] = append(s.spare[left/32], s.free)
	}
	for i := (n + 31) / 32; i < len(s.spare); i++ {
		if k := len(s.spare[i]); k > 0 {
			s.free, s.spare[i] = s.spare[i][k-1], s.spare[i][:k-1]
			return
		}
	}
	s.used++
	s.free = pageRoom
}

// Pages is the number of pages for as many rows in all.
func (s *HeapSizer) Pages(rows int64) int64 {
	if rows == 0 || s.rows == 0 {
		return 0
	}
	if rows == s.rows {
		return s.used
	}
	part := float64(s.used) - float64(s.free)/pageRoom
	return int64(math.Ceil(part * float64(rows) / float64(s.rows)))
}

// HeapPages is how many pages of PostgreSQL a table fills: see HeapSizer.
func (a *Access) HeapPages(rel *Relation, sn *storage.Snapshot) int64 {
	size := a.NewHeapSizer(rel)
	scan := rel.Heap.Scan(sn)
	for size.rows < sizedRows {
		row := scan.Next()
		if row == nil {
			break
		}
		size.Add(row)
	}
	return size.Pages(rel.Heap.LiveEstimate())
}
