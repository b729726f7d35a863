package types

// Arena: where nodes that keep rows (sorts, hash tables, stores) copy them. One
// allocation serves some hundred rows, and the bytes are counted against work_mem.

import "unsafe"

const (
	datumBytes = int64(unsafe.Sizeof(Datum{}))
	// slabDatums is the size of a slab: 24 KB.
	slabDatums = 1024
)

// Arena holds copies of rows. Its zero value is ready; it is not safe for
// concurrent use.
type Arena struct {
	free  []Datum   // rest of the slab in use
	slabs [][]Datum // full-size slabs, in use and to be used again
	used  int       // slabs in use
	bytes int64
}

// Copy returns a copy of r that is valid until Reset. What the datums refer to is
// shared.
func (a *Arena) Copy(r Row) Row {
	n := len(r)
	a.bytes += RowBytes(r)
	if n > slabDatums/4 {
		return append(make(Row, 0, n), r...)
	}
	if n > len(a.free) {
		a.grow()
	}
	c := a.free[:n:n]
	a.free = a.free[n:]
	copy(c, r)
	return c
}

func (a *Arena) grow() {
	if a.used == len(a.slabs) {
		a.slabs = append(a.slabs, make([]Datum, slabDatums))
	}
	a.free = a.slabs[a.used]
	a.used++
}

// Reset forgets all rows, which become invalid, and keeps the slabs for new ones.
func (a *Arena) Reset() {
	for _, s := range a.slabs[:a.used] {
		clear(s)
	}
	a.free, a.used, a.bytes = nil, 0, 0
}

// Bytes returns the size of the rows copied since Reset: 24 bytes a datum and what
// the datums refer to.
func (a *Arena) Bytes() int64 { return a.bytes }

// RowBytes returns the size of a row: 24 bytes a datum and what they refer to.
func RowBytes(r Row) int64 {
	n := int64(len(r)) * datumBytes
	for i := range r {
		if k := r[i].kind; k == Text || k == Bytea {
			n += int64(r[i].num)
		} else if k >= Numeric {
			n += boxedBytes(r[i])
		}
	}
	return n
}

// boxedBytes is the size of what sits behind a datum's reference.
func boxedBytes(d Datum) int64 {
	switch d.kind {
	case Numeric:
		if d.isSmall() {
			return 0
		}
		v := d.Dec()
		n := int64(unsafe.Sizeof(*v))
		if v.big != nil {
			n += int64(v.big.Size())
		}
		return n
	case Interval, UUID:
		return 16
	case Array:
		a := d.Array()
		return int64(unsafe.Sizeof(*a)) + int64(len(a.Dims))*8 + RowBytes(a.Elems)
	case Record:
		r := d.Record()
		return int64(unsafe.Sizeof(*r)) + int64(len(r.Types))*20 + RowBytes(r.Fields)
	}
	return 0
}
