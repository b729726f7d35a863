package types

// The values that sit behind a Datum's reference: intervals, UUIDs, arrays and
// records (for numerics see dec_datum.go). None is changed once a Datum refers to
// it.

import "unsafe"

// IntervalVal is a span of time. The three parts do not mix: a month has no
// fixed number of days, a day no fixed number of hours.
type IntervalVal struct {
	Months, Days int32
	Micros       int64
}

// ArrayVal is an SQL array in row-major order. An empty array has no dimensions.
type ArrayVal struct {
	Elem  OID
	Dims  []int32 // length of each dimension
	Lower []int32 // first subscript of each dimension, mostly 1
	Elems []Datum
}

// RecordVal is a row value.
type RecordVal struct {
	Types  []OID
	Names  []string // may be nil
	Fields []Datum
}

// NewInterval makes an interval.
func NewInterval(v IntervalVal) Datum {
	return Datum{kind: Interval, reference: reference{ref: unsafe.Pointer(&v)}}
}

// Interval returns an Interval's value.
func (d Datum) Interval() IntervalVal {
	if d.kind != Interval {
		confused(d.kind, Interval)
	}
	return *(*IntervalVal)(d.ref)
}

// NewUUID makes a UUID.
func NewUUID(v [16]byte) Datum {
	return Datum{kind: UUID, reference: reference{ref: unsafe.Pointer(&v)}}
}

// UUID returns a UUID's bytes.
func (d Datum) UUID() [16]byte {
	if d.kind != UUID {
		confused(d.kind, UUID)
	}
	return *(*[16]byte)(d.ref)
}

// NewArray makes an array that shares v; the caller must not change v afterwards.
func NewArray(v *ArrayVal) Datum {
	return Datum{kind: Array, reference: reference{ref: unsafe.Pointer(v)}}
}

// NewArray1 makes a one-dimensional array with lower bound 1 that shares elems.
func NewArray1(elem OID, elems []Datum) Datum {
	v := &ArrayVal{Elem: elem, Elems: elems}
	if len(elems) > 0 {
		v.Dims, v.Lower = []int32{int32(len(elems))}, []int32{1}
	}
	return NewArray(v)
}

// Array returns an Array's value, which must not be changed.
func (d Datum) Array() *ArrayVal {
	if d.kind != Array {
		confused(d.kind, Array)
	}
	return (*ArrayVal)(d.ref)
}

// NewRecord makes a record that shares v; the caller must not change v afterwards.
func NewRecord(v *RecordVal) Datum {
	return Datum{kind: Record, reference: reference{ref: unsafe.Pointer(v)}}
}

// Record returns a Record's value, which must not be changed.
func (d Datum) Record() *RecordVal {
	if d.kind != Record {
		confused(d.kind, Record)
	}
	return (*RecordVal)(d.ref)
}
