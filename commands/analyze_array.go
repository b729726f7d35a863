package commands

import (
	"cmp"
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Statistics of array elements: the most common ones, and how many distinct ones arrays
// have. Elements are counted by Lossy Counting (Manku and Motwani), which forgets rare ones
// on the way. After PostgreSQL 18, utils/adt/array_typanalyze.c (compute_array_stats).

// maxArrayBytes is ARRAY_WIDTH_THRESHOLD: larger arrays are left out.
const maxArrayBytes = 0x10000

// elementCount is one element and in how many arrays it was met since it is known; before,
// it was met no more than missed times.
type elementCount struct {
	value     types.Datum
	n, missed int
	inArray   int // number of the last array that has it
}

// arrayStats counts the elements of a column's arrays.
type arrayStats struct {
	elem     types.OID
	eq       *expr.Operator
	target   int
	elements map[string]*elementCount
	lengths  map[int]int // arrays by how many distinct elements they have
	arrays   int
	nulls    int // arrays with a NULL
	seen     int // elements, once for each array
	bucket   int // number of the current run of width elements
	width    int
	key      []byte
}

// arrays adds the statistics of elements to those of an array column whose elements have an
// order.
func (w *scalarStats) arrays(s *sample, out *catalog.ColumnStats) {
	a := &arrayStats{elem: w.typ.Elem, eq: w.elemEq, target: w.target, elements: map[string]*elementCount{},
		lengths: map[int]int{}, bucket: 1, width: max(w.target*10*1000/7, 1)}
	for _, row := range s.rows {
		if d := w.value(row); !d.IsNull() && types.StoredSize(d, w.typ) <= maxArrayBytes {
			a.add(d.Array().Elems)
		}
	}
	if a.arrays == 0 {
		return
	}
	a.common(out, w.col.Collation)
	a.histogram(out, w.col.Collation)
}

func (a *arrayStats) add(elems []types.Datum) {
	a.arrays++
	before, null := a.seen, false
	for _, d := range elems {
		if d.IsNull() {
			null = true
			continue
		}
		a.key = types.AppendKey(a.key[:0], d, false, false)
		switch e := a.elements[string(a.key)]; {
		case e == nil:
			a.elements[string(a.key)] = &elementCount{value: d.Owned(), n: 1, missed: a.bucket - 1, inArray: a.arrays}
		case e.inArray == a.arrays:
			continue
		default:
			e.n, e.inArray = e.n+1, a.arrays
		}
		if a.seen++; a.seen%a.width == 0 {
			for k, e := range a.elements {
				if e.n+e.missed <= a.bucket {
					delete(a.elements, k)
				}
			}
			a.bucket++
		}
	}
	if null {
		a.nulls++
	}
	a.lengths[a.seen-before]++
}

// common adds the most common elements in their order, with their frequencies, the least
// and the greatest one, and that of arrays with NULL.
func (a *arrayStats) common(out *catalog.ColumnStats, coll types.OID) {
	var list []*elementCount
	cutoff := 9 * a.seen / a.width
	for _, e := range a.elements {
		if e.n > cutoff {
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return
	}
	byValue := func(x, y *elementCount) int { return types.Compare(x.value, y.value) }
	slices.SortFunc(list, func(x, y *elementCount) int { return cmp.Or(y.n-x.n, byValue(x, y)) })
	list = list[:min(len(list), a.target*10)]
	most, least := list[0].n, list[len(list)-1].n
	slices.SortFunc(list, byValue)
	slot := catalog.StatSlot{Kind: catalog.StatMCElem, Op: a.eq.OID, Coll: coll, Elem: a.elem}
	share := func(n int) { slot.Numbers = append(slot.Numbers, float64(n)/float64(a.arrays)) }
	for _, e := range list {
		slot.Values = append(slot.Values, e.value)
		share(e.n)
	}
	share(least)
	share(most)
	share(a.nulls)
	out.Slots = append(out.Slots, slot)
}

// histogram adds bounds of the numbers of distinct elements, equally many arrays each, and
// their average.
func (a *arrayStats) histogram(out *catalog.ColumnStats, coll types.OID) {
	var all []int
	for n := range a.lengths {
		all = append(all, n)
	}
	slices.Sort(all)
	bounds := max(a.target, 2)
	slot := catalog.StatSlot{Kind: catalog.StatDECHist, Op: a.eq.OID, Coll: coll}
	at, left := 0, a.lengths[all[0]]*(bounds-1)
	for range bounds {
		for left <= 0 {
			at++
			left += a.lengths[all[at]] * (bounds - 1)
		}
		slot.Numbers = append(slot.Numbers, float64(all[at]))
		left -= a.arrays - 1
	}
	slot.Numbers = append(slot.Numbers, float64(a.seen)/float64(a.arrays))
	out.Slots = append(out.Slots, slot)
}
