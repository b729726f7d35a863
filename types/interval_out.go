package types

// Intervals as text, in the four interval styles.

import "strconv"

// intervalParts are an interval's fields, each with its own sign.
type intervalParts struct {
	year, mon, day, hour, min, sec, us int64
}

func (v IntervalVal) parts() intervalParts {
	return intervalParts{
		year: int64(v.Months / 12), mon: int64(v.Months % 12), day: int64(v.Days),
		hour: v.Micros / microsPerHour,
		min:  v.Micros / microsPerMinute % 60,
		sec:  v.Micros / microsPerSecond % 60,
		us:   v.Micros % microsPerSecond,
	}
}

func abs64(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

// AppendInterval prints an interval.
func AppendInterval(dst []byte, v IntervalVal, style IntervalStyle) []byte {
	if s := v.infSign(); s != 0 {
		return appendInfinity(dst, s < 0)
	}
	p := v.parts()
	switch style {
	case PostgresVerboseIntervals:
		return p.appendVerbose(dst)
	case SQLIntervals:
		return p.appendSQL(dst)
	case ISOIntervals:
		return p.appendISO(dst)
	}
	return p.appendPostgres(dst)
}

// appendSeconds prints seconds without their sign, with two digits if pad.
func (p *intervalParts) appendSeconds(dst []byte, pad bool) []byte {
	width := 1
	if pad {
		width = 2
	}
	dst = appendPadded(dst, int(abs64(p.sec)), width)
	return appendFraction(dst, int(abs64(p.us)))
}

func (p *intervalParts) hasClock() bool { return p.hour != 0 || p.min != 0 || p.sec != 0 || p.us != 0 }

func (p *intervalParts) clockNegative() bool { return p.hour < 0 || p.min < 0 || p.sec < 0 || p.us < 0 }

func (p *intervalParts) appendPostgres(dst []byte) []byte {
	empty, before := true, false
	for _, u := range [...]struct {
		n    int64
		unit string
	}{{p.year, " year"}, {p.mon, " mon"}, {p.day, " day"}} {
		if u.n == 0 {
			continue
		}
		if !empty {
			dst = append(dst, ' ')
		}
		// After a negative part a positive one needs its sign.
		if before && u.n > 0 {
			dst = append(dst, '+')
		}
		dst = append(strconv.AppendInt(dst, u.n, 10), u.unit...)
		if u.n != 1 {
			dst = append(dst, 's')
		}
		empty, before = false, u.n < 0
	}
	if !empty && !p.hasClock() {
		return dst
	}
	if !empty {
		dst = append(dst, ' ')
	}
	if p.clockNegative() {
		dst = append(dst, '-')
	} else if before {
		dst = append(dst, '+')
	}
	return p.appendClock(dst, 2)
}

func (p *intervalParts) appendClock(dst []byte, hourWidth int) []byte {
	h := abs64(p.hour)
	if h < 10 && hourWidth == 2 {
		dst = append(dst, '0')
	}
	dst = append(strconv.AppendInt(dst, h, 10), ':')
	dst = append(appendPadded(dst, int(abs64(p.min)), 2), ':')
	return p.appendSeconds(dst, true)
}

func (p *intervalParts) appendVerbose(dst []byte) []byte {
	dst = append(dst, '@')
	empty, before := true, false
	for _, u := range [...]struct {
		n    int64
		unit string
	}{{p.year, " year"}, {p.mon, " mon"}, {p.day, " day"}, {p.hour, " hour"}, {p.min, " min"}} {
		if u.n == 0 {
			continue
		}
		n := u.n
		// The first part decides the direction; "ago" stands for its sign.
		if empty {
			before, n = n < 0, abs64(n)
		} else if before {
			n = -n
		}
		dst = append(strconv.AppendInt(append(dst, ' '), n, 10), u.unit...)
		if n != 1 {
			dst = append(dst, 's')
		}
		empty = false
	}
	if p.sec != 0 || p.us != 0 {
		dst = append(dst, ' ')
		if p.sec < 0 || p.us < 0 {
			if empty {
				before = true
			} else if !before {
				dst = append(dst, '-')
			}
		} else if before {
			dst = append(dst, '-')
		}
		dst = append(p.appendSeconds(dst, false), " sec"...)
		if abs64(p.sec) != 1 || p.us != 0 {
			dst = append(dst, 's')
		}
		empty = false
	}
	if empty {
		dst = append(dst, " 0"...)
	}
	if before {
		dst = append(dst, " ago"...)
	}
	return dst
}

func (p *intervalParts) appendSQL(dst []byte) []byte {
	neg, pos := p.signs()
	yearMonth := p.year != 0 || p.mon != 0
	dayTime := p.day != 0 || p.hasClock()
	standard := !(neg && pos) && !(yearMonth && dayTime)
	switch {
	case !neg && !pos:
		return append(dst, '0')
	case !standard:
		dst = strconv.AppendInt(append(dst, signOf(p.year < 0 || p.mon < 0)), abs64(p.year), 10)
		dst = strconv.AppendInt(append(dst, '-'), abs64(p.mon), 10)
		dst = strconv.AppendInt(append(dst, ' ', signOf(p.day < 0)), abs64(p.day), 10)
		return p.appendClock(append(dst, ' ', signOf(p.clockNegative())), 1)
	}
	if neg {
		dst = append(dst, '-')
	}
	if yearMonth {
		dst = strconv.AppendInt(dst, abs64(p.year), 10)
		return strconv.AppendInt(append(dst, '-'), abs64(p.mon), 10)
	}
	if p.day != 0 {
		dst = append(strconv.AppendInt(dst, abs64(p.day), 10), ' ')
	}
	return p.appendClock(dst, 1)
}

func signOf(negative bool) byte {
	if negative {
		return '-'
	}
	return '+'
}

func (p *intervalParts) signs() (neg, pos bool) {
	for _, v := range [...]int64{p.year, p.mon, p.day, p.hour, p.min, p.sec, p.us} {
		neg = neg || v < 0
		pos = pos || v > 0
	}
	return neg, pos
}

func (p *intervalParts) appendISO(dst []byte) []byte {
	if neg, pos := p.signs(); !neg && !pos {
		return append(dst, "PT0S"...)
	}
	dst = append(dst, 'P')
	part := func(v int64, unit byte) {
		if v != 0 {
			dst = append(strconv.AppendInt(dst, v, 10), unit)
		}
	}
	part(p.year, 'Y')
	part(p.mon, 'M')
	part(p.day, 'D')
	if p.hasClock() {
		dst = append(dst, 'T')
	}
	part(p.hour, 'H')
	part(p.min, 'M')
	if p.sec != 0 || p.us != 0 {
		if p.sec < 0 || p.us < 0 {
			dst = append(dst, '-')
		}
		dst = append(p.appendSeconds(dst, false), 'S')
	}
	return dst
}
