// Package types defines SQL values and rows: what a Datum is, which types
// there are, how values are read, printed, compared and hashed. It imports
// nothing of minidb but pgerr.
package types

import (
	"math"
	"strings"
	"unsafe"

	"minidb/pgerr"
)

// Kind says how a Datum's bits are read. It is a representation, not an SQL
// type: int2, int4, int8 and oid are all Int. The zero Kind is NULL, so that
// the zero Datum is SQL NULL.
type Kind uint8

// The kinds. Times count from PostgreSQL's epoch, 2000-01-01 00:00:00 UTC.
const (
	Null        Kind = iota
	Bool             // num is 0 or 1
	Int              // int64 in num: int2, int4, int8, oid-like types (0 to 2^32-1), see Unsigned
	Float4           // IEEE 754 bits of a float32 in num
	Float8           // IEEE 754 bits of a float64 in num
	Numeric          // *Dec at ref; or, ref nil, the coefficient in num and the scale in scale
	Text             // bytes at ref, byte length in num: text, varchar, bpchar, name, "char", unknown
	Bytea            // as Text
	Date             // int64 days in num; minimum and maximum int32 are -infinity and infinity
	Time             // int64 microseconds since midnight in num
	Timetz           // a word that orders as the values do, see TimetzVal
	Timestamp        // int64 microseconds in num; minimum and maximum int64 are -infinity and infinity
	Timestamptz      // as Timestamp, UTC
	Interval         // *IntervalVal at ref
	UUID             // *[16]byte at ref
	Array            // *ArrayVal at ref
	Record           // *RecordVal at ref
	numKinds
)

// Datum is one SQL value: 24 bytes, no allocation for fixed-width kinds.
// What a Datum refers to is never changed in place, so copies share it.
type Datum struct {
	reference
	num  uint64 // see Kind
	kind Kind
	// scale is that of a Numeric whose coefficient fits num.
	scale uint16
}

// reference stands apart since Go keeps structs of at most four fields in registers.
type reference struct {
	_   [0]func()      // no ==: equal texts may have unequal pointers
	ref unsafe.Pointer // see Kind
}

// Identical tells that d and o are one value, in the same memory if they refer to any.
// Values that are alike may be two.
func (d Datum) Identical(o Datum) bool {
	return d.ref == o.ref && d.num == o.num && d.kind == o.kind && d.scale == o.scale
}

// Row is one tuple, in the column order of the relation or plan node that it
// belongs to.
type Row []Datum

// NullDatum is SQL NULL: the zero Datum.
var NullDatum Datum

// NewBool, NewInt and their kin make datums of one kind each.
func NewBool(v bool) Datum {
	if v {
		return Datum{kind: Bool, num: 1}
	}
	return Datum{kind: Bool}
}

// NewInt makes an Int: any of int2, int4, int8, oid.
func NewInt(v int64) Datum { return Datum{kind: Int, num: uint64(v)} }

// NewFloat4 makes a float4.
func NewFloat4(v float32) Datum { return Datum{kind: Float4, num: uint64(math.Float32bits(v))} }

// NewFloat8 makes a float8.
func NewFloat8(v float64) Datum { return Datum{kind: Float8, num: math.Float64bits(v)} }

// NewText makes a text that shares the bytes of s.
func NewText(s string) Datum {
	return Datum{kind: Text, reference: reference{ref: unsafe.Pointer(unsafe.StringData(s))}, num: uint64(len(s))}
}

// NewBytea makes a bytea that shares b; the caller must not change b afterwards.
func NewBytea(b []byte) Datum {
	return Datum{kind: Bytea, reference: reference{ref: unsafe.Pointer(unsafe.SliceData(b))}, num: uint64(len(b))}
}

// NewDate makes a date from days since 2000-01-01.
func NewDate(days int64) Datum { return Datum{kind: Date, num: uint64(days)} }

// NewTime makes a time of day from microseconds since midnight.
func NewTime(us int64) Datum { return Datum{kind: Time, num: uint64(us)} }

// NewTimestamp makes a timestamp without time zone from microseconds since 2000-01-01.
func NewTimestamp(us int64) Datum { return Datum{kind: Timestamp, num: uint64(us)} }

// NewTimestamptz makes a timestamp with time zone from microseconds since 2000-01-01 UTC.
func NewTimestamptz(us int64) Datum { return Datum{kind: Timestamptz, num: uint64(us)} }

// Kind returns the representation; Null for SQL NULL.
func (d Datum) Kind() Kind { return d.kind }

// IsNull reports whether d is SQL NULL.
func (d Datum) IsNull() bool { return d.kind == Null }

// Int returns an Int's value. Like all accessors it panics with an internal
// *pgerr.Error if d is of another kind: never a wild pointer.
func (d Datum) Int() int64 {
	if d.kind != Int {
		confused(d.kind, Int)
	}
	return int64(d.num)
}

// Bool returns a Bool's value.
func (d Datum) Bool() bool {
	if d.kind != Bool {
		confused(d.kind, Bool)
	}
	return d.num != 0
}

// IsTrue reports whether d is the boolean true; NULL is not.
func (d Datum) IsTrue() bool { return d.kind == Bool && d.num != 0 }

// Float returns a Float4's or Float8's value.
func (d Datum) Float() float64 {
	switch d.kind {
	case Float8:
		return math.Float64frombits(d.num)
	case Float4:
		return float64(math.Float32frombits(uint32(d.num)))
	}
	confused(d.kind, Float8)
	return 0
}

// Text returns a Text's string, without a copy.
func (d Datum) Text() string {
	if d.kind != Text {
		confused(d.kind, Text)
	}
	return unsafe.String((*byte)(d.ref), int(d.num))
}

// Bytes returns a Bytea's bytes, which must not be changed.
func (d Datum) Bytes() []byte {
	if d.kind != Bytea {
		confused(d.kind, Bytea)
	}
	return unsafe.Slice((*byte)(d.ref), int(d.num))
}

// Num returns the number behind a Date (days), Time, Timestamp or Timestamptz
// (microseconds).
func (d Datum) Num() int64 {
	if d.kind < Date || d.kind > Timestamptz {
		confused(d.kind, Timestamp)
	}
	return int64(d.num)
}

// wordKinds are the kinds whose values are equal just when their words are.
const wordKinds = 1<<Bool | 1<<Int | 1<<Date | 1<<Time | 1<<Timestamp | 1<<Timestamptz

// HasWord reports whether values of the kind have a Word.
func (k Kind) HasWord() bool { return wordKinds>>k&1 != 0 }

// Word returns the word that is equal for two values of a kind just when they are.
func (d Datum) Word() uint64 {
	if !d.kind.HasWord() {
		confused(d.kind, Int)
	}
	return d.num
}

// Owned returns d with its text copied, so that it no longer pins the string
// it was cut from. Used where a value of a statement's text is stored.
func (d Datum) Owned() Datum {
	if d.kind == Text && d.num > 0 {
		return NewText(strings.Clone(d.Text()))
	}
	return d
}

// confused stays out of line, so that the accessors can be inlined.
//
//go:noinline
func confused(got, want Kind) {
	panic(pgerr.New(pgerr.Internal, "datum of kind %d used as kind %d", got, want))
}
