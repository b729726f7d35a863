package types

// How large rows are in PostgreSQL's tuples. work_mem counts in these bytes, so that
// what spills there spills here, and EXPLAIN ANALYZE shows them.

// RowLayout measures rows of one list of column types. The zero value goes by the
// kinds of the values.
type RowLayout struct {
	cols  []columnSize
	byVal bool // one column, passed by value
	fixed int  // of a row without NULLs; 0 if a column's length varies
}

// columnSize is how values of a column are laid out.
type columnSize struct {
	len   int // below 0: it varies
	align int // 0: not known, so the value's kind decides
}

func sizeOf(t *Type) columnSize { return columnSize{int(t.Len), alignment(t.Align)} }

// NewRowLayout makes the layout of rows with columns of these types.
func NewRowLayout(ts []OID) *RowLayout {
	l := &RowLayout{cols: make([]columnSize, len(ts))}
	fixed, data := true, 0
	for i, o := range ts {
		t, ok := ByOID(o)
		if !ok {
			fixed = false
			continue
		}
		c := sizeOf(t)
		l.cols[i] = c
		fixed = fixed && c.len > 0
		data = alignTo(data, c.align) + c.len
		l.byVal = t.ByVal && len(ts) == 1
	}
	if fixed {
		l.fixed = minimalHeader(0) + data
	}
	return l
}

// minimalHeader is the header of a MinimalTuple; nulls is how many columns the bitmap
// of NULLs has, if there is one.
func minimalHeader(nulls int) int { return alignTo(15+(nulls+7)/8+8, 8) - 8 }

// OneByVal reports whether rows have one column, of a type that PostgreSQL passes by
// value.
func (l *RowLayout) OneByVal() bool { return l.byVal }

// Measure returns how many bytes PostgreSQL's MinimalTuple of the row has, and how
// many the values take here behind their references.
func (l *RowLayout) Measure(r Row) (tuple int, refs int64) {
	if l.fixed > 0 && len(r) == len(l.cols) && plain(r) {
		return l.fixed, 0
	}
	data, nulls, refs := l.data(r)
	if nulls == 0 && l.fixed > 0 && len(r) == len(l.cols) {
		return l.fixed, refs
	}
	return minimalHeader(nulls) + data, refs
}

// DataBytes is how many bytes the row's values take in a tuple, without its header.
func (l *RowLayout) DataBytes(r Row) int {
	data, _, _ := l.data(r)
	return data
}

// data is DataBytes, with how many columns the bitmap of NULLs has, and refs.
func (l *RowLayout) data(r Row) (data, nulls int, refs int64) {
	for i := range r {
		d := &r[i]
		if d.kind == Null {
			nulls = len(r)
			continue
		}
		var c columnSize
		if i < len(l.cols) {
			c = l.cols[i]
		}
		if c.align == 0 {
			c = l.byKind(i, d.kind)
		}
		n := int(d.num)
		switch d.kind {
		case Text, Bytea:
			refs += int64(n)
		case Numeric, Array, Record:
			refs += boxedBytes(*d)
			n = dataSize(*d, nil)
		case Interval, UUID:
			refs += boxedBytes(*d)
		}
		switch {
		case c.len > 0:
			data = (data+c.align-1)&^(c.align-1) + c.len
		case c.len == -2: // cstring
			data += n + 1
		case n > 126:
			data = alignTo(data, c.align) + n + 4
		default:
			data += n + 1
		}
	}
	return data, nulls, refs
}

// plain tells whether a row has neither NULLs nor values behind references.
func plain(r Row) bool {
	const kinds = 1<<Bool | 1<<Int | 1<<Float4 | 1<<Float8 | 1<<Date | 1<<Time | 1<<Timetz | 1<<Timestamp | 1<<Timestamptz
	for i := range r {
		if kinds>>r[i].kind&1 == 0 {
			return false
		}
	}
	return true
}

// byKind is for columns of types that are not built in, or not known.
func (l *RowLayout) byKind(i int, k Kind) columnSize {
	if i < len(l.cols) && k == Int {
		return columnSize{4, 4} // an enum
	}
	return kindSizes[k]
}

// kindSizes are what values of columns of unknown type take.
var kindSizes = func() (sizes [numKinds]columnSize) {
	for k := range sizes {
		sizes[k] = columnSize{8, 8}
	}
	for k, o := range map[Kind]OID{
		Bool: BoolOID, Float4: Float4OID, Text: TextOID, Bytea: ByteaOID, Numeric: NumericOID, Date: DateOID,
		Interval: IntervalOID, UUID: UUIDOID, Array: 1007, Record: RecordOID,
	} {
		if t, ok := ByOID(o); ok {
			sizes[k] = sizeOf(t)
		}
	}
	return sizes
}()
