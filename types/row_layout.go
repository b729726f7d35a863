package types

// How large rows are in PostgreSQL's tuples. work_mem counts in these bytes, so that
// what spills there spills here, and EXPLAIN ANALYZE shows them.

// RowLayout measures rows of one list of column types. The zero value goes by the
// kinds of the values.
type RowLayout struct {
	cols  []*Type // nil: not built in
	fixed int     // MinimalBytes of a row without NULLs; 0 if a column's length varies
}

// NewRowLayout makes the layout of rows with columns of these types.
func NewRowLayout(ts []OID) *RowLayout {
	l := &RowLayout{cols: make([]*Type, len(ts))}
	var size TupleSize
	fixed := true
	for i, o := range ts {
		t, _ := ByOID(o)
		l.cols[i] = t
		fixed = fixed && t != nil && t.Len > 0
		if fixed {
			size.Add(NewInt(0), t)
		}
	}
	if fixed {
		l.fixed = size.MinimalBytes()
	}
	return l
}

// OneByVal reports whether rows have one column, of a type that PostgreSQL passes by
// value.
func (l *RowLayout) OneByVal() bool { return len(l.cols) == 1 && l.cols[0] != nil && l.cols[0].ByVal }

// Measure returns how many bytes PostgreSQL's MinimalTuple of the row has, and how
// many the values take here behind their references.
func (l *RowLayout) Measure(r Row) (tuple int, refs int64) {
	plain := true // no NULLs, and of fixed length as far as the kinds tell
	for i := range r {
		switch k := r[i].kind; k {
		case Null:
			plain = false
		case Text, Bytea:
			refs += int64(r[i].num)
		case Numeric, Interval, UUID, Array, Record:
			refs += boxedBytes(r[i])
		}
	}
	if plain && l.fixed > 0 && len(r) == len(l.cols) {
		return l.fixed, refs
	}
	var size TupleSize
	for i := range r {
		size.Add(r[i], l.column(i, r[i].kind))
	}
	return size.MinimalBytes(), refs
}

func (l *RowLayout) column(i int, k Kind) *Type {
	switch {
	case i >= len(l.cols):
		return kindTypes[k]
	case l.cols[i] != nil:
		return l.cols[i]
	case k == Int:
		return enumType
	}
	return kindTypes[k]
}

var enumType = &Type{Len: 4, Align: 'i'}

// kindTypes are the types by which columns of unknown type are measured.
var kindTypes = func() (ts [numKinds]*Type) {
	for k := range ts {
		ts[k] = &Type{Len: 8, Align: 'd'}
	}
	for k, o := range map[Kind]OID{
		Bool: BoolOID, Float4: Float4OID, Text: TextOID, Bytea: ByteaOID, Numeric: NumericOID, Date: DateOID,
		Interval: IntervalOID, UUID: UUIDOID, Array: 1007, Record: RecordOID,
	} {
		if t, ok := ByOID(o); ok {
			ts[k] = t
		}
	}
	return ts
}()
