package commands

import (
	"math"
	"math/rand/v2"
	"slices"

	"minidb/catalog"
	"minidb/storage"
	"minidb/types"
)

// The sample that ANALYZE works from: 300 rows for each unit of the largest
// statistics target, every row if there are no more. All pages are looked at,
// which costs little in memory; so the number of rows is exact. Rows are drawn
// by Li's algorithm L, with numbers that are the same each time.

// sample is a table's sampled rows in physical order. Rows are lent while the
// snapshot is registered.
type sample struct {
	rows  []types.Row
	live  int64 // rows of the table
	pages int64 // that PostgreSQL would need for them
}

const rowsPerTarget = 300

func (c *Ctx) sample(rel *catalog.Relation, sn *storage.Snapshot, cols []*analyzedColumn) (*sample, error) {
	want := 100
	for _, col := range cols {
		want = max(want, rowsPerTarget*col.target)
	}
	r := reservoir{want: want, rng: rand.New(rand.NewPCG(uint64(rel.OID), 1)), w: 1, next: math.MaxInt64}
	scan := rel.Heap.Scan(sn)
	for batch := scan.NextBatch(); batch != nil; batch = scan.NextBatch() {
		r.put(batch)
		if err := c.Sess.Interrupted(); err != nil {
			return nil, err
		}
	}
	if r.seen > int64(want) {
		slices.SortFunc(r.rows, func(a, b sampledRow) int { return int(a.at - b.at) })
	}
	s := &sample{live: r.seen, rows: make([]types.Row, len(r.rows))}
	size := c.newHeapSizer(rel)
	for i, row := range r.rows {
		s.rows[i] = row.row
		if size.rows < sizedRows {
			size.add(row.row)
		}
	}
	s.pages = size.pages(s.live)
	return s, nil
}

// reservoir draws want rows of those it is shown, each with the same chance.
type reservoir struct {
	want int
	rows []sampledRow
	seen int64
	rng  *rand.Rand
	w    float64
	next int64 // number of the next row to take once the reservoir is full
}

type sampledRow struct {
	row types.Row
	at  int64
}

func (r *reservoir) put(batch []types.Row) {
	end := r.seen + int64(len(batch))
	for len(r.rows) < r.want && r.seen < end {
		i := len(batch) - int(end-r.seen)
		r.rows = append(r.rows, sampledRow{batch[i], r.seen})
		r.seen++
		if len(r.rows) == r.want {
			r.skip(r.seen - 1)
		}
	}
	for r.next < end {
		i := len(batch) - int(end-r.next)
		r.rows[r.rng.IntN(r.want)] = sampledRow{batch[i], r.next}
		r.skip(r.next)
	}
	r.seen = end
}

// skip finds the row to take after row number at.
func (r *reservoir) skip(at int64) {
	r.w *= math.Exp(math.Log(1-r.rng.Float64()) / float64(r.want))
	r.next = at + 1 + int64(math.Log(1-r.rng.Float64())/math.Log1p(-r.w))
}

// heapSizer lays rows out on pages as PostgreSQL's heap does, in their order: a row
// that does not fit goes to an earlier page that has room by the free space map,
// or to a new one.
type heapSizer struct {
	cols  []catalog.Column
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
	pageRoom   = pageBytes - 24
	itemID     = 4
	tupleLimit = 2032 // TOAST_TUPLE_TARGET: longer tuples are compressed or moved out
)

func (c *Ctx) newHeapSizer(rel *catalog.Relation) *heapSizer {
	s := &heapSizer{cols: rel.Columns, types: make([]*types.Type, len(rel.Columns)),
		keep: pageBytes * (100 - int(rel.RealOption("fillfactor", 100))) / 100}
	for i := range rel.Columns {
		t, ok := c.Access.TypeInfo(rel.Columns[i].Type)
		if !ok {
			t = &types.Type{Len: 4, Align: 'i'}
		}
		s.types[i] = t
	}
	return s
}

func (s *heapSizer) add(row types.Row) {
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
func (s *heapSizer) turn(n int) {
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

// pages is the number of pages for as many rows in all.
func (s *heapSizer) pages(rows int64) int64 {
	if rows == 0 || s.rows == 0 {
		return 0
	}
	if rows == s.rows {
		return s.used
	}
	part := float64(s.used) - float64(s.free)/pageRoom
	return int64(math.Ceil(part * float64(rows) / float64(s.rows)))
}
