package types

// Reading intervals in the two forms of ISO 8601: with designators, P1Y2M3DT4H5M6S,
// and alternative, P0001-02-03T04:05:06.

import (
	"strconv"
	"strings"
)

// isoUnit finds the unit of a letter, which after T is one of time.
func isoUnit(c byte, time bool) (intervalUnit, bool) {
	if time {
		switch c {
		case 'H':
			return unitHour, true
		case 'M':
			return unitMinute, true
		case 'S':
			return unitSecond, true
		}
		return 0, false
	}
	switch c {
	case 'Y':
		return unitYear, true
	case 'M':
		return unitMonth, true
	case 'W':
		return unitWeek, true
	case 'D':
		return unitDay, true
	}
	return 0, false
}

// readISO reads P1Y2M3DT4H5M6S and P0001-02-03T04:05:06; false if s is neither.
func (r *intervalReader) readISO(s string) (bool, error) {
	if len(s) < 2 || s[0] != 'P' {
		return false, nil
	}
	s = s[1:]
	inTime := false
	for s != "" {
		if s[0] == 'T' {
			if inTime {
				return false, nil
			}
			inTime, s = true, s[1:]
			continue
		}
		n := 0
		if s[0] == '-' || s[0] == '+' {
			n++
		}
		n += spanOf(s[n:], func(c byte) bool { return isDigit(c) || c == '.' })
		num := s[:n]
		val, frac, ok := isoNumber(num)
		if !ok || n == 0 {
			return false, nil
		}
		if n == len(s) || s[n] == '-' || s[n] == ':' || s[n] == 'T' {
			return r.readISOAlternative(s, inTime)
		}
		unit, ok := isoUnit(s[n], inTime)
		if !ok {
			return false, nil
		}
		r.seen = 0
		if err := r.apply(unit, val, frac); err != nil {
			return true, err
		}
		s = s[n+1:]
	}
	return true, nil
}

func isoNumber(s string) (val int64, frac float64, ok bool) {
	body := strings.TrimLeft(s, "+-")
	ip, fp, point := strings.Cut(body, ".")
	if ip == "" && fp == "" || !allDigits(ip, 10) || !allDigits(fp, 10) {
		return 0, 0, false
	}
	val, err := strconv.ParseInt("0"+ip, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	if point {
		if frac, err = parseFraction("." + fp); err != nil {
			return 0, 0, false
		}
	}
	if s[0] == '-' {
		val, frac = -val, -frac
	}
	return val, frac, true
}

// readISOAlternative reads yyyy-mm-dd, or yyyymmdd, and hh:mm:ss, or hhmmss.
func (r *intervalReader) readISOAlternative(s string, inTime bool) (bool, error) {
	date, clock, hasClock := s, "", false
	if inTime {
		date, clock, hasClock = "", s, true
	} else if i := strings.IndexByte(s, 'T'); i >= 0 {
		date, clock, hasClock = s[:i], s[i+1:], true
	}
	if date != "" {
		units := []intervalUnit{unitYear, unitMonth, unitDay}
		parts := splitSigned(date, '-')
		if len(parts) == 1 && len(date) == 8 && allDigits(date, 10) {
			parts = []string{date[:4], date[4:6], date[6:]}
		}
		if ok, err := r.applyAll(parts, units); !ok || err != nil {
			return ok, err
		}
	}
	if hasClock {
		parts := splitSigned(clock, ':')
		if len(parts) == 1 && spanOf(clock, isDigit) == 6 {
			parts = []string{clock[:2], clock[2:4], clock[4:]}
		}
		return r.applyAll(parts, []intervalUnit{unitHour, unitMinute, unitSecond})
	}
	return true, nil
}

// splitSigned splits at sep, except where sep is a sign.
func splitSigned(s string, sep byte) []string {
	var parts []string
	start := 0
	for i := 1; i < len(s); i++ {
		if s[i] == sep && s[i-1] != sep {
			parts = append(parts, s[start:i])
			start = i + 1
			i++
		}
	}
	return append(parts, s[min(start, len(s)):])
}

func (r *intervalReader) applyAll(parts []string, units []intervalUnit) (bool, error) {
	if len(parts) > len(units) {
		return false, nil
	}
	for i, p := range parts {
		if p == "" {
			return false, nil
		}
		val, frac, ok := isoNumber(p)
		if !ok {
			return false, nil
		}
		r.seen = 0
		if err := r.apply(units[i], val, frac); err != nil {
			return true, err
		}
	}
	return true, nil
}
