package executor

import (
	"minidb/session"
	"minidb/types"
)

// rowStore keeps copies of rows for hash tables, flat in slabs, in the order they
// came; rows that are only read in order are in a tupleStore. The first row says how
// wide all are. Its memory counts against the session's limit until release.
type rowStore struct {
	mem   account
	width int
	slabs [][]types.Datum
	n     int
}

// slabRows is how many rows a full slab holds; the first slab starts small.
const slabRows = 1024

func newRowStore(s *session.Session) *rowStore { return &rowStore{mem: account{sess: s}} }

// add copies row and returns its number.
func (r *rowStore) add(row types.Row) (int, error) {
	if r.n == 0 {
		r.width = len(row)
	}
	i := r.n / slabRows
	if i == len(r.slabs) {
		var slab []types.Datum
		if i > 0 {
			slab = make([]types.Datum, 0, slabRows*r.width)
		}
		r.slabs = append(r.slabs, slab)
	}
	r.slabs[i] = append(r.slabs[i], row...)
	r.n++
	return r.n - 1, r.mem.add(types.RowBytes(row))
}

// row returns a stored row; it stays valid until release.
func (r *rowStore) row(i int) types.Row {
	if r.width == 0 {
		return emptyRow
	}
	at := (i % slabRows) * r.width
	return r.slabs[i/slabRows][at : at+r.width : at+r.width]
}

// release gives the memory back.
func (r *rowStore) release() {
	r.mem.release()
	r.n, r.slabs = 0, nil
}
