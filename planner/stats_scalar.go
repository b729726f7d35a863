package planner

import (
	"minidb/types"
)

// Values as numbers, to tell where between two bounds of a histogram a value
// lies: convert_to_scalar of PostgreSQL 18.

// fraction is the part of the bucket from lo to hi that lies below d: 0.5 if its
// type has no scale.
func fraction(d, lo, hi types.Datum) float64 {
	val, low, high, ok := scale(d, lo, hi)
	switch {
	case !ok || high <= low:
		return 0.5
	case val <= low:
		return 0
	case val >= high:
		return 1
	}
	f := (val - low) / (high - low)
	if !(f >= 0 && f <= 1) {
		return 0.5
	}
	return f
}

func scale(d, lo, hi types.Datum) (val, low, high float64, ok bool) {
	switch d.Kind() {
	case types.Text:
		if lo.Kind() != types.Text || hi.Kind() != types.Text {
			return 0, 0, 0, false
		}
		val, low, high = scaleTexts(d.Text(), lo.Text(), hi.Text())
		return val, low, high, true
	case types.Bytea:
		if lo.Kind() != types.Bytea || hi.Kind() != types.Bytea {
			return 0, 0, 0, false
		}
		a, b, c := cutCommon(string(d.Bytes()), string(lo.Bytes()), string(hi.Bytes()))
		return scaleText(a, 0, 255, 10), scaleText(b, 0, 255, 10), scaleText(c, 0, 255, 10), true
	}
	var ok2, ok3 bool
	val, ok = number(d)
	low, ok2 = number(lo)
	high, ok3 = number(hi)
	return val, low, high, ok && ok2 && ok3
}

const usecsPerDay = 86400e6

// number is a value of a type that has a scale.
func number(d types.Datum) (float64, bool) {
	switch d.Kind() {
	case types.Bool:
		if d.Bool() {
			return 1, true
		}
		return 0, true
	case types.Int:
		return float64(d.Int()), true
	case types.Float4, types.Float8:
		return d.Float(), true
	case types.Numeric:
		return d.Dec().ApproxFloat64(), true
	case types.Date:
		return float64(d.Num()) * usecsPerDay, true
	case types.Time, types.Timestamp, types.Timestamptz:
		return float64(d.Num()), true
	case types.Interval:
		v := d.Interval()
		return float64(v.Micros) + float64(v.Days)*usecsPerDay + float64(v.Months)*(365.25/12*usecsPerDay), true
	}
	return 0, false
}

// scaleTexts reads texts as numbers of a base that their bytes need.
func scaleTexts(d, lo, hi string) (val, low, high float64) {
	from, to := byte(0), byte(0)
	if hi != "" {
		from, to = hi[0], hi[0]
	}
	for _, s := range []string{lo, hi} {
		for i := range len(s) {
			from, to = min(from, s[i]), max(to, s[i])
		}
	}
	widen := func(a, b byte) {
		if from <= b && to >= a {
			from, to = min(from, a), max(to, b)
		}
	}
	widen('A', 'Z')
	widen('a', 'z')
	widen('0', '9')
	if int(to)-int(from) < 9 {
		from, to = ' ', 127
	}
	d, lo, hi = cutCommon(d, lo, hi)
	return scaleText(d, from, to, 12), scaleText(lo, from, to, 12), scaleText(hi, from, to, 12)
}

// cutCommon cuts off the bytes that all three begin with.
func cutCommon(d, lo, hi string) (string, string, string) {
	i := 0
	for i < len(lo) && i < len(hi) && i < len(d) && lo[i] == hi[i] && lo[i] == d[i] {
		i++
	}
	return d[i:], lo[i:], hi[i:]
}

// scaleText is a fraction whose digits are the first n bytes of s, of base to-from+1.
func scaleText(s string, from, to byte, n int) float64 {
	base := float64(to) - float64(from) + 1
	num, denom := 0.0, base
	for i := range min(len(s), n) {
		c := float64(s[i])
		if s[i] < from {
			c = float64(from) - 1
		} else if s[i] > to {
			c = float64(to) + 1
		}
		num += (c - float64(from)) / denom
		denom *= base
	}
	return num
}
