package types

// Arithmetic with dates, times and timestamps.

import (
	"math"
	"time"

	"minidb/pgerr"
)

// DateToTimestamp returns midnight of a day (22008 out of range).
func DateToTimestamp(days int64) (int64, error) {
	switch days {
	case DateNegInf:
		return TimestampNegInf, nil
	case DatePosInf:
		return TimestampPosInf, nil
	}
	if days >= endTimestamp/microsPerDay {
		return 0, errDateRange("date out of range for timestamp")
	}
	return days * microsPerDay, nil
}

// DateToTimestamptz returns midnight of a day in a zone (22008 out of range).
func DateToTimestamptz(days int64, loc *time.Location) (int64, error) {
	us, err := DateToTimestamp(days)
	if err != nil || !TimestampIsFinite(us) {
		return us, err
	}
	us -= int64(localOffset(us, loc)) * microsPerSecond
	if !validTimestamp(us) {
		return 0, errDateRange("date out of range for timestamp")
	}
	return us, nil
}

// TimestampToDate returns the day of a timestamp.
func TimestampToDate(us int64) int64 {
	switch us {
	case TimestampNegInf:
		return DateNegInf
	case TimestampPosInf:
		return DatePosInf
	}
	return floorDiv(us, microsPerDay)
}

// TimestamptzToDate returns the day of an instant in a zone.
func TimestamptzToDate(us int64, loc *time.Location) int64 {
	return TimestampToDate(TimestamptzToTimestamp(us, loc))
}

// TimestampToTime returns the time of day of a finite timestamp.
func TimestampToTime(us int64) int64 { return floorMod(us, microsPerDay) }

// DateAddDays returns the date n days later (22008 out of range).
func DateAddDays(days, n int64) (int64, error) {
	if !DateIsFinite(days) {
		return days, nil
	}
	if r := days + n; ValidDate(r) {
		return r, nil
	}
	return 0, errDateRange("date out of range")
}

// DateSub returns the days from b to a (22008 for infinite dates).
func DateSub(a, b int64) (int64, error) {
	if !DateIsFinite(a) || !DateIsFinite(b) {
		return 0, errDateRange("cannot subtract infinite dates")
	}
	return a - b, nil
}

// TimeAdd returns a time of day plus an interval's microseconds, around the clock
// (22008 for infinite intervals).
func TimeAdd(us int64, iv IntervalVal) (int64, error) {
	if !IntervalIsFinite(iv) {
		return 0, errDateRange("cannot add infinite interval to time")
	}
	return floorMod(us+iv.Micros, microsPerDay), nil
}

// TimeSubInterval returns a time of day minus an interval's microseconds.
func TimeSubInterval(us int64, iv IntervalVal) (int64, error) {
	if !IntervalIsFinite(iv) {
		return 0, errDateRange("cannot subtract infinite interval from time")
	}
	return floorMod(us-iv.Micros, microsPerDay), nil
}

// TimestampAdd returns a timestamp plus an interval: months first, within the
// month's length, then days, then time (22008 out of range).
func TimestampAdd(us int64, iv IntervalVal) (int64, error) {
	return addInterval(us, iv, nil)
}

// TimestamptzAdd is TimestampAdd with days and months counted by the zone's clock.
func TimestamptzAdd(us int64, iv IntervalVal, loc *time.Location) (int64, error) {
	return addInterval(us, iv, loc)
}

func addInterval(us int64, iv IntervalVal, loc *time.Location) (int64, error) {
	if s := iv.infSign(); s != 0 {
		inf := TimestampPosInf
		if s < 0 {
			inf = TimestampNegInf
		}
		if !TimestampIsFinite(us) && us != inf {
			return 0, errTimestampRange()
		}
		return inf, nil
	}
	if !TimestampIsFinite(us) {
		return us, nil
	}
	if iv.Months != 0 || iv.Days != 0 {
		local := us
		if loc != nil {
			local = TimestamptzToTimestamp(us, loc)
		}
		f := TimestampFields(local)
		if iv.Months != 0 {
			m := int64(f.Year)*12 + int64(f.Month) - 1 + int64(iv.Months)
			f.Year, f.Month = int(floorDiv(m, 12)), int(floorMod(m, 12))+1
			f.Day = min(f.Day, DaysInMonth(f.Year, f.Month))
		}
		if !validJulian(f.Year, f.Month) {
			return 0, errTimestampRange()
		}
		days := DaysFromCivil(f.Year, f.Month, f.Day) + int64(iv.Days)
		t, ok := mulInt64(days, microsPerDay)
		if ok {
			t, ok = addInt64(t, f.timeMicros())
		}
		if !ok || t < minTimestamp-microsPerDay || t >= endTimestamp+microsPerDay {
			return 0, errTimestampRange()
		}
		if us = t; loc != nil {
			us -= int64(localOffset(t, loc)) * microsPerSecond
		}
	}
	r, ok := addInt64(us, iv.Micros)
	if !ok || !validTimestamp(r) {
		return 0, errTimestampRange()
	}
	return r, nil
}

// negated is an interval's negative for subtraction, where each part may be negated
// by itself; a part at its minimum is out of range anyway.
func negated(iv IntervalVal) (IntervalVal, error) {
	r, err := IntervalNeg(iv)
	if err != nil {
		return r, errTimestampRange()
	}
	return r, nil
}

// TimestampSubInterval returns a timestamp minus an interval (22008).
func TimestampSubInterval(us int64, iv IntervalVal) (int64, error) {
	return TimestamptzSubInterval(us, iv, nil)
}

// TimestamptzSubInterval is TimestampSubInterval by the zone's clock.
func TimestamptzSubInterval(us int64, iv IntervalVal, loc *time.Location) (int64, error) {
	n, err := negated(iv)
	if err != nil {
		return 0, err
	}
	return addInterval(us, n, loc)
}

// TimestampSub returns a - b in days and time (22008 for equal infinities).
func TimestampSub(a, b int64) (IntervalVal, error) {
	if !TimestampIsFinite(a) || !TimestampIsFinite(b) {
		return subInfinite(a, b)
	}
	us := a - b
	if (us < a) != (b > 0) && b != 0 {
		return IntervalVal{}, errIntervalRange()
	}
	return JustifyHours(IntervalVal{Micros: us})
}

func subInfinite(a, b int64) (IntervalVal, error) {
	switch {
	case a == b:
		return IntervalVal{}, errIntervalRange()
	case a == TimestampPosInf || b == TimestampNegInf:
		return IntervalPosInf, nil
	}
	return IntervalNegInf, nil
}

// TimestampAge returns a - b in years, months, days and time.
func TimestampAge(a, b int64) (IntervalVal, error) {
	if !TimestampIsFinite(a) || !TimestampIsFinite(b) {
		return subInfinite(a, b)
	}
	sign := 1
	if a < b {
		a, b, sign = b, a, -1
	}
	x, y := TimestampFields(a), TimestampFields(b)
	us := x.timeMicros() - y.timeMicros()
	day, mon, year := x.Day-y.Day, x.Month-y.Month, x.Year-y.Year
	if us < 0 {
		us += microsPerDay
		day--
	}
	for day < 0 {
		// Borrow the month of the earlier time.
		day += DaysInMonth(y.Year, y.Month)
		mon--
	}
	months := int64(year*12 + mon)
	return makeInterval(int64(sign)*months, int64(sign*day), int64(sign)*us, true)
}

// TimestamptzAge is TimestampAge by the zone's clock.
func TimestamptzAge(a, b int64, loc *time.Location) (IntervalVal, error) {
	return TimestampAge(TimestamptzToTimestamp(a, loc), TimestamptzToTimestamp(b, loc))
}

// MakeDate is the SQL function of that name; negative years are BC (22008).
func MakeDate(y, m, d int) (int64, error) {
	bad := func() (int64, error) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date field value out of range: %d-%02d-%02d", y, m, d)
	}
	year := y
	if y < 0 {
		year = y + 1
	}
	if y == 0 || y == math.MinInt32 || m < 1 || m > 12 || d < 1 || d > DaysInMonth(year, m) {
		return bad()
	}
	days := DaysFromCivil(year, m, d)
	if !validJulian(year, m) || !ValidDate(days) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: %d-%02d-%02d", year, m, d)
	}
	return days, nil
}

// MakeTime is the SQL function of that name (22008).
func MakeTime(h, m int, sec float64) (int64, error) {
	us := math.RoundToEven(sec * 1e6)
	if math.IsNaN(sec) || h < 0 || h > 24 || m < 0 || m > 59 || sec < 0 || us > 60e6 ||
		int64(h)*microsPerHour+int64(m)*microsPerMinute+int64(us) > microsPerDay {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "time field value out of range: %d:%02d:%s",
			h, m, string(appendFloat2(sec)))
	}
	return int64(h)*microsPerHour + int64(m)*microsPerMinute + int64(us), nil
}

// MakeTimestamp is the SQL function of that name (22008).
func MakeTimestamp(y, mo, d, h, mi int, sec float64) (int64, error) {
	year := y
	if y < 0 {
		year = y + 1
	}
	if y == 0 || y == math.MinInt32 || mo < 1 || mo > 12 || d < 1 || d > DaysInMonth(year, mo) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date field value out of range: %d-%02d-%02d", y, mo, d)
	}
	t, err := MakeTime(h, mi, sec)
	if err != nil {
		return 0, err
	}
	if !validJulian(year, mo) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: %d-%02d-%02d", year, mo, d)
	}
	f := TimeFields(t)
	f.Year, f.Month, f.Day = year, mo, d
	us, ok := f.timestamp()
	if !ok {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range: %d-%02d-%02d %d:%02d:%s",
			y, mo, d, h, mi, string(appendFloat2(sec)))
	}
	return us, nil
}

// appendFloat2 prints seconds as C's %02g does.
func appendFloat2(f float64) []byte {
	b := appendFloat(nil, f, 64, -9)
	if len(b) < 2 {
		b = append([]byte{'0'}, b...)
	}
	return b
}
