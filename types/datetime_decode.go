package types

// Deciding what the fields of a date and time mean: which number is the year, which
// word a zone. The rules are those of PostgreSQL's DecodeDateTime; where they seem
// odd, they are so that the same texts are accepted.

import (
	"math"
	"strconv"
	"strings"
	"time"
)

type dateMask uint16

const (
	hasYear dateMask = 1 << iota
	hasMonth
	hasDay
	hasDOY
	hasHour
	hasMinute
	hasSecond
	hasZone
	hasDST
	hasWeekday
	hasAmPm
	hasEra

	hasDate = hasYear | hasMonth | hasDay
	hasTime = hasHour | hasMinute | hasSecond
)

// decoded is a date and time as far as it has been understood.
type decoded struct {
	Fields
	env      *Env
	mask     dateMask
	timeOnly bool // for type time: a date is accepted and ignored

	yearDay   int
	twoDigit  bool // the year was written with two digits
	julian    bool // the date was a Julian day
	textMonth bool
	bc        bool
	ampm      int // -1 none, 0 am, 1 pm
	reserved  int // valNow, ... or -1
	next      wordClass
	hasNext   bool           // next holds for the next field
	offset    int            // seconds east, if hasZone and zone is nil
	zone      *time.Location // named zone
	noDate    bool           // a time without a date, which a named zone needs
}

// add merges what a field gave; the same twice is an error.
func (d *decoded) add(m dateMask) error {
	if m&d.mask != 0 {
		return errBadFormat
	}
	d.mask |= m
	return nil
}

// decodeFields reads all fields of a date and time.
func decodeFields(fields []dateField, env *Env, timeOnly bool) (*decoded, error) {
	d := &decoded{env: env, ampm: -1, reserved: -1, timeOnly: timeOnly}
	if timeOnly && !startsWithDate(fields) {
		d.mask, d.noDate = hasDate, true
		d.Year, d.Month, d.Day = 2000, 1, 1
	}
	for i, f := range fields {
		m, err := d.field(fields, i, f)
		if err != nil {
			return nil, err
		}
		if err := d.add(m); err != nil {
			return nil, err
		}
	}
	if d.hasNext {
		return nil, errBadFormat
	}
	return d, d.finish()
}

// startsWithDate says whether a time's text has a date in front.
func startsWithDate(fields []dateField) bool {
	if len(fields) < 2 {
		return false
	}
	return fields[0].typ == fieldDate &&
		(fields[1].typ == fieldTime || fields[len(fields)-1].typ == fieldDate)
}

func (d *decoded) field(fields []dateField, i int, f dateField) (dateMask, error) {
	switch f.typ {
	case fieldDate:
		return d.dateOrZone(f.text)
	case fieldTime:
		if d.hasNext {
			if d.next != wordISOTime {
				return 0, errBadFormat
			}
			d.hasNext = false
		}
		return hasTime, d.clock(f.text)
	case fieldZone:
		off, err := parseOffset(f.text)
		d.offset = off
		return hasZone, err
	case fieldNumber:
		return d.number(f.text)
	}
	return d.word(fields, i, f.text)
}

// dateOrZone reads a field with separators: a date, or after one a zone's name or a
// time run together with an offset.
func (d *decoded) dateOrZone(s string) (dateMask, error) {
	if d.hasNext && d.next == wordJulian {
		// Julian day with an offset: 2451187-08.
		i := strings.IndexByte(s, '-')
		if i <= 0 {
			return 0, errBadFormat
		}
		off, err := parseOffset(s[i:])
		if err != nil {
			return 0, err
		}
		d.offset = off
		m, err := d.julianDay(s[:i])
		return m | hasZone, err
	}
	if !d.hasNext && d.mask&(hasMonth|hasDay) != hasMonth|hasDay {
		return d.date(s)
	}
	if isDigit(s[0]) || d.hasNext {
		d.hasNext = false
		if d.mask&hasTime == hasTime {
			return 0, errBadFormat
		}
		i := strings.IndexByte(s, '-')
		if i < 0 {
			return 0, errBadFormat
		}
		off, err := parseOffset(s[i:])
		if err != nil {
			return 0, err
		}
		d.offset = off
		m, err := d.runTogether(s[:i], d.mask)
		return m | hasZone, err
	}
	loc, _, err := LookupZoneName(s)
	if err != nil {
		return 0, err
	}
	d.zone = loc
	return hasZone, nil
}

// date reads a date of one field: its words and numbers between separators.
func (d *decoded) date(s string) (dateMask, error) {
	var parts []string
	for s != "" {
		s = s[spanOf(s, func(c byte) bool { return !isAlnum(c) }):]
		if s == "" {
			return 0, errBadFormat
		}
		n := spanOf(s, isDigit)
		if n == 0 {
			n = spanOf(s, isAlpha)
		}
		parts = append(parts, s[:n])
		// One character goes, whatever it is: 2-jan99 is 2009 in PostgreSQL too.
		s = s[min(n+1, len(s)):]
	}
	saved, got, text := d.mask, dateMask(0), d.textMonth
	d.textMonth = false
	defer func() { d.mask, d.textMonth = saved, text }()
	for i, p := range parts {
		if isDigit(p[0]) {
			continue
		}
		w, ok := lookupDateWord(p)
		if ok && w.class == wordIgnore {
			continue
		}
		if !ok || w.class != wordMonth || (d.mask|got)&hasMonth != 0 {
			return 0, errBadFormat
		}
		d.Month, d.textMonth = w.val, true
		got |= hasMonth
		parts[i] = ""
	}
	for _, p := range parts {
		if p == "" || !isDigit(p[0]) {
			continue
		}
		d.mask = saved | got
		m, err := d.plainNumber(p)
		if err != nil {
			return 0, err
		}
		if d.mask&m != 0 {
			return 0, errBadFormat
		}
		got |= m
	}
	if (saved|got)&^(hasDOY|hasZone) != hasDate {
		return 0, errBadFormat
	}
	return got, nil
}

func (d *decoded) number(s string) (dateMask, error) {
	if d.hasNext {
		d.hasNext = false
		if d.next == wordJulian {
			return d.julianDay(s)
		}
		m, err := d.runTogether(s, d.mask|hasDate)
		if err == nil && m != hasTime {
			err = errBadFormat
		}
		return m, err
	}
	point := strings.IndexByte(s, '.')
	switch {
	case point >= 0 && d.mask&hasDate == 0:
		return d.date(s)
	case point > 2:
		return d.runTogether(s, d.mask)
	case len(s) >= 6 && (d.mask&hasDate == 0 || d.mask&hasTime == 0):
		return d.runTogether(s, d.mask)
	case d.timeOnly && point < 0 && len(s) > 4:
		return d.runTogether(s, d.mask|hasDate)
	}
	return d.plainNumber(s)
}

// julianDay reads a Julian day, whose fraction is a time of day.
func (d *decoded) julianDay(s string) (dateMask, error) {
	d.hasNext = false
	whole, frac, hasFrac := strings.Cut(s, ".")
	v, err := strconv.ParseInt(whole, 10, 32)
	if err != nil {
		if whole == "" || !allDigits(whole, 10) {
			return 0, errBadFormat
		}
		return 0, errField
	}
	d.Year, d.Month, d.Day = CivilFromDays(v - epochJulian)
	d.julian = true
	if !hasFrac {
		return hasDate, nil
	}
	f, err := strconv.ParseFloat("0."+frac+"0", 64)
	if err != nil {
		return 0, errBadFormat
	}
	t := TimeFields(int64(f * float64(microsPerDay)))
	d.Hour, d.Minute, d.Second, d.Micros = t.Hour, t.Minute, t.Second, t.Micros
	return hasDate | hasTime, nil
}

// plainNumber decides by what is known already what a number is.
func (d *decoded) plainNumber(s string) (dateMask, error) {
	n := spanOf(s, isDigit)
	v, err := strconv.ParseInt(s[:n], 10, 32)
	if err != nil {
		if n == 0 {
			return 0, errBadFormat
		}
		return 0, errField
	}
	if n < len(s) {
		if s[n] != '.' {
			return 0, errBadFormat
		}
		if n > 2 {
			return d.runTogether(s, d.mask|hasDate)
		}
		if d.Micros, err = parseMicros(s[n:]); err != nil {
			return 0, err
		}
	}
	val, known := int(v), d.mask&hasDate
	if len(s) == 3 && known == hasYear && val >= 1 && val <= 366 {
		d.yearDay = val
		return hasDOY | hasMonth | hasDay, nil
	}
	order := d.env.DateOrder
	switch known {
	case 0:
		switch {
		case len(s) >= 3 || order == YMD:
			return d.setYear(s, val)
		case order == DMY:
			return d.setDay(val)
		}
		return d.setMonth(val)
	case hasYear, hasDay:
		return d.setMonth(val)
	case hasMonth:
		if d.textMonth && (len(s) >= 3 || order == YMD) {
			return d.setYear(s, val)
		}
		return d.setDay(val)
	case hasYear | hasMonth:
		if d.textMonth && len(s) >= 3 && d.twoDigit {
			// 02-jan-2024 under YMD: the first number was the day after all.
			d.Day, d.Year, d.twoDigit = d.Year, val, false
			return hasDay, nil
		}
		return d.setDay(val)
	case hasMonth | hasDay:
		return d.setYear(s, val)
	case hasDate:
		return d.runTogether(s, d.mask)
	}
	return 0, errBadFormat
}

func (d *decoded) setYear(s string, v int) (dateMask, error) {
	d.Year, d.twoDigit = v, len(s) <= 2
	return hasYear, nil
}

func (d *decoded) setMonth(v int) (dateMask, error) {
	d.Month = v
	return hasMonth, nil
}

func (d *decoded) setDay(v int) (dateMask, error) {
	d.Day = v
	return hasDay, nil
}

// runTogether reads yymmdd, yyyymmdd, hhmm, hhmmss, with a fraction of a second.
func (d *decoded) runTogether(s string, known dateMask) (dateMask, error) {
	if i := strings.IndexByte(s, '.'); i >= 0 {
		us, err := parseMicros(s[i:])
		if err != nil {
			return 0, err
		}
		d.Micros, s = us, s[:i]
	} else if known&hasDate != hasDate && len(s) >= 6 {
		y, err := strconv.ParseInt(s[:len(s)-4], 10, 32)
		if !allDigits(s, 10) {
			return 0, errBadFormat
		}
		if err != nil {
			y = 1 << 30 // out of range, as the caller will find
		}
		d.Year, d.twoDigit = int(y), len(s) == 6
		d.Month, d.Day = atoi2(s[len(s)-4:]), atoi2(s[len(s)-2:])
		return hasDate, nil
	}
	if known&hasTime != hasTime && allDigits(s, 10) {
		switch len(s) {
		case 6:
			d.Hour, d.Minute, d.Second = atoi2(s), atoi2(s[2:]), atoi2(s[4:])
			return hasTime, nil
		case 4:
			d.Hour, d.Minute, d.Second = atoi2(s), atoi2(s[2:]), 0
			return hasTime, nil
		}
	}
	return 0, errBadFormat
}

func atoi2(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

// parseMicros reads ".5" and rounds it to microseconds; the result may be 1000000.
func parseMicros(s string) (int, error) {
	if s == "." {
		return 0, nil
	}
	if !allDigits(s[1:], 10) {
		return 0, errBadFormat
	}
	f, err := strconv.ParseFloat("0"+s, 64)
	if err != nil {
		return 0, errBadFormat
	}
	return int(math.RoundToEven(f * 1e6)), nil
}

// clock reads hh:mm, hh:mm:ss, both with fractions.
func (d *decoded) clock(s string) error {
	h, m, sec, us, err := splitClock(s)
	if err != nil {
		return err
	}
	if h > math.MaxInt32 || m > 59 || sec > 60 {
		return errField
	}
	d.Hour, d.Minute, d.Second, d.Micros = int(h), int(m), int(sec), us
	if !d.timeOnly && (d.Hour > 24 || d.timeMicros() > microsPerDay) {
		return errField
	}
	return nil
}

// splitClock reads the numbers between colons; "mm:ss.f" has no hour.
func splitClock(s string) (h, m, sec int64, us int, err error) {
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, 0, 0, 0, errBadFormat
	}
	last := parts[len(parts)-1]
	frac := ""
	if i := strings.IndexByte(last, '.'); i >= 0 {
		last, frac = last[:i], last[i:]
		if len(parts) == 2 {
			parts = []string{"0", parts[0], last}
		}
		parts[len(parts)-1] = last
	}
	var v [3]int64
	for i, p := range parts {
		if !allDigits(p, 10) {
			return 0, 0, 0, 0, errBadFormat
		}
		if p == "" {
			if i == 0 {
				return 0, 0, 0, 0, errBadFormat
			}
			continue
		}
		if v[i], err = strconv.ParseInt(p, 10, 64); err != nil || i > 0 && v[i] > math.MaxInt32 {
			return 0, 0, 0, 0, errField
		}
	}
	if frac != "" {
		if us, err = parseMicros(frac); err != nil {
			return 0, 0, 0, 0, err
		}
	}
	return v[0], v[1], v[2], us, nil
}
