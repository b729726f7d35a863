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
	if mod > 4 && (t == types.BpcharOID || t == types.VarcharOID) {
		n := float64(mod-4)*maxCharBytes + 4
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

// storedBytes estimates the size of rows as they are stored, with their header.
// Columns of fixed length alone are exact; with others, rows are looked at.
func storedBytes(r *catalog.Relation) float64 {
	w, fixed := 0.0, true
	list := make([]*types.Type, len(r.Columns))
	for i := range r.Columns {
		ty, ok := types.ByOID(r.Columns[i].Type)
		if !ok {
			ty = otherType
		}
		list[i] = ty
		fixed = fixed && ty.Len > 0
		w = alignBy(w, ty) + float64(ty.Len)
	}
	if !fixed {
		if bytes := r.Heap.RowBytes(list); bytes > 0 {
			return bytes
		}
	}
	return maxalign(w) + heapHeader
}

// otherType stands for enums and other types of users.
var otherType = &types.Type{Len: 4, Align: 'i'}

// alignBy rounds an offset up to where a value of a type of fixed length begins.
func alignBy(w float64, ty *types.Type) float64 {
	switch {
	case ty.Len < 0:
		return w
	case ty.Align == 'd':
		return math.Ceil(w/8) * 8
	case ty.Align == 'i':
		return math.Ceil(w/4) * 4
	case ty.Align == 's':
		return math.Ceil(w/2) * 2
	}
	return w
}

// shortWidth is the assumed size of an index key of variable length, with its header.
func shortWidth(t types.OID) float64 {
	switch t {
	case types.BpcharOID:
		return 2
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
	if r.Pages > 0 && r.Tuples > 0 {
		pages = math.Ceil(live*float64(r.Pages)/r.Tuples - 1e-6)
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
	perPage := math.Floor((blockSize - pageHeader) / (storedBytes(r) + itemID))
	return math.Ceil(rows / max(perPage, 1))
}

// indexSize estimates an index's pages and the height of its tree: from what
// VACUUM, ANALYZE or CREATE INDEX saw, or from the types of its keys.
func indexSize(a *catalog.Access, r *catalog.Relation, ix *catalog.Index, entries float64) (pages float64, height int) {
	l := newIndexLayout(a, r, ix)
	if entries <= 0 {
		return 1, 0
	}
	if ix.Pages > 1 && ix.Tuples > 0 {
		pages = 1 + math.Ceil(float64(ix.Pages-1)*entries/ix.Tuples-1e-6)
		_, height = l.above(pages - 1)
		return pages, height
	}
	each := max(math.Round(entries/min(l.distinct, entries)), 1)
	seen := 0.0
	for seen < min(entries, 3000) {
		l.add(each)
		seen += each
	}
	leaves := l.leaves(seen, entries)
	upper, height := l.above(leaves)
	return leaves + upper + 1, height // the metapage
}

// IndexSize returns what VACUUM and ANALYZE note about an index in pg_class: the
// pages of 8 kB that PostgreSQL would need for it, and its entries. Its first
// entries are laid out; the others take as much.
func IndexSize(a *catalog.Access, r *catalog.Relation, ix *catalog.Index) (pages int64, entries float64) {
	if ix.Tree == nil || ix.Tree.Len() == 0 {
		return 1, 0
	}
	const laidOut = 30000
	l := newIndexLayout(a, r, ix)
	seen := ix.Tree.Runs(laidOut, func(n int) { l.add(float64(n)) })
	entries = float64(ix.Tree.Len())
	leaves := l.leaves(float64(seen), entries)
	upper, _ := l.above(leaves)
	return int64(leaves + upper + 1), entries
}

// indexLayout lays entries out on leaves as CREATE INDEX does: pages as full
// as the fillfactor says, those above them 70; equal keys in posting lists of a tenth of a page.
type indexLayout struct {
	tuple    float64 // bytes of an entry
	distinct float64 // keys, as far as statistics know
	dedup    bool
	reserve  float64 // bytes that a leaf keeps free

	full        float64 // pages before the current one
	free        float64 // bytes left on it
	items       int     // on it
	size, extra float64 // of its last item, and what a high key made of it would spare
}

const (
	leafRoom   = blockSize - pageHeader - 16 - 2*itemID // without BTPageOpaqueData
	tidBytes   = 6
	indexTuple = 8
)

func newIndexLayout(a *catalog.Access, r *catalog.Relation, ix *catalog.Index) *indexLayout {
	l := &indexLayout{distinct: 1, dedup: !ix.Unique && ix.Deduplicates(), reserve: math.Floor(blockSize * (100 - ix.FillFactor()) / 100)}
	width := 0.0
	for i, k := range ix.Keys {
		w, d, even := keyStats(a, r, &ix.Keys[i])
		if ty, ok := types.ByOID(k.Type); ok {
			width = alignBy(width, ty)
		}
		width += w
		l.distinct *= d
		l.dedup = l.dedup && even
	}
	l.tuple = maxalign(width + indexTuple)
	l.free = leafRoom
	return l
}

// add adds n entries of one key.
func (l *indexLayout) add(n float64) {
	if !l.dedup {
		for ; n > 0; n-- {
			l.put(l.tuple, 0)
		}
		return
	}
	most := math.Floor((blockSize/10/8*8 - itemID - l.tuple) / tidBytes)
	for ; n > 0; n -= most {
		size := l.tuple
		if tids := min(n, most); tids > 1 {
			size = maxalign(l.tuple + tidBytes*tids)
		}
		l.put(size, size-l.tuple)
	}
}

// put adds an item. A page that is full gives its last item to the next one, and
// keeps it as its high key.
func (l *indexLayout) put(size, extra float64) {
	if room := l.free - itemID; room < size || l.items > 1 && room+l.extra < l.reserve {
		l.full++
		l.free, l.items = leafRoom-l.size-itemID, 1
	}
	l.free -= size + itemID
	l.items++
	l.size, l.extra = size, extra
}

// leaves is the number of leaves for all entries if those added are seen.
func (l *indexLayout) leaves(seen, entries float64) float64 {
	if seen >= entries {
		return l.full + 1
	}
	return math.Ceil((l.full + 1 - l.free/leafRoom) * entries / seen)
}

// above is how many pages stand over so many leaves, and how high.
func (l *indexLayout) above(leaves float64) (pages float64, height int) {
	fanout := max(math.Floor((leafRoom-itemID-blockSize*3/10)/(l.tuple+itemID)), 2)
	for leaves > 1 {
		leaves = math.Ceil(leaves / fanout)
		pages += leaves
		height++
	}
	return pages, height
}

// keyStats is the average width of an index key's values, how many are distinct,
// and whether equal ones look equal, so that posting lists may stand for them.
func keyStats(a *catalog.Access, r *catalog.Relation, k *catalog.IndexKey) (width, distinct float64, even bool) {
	switch kindOf(k.Type) {
	case types.Numeric, types.Float4, types.Float8, types.Interval, types.Array, types.Record:
	default:
		even = true
	}
	distinct = math.Inf(1)
	ty, ok := types.ByOID(k.Type)
	if ok && ty.Len > 0 {
		width = float64(ty.Len)
	} else {
		width = shortWidth(k.Type)
	}
	if k.Attr < 1 || r == nil {
		return width, distinct, even
	}
	stats := a.Statistics(r)
	if k.Attr > len(stats) || stats[k.Attr-1] == nil {
		return width, distinct, even
	}
	s := stats[k.Attr-1]
	if !ok || ty.Len < 0 {
		width = float64(s.Width)
	}
	switch {
	case s.Distinct > 0:
		distinct = s.Distinct
	case s.Distinct < 0:
		distinct = max(-s.Distinct*r.Tuples, 1)
	case s.NullFrac == 1:
		distinct = 1
	}
	return width, distinct, even
}

// exprWidth is the average width of an expression's values.
func (lv *level) exprWidth(e expr.Expr) float64 {
	if v, ok := e.(*expr.Var); ok && v.Up == 0 {
		return lv.columnWidth(v)
	}
	return typeWidth(e.Type(), e.Typmod())
}
