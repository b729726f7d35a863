package types

// Reading dates, times and timestamps, on top of the fields' meanings.

import (
	"minidb/pgerr"
)

func readDateTime(s, typ string, env *Env, timeOnly bool) (*decoded, error) {
	fields, err := dateFields(s)
	if err == nil && len(fields) == 0 {
		err = errBadFormat
	}
	var d *decoded
	if err == nil {
		d, err = decodeFields(fields, env, timeOnly)
	}
	if err != nil {
		return nil, dateError(err, s, typ)
	}
	return d, nil
}

// ParseDate reads a date as days since 2000-01-01 (22007, 22008).
func ParseDate(s string, env *Env) (int64, error) {
	if days, ok := isoDate(s); ok {
		return days, nil
	}
	d, err := readDateTime(s, "date", env, false)
	if err != nil {
		return 0, err
	}
	switch d.reserved {
	case valEpoch:
		return -epochUnixDays, nil
	case valLate:
		return DatePosInf, nil
	case valEarly:
		return DateNegInf, nil
	}
	days := DaysFromCivil(d.Year, d.Month, d.Day)
	if !validJulian(d.Year, d.Month) || !ValidDate(days) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: \"%s\"", s)
	}
	return days, nil
}

// isoDate reads what nearly all dates look like, yyyy-mm-dd, without fields.
func isoDate(s string) (int64, bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	if !allDigits(s[:4], 10) || !allDigits(s[5:7], 10) || !allDigits(s[8:], 10) {
		return 0, false
	}
	y, m, d := atoi2(s)*100+atoi2(s[2:]), atoi2(s[5:]), atoi2(s[8:])
	if y < 1 || m < 1 || m > 12 || d < 1 || d > DaysInMonth(y, m) {
		return 0, false
	}
	return DaysFromCivil(y, m, d), true
}

// ParseTime reads a time of day as microseconds, rounded to the modifier's precision.
func ParseTime(s string, typmod int32, env *Env) (int64, error) {
	d, err := readDateTime(s, "time", env, true)
	if err != nil {
		return 0, err
	}
	if d.reserved >= valEpoch {
		return 0, dateError(errBadFormat, s, "time")
	}
	return roundMicros(d.timeMicros(), typmod), nil
}

// ParseTimestamp reads a timestamp without time zone; a zone in s is ignored.
func ParseTimestamp(s string, typmod int32, env *Env) (int64, error) {
	d, err := readDateTime(s, "timestamp", env, false)
	if err != nil {
		return 0, err
	}
	if us, ok := d.special(); ok {
		return us, nil
	}
	us, ok := d.timestamp()
	if !ok {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range: \"%s\"", s)
	}
	return roundTimestamp(us, typmod)
}

// ParseTimestamptz reads a timestamp with time zone; without one it is local time.
func ParseTimestamptz(s string, typmod int32, env *Env) (int64, error) {
	d, err := readDateTime(s, "timestamp with time zone", env, false)
	if err != nil {
		return 0, err
	}
	if us, ok := d.special(); ok {
		return us, nil
	}
	us, ok := d.timestampAnyEdge()
	if ok {
		off := d.offset
		switch {
		case d.zone != nil:
			off = localOffset(us, d.zone)
		case d.mask&hasZone == 0:
			off = localOffset(us, env.TimeZone)
		}
		us -= int64(off) * microsPerSecond
		ok = validTimestamp(us)
	}
	if !ok {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range: \"%s\"", s)
	}
	return roundTimestamp(us, typmod)
}

// timestampAnyEdge is timestamp for local times that only their offset brings into
// range.
func (d *decoded) timestampAnyEdge() (int64, bool) {
	if !validJulian(d.Year, d.Month) {
		return 0, false
	}
	us, ok := mulInt64(DaysFromCivil(d.Year, d.Month, d.Day), microsPerDay)
	if !ok {
		return 0, false
	}
	us, ok = addInt64(us, d.timeMicros())
	return us, ok && us > minTimestamp-2*microsPerDay && us < endTimestamp+2*microsPerDay
}

func (d *decoded) special() (int64, bool) {
	switch d.reserved {
	case valEpoch:
		return -epochUnixDays * microsPerDay, true
	case valLate:
		return TimestampPosInf, true
	case valEarly:
		return TimestampNegInf, true
	}
	return 0, false
}

// roundMicros rounds half away from zero to so many digits of a second; a negative
// modifier keeps all six.
func roundMicros(us int64, typmod int32) int64 {
	if typmod < 0 || typmod >= maxTimePrecision {
		return us
	}
	unit := pow10s[maxTimePrecision-typmod]
	if us < 0 {
		return -((-us + unit/2) / unit * unit)
	}
	return (us + unit/2) / unit * unit
}

func roundTimestamp(us int64, typmod int32) (int64, error) {
	if typmod < 0 || !TimestampIsFinite(us) {
		return us, nil
	}
	us = roundMicros(us, typmod)
	if !validTimestamp(us) {
		return 0, errTimestampRange()
	}
	return us, nil
}

func coerceTimestamp(d Datum, typmod int32) (Datum, error) {
	us, err := roundTimestamp(d.Num(), typmod)
	return Datum{kind: d.kind, num: uint64(us)}, err
}
