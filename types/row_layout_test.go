package types

import (
	"math/rand/v2"
	"testing"
)

// TestRowLayout compares Measure with TupleSize, which lays tuples out one by one.
func TestRowLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	value := func(o OID) Datum {
		switch o {
		case BoolOID:
			return NewBool(true)
		case Int4OID, Int8OID, Int2OID:
			return NewInt(r.Int64N(1000))
		case TextOID:
			return NewText(string(make([]byte, r.IntN(300))))
		case NumericOID:
			return numericScaled(r.Int64(), int32(r.IntN(5)))
		}
		return NewInterval(IntervalVal{Days: 3})
	}
	all := []OID{BoolOID, Int2OID, Int4OID, Int8OID, TextOID, NumericOID, IntervalOID}
	for range 5000 {
		ts := make([]OID, r.IntN(12))
		row := make(Row, len(ts))
		var want TupleSize
		nulls := r.IntN(2) == 0
		for i := range ts {
			ts[i] = all[r.IntN(len(all))]
			if row[i] = value(ts[i]); nulls && r.IntN(3) == 0 {
				row[i] = NullDatum
			}
			ty, _ := ByOID(ts[i])
			want.Add(row[i], ty)
		}
		got, refs := NewRowLayout(ts).Measure(row)
		if got != want.MinimalBytes() || refs != RowBytes(row)-24*int64(len(row)) {
			t.Fatalf("%v %v: %d bytes and %d, want %d and %d", ts, row, got, refs, want.MinimalBytes(), RowBytes(row)-24*int64(len(row)))
		}
	}
}
