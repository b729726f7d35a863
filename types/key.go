package types

// Keys: values as bytes or as one machine word that order as Compare orders the
// values. Indexes and sorts compare keys instead of datums.

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

// A key starts with a byte that places NULL; what follows a value's byte is the
// value, every bit turned over for a descending column.
const (
	keyNullFirst = 0
	keyValue     = 1
	keyNullLast  = 2
)

// AppendKey appends a key of d: keys of one kind compare bytewise as Compare orders
// the datums, in reverse if desc; NULL comes first or last. Keys of several columns
// may be appended to each other. A char(n) must be passed without its trailing
// blanks (TrimBpchar).
func AppendKey(dst []byte, d Datum, desc, nullsFirst bool) []byte {
	if d.kind == Null {
		if nullsFirst {
			return append(dst, keyNullFirst)
		}
		return append(dst, keyNullLast)
	}
	dst = append(dst, keyValue)
	start := len(dst)
	dst = appendKeyValue(dst, d)
	if desc {
		for i := start; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
	}
	return dst
}

// MachineKey returns a word that orders as Compare does, for kinds of fixed width;
// false for others and for NULL.
func MachineKey(d Datum) (uint64, bool) {
	switch d.kind {
	case Int, Date, Time, Timetz, Timestamp, Timestamptz:
		return d.num ^ 1<<63, true
	case Bool:
		return d.num, true
	case Float4, Float8:
		return floatKey(d.Float()), true
	}
	return 0, false
}

// IntKey is MachineKey for an Int, short enough to be inlined; false for all others.
func IntKey(d *Datum) (uint64, bool) { return d.num ^ 1<<63, d.kind == Int }

// NumericWord returns a word that never orders two numerics against Compare; unequal
// ones may have the same. It is the nearest float's, which falls nowhere where the
// numbers rise.
func NumericWord(d Datum) uint64 {
	if d.isSmall() {
		const exact = 1 << 53
		if c := int64(d.num); -exact < c && c < exact && int(d.scale) < len(floatPow10) {
			return floatKey(float64(c) / floatPow10[d.scale])
		}
	}
	v := d.Dec()
	if !v.IsFinite() {
		switch v.form {
		case decPosInf:
			return floatKey(math.Inf(1))
		case decNegInf:
			return floatKey(math.Inf(-1))
		}
		return floatKey(math.NaN())
	}
	f, _ := strconv.ParseFloat(string(v.Append(nil)), 64) // infinite if out of range
	return floatKey(f)
}

// floatPow10 are the powers of ten that a float holds exactly.
var floatPow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// floatKey orders floats: negative ones by falling bits, -0 as 0, NaN last.
func floatKey(f float64) uint64 {
	if f != f {
		return math.MaxUint64
	}
	if f == 0 {
		return 1 << 63
	}
	b := math.Float64bits(f)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

func appendKeyValue(dst []byte, d Datum) []byte {
	switch d.kind {
	case Int, Date:
		return appendKeyInt(dst, int64(d.num))
	case Bool:
		return append(dst, byte(d.num))
	case Float4, Float8, Time, Timetz, Timestamp, Timestamptz:
		w, _ := MachineKey(d)
		return binary.BigEndian.AppendUint64(dst, w)
	case Text:
		return appendKeyBytes(dst, d.Text())
	case Bytea:
		return appendKeyBytes(dst, string(d.Bytes()))
	case Numeric:
		return appendKeyDec(dst, d.Dec())
	case Interval:
		days, us := d.Interval().span()
		dst = binary.BigEndian.AppendUint64(dst, uint64(days)^1<<63)
		return binary.BigEndian.AppendUint64(dst, uint64(us))
	case UUID:
		u := d.UUID()
		return append(dst, u[:]...)
	case Array:
		return appendKeyArray(dst, d.Array())
	case Record:
		r := d.Record()
		for i := r.NextLive(0); i < len(r.Fields); i = r.NextLive(i + 1) {
			dst = appendKeyMember(dst, r.Fields[i], r.isBpchar(i))
		}
		return append(dst, 0)
	}
	return dst
}

// appendKeyInt is short for small numbers: a byte that tells the sign and how many bytes
// follow, then those of the number that are not its sign alone.
func appendKeyInt(dst []byte, v int64) []byte {
	n := (bits.Len64(uint64(v^v>>63)) + 7) / 8
	if v < 0 {
		dst = append(dst, byte(0x7f-n))
	} else {
		dst = append(dst, byte(0x80+n))
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(v))
	return append(dst, b[8-n:]...)
}

// appendKeyBytes ends with 0 1 and turns each 0 into 0 255, so that a prefix comes
// before what it begins.
func appendKeyBytes(dst []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			dst = append(dst, 0, 0xff)
		} else {
			dst = append(dst, s[i])
		}
	}
	return append(dst, 0, 1)
}

// appendKeyMember is for arrays and records: 0 would be their end, NULL is greatest.
func appendKeyMember(dst []byte, d Datum, bpchar bool) []byte {
	if bpchar && d.kind == Text {
		d = NewText(TrimBpchar(d.Text()))
	}
	return AppendKey(dst, d, false, false)
}

func appendKeyArray(dst []byte, a *ArrayVal) []byte {
	for _, e := range a.Elems {
		dst = appendKeyMember(dst, e, a.Elem == BpcharOID)
	}
	dst = append(dst, 0, byte(len(a.Dims)))
	for _, n := range a.Dims {
		dst = binary.BigEndian.AppendUint32(dst, uint32(n))
	}
	for _, n := range a.Lower {
		dst = binary.BigEndian.AppendUint32(dst, uint32(n)^1<<31)
	}
	return dst
}

// The first byte of a numeric's key.
const (
	keyNegInf = iota
	keyNegative
	keyZero
	keyPositive
	keyPosInf
	keyNaN
)

// appendKeyDec writes sign, exponent, then digits from the left, all but the sign
// turned over for negative numbers.
func appendKeyDec(dst []byte, d *Dec) []byte {
	switch d.form {
	case decNaN:
		return append(dst, keyNaN)
	case decPosInf:
		return append(dst, keyPosInf)
	case decNegInf:
		return append(dst, keyNegInf)
	}
	sign := d.Sign()
	if sign == 0 {
		return append(dst, keyZero)
	}
	if sign > 0 {
		dst = append(dst, keyPositive)
	} else {
		dst = append(dst, keyNegative)
	}
	start := len(dst)
	dst = binary.BigEndian.AppendUint32(dst, uint32(d.exponent())^1<<31)
	digits := len(dst)
	abs := *d.Abs()
	abs.scale = 0
	dst = abs.Append(dst)
	for len(dst) > digits+1 && dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	dst = append(dst, 0)
	if sign < 0 {
		for i := start; i < len(dst); i++ {
			dst[i] = ^dst[i]
		}
	}
	return dst
}
