package types

// Numerics as datums. One whose coefficient fits an int64 lies in the datum
// itself; sums, products and comparisons of such are done here without a Dec.

import "unsafe"

// NewNumeric makes a numeric, which may share v.
func NewNumeric(v *Dec) Datum {
	if v.big == nil && v.form == decFinite {
		return smallNumeric(v.small, v.scale)
	}
	return Datum{kind: Numeric, reference: reference{ref: unsafe.Pointer(v)}}
}

func smallNumeric(coef int64, scale int32) Datum {
	return Datum{kind: Numeric, num: uint64(coef), scale: uint16(scale)}
}

// Dec returns a Numeric's value, which must not be changed. It can be inlined, so
// that a small numeric's Dec need not be on the heap.
func (d Datum) Dec() *Dec {
	if !d.isSmall() {
		return d.bigDec()
	}
	return &Dec{small: int64(d.num), scale: int32(d.scale)}
}

func (d Datum) bigDec() *Dec {
	if d.kind != Numeric {
		confused(d.kind, Numeric)
	}
	return (*Dec)(d.ref)
}

// isSmall reports whether d is a Numeric that lies in the datum.
func (d Datum) isSmall() bool { return d.kind == Numeric && d.ref == nil }

// small2 returns the coefficients of two small numerics at the larger of their
// scales; not ok if one is not small or does not fit.
func small2(a, b Datum) (x, y int64, scale int32, ok bool) {
	if !a.isSmall() || !b.isSmall() {
		return 0, 0, 0, false
	}
	x, y, ok = alignInts(int64(a.num), int32(a.scale), int64(b.num), int32(b.scale))
	return x, y, int32(max(a.scale, b.scale)), ok
}

// AddNumeric returns a + b; the error is numeric's overflow.
func AddNumeric(a, b Datum) (Datum, error) {
	if x, y, scale, ok := small2(a, b); ok {
		if s := x + y; (s > x) == (y > 0) {
			return smallNumeric(s, scale), nil
		}
	}
	return numericOf(a.Dec().Add(b.Dec()))
}

// SubNumeric returns a - b; see AddNumeric.
func SubNumeric(a, b Datum) (Datum, error) {
	if x, y, scale, ok := small2(a, b); ok {
		if s := x - y; (s < x) == (y > 0) {
			return smallNumeric(s, scale), nil
		}
	}
	return numericOf(a.Dec().Sub(b.Dec()))
}

// MulNumeric returns a * b; see AddNumeric.
func MulNumeric(a, b Datum) (Datum, error) {
	if a.isSmall() && b.isSmall() {
		scale := int32(a.scale) + int32(b.scale)
		if v, ok := mulInt64(int64(a.num), int64(b.num)); ok && scale <= maxDecScale {
			return smallNumeric(v, scale), nil
		}
	}
	return numericOf(a.Dec().Mul(b.Dec()))
}

func numericOf(d *Dec, err error) (Datum, error) {
	if err != nil {
		return NullDatum, err
	}
	return NewNumeric(d), nil
}

func compareNumerics(a, b Datum) int {
	if x, y, _, ok := small2(a, b); ok {
		return cmpInt(x, y)
	}
	return a.Dec().Cmp(b.Dec())
}

// hashNumeric is equal for 1.0 and 1.00.
func hashNumeric(d Datum) uint64 {
	if !d.isSmall() {
		return hashDec(d.Dec())
	}
	coef, scale := trimInt(int64(d.num), int32(d.scale))
	return hashWord(hashWord(uint64(decFinite), uint64(coef)), uint64(scale))
}

// NumericScale is how many digits a numeric shows behind the point.
func (d Datum) NumericScale() int32 {
	if d.isSmall() {
		return int32(d.scale)
	}
	return d.Dec().scale
}
