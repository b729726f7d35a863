package expr

// This file puts together what to_date and to_timestamp have read by a template.

import (
	"minidb/pgerr"
	"minidb/types"
)

var toDateCodes = codeTable{
	"to_date": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		r, err := readByTemplate(c, a.Text(), f.Text())
		if err != nil {
			return types.NullDatum, err
		}
		days, _, err := r.finish()
		if err == nil && !types.ValidDate(days) {
			err = pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: \"%s\"", r.src)
		}
		return types.NewDate(days), err
	}},
	"to_timestamp": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		r, err := readByTemplate(c, a.Text(), f.Text())
		if err != nil {
			return types.NullDatum, err
		}
		days, tod, err := r.finish()
		if err != nil {
			return types.NullDatum, err
		}
		us, err := types.DateToTimestamp(days)
		if err != nil || !types.ValidDate(days) {
			return types.NullDatum, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range")
		}
		us += tod
		switch {
		case r.zoneSign != 0:
			us -= int64(r.zoneSign*(r.zoneHours*60+r.zoneMinutes)) * 60 * 1000000
		case r.hasAbbrev:
			us -= int64(r.abbrevOffset) * 1000000
		default:
			us, err = types.TimestampToTimestamptz(us, c.env().TimeZone)
		}
		if err != nil || r.precision == 0 {
			return types.NewTimestamptz(us), err
		}
		return types.CoerceLength(types.NewTimestamptz(us), types.TimestamptzOID, int32(r.precision), false)
	}},
}

func outOfField(s string) error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", s)
}

// finish returns the date, as days since 2000-01-01, and the time of day in
// microseconds. What is not given is 1 BC, January, the first, midnight.
func (r *templateReader) finish() (days, tod int64, err error) {
	if tod, err = r.timeOfDay(); err != nil {
		return 0, 0, err
	}
	y, hasYear := r.fullYear()
	m, d, hasMonth, hasDay := 1, 1, false, false
	setDate := func(days int64) {
		y, m, d = types.CivilFromDays(days)
		hasYear, hasMonth, hasDay = true, true, true
	}
	if r.julian != 0 {
		setDate(int64(r.julian) - 2451545)
	}
	if r.week != 0 {
		if !r.isoDates {
			r.yearDay = (r.week-1)*7 + 1
		} else {
			day := isoWeekMonday(y, r.week)
			if r.weekday > 1 {
				day += int64(r.weekday - 2)
			} else if r.weekday == 1 {
				day += 6
			}
			setDate(day)
		}
	}
	if r.monthWeek != 0 {
		r.day = (r.monthWeek-1)*7 + 1
	}
	if r.day != 0 {
		d, hasDay = r.day, true
	}
	if r.month != 0 {
		m, hasMonth = r.month, true
	}
	if r.yearDay != 0 && (m <= 1 || d <= 1) {
		if y == 0 && r.bc == 0 {
			return 0, 0, pgerr.New(pgerr.InvalidDatetimeFormat, "cannot calculate day of year without year information")
		}
		if r.isoDates {
			setDate(isoWeekMonday(y, 1) + int64(r.yearDay) - 1)
		} else {
			mm, dd := monthOfDay(y, r.yearDay)
			if m <= 1 {
				m = mm
			}
			if d <= 1 {
				d = dd
			}
			hasMonth, hasDay = true, true
		}
	}
	if hasMonth && (m < 1 || m > 12) || hasDay && (d < 1 || d > 31) ||
		hasYear && hasMonth && hasDay && d > types.DaysInMonth(y, m) {
		return 0, 0, outOfField(r.src)
	}
	if r.zoneSign != 0 && (r.zoneHours < 0 || r.zoneHours > 15 || r.zoneMinutes < 0 || r.zoneMinutes > 59) {
		return 0, 0, pgerr.New("22009", "time zone displacement out of range: \"%s\"", r.src)
	}
	return types.DaysFromCivil(y, m, d), tod, nil
}

// isoWeekMonday returns the Monday of an ISO 8601 week.
func isoWeekMonday(y, week int) int64 {
	jan4 := types.DaysFromCivil(y, 1, 4)
	return jan4 - ((jan4+5)%7+7)%7 + int64(week-1)*7
}

// monthOfDay finds the month and day of a day of the year; month 13 follows the last.
func monthOfDay(y, yearDay int) (month, day int) {
	day = yearDay
	for month = 1; month <= 12; month++ {
		n := types.DaysInMonth(y, month)
		if day <= n {
			break
		}
		day -= n
	}
	return month, day
}

// fullYear makes an astronomical year of the year, the century and the era.
func (r *templateReader) fullYear() (year int, given bool) {
	cc := r.century
	if r.bc != 0 {
		cc = -cc
	}
	switch {
	case r.year == 0 && cc == 0:
		return 0, false
	case r.year == 0 && cc > 0:
		return (cc-1)*100 + 1, true
	case r.year == 0:
		return cc*100 + 1, true
	case cc == 0 || r.yearWidth > 2:
		y := r.year
		if r.bc != 0 {
			y = -y
		}
		if y < 0 {
			y++
		}
		return y, true
	}
	y := r.year % 100
	switch {
	case y == 0 && cc >= 0:
		return cc * 100, true
	case y == 0:
		return cc*100 + 1, true
	case cc >= 0:
		return y + (cc-1)*100, true
	}
	return (cc+1)*100 - y + 1, true
}

func (r *templateReader) timeOfDay() (int64, error) {
	h, m, s := r.daySecs/3600, r.daySecs/60%60, r.daySecs%60
	if r.second != 0 {
		s = r.second
	}
	if r.minute != 0 {
		m = r.minute
	}
	if r.hour != 0 {
		h = r.hour
	}
	if r.clock12 {
		if h < 1 || h > 12 {
			return 0, pgerr.New(pgerr.InvalidDatetimeFormat, "hour \"%d\" is invalid for the 12-hour clock", h).
				WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
		}
		if h %= 12; r.pm != 0 {
			h += 12
		}
	}
	us := int64(r.millis)*1000 + int64(r.micros)
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59 || us < 0 || us >= 1000000 {
		return 0, outOfField(r.src)
	}
	return int64((h*60+m)*60+s)*1000000 + us, nil
}
