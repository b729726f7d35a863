package planner

import (
	"math"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// How large relations and indexes would be on disk: minidb keeps rows in
// memory, and estimates here the 8 kB pages that PostgreSQL would need for the
// same rows.

// typeWidth is get_typavgwidth: the average width of a type's values.
func typeWidth(t types.OID, mod int32) float64 {
	ty, ok := types.ByOID(t)
	if !ok {
		return 32
	}
	if ty.Len > 0 {
		return float64(ty.Len)
	}
	if mod > 4 && (t == types.BpcharOID || t == types.VarcharOID) {
		n := float64(mod - 4)
		if t == types.BpcharOID || n <= 32 {
			return n
		}
		if n < 1000 {
			return 32 + (n-32)/2
		}
		return 32 + (1000-32)/2
	}
	if mod > 4 && t == types.NumericOID {
		precision := float64((mod - 4) >> 16 & 0xffff)
		return 2 + math.Ceil(precision/4+1)*2
	}
	return 32
}

// rowWidth is the average width of a table's rows, by their types.
func rowWidth(r *catalog.Relation) float64 {
	w := 0.0
	for i := range r.Columns {
		if c := &r.Columns[i]; !c.Dropped {
			w += typeWidth(c.Type, c.Typmod)
		}
	}
	return w
}

// storedWidth estimates the width of rows as they are stored. Types of fixed
// length are exact, with their alignment; of the others the storage keeps no
// sizes, so that short values are assumed (declared lengths where there are any).
func storedWidth(r *catalog.Relation) float64 {
	w := 0.0
	for i := range r.Columns {
		c := &r.Columns[i]
		ty, ok := types.ByOID(c.Type)
		if !ok || ty.Len < 0 {
			w += shortWidth(c)
			continue
		}
		switch ty.Align {
		case 'd':
			w = math.Ceil(w/8) * 8
		case 'i':
			w = math.Ceil(w/4) * 4
		case 's':
			w = math.Ceil(w/2) * 2
		}
		w += float64(ty.Len)
	}
	return w
}

// shortWidth is the assumed size of a value of variable length, with its header.
func shortWidth(c *catalog.Column) float64 {
	switch c.Type {
	case types.BpcharOID:
		return max(float64(c.Typmod-4), 1) + 1
	case types.NumericOID:
		return 6
	case types.TextOID, types.VarcharOID, types.ByteaOID:
		return 8
	}
	return 32
}

// relationSize estimates pages and rows as estimate_rel_size does: from the
// size now and the density seen by the last VACUUM or ANALYZE, or guessed from
// the types.
func relationSize(r *catalog.Relation) (pages, tuples, allVis float64) {
	if r.Heap == nil {
		if r.Tuples >= 0 {
			return max(float64(r.Pages), 1), r.Tuples, 0
		}
		return 10, 1000, 0
	}
	live := float64(r.Heap.LiveEstimate())
	pages = heapPages(r, live)
	if r.Tuples < 0 {
		if pages < 10 {
			pages = 10 // a new table will grow
		}
		density := math.Floor((blockSize - pageHeader) / (rowWidth(r) + heapHeader + itemID))
		return pages, math.RoundToEven(density * pages), 0
	}
	if pages == 0 {
		return 0, 0, 0
	}
	if r.Pages > 0 {
		return pages, math.RoundToEven(r.Tuples / float64(r.Pages) * pages), 0
	}
	density := math.Floor((blockSize - pageHeader) / (rowWidth(r) + heapHeader + itemID))
	return pages, math.RoundToEven(density * pages), 0
}

// heapPages is how many pages that many rows of the table would fill.
func heapPages(r *catalog.Relation, rows float64) float64 {
	if rows == 0 {
		return 0
	}
	perPage := math.Floor((blockSize - pageHeader) / (maxalign(storedWidth(r)) + heapHeader + itemID))
	return math.Ceil(rows / max(perPage, 1))
}

// indexSize estimates an index's pages and tuples and the height of its tree.
func indexSize(ix *catalog.Index, heapTuples float64, entries float64) (pages float64, height int) {
	w := 0.0
	for _, k := range ix.Keys {
		if ty, ok := types.ByOID(k.Type); ok && ty.Len > 0 {
			w += float64(ty.Len)
		} else {
			w += shortWidth(&catalog.Column{Type: k.Type, Typmod: -1})
		}
	}
	const header = 8 // IndexTupleData
	perPage := math.Floor((blockSize - pageHeader - 16) * 0.9 / (maxalign(w+header) + itemID))
	perPage = max(perPage, 2)
	if entries <= 0 {
		return 1, 0
	}
	level := math.Ceil(entries / perPage)
	pages = level + 1 // the metapage
	for level > 1 {
		level = math.Ceil(level / perPage)
		pages += level
		height++
	}
	return pages, height
}

// exprWidth is the average width of an expression's values.
func exprWidth(e expr.Expr) float64 {
	return typeWidth(e.Type(), e.Typmod())
}

// HeapSize returns what VACUUM notes about a table in pg_class: how many pages
// of 8 kB its rows would fill in PostgreSQL, and how many rows there are.
func HeapSize(r *catalog.Relation) (pages int64, tuples float64) {
	live := float64(r.Heap.LiveEstimate())
	return int64(heapPages(r, live)), live
}
