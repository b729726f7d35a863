package catalog

// Reading catalog rows: by an index with leading key columns given, or all of
// them. Scans use a fresh catalog snapshot that sees the transaction's own
// earlier commands, as PostgreSQL's systable_beginscan does.

import (
	"cmp"
	"iter"
	"slices"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// Scan yields the rows of a catalog whose leading columns in the named index
// equal key, in index order; all rows in heap order if index is empty. Rows are
// lent until the following step.
func (a *Access) Scan(catalog *Relation, index string, key ...types.Datum) iter.Seq2[storage.TID, types.Row] {
	return func(yield func(storage.TID, types.Row) bool) {
		sn, release := a.snapshot()
		defer release()
		a.scan(sn, catalog, index, key)(yield)
	}
}

// snapshot returns a catalog snapshot and what gives it back. Outside a
// transaction it starts a small one of its own.
func (a *Access) snapshot() (*storage.Snapshot, func()) {
	if t := a.S.Txn; t != nil {
		sn := t.CatalogSnapshot()
		return sn, sn.Release
	}
	t := a.store.Begin(storage.ReadCommitted, nil)
	sn := t.CatalogSnapshot()
	return sn, func() {
		sn.Release()
		t.Commit()
	}
}

func (a *Access) scan(sn *storage.Snapshot, rel *Relation, index string, key []types.Datum) iter.Seq2[storage.TID, types.Row] {
	if index == "" {
		return func(yield func(storage.TID, types.Row) bool) {
			hs := rel.Heap.Scan(sn)
			defer hs.Done(a.S.StmtStart)
			for row := hs.Next(); row != nil; row = hs.Next() {
				if !yield(hs.TID(), row) {
					return
				}
			}
		}
	}
	ix := rel.IndexByName(index)
	if ix == nil {
		panic(pgerr.New(pgerr.Internal, "catalog %s has no index %s", rel.Name, index))
	}
	return func(yield func(storage.TID, types.Row) bool) {
		is := ix.Tree.ScanFor(sn, storage.Range{Lo: key, Hi: key}, false)
		fetched := int64(0)
		defer func() { is.Done(a.S.StmtStart, fetched) }()
		for {
			tid, ok := is.Next()
			if !ok {
				return
			}
			row, at, ok := rel.Heap.Fetch(sn, tid)
			if !ok {
				continue
			}
			if fetched++; !yield(at, row) {
				return
			}
		}
	}
}

// first returns a copy of the first row that Scan would yield, nil if none.
func (a *Access) first(catalog types.OID, index string, key ...types.Datum) (types.Row, storage.TID) {
	for tid, row := range a.Scan(a.System(catalog), index, key...) {
		return append(types.Row(nil), row...), tid
	}
	return nil, storage.InvalidTID
}

// rows returns copies of the rows that Scan would yield.
func (a *Access) rows(catalog types.OID, index string, key ...types.Datum) []foundRow {
	var out []foundRow
	for tid, row := range a.Scan(a.System(catalog), index, key...) {
		out = append(out, foundRow{tid, append(types.Row(nil), row...)})
	}
	return out
}

// stillThere reports whether a row that was found before is neither deleted nor
// replaced.
func (a *Access) stillThere(catalog types.OID, tid storage.TID) bool {
	sn, release := a.snapshot()
	defer release()
	_, at, ok := a.System(catalog).Heap.Fetch(sn, tid)
	return ok && at == tid
}

type foundRow struct {
	tid storage.TID
	row types.Row
}

// IndexByName returns the relation's index of that name, nil if it has none.
func (r *Relation) IndexByName(name string) *Index {
	for _, ix := range r.Indexes {
		if ix.Name == name {
			return ix
		}
	}
	return nil
}

// Index returns the relation's index of that OID, nil if it has none.
func (r *Relation) Index(oid types.OID) *Index {
	i, ok := slices.BinarySearchFunc(r.Indexes, oid, func(ix *Index, oid types.OID) int { return cmp.Compare(ix.OID, oid) })
	if !ok {
		return nil
	}
	return r.Indexes[i]
}

// Datums of catalog rows.

func oidDatum(o types.OID) types.Datum { return types.NewInt(int64(o)) }
func intDatum(n int) types.Datum       { return types.NewInt(int64(n)) }
func textDatum(s string) types.Datum   { return types.NewText(s) }
func boolDatum(b bool) types.Datum     { return types.NewBool(b) }

// charDatum makes a "char"; 0 is the empty one.
func charDatum(c byte) types.Datum {
	if c == 0 {
		return types.NewText("")
	}
	return types.NewText(oneByte[c : int(c)+1])
}

// oneByte has the ASCII characters, to cut one-letter strings from.
var oneByte = func() string {
	b := make([]byte, 128)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

func datumOID(d types.Datum) types.OID {
	if d.IsNull() {
		return 0
	}
	return types.OID(d.Int())
}

func datumChar(d types.Datum) byte {
	if d.IsNull() || d.Text() == "" {
		return 0
	}
	return d.Text()[0]
}

func datumText(d types.Datum) string {
	if d.IsNull() {
		return ""
	}
	return d.Text()
}

// vector makes an int2vector or oidvector, whose subscripts start at 0.
func vector[T ~int | ~int16 | ~uint32](elem types.OID, vals []T) types.Datum {
	elems := make([]types.Datum, len(vals))
	for i, v := range vals {
		elems[i] = types.NewInt(int64(v))
	}
	v := &types.ArrayVal{Elem: elem, Elems: elems}
	if len(elems) > 0 {
		v.Dims, v.Lower = []int32{int32(len(elems))}, []int32{0}
	}
	return types.NewArray(v)
}

// array makes a one-dimensional array with subscripts from 1, NULL if empty.
func array[T ~int | ~int16 | ~uint32](elem types.OID, vals []T) types.Datum {
	if len(vals) == 0 {
		return types.NullDatum
	}
	elems := make([]types.Datum, len(vals))
	for i, v := range vals {
		elems[i] = types.NewInt(int64(v))
	}
	return types.NewArray1(elem, elems)
}

// arrayInts returns the elements of an integer array, nil for NULL.
func arrayInts(d types.Datum) []int {
	if d.IsNull() {
		return nil
	}
	elems := d.Array().Elems
	out := make([]int, len(elems))
	for i, e := range elems {
		out[i] = int(e.Int())
	}
	return out
}
