package types

// Values from binary, as PostgreSQL's receive functions read them.

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"minidb/pgerr"
)

// Receive reads the binary form of a value of type t with modifier typmod, all of
// b, which it copies what it keeps from. Errors are PostgreSQL's: 08P01 for a form
// that is too short, 22P03 for a wrong one.
func Receive(t OID, typmod int32, b []byte, env *Env) (Datum, error) {
	r := &binaryReader{b: b, env: env}
	d := r.value(t, typmod)
	if r.err == nil && len(r.b) > 0 {
		r.fail(pgerr.InvalidBinaryRepresentation, "incorrect binary data format")
	}
	if r.err != nil {
		return NullDatum, r.err
	}
	return d, nil
}

// binaryReader reads numbers off b. The first error stays; all reads after it are 0.
type binaryReader struct {
	b     []byte
	env   *Env
	err   error
	depth int
}

func (r *binaryReader) fail(code pgerr.Code, format string, args ...any) {
	if r.err == nil {
		r.err, r.b = pgerr.New(code, format, args...), nil
	}
}

func (r *binaryReader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail(pgerr.ProtocolViolation, "insufficient data left in message")
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// byte takes one byte, whose absence has a text of its own (pq_getmsgbyte).
func (r *binaryReader) byte() byte {
	if r.err == nil && len(r.b) == 0 {
		r.fail(pgerr.ProtocolViolation, "no data left in message")
		return 0
	}
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *binaryReader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

func (r *binaryReader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *binaryReader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *binaryReader) text() string {
	b, err := r.env.FromClient(r.take(len(r.b)))
	if err != nil && r.err == nil {
		r.err = err
	}
	return string(b)
}

// TextOf makes a string of bytes from outside, which must be valid UTF-8 without
// zero bytes (22021).
func TextOf(b []byte) (string, error) {
	if err := ValidText(b); err != nil {
		return "", err
	}
	return string(b), nil
}

// ValidText refuses bytes that are not a text: TextOf's error.
func ValidText(b []byte) error {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return nil
	}
	for i := 0; ; {
		c, n := utf8.DecodeRune(b[i:])
		if c == 0 || c == utf8.RuneError && n <= 1 {
			return invalidUTF8(b[i:])
		}
		i += n
	}
}

// invalidUTF8 names the bytes of the sequence that b begins with.
func invalidUTF8(b []byte) error {
	n := 1
	switch {
	case b[0] >= 0xf0 && b[0] < 0xf8:
		n = 4
	case b[0] >= 0xe0 && b[0] < 0xf0:
		n = 3
	case b[0] >= 0xc0 && b[0] < 0xe0:
		n = 2
	}
	return invalidSequence("UTF8", b[:min(n, len(b))])
}

func (r *binaryReader) value(t OID, typmod int32) Datum {
	switch t {
	case Int4OID:
		return NewInt(int64(int32(r.uint32())))
	case Int8OID:
		return NewInt(int64(r.uint64()))
	case Int2OID:
		return NewInt(int64(int16(r.uint16())))
	case OidOID, XidOID, CidOID, RegprocOID, RegprocedureOID, RegclassOID, RegtypeOID, RegnamespaceOID, RegroleOID, RegconfigOID, RegdictionaryOID:
		return NewInt(int64(r.uint32()))
	case TidOID:
		block := r.uint32()
		return NewTid(block, r.uint16())
	case BoolOID:
		return NewBool(r.byte() != 0)
	case Float8OID:
		return NewFloat8(math.Float64frombits(r.uint64()))
	case Float4OID:
		return NewFloat4(math.Float32frombits(r.uint32()))
	case TextOID, UnknownOID, CstringOID:
		return NewText(r.text())
	case VarcharOID, BpcharOID:
		return r.checked(CoerceLength(NewText(r.text()), t, typmod, false))
	case NameOID:
		s := r.text()
		if len(s) > nameLen && r.err == nil {
			r.err, r.b = pgerr.New(pgerr.NameTooLong, "identifier too long").
				WithDetail("Identifier must be less than %d characters.", nameLen+1), nil
		}
		return NewText(s)
	case CharOID:
		if c := r.byte(); c != 0 {
			return NewText(string([]byte{c}))
		}
		return NewText("")
	case JSONOID:
		s := r.text()
		return r.checked(NewText(s), CheckJSON(s))
	case ByteaOID:
		return NewBytea(append([]byte{}, r.take(len(r.b))...))
	case NumericOID:
		return r.numeric(typmod)
	case Xid8OID, LSNOID:
		return NewUnsigned(r.uint64())
	case TxidSnapshotOID, SnapshotOID:
		return r.xidSnapshot()
	case UUIDOID:
		var u [16]byte
		copy(u[:], r.take(16))
		return NewUUID(u)
	case DateOID, TimeOID, TimetzOID, TimestampOID, TimestamptzOID, IntervalOID:
		return r.time(t, typmod)
	case VoidOID: // nothing, in no bytes
		return NewText("")
	case Int2VectorOID:
		return r.vector(Int2OID, "int2vector")
	case OidVectorOID:
		return r.vector(OidOID, "oidvector")
	case RecordOID:
		r.fail(pgerr.FeatureNotSupported, "input of anonymous composite types is not implemented")
		return NullDatum
	}
	return r.catalogValue(t, typmod)
}

func (r *binaryReader) checked(d Datum, err error) Datum {
	if r.err == nil && err != nil {
		r.err = err
	}
	return d
}

// catalogValue reads what needs other types: enums, domains, arrays, rows.
func (r *binaryReader) catalogValue(t OID, typmod int32) Datum {
	ty, ok := r.env.Type(t)
	switch {
	case !ok:
		r.fail(pgerr.Internal, "cache lookup failed for type %d", t)
	case ty.TypType == 'e':
		if s := r.text(); r.err == nil {
			return r.checked(r.env.Names.EnumIn(t, s))
		}
	case ty.TypType == 'd':
		return r.value(ty.Base, typmod)
	case ty.TypType == 'c':
		return r.record(t)
	case ty.Category == 'A' && ty.Elem != 0:
		return r.array(ty.Elem, typmod)
	default:
		r.fail(pgerr.UndefinedFunction, "no binary input function available for type %s", r.env.Names.RegtypeOut(t))
	}
	return NullDatum
}

func (r *binaryReader) time(t OID, typmod int32) Datum {
	switch t {
	case DateOID:
		v := int64(int32(r.uint32()))
		if DateIsFinite(v) && (v < minDate || v >= endDate) {
			r.fail(pgerr.DatetimeFieldOverflow, "date out of range")
		}
		return NewDate(v)
	case TimeOID:
		return NewTime(roundMicros(r.timeOfDay(), typmod))
	case TimetzOID:
		us := r.timeOfDay()
		west := int64(int32(r.uint32()))
		const limit = 16 * 3600
		if west <= -limit || west >= limit {
			r.fail("22009", "time zone displacement out of range")
			return NullDatum
		}
		return NewTimetz(TimetzVal{Micros: roundMicros(us, typmod), West: west})
	case IntervalOID:
		var v IntervalVal
		v.Micros = int64(r.uint64())
		v.Days = int32(r.uint32())
		v.Months = int32(r.uint32())
		v, err := CoerceInterval(v, typmod)
		return r.checked(NewInterval(v), err)
	}
	v := int64(r.uint64())
	if TimestampIsFinite(v) && !validTimestamp(v) {
		r.fail(pgerr.DatetimeFieldOverflow, "timestamp out of range")
	}
	v, err := roundTimestamp(v, typmod)
	if t == TimestampOID {
		return r.checked(NewTimestamp(v), err)
	}
	return r.checked(NewTimestamptz(v), err)
}

func (r *binaryReader) timeOfDay() int64 {
	us := int64(r.uint64())
	if us < 0 || us > microsPerDay {
		r.fail(pgerr.DatetimeFieldOverflow, "time out of range")
		return 0
	}
	return us
}

// numeric reads digits to the base 10,000. What is below the display scale is cut
// off.
func (r *binaryReader) numeric(typmod int32) Datum {
	n, weight := int(r.uint16()), int(int16(r.uint16()))
	sign := r.uint16()
	if r.err != nil {
		return NullDatum
	}
	invalid := func(what string) Datum {
		r.fail(pgerr.InvalidBinaryRepresentation, "invalid %s in external \"numeric\" value", what)
		return NullDatum
	}
	switch sign {
	case 0, numericNegative, numericNaN, numericPosInf, numericNegInf:
	default:
		return invalid("sign")
	}
	scale := int(r.uint16())
	if scale > maxDecScale {
		return invalid("scale")
	}
	digits := r.b
	for range n {
		if r.uint16() >= 10000 {
			return invalid("digit")
		}
	}
	switch {
	case r.err != nil:
		return NullDatum
	case sign == numericNaN:
		return r.coerced(nanDec, typmod)
	case sign == numericPosInf:
		return r.coerced(posInfDec, typmod)
	case sign == numericNegInf:
		return r.coerced(negInfDec, typmod)
	}
	text := make([]byte, 0, 4*max(0, weight+1)+scale+6)
	if sign == numericNegative {
		text = append(text, '-')
	}
	text = append(text, '0')
	digit := func(at int) uint16 { // the group of weight -at
		if i := at + weight; i >= 0 && i < n {
			return binary.BigEndian.Uint16(digits[2*i:])
		}
		return 0
	}
	for at := -max(weight, 0); at <= 0; at++ {
		text = appendGroup(text, digit(at))
	}
	if scale > 0 {
		text = append(text, '.')
		point := len(text)
		for at := 1; len(text)-point < scale; at++ {
			text = appendGroup(text, digit(at))
		}
		text = text[:point+scale]
	}
	d, err := ParseDec(string(text))
	if err != nil {
		r.err = err
		return NullDatum
	}
	return r.coerced(d, typmod)
}

func appendGroup(dst []byte, v uint16) []byte {
	return append(dst, byte('0'+v/1000), byte('0'+v/100%10), byte('0'+v/10%10), byte('0'+v%10))
}

func (r *binaryReader) coerced(d *Dec, typmod int32) Datum {
	d, err := d.Coerce(typmod)
	if err != nil {
		r.err = err
		return NullDatum
	}
	return NewNumeric(d)
}

// field reads a value with its length in front.
func (r *binaryReader) field(t OID, typmod int32, what string) Datum {
	n := int32(r.uint32())
	if n == -1 || r.err != nil {
		return NullDatum
	}
	if n < -1 || int(n) > len(r.b) {
		r.fail(pgerr.InvalidBinaryRepresentation, "insufficient data left in message")
		return NullDatum
	}
	rest := r.b[n:]
	r.b = r.b[:n:n]
	d := r.value(t, typmod)
	if r.err == nil && len(r.b) > 0 {
		r.fail(pgerr.InvalidBinaryRepresentation, "improper binary format in %s", what)
	}
	if r.err == nil {
		r.b = rest
	}
	return d
}

// nested guards the stack against rows within rows.
func (r *binaryReader) nested() bool {
	const deepest = 64
	if r.depth++; r.depth > deepest && r.err == nil {
		r.err, r.b = pgerr.StackDepth(), nil
	}
	return r.err == nil
}

func (r *binaryReader) array(elem OID, typmod int32) Datum {
	if !r.nested() {
		return NullDatum
	}
	defer func() { r.depth-- }()
	n := int(int32(r.uint32()))
	switch {
	case n < 0:
		r.fail(pgerr.InvalidBinaryRepresentation, "invalid number of dimensions: %d", n)
	case n > maxDims:
		r.fail(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", n, maxDims)
	}
	if r.uint32() > 1 {
		r.fail(pgerr.InvalidBinaryRepresentation, "invalid array flags")
	}
	if of := OID(r.uint32()); r.err == nil && surelyOther(of, elem) {
		r.fail(pgerr.DatatypeMismatch, "binary data has array element type %d (%s) instead of expected %d (%s)",
			of, r.typeName(of), elem, r.typeName(elem))
	}
	if r.err != nil {
		return NullDatum
	}
	a := &ArrayVal{Elem: elem}
	count := int64(min(n, 1))
	for range n {
		dim, lower := int32(r.uint32()), int32(r.uint32())
		if r.err != nil {
			return NullDatum
		}
		if count *= int64(dim); dim < 0 || count > maxArraySize {
			r.fail(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxArraySize)
			return NullDatum
		}
		if int64(dim)+int64(lower) > math.MaxInt32 {
			r.fail(pgerr.ProgramLimitExceeded, "array lower bound is too large: %d", lower)
			return NullDatum
		}
		a.Dims, a.Lower = append(a.Dims, dim), append(a.Lower, lower)
	}
	if count == 0 {
		return NewArray(&ArrayVal{Elem: elem})
	}
	for i := range count { // which grow with the message, whatever the dimensions say
		a.Elems = append(a.Elems, r.field(elem, typmod, "array element "+strconv.FormatInt(i+1, 10)))
		if r.err != nil {
			return NullDatum
		}
	}
	return NewArray(a)
}

// surelyOther tells whether a value says that it is of another type than it should be.
// The OIDs of users' types are others in other databases, and are believed.
func surelyOther(got, want OID) bool {
	return got != want && got < firstGenbkiOID && want < firstGenbkiOID
}

// typeName is a type in an error, "???" if there is none.
func (r *binaryReader) typeName(t OID) string {
	name := r.env.Names.RegtypeOut(t)
	if name == strconv.Itoa(int(t)) {
		return "???"
	}
	return name
}

// vector reads one of the catalogs' arrays, which count from 0.
func (r *binaryReader) vector(elem OID, name string) Datum {
	d := r.array(elem, -1)
	if r.err == nil {
		a := d.Array()
		if len(a.Dims) != 1 || a.Lower[0] != 0 || slices.ContainsFunc(a.Elems, Datum.IsNull) {
			r.fail(pgerr.InvalidBinaryRepresentation, "invalid %s data", name)
		}
	}
	return d
}

func (r *binaryReader) record(t OID) Datum {
	names, ts, typmods, ok := r.env.Names.RowType(t)
	if !ok {
		r.fail(pgerr.Internal, "cache lookup failed for type %d", t)
		return NullDatum
	}
	if !r.nested() {
		return NullDatum
	}
	defer func() { r.depth-- }()
	live := 0
	for _, ft := range ts {
		if ft != 0 {
			live++
		}
	}
	if n := int(int32(r.uint32())); r.err == nil && n != live {
		r.fail(pgerr.DatatypeMismatch, "wrong number of columns: %d, expected %d", n, live)
	}
	rec := &RecordVal{Types: ts, Names: names, Fields: make([]Datum, len(ts))}
	for i, ft := range ts {
		if ft == 0 || r.err != nil {
			continue
		}
		if of := OID(r.uint32()); r.err == nil && surelyOther(of, ft) {
			r.fail(pgerr.DatatypeMismatch, "binary data has type %d (%s) instead of expected %d (%s) in record column %d",
				of, r.typeName(of), ft, r.typeName(ft), i+1)
		}
		rec.Fields[i] = r.field(ft, typmods[i], "record column "+strconv.Itoa(i+1))
	}
	return NewRecord(rec)
}
