package types

// Interval arithmetic. Infinite intervals are those whose three parts are all at
// their minimum or maximum, as PostgreSQL stores them.

import "math"

// IntervalNegInf and IntervalPosInf are the infinite intervals.
var (
	IntervalNegInf = IntervalVal{math.MinInt32, math.MinInt32, math.MinInt64}
	IntervalPosInf = IntervalVal{math.MaxInt32, math.MaxInt32, math.MaxInt64}
)

// IntervalIsFinite reports whether v is neither infinity.
func IntervalIsFinite(v IntervalVal) bool { return v != IntervalNegInf && v != IntervalPosInf }

// infSign is 0 for finite intervals.
func (v IntervalVal) infSign() int {
	switch v {
	case IntervalNegInf:
		return -1
	case IntervalPosInf:
		return 1
	}
	return 0
}

func infInterval(sign int) IntervalVal {
	if sign < 0 {
		return IntervalNegInf
	}
	return IntervalPosInf
}

// span returns the interval's length, for comparison, as days of 24 hours (30 to a
// month) and the microseconds that are left, never negative.
func (v IntervalVal) span() (days, us int64) {
	d := floorDiv(v.Micros, microsPerDay)
	return int64(v.Months)*30 + int64(v.Days) + d, v.Micros - d*microsPerDay
}

// IntervalCompare orders intervals by length; a month is 30 days.
func IntervalCompare(a, b IntervalVal) int {
	ad, au := a.span()
	bd, bu := b.span()
	if ad != bd {
		return cmpInt(ad, bd)
	}
	return cmpInt(au, bu)
}

func fitsInt32(v int64) bool { return v >= math.MinInt32 && v <= math.MaxInt32 }

// makeInterval checks the parts (22008).
func makeInterval(months, days, us int64, ok bool) (IntervalVal, error) {
	v := IntervalVal{int32(months), int32(days), us}
	if !ok || !fitsInt32(months) || !fitsInt32(days) || !IntervalIsFinite(v) {
		return IntervalVal{}, errIntervalRange()
	}
	return v, nil
}

// IntervalAdd returns a + b (22008 out of range or for opposite infinities).
func IntervalAdd(a, b IntervalVal) (IntervalVal, error) {
	as, bs := a.infSign(), b.infSign()
	switch {
	case as != 0 && bs != 0 && as != bs:
		return a, errIntervalRange()
	case as != 0:
		return a, nil
	case bs != 0:
		return b, nil
	}
	us, ok := addInt64(a.Micros, b.Micros)
	return makeInterval(int64(a.Months)+int64(b.Months), int64(a.Days)+int64(b.Days), us, ok)
}

// IntervalNeg returns -a (22008 out of range).
func IntervalNeg(a IntervalVal) (IntervalVal, error) {
	if s := a.infSign(); s != 0 {
		return infInterval(-s), nil
	}
	return makeInterval(-int64(a.Months), -int64(a.Days), -a.Micros, a.Micros != math.MinInt64)
}

// IntervalSub returns a - b (22008 out of range or for equal infinities).
func IntervalSub(a, b IntervalVal) (IntervalVal, error) {
	if s := b.infSign(); s != 0 {
		return IntervalAdd(a, infInterval(-s))
	}
	if a.infSign() != 0 {
		return a, nil
	}
	us := a.Micros - b.Micros
	ok := (us < a.Micros) == (b.Micros > 0)
	return makeInterval(int64(a.Months)-int64(b.Months), int64(a.Days)-int64(b.Days), us, ok)
}

// IntervalMul returns a * f. Fractions of months become days, of days time (22008).
func IntervalMul(a IntervalVal, f float64) (IntervalVal, error) {
	if math.IsNaN(f) {
		return a, errIntervalRange()
	}
	if s := a.infSign(); s != 0 || math.IsInf(f, 0) {
		return mulInfinite(a, f)
	}
	return scaleInterval(a, float64(a.Months)*f, float64(a.Days)*f, float64(a.Micros)*f, f)
}

func mulInfinite(a IntervalVal, f float64) (IntervalVal, error) {
	s := a.infSign()
	if s == 0 {
		s = IntervalCompare(a, IntervalVal{})
	}
	if f == 0 || s == 0 {
		return a, errIntervalRange()
	}
	if f < 0 {
		s = -s
	}
	return infInterval(s), nil
}

// IntervalDiv returns a / f (22012 for zero, 22008).
func IntervalDiv(a IntervalVal, f float64) (IntervalVal, error) {
	switch {
	case f == 0:
		return a, errDivisionByZero()
	case math.IsNaN(f):
		return a, errIntervalRange()
	case a.infSign() != 0:
		if math.IsInf(f, 0) {
			return a, errIntervalRange()
		}
		return mulInfinite(a, f)
	}
	return scaleInterval(a, float64(a.Months)/f, float64(a.Days)/f, float64(a.Micros)/f, 1/f)
}

// roundTS rounds to microseconds, as a fraction of a second in seconds.
func roundTS(f float64) float64 { return math.RoundToEven(f*1e6) / 1e6 }

// scaleInterval takes the three products and carries fractions down: 30 days to a
// month, 24 hours to a day, each rounded to microseconds on the way.
func scaleInterval(a IntervalVal, months, days, us, f float64) (IntervalVal, error) {
	if math.Abs(months) > math.MaxInt32 || math.Abs(days) > math.MaxInt32 || math.IsNaN(months+days+us) {
		return a, errIntervalRange()
	}
	m, d := int64(months), int64(days)
	monthDays := roundTS((months - float64(m)) * 30)
	secs := roundTS((days - float64(d) + monthDays - math.Trunc(monthDays)) * 86400)
	d += int64(monthDays)
	if math.Abs(secs) >= 86400 {
		d += int64(secs / 86400)
		secs -= float64(int64(secs/86400)) * 86400
	}
	total := math.RoundToEven(us + secs*1e6)
	return makeInterval(m, d, int64(total), total >= -1<<63 && total < 1<<63)
}

// JustifyHours turns 24 hours into days (22008).
func JustifyHours(v IntervalVal) (IntervalVal, error) {
	if !IntervalIsFinite(v) {
		return v, nil
	}
	days, us := int64(v.Days)+v.Micros/microsPerDay, v.Micros%microsPerDay
	if days > 0 && us < 0 {
		days, us = days-1, us+microsPerDay
	} else if days < 0 && us > 0 {
		days, us = days+1, us-microsPerDay
	}
	return makeInterval(int64(v.Months), days, us, true)
}

// JustifyDays turns 30 days into months (22008).
func JustifyDays(v IntervalVal) (IntervalVal, error) {
	if !IntervalIsFinite(v) {
		return v, nil
	}
	months, days := int64(v.Months)+int64(v.Days/30), int64(v.Days%30)
	if months > 0 && days < 0 {
		months, days = months-1, days+30
	} else if months < 0 && days > 0 {
		months, days = months+1, days-30
	}
	return makeInterval(months, days, v.Micros, true)
}

// JustifyInterval does both and gives all parts one sign (22008).
func JustifyInterval(v IntervalVal) (IntervalVal, error) {
	if !IntervalIsFinite(v) {
		return v, nil
	}
	days, us := int64(v.Days)+v.Micros/microsPerDay, v.Micros%microsPerDay
	months := int64(v.Months) + days/30
	days %= 30
	if months > 0 && (days < 0 || days == 0 && us < 0) {
		months, days = months-1, days+30
	} else if months < 0 && (days > 0 || days == 0 && us > 0) {
		months, days = months+1, days-30
	}
	if days > 0 && us < 0 {
		days, us = days-1, us+microsPerDay
	} else if days < 0 && us > 0 {
		days, us = days+1, us-microsPerDay
	}
	return makeInterval(months, days, us, true)
}

// MakeInterval is the SQL function of that name (22008).
func MakeInterval(years, months, weeks, days, hours, mins int32, secs float64) (IntervalVal, error) {
	if math.IsNaN(secs) || math.IsInf(secs, 0) {
		return IntervalVal{}, errIntervalRange()
	}
	s := math.RoundToEven(secs * 1e6)
	if math.Abs(s) >= 1<<63 {
		return IntervalVal{}, errIntervalRange()
	}
	us, ok := addInt64(int64(hours)*microsPerHour+int64(mins)*microsPerMinute, int64(s))
	return makeInterval(int64(years)*12+int64(months), int64(weeks)*7+int64(days), us, ok)
}

// CoerceInterval cuts an interval to the fields of its modifier and rounds it to its
// precision.
func CoerceInterval(v IntervalVal, typmod int32) (IntervalVal, error) {
	if typmod < 0 || !IntervalIsFinite(v) {
		return v, nil
	}
	mask, precision := intervalTypmod(typmod)
	switch mask {
	case MaskYear:
		v.Months, v.Days, v.Micros = v.Months/12*12, 0, 0
	case MaskMonth, MaskYear | MaskMonth:
		v.Days, v.Micros = 0, 0
	case MaskDay:
		v.Micros = 0
	case MaskHour, MaskDay | MaskHour:
		v.Micros = v.Micros / microsPerHour * microsPerHour
	case MaskMinute, MaskDay | MaskHour | MaskMinute, MaskHour | MaskMinute:
		v.Micros = v.Micros / microsPerMinute * microsPerMinute
	}
	if precision >= 0 && precision < maxTimePrecision {
		unit := pow10s[maxTimePrecision-precision]
		half := unit / 2
		if v.Micros < 0 {
			half = -half
		}
		us, ok := addInt64(v.Micros, half)
		if !ok {
			return v, errIntervalRange()
		}
		v.Micros = us / unit * unit
	}
	return v, nil
}
