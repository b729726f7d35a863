package types

// The calendar: days since 2000-01-01 to year, month, day and back, in the
// Gregorian calendar before 1582 too, and what lies within PostgreSQL's range.

import (
	"math"

	"minidb/pgerr"
)

// Units in microseconds, and PostgreSQL's epoch in other clocks.
const (
	microsPerSecond = int64(1000000)
	microsPerMinute = 60 * microsPerSecond
	microsPerHour   = 3600 * microsPerSecond
	microsPerDay    = 86400 * microsPerSecond

	// epochUnixDays are the days from 1970-01-01 to 2000-01-01.
	epochUnixDays = 10957
	// epochJulian is the Julian day of 2000-01-01.
	epochJulian = 2451545
)

// Limits (PostgreSQL 18, datatype/timestamp.h): dates from 4713-11-24 BC to before
// 5874898-01-01, timestamps from the same day to before 294277-01-01.
const (
	minDate      = -epochJulian
	endDate      = 2147483494 - epochJulian
	minTimestamp = int64(-211813488000000000)
	endTimestamp = int64(9223371331200000000)
)

// DateNegInf and its kin are the infinite values that PostgreSQL stores.
const (
	DateNegInf      = int64(math.MinInt32)
	DatePosInf      = int64(math.MaxInt32)
	TimestampNegInf = int64(math.MinInt64)
	TimestampPosInf = int64(math.MaxInt64)
)

// DateIsFinite reports whether days is neither infinity.
func DateIsFinite(days int64) bool { return days != DateNegInf && days != DatePosInf }

// TimestampIsFinite reports whether us is neither infinity.
func TimestampIsFinite(us int64) bool { return us != TimestampNegInf && us != TimestampPosInf }

// DaysFromCivil returns the days from 2000-01-01 to a date of the astronomical
// year y (0 is 1 BC). Months and days beyond their range carry over.
func DaysFromCivil(y, m, d int) int64 {
	yy := int64(y) + floorDiv(int64(m)-1, 12)
	mm := floorMod(int64(m)-1, 12) + 1
	// Years that begin in March put the leap day last.
	if mm <= 2 {
		yy--
	}
	era := floorDiv(yy, 400)
	yoe := yy - era*400
	doy := (153*floorMod(mm+9, 12)+2)/5 + int64(d) - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468 - epochUnixDays
}

// CivilFromDays returns the date so many days after 2000-01-01; year 0 is 1 BC.
func CivilFromDays(days int64) (y, m, d int) {
	z := days + epochUnixDays + 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = int(doy - (153*mp+2)/5 + 1)
	m = int(mp + 3)
	if m > 12 {
		m -= 12
	}
	yy := yoe + era*400
	if m <= 2 {
		yy++
	}
	return int(yy), m, d
}

func isLeap(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

// DaysInMonth returns the length of a month, 1 to 12, of an astronomical year.
func DaysInMonth(y, m int) int {
	switch m {
	case 2:
		if isLeap(y) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// validJulian bounds years before day arithmetic, as PostgreSQL's IS_VALID_JULIAN.
func validJulian(y, m int) bool {
	return (y > -4713 || y == -4713 && m >= 11) && (y < 5874898 || y == 5874898 && m < 6)
}

// ValidDate reports whether type date has this day, which may be infinite.
func ValidDate(days int64) bool { return days >= minDate && days < endDate }

func validTimestamp(us int64) bool { return us >= minTimestamp && us < endTimestamp }

// Fields are the parts of a timestamp. Year 0 is 1 BC.
type Fields struct {
	Year, Month, Day, Hour, Minute, Second, Micros int
}

// TimestampFields splits a finite timestamp.
func TimestampFields(us int64) Fields {
	days := floorDiv(us, microsPerDay)
	f := TimeFields(us - days*microsPerDay)
	f.Year, f.Month, f.Day = CivilFromDays(days)
	return f
}

// TimeFields splits a time of day.
func TimeFields(us int64) Fields {
	return Fields{
		Hour:   int(us / microsPerHour),
		Minute: int(us / microsPerMinute % 60),
		Second: int(us / microsPerSecond % 60),
		Micros: int(us % microsPerSecond),
	}
}

func (f *Fields) timeMicros() int64 {
	return int64(f.Hour)*microsPerHour + int64(f.Minute)*microsPerMinute +
		int64(f.Second)*microsPerSecond + int64(f.Micros)
}

// timestamp puts fields together; false if out of range.
func (f *Fields) timestamp() (int64, bool) {
	if !validJulian(f.Year, f.Month) {
		return 0, false
	}
	days := DaysFromCivil(f.Year, f.Month, f.Day)
	us, ok := mulInt64(days, microsPerDay)
	if !ok {
		return 0, false
	}
	us, ok = addInt64(us, f.timeMicros())
	return us, ok && validTimestamp(us)
}

func addInt64(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func errTimestampRange() error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range")
}

func errIntervalRange() error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "interval out of range")
}

func errDateRange(what string) error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "%s", what)
}

// isoWeek returns the ISO 8601 year and week of a day.
func isoWeek(days int64) (year, week int) {
	// The week belongs to the year of its Thursday.
	thursday := days - floorMod(days+5, 7) + 3
	year, _, _ = CivilFromDays(thursday)
	return year, int((thursday-DaysFromCivil(year, 1, 1))/7) + 1
}

// weekday returns 0 for Sunday; 2000-01-01 was a Saturday.
func weekday(days int64) int { return int(floorMod(days+6, 7)) }
