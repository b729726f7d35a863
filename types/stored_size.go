package types

// How many bytes values take in PostgreSQL's tuples, where minidb keeps them
// differently: for pg_statistic's stawidth and for the sizes of tables.

import "strings"

// StoredSize is the number of bytes that d, which is not NULL, takes in a tuple
// of PostgreSQL: with its header, short if it may be, before compression.
func StoredSize(d Datum, t *Type) int {
	if t.Len > 0 {
		return int(t.Len)
	}
	n := dataSize(d, t)
	switch {
	case t.Len == -2: // cstring
		return n + 1
	case n > 126:
		return n + 4
	}
	return n + 1
}

// dataSize is the size of a value of variable length without its header.
func dataSize(d Datum, t *Type) int {
	switch d.kind {
	case Text:
		return len(d.Text())
	case Bytea:
		return len(d.Bytes())
	case Numeric:
		return decSize(d.Dec())
	case Array:
		return arraySize(d.Array())
	case Record:
		return recordSize(d.Record())
	}
	return 8
}

// decSize is NumericShort: two bytes, and two for four decimal digits; two more
// for numbers of many digits.
func decSize(d *Dec) int {
	if !d.IsFinite() {
		return 2
	}
	if d.big != nil {
		return bigDecSize(d)
	}
	c := d.small
	if c < 0 {
		c = -c
	}
	u := uint64(c)
	n := 0
	take := func(base uint64) {
		if u%base != 0 || n > 0 {
			n++
		}
		u /= base
	}
	if r := d.scale % 4; r > 0 {
		take(uint64(pow10s[r]))
	}
	for u > 0 {
		take(10000)
	}
	size := 2 + 2*n
	if d.scale > 63 {
		size += 2
	}
	return size
}

// bigDecSize is decSize of a number that is no machine word.
func bigDecSize(d *Dec) int {
	text := strings.TrimPrefix(d.big.String(), "-")
	high := len(text) - 1 - int(d.scale) // powers of ten of the first and of the last digit that is not 0
	low := len(text) - len(strings.TrimRight(text, "0")) - int(d.scale)
	size := 2 + 2*((high>>2)-(low>>2)+1)
	if d.scale > 63 {
		size += 2
	}
	return size
}

// arraySize is ArrayType without its first four bytes.
func arraySize(a *ArrayVal) int {
	if len(a.Elems) == 0 || len(a.Dims) == 0 {
		return 12
	}
	size, nulls := 16+8*len(a.Dims), false
	for _, e := range a.Elems {
		nulls = nulls || e.IsNull()
	}
	if nulls {
		size += (len(a.Elems) + 7) / 8
	}
	size = alignTo(size, 8)
	t, ok := ByOID(a.Elem)
	if !ok {
		t = &Type{Len: 4, Align: 'i'}
	}
	for _, e := range a.Elems {
		if e.IsNull() {
			continue
		}
		size = alignTo(size, alignment(t.Align))
		if t.Len > 0 {
			size += int(t.Len)
		} else {
			size += 4 + dataSize(e, t)
		}
	}
	return size - 4
}

// recordSize is a tuple inside a value.
func recordSize(r *RecordVal) int {
	s := TupleSize{}
	s.Reset()
	for i, f := range r.Fields {
		t, ok := ByOID(r.Types[i])
		if !ok {
			t = &Type{Len: 4, Align: 'i'}
		}
		s.Add(f, t)
	}
	return s.Bytes() - 4
}

func alignTo(n, to int) int { return (n + to - 1) &^ (to - 1) }

// alignment is the number of bytes behind a letter of pg_type.typalign.
func alignment(letter byte) int {
	switch letter {
	case 'd':
		return 8
	case 'i':
		return 4
	case 's':
		return 2
	}
	return 1
}

// TupleSize adds up the size of a tuple on a page of PostgreSQL. Reset begins
// one, Add adds its columns in their order.
type TupleSize struct {
	columns, data int
	nulls         bool
}

// Reset begins a new tuple.
func (s *TupleSize) Reset() { *s = TupleSize{} }

// Add adds a column's value, which may be NULL. Short values of variable length
// are not aligned.
func (s *TupleSize) Add(d Datum, t *Type) {
	s.columns++
	if d.IsNull() {
		s.nulls = true
		return
	}
	n := StoredSize(d, t)
	if t.Len > 0 || n > 127 {
		s.data = alignTo(s.data, alignment(t.Align))
	}
	s.data += n
}

// MinimalBytes is the size of a MinimalTuple, which executor nodes keep.
func (s *TupleSize) MinimalBytes() int {
	header := 15 // SizeofMinimalTupleHeader
	if s.nulls {
		header += (s.columns + 7) / 8
	}
	return alignTo(header+8, 8) - 8 + s.data
}

// Bytes is the size of the tuple, its header included and rounded up to 8 bytes.
func (s *TupleSize) Bytes() int {
	header := 23 // SizeofHeapTupleHeader
	if s.nulls {
		header += (s.columns + 7) / 8
	}
	return alignTo(header, 8) + alignTo(s.data, 8)
}
