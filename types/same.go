package types

import "slices"

// Same tells whether two values are alike down to what is printed of them. Equal
// takes 1.0 for 1.00, 24 hours for a day and -0 for 0, but functions can tell them
// apart, and so what is computed from them may differ. NULL is the same as NULL.
func Same(a, b Datum) bool {
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Null:
		return true
	case Float4, Float8:
		return a.num == b.num
	case Numeric:
		return a.Dec().Scale() == b.Dec().Scale() && compareNumerics(a, b) == 0
	case Interval:
		return a.Interval() == b.Interval()
	case Array:
		x, y := a.Array(), b.Array()
		return x.Elem == y.Elem && slices.Equal(x.Dims, y.Dims) && slices.Equal(x.Lower, y.Lower) &&
			slices.EqualFunc(x.Elems, y.Elems, Same)
	case Record:
		return slices.EqualFunc(a.Record().Fields, b.Record().Fields, Same)
	}
	return Equal(a, b)
}
