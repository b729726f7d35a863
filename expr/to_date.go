package expr

// This file reads dates and times by templates: to_date and to_timestamp.

import (
	"math"
	"strings"

	"minidb/pgerr"
	"minidb/types"
)

var toDateCodes = codeTable{
	"to_date": {f2: func(_ *Ctx, a, f types.Datum) (types.Datum, error) {
		r, err := readByTemplate(a.Text(), f.Text())
		if err != nil {
			return types.NullDatum, err
		}
		return dateResult(r.date(a.Text()))
	}},
	"to_timestamp": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		r, err := readByTemplate(a.Text(), f.Text())
		if err != nil {
			return types.NullDatum, err
		}
		days, err := r.date(a.Text())
		if err != nil {
			return types.NullDatum, err
		}
		us, err := types.DateToTimestamp(days)
		if err != nil {
			return types.NullDatum, err
		}
		tod, err := r.timeOfDay(a.Text())
		if err != nil {
			return types.NullDatum, err
		}
		us += tod
		if r.hasZone {
			return types.NewTimestamptz(us - r.zone*1000000), nil
		}
		return timestamptzResult(types.TimestampToTimestamptz(us, c.env().TimeZone))
	}},
}

// templateTime collects the fields that a template finds; -1 is not given.
type templateTime struct {
	year, month, day, doy, week int64
	hour, minute, second        int64
	micros, julian, daySecs     int64
	isoYear, isoWeek, isoDay    int64
	pm, am, bc, clock12         bool
	hasZone                     bool
	zone                        int64 // seconds east of UTC
	zoneSign                    int64
}

func readByTemplate(s, format string) (*templateTime, error) {
	r := &templateTime{year: math.MinInt64, month: -1, day: -1, doy: -1, week: -1, julian: -1, daySecs: -1, isoYear: -1, isoWeek: -1, isoDay: -1, zoneSign: 1}
	toks := parseDateFormat(format)
	i := 0
	for n, t := range toks {
		if i < len(s) && t.word != "" {
			for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
				i++
			}
		}
		if t.word == "" {
			i = skipLiteral(s, i, t)
			continue
		}
		next := n+1 < len(toks) && toks[n+1].word != ""
		var err error
		if i, err = r.read(s, i, t, next); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// skipLiteral passes over what stands where the template has text: a separator
// matches any separator or none, other text its length.
func skipLiteral(s string, i int, t dateToken) int {
	if !t.quoted && !isAlnum(t.lit[0]) {
		if i < len(s) && !isAlnum(s[i]) && s[i] != '+' && s[i] != '-' || i < len(s) && s[i] == '-' && t.lit != " " {
			i++
			for i < len(s) && s[i] == ' ' {
				i++
			}
		}
		return i
	}
	return min(len(s), i+len(t.lit))
}

// maxDigits is how many digits a pattern reads where another pattern follows.
var maxDigits = map[string]int{"YYYY": 4, "YYY": 3, "YY": 2, "Y": 1, "MM": 2, "DD": 2, "DDD": 3, "HH": 2, "HH12": 2, "HH24": 2,
	"MI": 2, "SS": 2, "MS": 3, "US": 6, "SSSS": 5, "SSSSS": 5, "J": 10, "Q": 1, "WW": 2, "W": 1, "D": 1, "ID": 1, "IW": 2,
	"IYYY": 4, "CC": 2, "FF1": 1, "FF2": 2, "FF3": 3, "FF4": 4, "FF5": 5, "FF6": 6, "TZH": 2, "TZM": 2}

func (r *templateTime) read(s string, i int, t dateToken, next bool) (int, error) {
	w := upperASCII(t.word)
	switch w {
	case "MONTH", "MON":
		for m, name := range monthNames {
			for _, cand := range []string{name, name[:3]} {
				if w == "MON" && len(cand) > 3 {
					continue
				}
				if len(s)-i >= len(cand) && strings.EqualFold(s[i:i+len(cand)], cand) {
					r.month = int64(m + 1)
					return i + len(cand), nil
				}
			}
		}
		return i, badField(s[i:], t.word).WithDetail("The given value did not match any of the allowed values for this field.")
	case "DAY", "DY":
		for i < len(s) && (isAlnum(s[i])) {
			i++
		}
		return i, nil
	case "AM", "PM", "A.M.", "P.M.":
		if len(s)-i >= len(w) {
			r.pm = s[i] == 'p' || s[i] == 'P'
			r.am = !r.pm
			r.clock12 = true
			return i + len(w), nil
		}
		return i, badField(s[i:], t.word).WithDetail("The given value did not match any of the allowed values for this field.")
	case "AD", "BC", "A.D.", "B.C.":
		if i == len(s) {
			return i, nil
		}
		for _, era := range []string{"AD", "BC", "A.D.", "B.C."} {
			if len(era) == len(w) && len(s)-i >= len(w) && strings.EqualFold(s[i:i+len(w)], era) {
				r.bc = era[0] == 'B'
				return i + len(w), nil
			}
		}
		return i, badField(s[i:], t.word).WithDetail("The given value did not match any of the allowed values for this field.")
	case "TZ", "OF", "TZH":
		r.hasZone = true
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			if s[i] == '-' {
				r.zoneSign = -1
			}
			i++
		}
	}
	neg := int64(1)
	if i < len(s) && (s[i] == '-' || s[i] == '+') && (w == "YYYY") {
		if s[i] == '-' {
			neg = -1
		}
		i++
	}
	limit := maxDigits[w]
	if !next && w != "MS" && w != "US" && w[0] != 'F' && limit > 0 {
		limit = 10
	}
	v, n := int64(0), 0
	for n < max(limit, 1) && i+n < len(s) && s[i+n] >= '0' && s[i+n] <= '9' {
		v = v*10 + int64(s[i+n]-'0')
		n++
	}
	if n == 0 {
		if i >= len(s) {
			return i, nil
		}
		return i, badField(s[i:min(len(s), i+max(maxDigits[w], 1))], t.word).WithDetail("Value must be an integer.")
	}
	if v > math.MaxInt32 {
		return i, badField(s[i:i+n], t.word).WithDetail("Value must be in the range %d to %d.", math.MinInt32, math.MaxInt32)
	}
	r.set(w, v*neg, n)
	return i + n, nil
}

func badField(s, word string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid value \"%s\" for \"%s\"", s, word)
}

func (r *templateTime) set(w string, v int64, digits int) {
	switch w {
	case "YYYY":
		r.year = v
	case "YYY", "YY", "Y":
		// Two digits are the year nearest to 2020.
		switch {
		case v < 70:
			v += 2000
		case v < 100:
			v += 1900
		case v < 520:
			v += 2000
		case v < 1000:
			v += 1000
		}
		r.year = v
	case "MM":
		r.month = v
	case "DD":
		r.day = v
	case "DDD":
		r.doy = v
	case "HH", "HH12":
		r.hour, r.clock12 = v, true
	case "HH24":
		r.hour = v
	case "MI":
		r.minute = v
	case "SS":
		r.second = v
	case "MS", "US", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		for ; digits < 6; digits++ {
			v *= 10
		}
		r.micros = v
	case "SSSS", "SSSSS":
		r.daySecs = v
	case "J":
		r.julian = v
	case "WW":
		r.week = v
	case "IYYY":
		r.isoYear = v
	case "IW":
		r.isoWeek = v
	case "ID":
		r.isoDay = v
	case "TZH":
		r.zone += r.zoneSign * v * 3600
	case "TZM":
		r.zone += r.zoneSign * v * 60
	}
}

func outOfField(s string) error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", s)
}

// date puts the date fields together; what is not given is 1 BC, January, 1.
func (r *templateTime) date(s string) (int64, error) {
	if r.julian >= 0 {
		return r.julian - 2451545, nil
	}
	if r.isoYear >= 0 {
		jan4 := types.DaysFromCivil(int(r.isoYear), 1, 4)
		monday := jan4 - ((jan4+5)%7+7)%7
		return monday + (max(r.isoWeek, 1)-1)*7 + max(r.isoDay, 1) - 1, nil
	}
	y := r.year
	switch {
	case y == math.MinInt64:
		y = 0
	case r.bc && y > 0:
		y = 1 - y
	case y < 0:
		y++
	}
	if y > 5874897 || y < -4713 {
		return 0, outOfField(s)
	}
	m, d := r.month, r.day
	if r.doy >= 0 {
		if r.doy < 1 || r.doy > 366 {
			return 0, outOfField(s)
		}
		return types.DaysFromCivil(int(y), 1, 1) + r.doy - 1, nil
	}
	if m < 0 {
		m = 1
	}
	if d < 0 {
		d = 1
		if r.week > 0 {
			return types.DaysFromCivil(int(y), 1, 1) + (r.week-1)*7, nil
		}
	}
	if m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, outOfField(s)
	}
	days := types.DaysFromCivil(int(y), int(m), int(d))
	if _, mm, _ := types.CivilFromDays(days); mm != int(m) {
		return 0, outOfField(s)
	}
	return days, nil
}

func (r *templateTime) timeOfDay(s string) (int64, error) {
	if r.daySecs >= 0 {
		return r.daySecs*1000000 + r.micros, nil
	}
	h := r.hour
	if r.clock12 {
		if h < 1 || h > 12 {
			if h != 0 || r.am || r.pm {
				return 0, pgerr.New(pgerr.InvalidDatetimeFormat, "hour \"%d\" is invalid for the 12-hour clock", h).
					WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
			}
		}
		if r.pm && h < 12 {
			h += 12
		} else if r.am && h == 12 {
			h = 0
		}
	}
	if h > 24 || r.minute > 59 || r.second > 60 {
		return 0, outOfField(s)
	}
	return ((h*60+r.minute)*60+r.second)*1000000 + r.micros, nil
}
