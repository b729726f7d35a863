package expr

// RANGE frames with an offset: whether a value lies within the offset of another.
// There is a function for each pair of types that PostgreSQL's btree operator classes
// have one for (support function 3).

import (
	"math"

	"minidb/pgerr"
	"minidb/types"
)

// InRange tells whether val <= base + offset or, if less is not set, val >= it; sub
// subtracts the offset. None is NULL.
type InRange func(c *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error)

// RangeOffsets lists the types of offsets for a column's type, as the operator class
// has them.
func RangeOffsets(col types.OID) []types.OID {
	switch col {
	case types.Int2OID, types.Int4OID:
		return []types.OID{types.Int8OID, types.Int4OID, types.Int2OID}
	case types.Int8OID:
		return []types.OID{types.Int8OID}
	case types.Float4OID, types.Float8OID:
		return []types.OID{types.Float8OID}
	case types.NumericOID:
		return []types.OID{types.NumericOID}
	case types.DateOID, types.TimestampOID, types.TimestamptzOID, types.TimeOID, types.TimetzOID, types.IntervalOID:
		return []types.OID{types.IntervalOID}
	}
	return nil
}

// FindInRange returns the function for a column's and an offset's type, nil if there
// is none.
func FindInRange(col, offset types.OID) InRange {
	switch col {
	case types.Int2OID, types.Int4OID, types.Int8OID:
		return inRangeInt
	case types.Float4OID, types.Float8OID:
		return inRangeFloat
	case types.NumericOID:
		return inRangeNumeric
	case types.DateOID:
		return inRangeDate
	case types.TimestampOID:
		return inRangeTimestamp
	case types.TimestamptzOID:
		return inRangeTimestamptz
	case types.TimeOID:
		return inRangeTime
	case types.TimetzOID:
		return inRangeTimetz
	case types.IntervalOID:
		return inRangeInterval
	}
	return nil
}

func errFrameSize() error {
	return pgerr.New(pgerr.InvalidPrecedingFollowingSize, "invalid preceding or following size in window function")
}

func holds(cmp int, less bool) bool { return less && cmp <= 0 || !less && cmp >= 0 }

func inRangeInt(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	v, b, o := val.Int(), base.Int(), offset.Int()
	if o < 0 {
		return false, errFrameSize()
	}
	if sub {
		o = -o
	}
	sum := b + o
	if sub && sum > b || !sub && sum < b { // it overflows: lies beyond all values
		return sub != less, nil
	}
	return less && v <= sum || !less && v >= sum, nil
}

func inRangeFloat(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	v, b, o := val.Float(), base.Float(), offset.Float()
	switch {
	case !(o >= 0):
		return false, errFrameSize()
	case math.IsNaN(v):
		return math.IsNaN(b) || !less, nil
	case math.IsNaN(b):
		return less, nil
	case math.IsInf(o, 1) && (sub && b > 0 || !sub && b < 0) && (math.IsInf(b, 0)):
		return true, nil
	}
	if sub {
		o = -o
	}
	sum := b + o
	return less && v <= sum || !less && v >= sum, nil
}

func inRangeNumeric(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	v, b, o := val.Dec(), base.Dec(), offset.Dec()
	switch {
	case o.IsNaN() || o.Sign() < 0:
		return false, errFrameSize()
	case v.IsNaN():
		return b.IsNaN() || !less, nil
	case b.IsNaN():
		return less, nil
	case o.IsInf():
		if b.IsInf() && (b.Sign() > 0) == sub {
			return true, nil
		}
		end := -1 // the frame ends at the infinity of that sign
		if !sub {
			end = 1
		}
		return less == (end > 0) || v.IsInf() && v.Sign() == end, nil
	case v.IsInf() && b.IsInf() && v.Sign() == b.Sign():
		return true, nil
	case v.IsInf() || b.IsInf():
		return holds(v.Cmp(b), less), nil
	}
	sum, err := b.Add(o)
	if sub {
		sum, err = b.Sub(o)
	}
	if err != nil {
		return false, err
	}
	return holds(v.Cmp(sum), less), nil
}

func intervalSign(v types.IntervalVal) int { return types.IntervalCompare(v, types.IntervalVal{}) }

// inRangeAt compares points in time with what add makes of base and offset.
func inRangeAt(v, b int64, offset types.IntervalVal, sub, less bool, add, minus func(int64, types.IntervalVal) (int64, error)) (bool, error) {
	if intervalSign(offset) < 0 {
		return false, errFrameSize()
	}
	if offset == types.IntervalPosInf && (sub && b == math.MaxInt64 || !sub && b == math.MinInt64) {
		return true, nil
	}
	if sub {
		add = minus
	}
	sum, err := add(b, offset)
	if err != nil {
		return false, err
	}
	return less && v <= sum || !less && v >= sum, nil
}

func inRangeTimestamp(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	return inRangeAt(val.Num(), base.Num(), offset.Interval(), sub, less, types.TimestampAdd, types.TimestampSubInterval)
}

func inRangeDate(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	v, err := types.DateToTimestamp(val.Num())
	if err != nil {
		return false, err
	}
	b, err := types.DateToTimestamp(base.Num())
	if err != nil {
		return false, err
	}
	return inRangeAt(v, b, offset.Interval(), sub, less, types.TimestampAdd, types.TimestampSubInterval)
}

func inRangeTimestamptz(c *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	loc := c.env().TimeZone
	return inRangeAt(val.Num(), base.Num(), offset.Interval(), sub, less,
		func(t int64, v types.IntervalVal) (int64, error) { return types.TimestamptzAdd(t, v, loc) },
		func(t int64, v types.IntervalVal) (int64, error) { return types.TimestamptzSubInterval(t, v, loc) })
}

// inRangeTime looks at the part of an offset below a day only, and does not wrap.
func inRangeTime(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	o := offset.Interval().Micros
	if o < 0 {
		return false, errFrameSize()
	}
	b, v := base.Num(), val.Num()
	if sub {
		return holds(cmpOf(v, b-o), less), nil
	}
	if b+o < b {
		return less, nil
	}
	return holds(cmpOf(v, b+o), less), nil
}

func inRangeTimetz(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	o := offset.Interval().Micros
	if o < 0 {
		return false, errFrameSize()
	}
	b := base.Timetz()
	if sub {
		o = -o
	} else if b.Micros+o < b.Micros {
		return less, nil
	}
	b.Micros += o
	v := val.Timetz()
	cmp := cmpOf(v.Micros+v.West*1e6, b.Micros+b.West*1e6)
	if cmp == 0 {
		cmp = cmpOf(v.West, b.West)
	}
	return holds(cmp, less), nil
}

func inRangeInterval(_ *Ctx, val, base, offset types.Datum, sub, less bool) (bool, error) {
	v, b, o := val.Interval(), base.Interval(), offset.Interval()
	if intervalSign(o) < 0 {
		return false, errFrameSize()
	}
	if o == types.IntervalPosInf && (sub && b == types.IntervalPosInf || !sub && b == types.IntervalNegInf) {
		return true, nil
	}
	sum, err := types.IntervalAdd(b, o)
	if sub {
		sum, err = types.IntervalSub(b, o)
	}
	if err != nil {
		return false, err
	}
	return holds(types.IntervalCompare(v, sum), less), nil
}
