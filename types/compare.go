package types

// The one order of values: what ORDER BY, indexes and DISTINCT use. Texts order
// bytewise, as in the C collation.

import (
	"bytes"
	"math"
	"strings"

	"minidb/pgerr"
)

// Compare returns -1, 0 or 1. Both datums must be of one kind and not NULL. Blanks
// at the end of a text count; see CompareBpchar. NaN is equal to itself and greater
// than all else, a month has 30 days, a NULL inside an array or record is greatest.
func Compare(a, b Datum) int {
	if a.kind == Int && b.kind == Int {
		return cmpInt(int64(a.num), int64(b.num))
	}
	return compareOther(a, b)
}

func compareOther(a, b Datum) int {
	if a.kind != b.kind {
		return compareKinds(a, b)
	}
	switch a.kind {
	case Text:
		return strings.Compare(a.Text(), b.Text())
	case Date, Time, Timetz, Timestamp, Timestamptz:
		return cmpInt(int64(a.num), int64(b.num))
	case Bool:
		return cmpInt(int64(a.num), int64(b.num))
	case Float8, Float4:
		return compareFloats(a.Float(), b.Float())
	case Numeric:
		return compareNumerics(a, b)
	case Bytea:
		return bytes.Compare(a.Bytes(), b.Bytes())
	case Interval:
		return IntervalCompare(a.Interval(), b.Interval())
	case UUID:
		x, y := a.UUID(), b.UUID()
		return bytes.Compare(x[:], y[:])
	case Array:
		return compareArrays(a.Array(), b.Array())
	case Record:
		return CompareRecords(a.Record(), b.Record(), "a comparison function")
	}
	return 0
}

// compareKinds orders float4 with float8 by value and other mixtures, which the
// planner never makes, by kind.
func compareKinds(a, b Datum) int {
	if a.isFloat() && b.isFloat() {
		return compareFloats(a.Float(), b.Float())
	}
	return cmpInt(int64(a.kind), int64(b.kind))
}

func (d Datum) isFloat() bool { return d.kind == Float4 || d.kind == Float8 }

func compareFloats(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	xn, yn := math.IsNaN(x), math.IsNaN(y)
	switch {
	case xn && yn:
		return 0
	case xn:
		return 1
	}
	return -1
}

// CompareBpchar compares two char(n) texts, whose trailing blanks do not count.
func CompareBpchar(a, b Datum) int {
	return strings.Compare(TrimBpchar(a.Text()), TrimBpchar(b.Text()))
}

// Equal reports whether Compare finds no difference; the rules are the same.
func Equal(a, b Datum) bool {
	if a.kind == Int && b.kind == Int {
		return a.num == b.num
	}
	if a.kind == Text && b.kind == Text {
		return a.num == b.num && a.Text() == b.Text()
	}
	return compareOther(a, b) == 0
}

// compareNullable orders members of arrays and records: NULL is greatest.
func compareNullable(a, b Datum, bpchar bool) int {
	switch {
	case a.kind == Null && b.kind == Null:
		return 0
	case a.kind == Null:
		return 1
	case b.kind == Null:
		return -1
	case bpchar && a.kind == Text && b.kind == Text:
		return CompareBpchar(a, b)
	}
	return Compare(a, b)
}

// compareArrays looks at elements first, then at their number, then at the shape.
func compareArrays(a, b *ArrayVal) int {
	if a.Elem == JSONOID {
		panic(pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type json"))
	}
	bp := a.Elem == BpcharOID
	for i := 0; i < len(a.Elems) && i < len(b.Elems); i++ {
		if c := compareNullable(a.Elems[i], b.Elems[i], bp); c != 0 {
			return c
		}
	}
	if c := cmpInt(int64(len(a.Elems)), int64(len(b.Elems))); c != 0 {
		return c
	}
	if c := cmpInt(int64(len(a.Dims)), int64(len(b.Dims))); c != 0 {
		return c
	}
	for i := range a.Dims {
		if c := cmpInt(int64(a.Dims[i]), int64(b.Dims[i])); c != 0 {
			return c
		}
	}
	for i := range a.Lower {
		if c := cmpInt(int64(a.Lower[i]), int64(b.Lower[i])); c != 0 {
			return c
		}
	}
	return 0
}

func (r *RecordVal) isBpchar(i int) bool { return i < len(r.Types) && r.Types[i] == BpcharOID }

// NextLive returns the first field from i on that is not of a dropped column, or the
// number of fields. Rows are compared and hashed without dropped columns, so that the
// rows of two tables, and those of ROW(), are equal whatever the tables once had.
func (r *RecordVal) NextLive(i int) int {
	for i < len(r.Fields) && i < len(r.Types) && r.Types[i] == 0 {
		i++
	}
	return i
}

// CompareRecords is Compare of rows. It throws an *pgerr.Error (see Caught) where
// columns that decide have no order, since their types differ or one is unknown, or one
// row has more of them; means is what PostgreSQL misses of an unknown, "" if nothing.
func CompareRecords(a, b *RecordVal, means string) int {
	i, j, column := a.NextLive(0), b.NextLive(0), 1
	for i < len(a.Fields) && j < len(b.Fields) {
		if i < len(a.Types) && j < len(b.Types) {
			checkComparable(a.Types[i], b.Types[j], column, means)
		}
		if c := compareNullable(a.Fields[i], b.Fields[j], a.isBpchar(i)); c != 0 {
			return c
		}
		i, j, column = a.NextLive(i+1), b.NextLive(j+1), column+1
	}
	if i < len(a.Fields) || j < len(b.Fields) {
		panic(pgerr.New(pgerr.DatatypeMismatch, "cannot compare record types with different numbers of columns"))
	}
	return 0
}

func checkComparable(s, t OID, column int, means string) {
	switch {
	case s != t && s != 0 && t != 0:
		panic(pgerr.New(pgerr.DatatypeMismatch, "cannot compare dissimilar column types %s and %s at record column %d",
			FormatType(s, -1), FormatType(t, -1), column))
	case (s == UnknownOID || s == JSONOID) && means != "":
		panic(pgerr.New(pgerr.UndefinedFunction, "could not identify %s for type %s", means, FormatType(s, -1)))
	}
}
