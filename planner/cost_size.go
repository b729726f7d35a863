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

// maxCharBytes is the longest character of UTF8, pg_encoding_max_length.
const maxCharBytes = 4

// typeWidth is get_typavgwidth: the average width of a type's values.
func typeWidth(t types.OID, mod int32) float64 {
	ty, ok := types.ByOID(t)
	if !ok {
		return 32
	}
	if ty.Len > 0 {
		return float64(ty.Len)
	}
	n := maximumSize(t, mod)
	switch {
	case n == 0:
		return 32
	case t == types.BpcharOID || n <= 32:
		return n
	}
	return 32 + math.Floor((min(n, 1000)-32)/2)
}

// maximumSize is type_maximum_size: how large the values of a type with a modifier can
// be on disk, 0 if nothing is known.
func maximumSize(t types.OID, mod int32) float64 {
	if mod < 4 {
		return 0
	}
	switch t {
	case types.BpcharOID, types.VarcharOID:
		return float64(mod-4)*maxCharBytes + 4
	case types.NumericOID:
		const header, digitBytes, perDigit = 8, 2, 4 // decimal digits
		precision := (mod - 4) >> 16 & 0xffff
		return header + float64((precision+2*(perDigit-1))/perDigit)*digitBytes
	}
	return 0
}

// rowWidth is the average width of a table's rows, by their types.
func rowWidth(r *catalog.Relation) float64 {
	return r.ColumnList().Width(typeWidth)
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
	if r.Pages > 0 && r.Tuples > 0 {
		grown := math.Ceil(live*float64(r.Pages)/r.Tuples - 1e-6)
		if r.Pages == 1 {
			grown = min(grown, pages) // how full a single page was says nothing
		}
		pages = max(grown, float64(r.Pages)) // deleting does not make the file smaller
	}
	if pages > 0 {
		allVis = min(float64(r.AllVisible)/pages, 1)
	}
	if r.Tuples < 0 {
		if pages < 10 {
			pages = 10 // a new table will grow
		}
		density := math.Floor((blockSize - pageHeader) / (rowWidth(r) + heapHeader + itemID))
		return pages, math.RoundToEven(density * pages), allVis
	}
	if pages == 0 {
		return 0, 0, 0
	}
	if r.Pages > 0 {
		return pages, math.RoundToEven(r.Tuples / float64(r.Pages) * pages), allVis
	}
	density := math.Floor((blockSize - pageHeader) / (rowWidth(r) + heapHeader + itemID))
	return pages, math.RoundToEven(density * pages), allVis
}

// heapPages is how many pages that many rows of the table would fill.
func heapPages(r *catalog.Relation, rows float64) float64 {
	if rows == 0 {
		return 0
	}
	perPage := math.Floor((blockSize - pageHeader) / (catalog.StoredBytes(r) + itemID))
	return math.Ceil(rows / max(perPage, 1))
}

// exprWidth is the average width of an expression's values.
func (lv *level) exprWidth(e expr.Expr) float64 {
	if v, ok := e.(*expr.Var); ok && v.Up == 0 {
		return lv.columnWidth(v)
	}
	return typeWidth(e.Type(), e.Typmod())
}
