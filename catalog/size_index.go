package catalog

import (
	"math"

	"minidb/types"
)

// How many pages of 8 kB PostgreSQL would need for an index.

// StoredBytes estimates the size of rows as they are stored, with their header.
// Columns of fixed length alone are exact; with others, rows are looked at.
func StoredBytes(r *Relation) float64 {
	if bytes := r.ColumnList().bytes; bytes > 0 {
		return bytes
	}
	bytes, list := fixedBytes(r)
	if list != nil {
		if stored := r.Heap.RowBytes(list); stored > 0 {
			return stored
		}
		bytes = -bytes
	}
	return bytes
}

// fixedBytes is the size of rows whose columns have all a fixed length; else it is negative, and
// list has the types.
func fixedBytes(r *Relation) (bytes float64, list []*types.Type) {
	w, fixed := 0.0, true
	list = make([]*types.Type, len(r.Columns))
	for i := range r.Columns {
		ty, ok := types.ByOID(r.Columns[i].Type)
		if !ok {
			ty = otherType
		}
		list[i] = ty
		fixed = fixed && ty.Len > 0
		w = alignBy(w, ty) + float64(ty.Len)
	}
	const header = 24 // MAXALIGN(SizeofHeapTupleHeader)
	w = math.Ceil(w/8)*8 + header
	if fixed {
		return w, nil
	}
	return -w, list
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

// EstimateIndexSize estimates an index's pages and the height of its tree: from what
// VACUUM, ANALYZE or CREATE INDEX saw, or from the types of its keys.
func EstimateIndexSize(a *Access, r *Relation, ix *Index, entries float64) (pages float64, height int) {
	l := newIndexLayout(a, r, ix)
	if entries <= 0 {
		return 1, 0
	}
	if ix.Pages > 2 && ix.Tuples > 0 { // one leaf may have had any room left
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
func IndexSize(a *Access, r *Relation, ix *Index) (pages int64, entries float64) {
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
	leafRoom   = pageRoom - 16 - 2*itemID // without BTPageOpaqueData
	tidBytes   = 6
	indexTuple = 8
)

func newIndexLayout(a *Access, r *Relation, ix *Index) *indexLayout {
	l := &indexLayout{distinct: 1, dedup: !ix.Unique && ix.Deduplicates(), reserve: math.Floor(pageBytes * (100 - ix.FillFactor()) / 100)}
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
	l.tuple = alignMax(width + indexTuple)
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
	most := max(math.Floor((pageBytes/10/8*8-itemID-l.tuple)/tidBytes), 1) // a wide key has no posting lists
	for ; n > 0; n -= most {
		size := l.tuple
		if tids := min(n, most); tids > 1 {
			size = alignMax(l.tuple + tidBytes*tids)
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
	fanout := max(math.Floor((leafRoom-itemID-pageBytes*3/10)/(l.tuple+itemID)), 2)
	for leaves > 1 {
		leaves = math.Ceil(leaves / fanout)
		pages += leaves
		height++
	}
	return pages, height
}

// keyStats is the average width of an index key's values, how many are distinct,
// and whether equal ones look equal, so that posting lists may stand for them.
func keyStats(a *Access, r *Relation, k *IndexKey) (width, distinct float64, even bool) {
	ty, ok := types.ByOID(k.Type)
	kind := types.Null
	if ok {
		kind = ty.Kind
	}
	switch kind {
	case types.Numeric, types.Float4, types.Float8, types.Interval, types.Array, types.Record:
	default:
		even = true
	}
	distinct = math.Inf(1)
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

// alignMax is MAXALIGN.
func alignMax(w float64) float64 { return math.Ceil(w/8) * 8 }
