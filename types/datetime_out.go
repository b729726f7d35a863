package types

// Dates and times as text, in the four date styles.

import "strconv"

var (
	monthNames = [...]string{"", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	dayNames   = [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
)

// appendPadded prints a number of at least width digits, up to 6.
func appendPadded(dst []byte, v, width int) []byte {
	for ; width > 1 && int64(v) < pow10s[width-1]; width-- {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(v), 10)
}

func appendYear(dst []byte, y int) []byte {
	if y <= 0 {
		y = 1 - y
	}
	return appendPadded(dst, y, 4)
}

// appendClock prints hh:mm:ss and the fraction without trailing zeros.
func appendClock(dst []byte, f *Fields) []byte {
	dst = appendPadded(dst, f.Hour, 2)
	dst = appendPadded(append(dst, ':'), f.Minute, 2)
	dst = appendPadded(append(dst, ':'), f.Second, 2)
	return appendFraction(dst, f.Micros)
}

func appendFraction(dst []byte, us int) []byte {
	if us == 0 {
		return dst
	}
	dst = appendPadded(append(dst, '.'), us, 6)
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

func appendInfinity(dst []byte, negative bool) []byte {
	if negative {
		return append(dst, "-infinity"...)
	}
	return append(dst, "infinity"...)
}

// appendDayMonth prints the two in the session's order.
func appendDayMonth(dst []byte, f *Fields, sep byte, dayFirst bool) []byte {
	a, b := f.Month, f.Day
	if dayFirst {
		a, b = b, a
	}
	dst = appendPadded(dst, a, 2)
	return append(appendPadded(append(dst, sep), b, 2), sep)
}

func appendYMD(dst []byte, f *Fields) []byte {
	dst = appendYear(dst, f.Year)
	dst = appendPadded(append(dst, '-'), f.Month, 2)
	return appendPadded(append(dst, '-'), f.Day, 2)
}

// AppendDate prints a date.
func AppendDate(dst []byte, days int64, env *Env) []byte {
	if !DateIsFinite(days) {
		return appendInfinity(dst, days < 0)
	}
	var f Fields
	f.Year, f.Month, f.Day = CivilFromDays(days)
	switch env.DateStyle {
	case SQLDates:
		dst = appendYear(appendDayMonth(dst, &f, '/', env.DateOrder == DMY), f.Year)
	case GermanDates:
		dst = appendYear(appendDayMonth(dst, &f, '.', true), f.Year)
	case PostgresDates:
		dst = appendYear(appendDayMonth(dst, &f, '-', env.DateOrder == DMY), f.Year)
	default:
		dst = appendYMD(dst, &f)
	}
	return appendEra(dst, f.Year)
}

func appendEra(dst []byte, year int) []byte {
	if year <= 0 {
		return append(dst, " BC"...)
	}
	return dst
}

// AppendTime prints a time of day.
func AppendTime(dst []byte, us int64) []byte {
	f := TimeFields(us)
	return appendClock(dst, &f)
}

// AppendTimestamp prints a timestamp without time zone.
func AppendTimestamp(dst []byte, us int64, env *Env) []byte {
	if !TimestampIsFinite(us) {
		return appendInfinity(dst, us < 0)
	}
	return appendDateTime(dst, us, false, 0, "", env)
}

// AppendTimestamptz prints a timestamp in the session's time zone.
func AppendTimestamptz(dst []byte, us int64, env *Env) []byte {
	if !TimestampIsFinite(us) {
		return appendInfinity(dst, us < 0)
	}
	off, abbrev := zoneAt(us, env.TimeZone)
	return appendDateTime(dst, us+int64(off)*microsPerSecond, true, off, abbrev, env)
}

func appendDateTime(dst []byte, local int64, zone bool, off int, abbrev string, env *Env) []byte {
	f := TimestampFields(local)
	switch env.DateStyle {
	case SQLDates, GermanDates:
		if env.DateStyle == SQLDates {
			dst = appendDayMonth(dst, &f, '/', env.DateOrder == DMY)
		} else {
			dst = appendDayMonth(dst, &f, '.', true)
		}
		dst = append(appendYear(dst, f.Year), ' ')
		dst = appendClock(dst, &f)
		if zone {
			dst = append(append(dst, ' '), abbrev...)
		}
	case PostgresDates:
		dst = append(dst, dayNames[weekday(floorDiv(local, microsPerDay))]...)
		dst = append(dst, ' ')
		if env.DateOrder == DMY {
			dst = appendPadded(dst, f.Day, 2)
			dst = append(append(dst, ' '), monthNames[f.Month]...)
		} else {
			dst = append(append(dst, monthNames[f.Month]...), ' ')
			dst = appendPadded(dst, f.Day, 2)
		}
		dst = appendClock(append(dst, ' '), &f)
		dst = appendYear(append(dst, ' '), f.Year)
		if zone {
			dst = append(append(dst, ' '), abbrev...)
		}
	default:
		dst = appendClock(append(appendYMD(dst, &f), ' '), &f)
		if zone {
			dst = appendOffset(dst, off)
		}
	}
	return appendEra(dst, f.Year)
}
