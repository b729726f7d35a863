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
	fresh bool  // rows are computed, not stored: their values have long headers
}

const rowsPerTarget = 300

func (c *Ctx) sample(rel *catalog.Relation, sn *storage.Snapshot, cols []*analyzedColumn) (*sample, error) {
	r := newReservoir(rel, cols)
	if err := r.scan(c, rel, sn); err != nil {
		return nil, err
	}
	r.sort()
	s := &sample{live: r.seen, rows: make([]types.Row, len(r.rows))}
	size := c.Access.NewHeapSizer(rel)
	for i, row := range r.rows {
		s.rows[i] = row.row
		size.Add(row.row)
	}
	s.pages = size.Pages(s.live)
	return s, nil
}

func newReservoir(rel *catalog.Relation, cols []*analyzedColumn) *reservoir {
	want := 100
	for _, col := range cols {
		want = max(want, rowsPerTarget*col.target)
	}
	return &reservoir{want: want, rng: rand.New(rand.NewPCG(uint64(rel.OID), 1)), w: 1, next: math.MaxInt64}
}

// scan shows it the rows of a table.
func (r *reservoir) scan(c *Ctx, rel *catalog.Relation, sn *storage.Snapshot) error {
	scan := rel.Heap.Scan(sn)
	for batch := scan.NextBatch(); batch != nil; batch = scan.NextBatch() {
		r.put(batch)
		if err := c.Sess.Interrupted(); err != nil {
			return err
		}
	}
	return nil
}

// sort puts the rows in their physical order.
func (r *reservoir) sort() {
	if r.seen > int64(r.want) {
		slices.SortFunc(r.rows, func(a, b sampledRow) int { return int(a.at - b.at) })
	}
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
