package types

// Reading intervals: "1 day 02:03", "-1-2 3 4:5:6", "@ 3 days ago", and ISO 8601.
// Fields are read from the right, because a unit follows its number.

import (
	"math"
	"strconv"
	"strings"
)

// intervalUnit is a unit of intervals and of extract and date_trunc.
type intervalUnit uint8

const (
	unitNone intervalUnit = iota
	unitMicrosecond
	unitMillisecond
	unitSecond
	unitMinute
	unitHour
	unitDay
	unitWeek
	unitMonth
	unitQuarter
	unitYear
	unitDecade
	unitCentury
	unitMillennium
	unitAgo // none: "ago" follows the number
)

var unitWords = map[string]intervalUnit{}

func init() {
	for u, words := range map[intervalUnit]string{
		unitMicrosecond: "us usec usecs usecond useconds microsecond microseconds microsecon",
		unitMillisecond: "ms msec msecs msecond mseconds millisecond milliseconds millisecon",
		unitSecond:      "s sec secs second seconds",
		unitMinute:      "m min mins minute minutes",
		unitHour:        "h hr hrs hour hours",
		unitDay:         "d day days",
		unitWeek:        "w week weeks",
		unitMonth:       "mon mons month months",
		unitQuarter:     "qtr quarter",
		unitYear:        "y yr yrs year years",
		unitDecade:      "dec decs decade decades",
		unitCentury:     "c cent century centuries",
		unitMillennium:  "mil mils millennia millennium",
	} {
		for _, w := range strings.Fields(words) {
			unitWords[fieldToken(w)] = u
		}
	}
}

// intervalReader adds up the parts of an interval.
type intervalReader struct {
	years, months, days, us int64
	unit                    intervalUnit // of the number to come, reading leftward
	unitOpen                bool         // a unit has no number yet
	seen                    uint32       // units read, one bit each
	timeSeen                bool
	negate                  bool // "ago"
	force                   bool // a leading minus holds for all (SQL style)
	inf                     int
}

// ParseInterval reads an interval with a modifier's fields and precision (22007,
// 22008, 22015).
func ParseInterval(s string, typmod int32, env *Env) (IntervalVal, error) {
	mask, _ := intervalTypmod(typmod)
	fields, err := dateFields(s)
	r := &intervalReader{}
	if err == nil {
		err = r.read(fields, mask, env.IntervalStyle)
	}
	if err == error(errBadFormat) {
		iso := &intervalReader{}
		if ok, isoErr := iso.readISO(s); ok {
			r, err = iso, isoErr
		}
	}
	if err == error(errField) {
		err = errIntervalField
	}
	if err != nil {
		return IntervalVal{}, dateError(err, s, "interval")
	}
	if r.inf != 0 {
		return infInterval(r.inf), nil
	}
	v, err := makeInterval(r.years*12+r.months, r.days, r.us, true)
	if err != nil {
		return v, err
	}
	return CoerceInterval(v, typmod)
}

func (r *intervalReader) read(fields []dateField, mask int32, style IntervalStyle) error {
	r.force = style == SQLIntervals && forcesNegative(fields)
	for i := len(fields) - 1; i >= 0; i-- {
		f := fields[i]
		var err error
		switch f.typ {
		case fieldTime:
			err = r.clock(f.text, false, mask)
		case fieldZone:
			// A signed token with a colon is a time.
			if strings.IndexByte(f.text, ':') > 0 {
				if err = r.clock(f.text[1:], f.text[0] == '-', mask); err == nil {
					break
				}
			}
			err = r.number(f.text, mask)
		case fieldDate, fieldNumber:
			err = r.number(f.text, mask)
		default:
			err = r.word(f.text, i, len(fields))
		}
		if err != nil {
			return err
		}
	}
	if r.unitOpen || r.seen == 0 && !r.timeSeen && r.inf == 0 {
		return errBadFormat
	}
	if r.negate {
		if r.us == math.MinInt64 || r.days == math.MinInt32 || r.months == math.MinInt32 {
			return errField
		}
		r.years = -r.years
		r.months, r.days, r.us = -r.months, -r.days, -r.us
	}
	return nil
}

// forcesNegative implements the SQL standard's reading of a leading minus: it holds
// for every field if no other has a sign.
func forcesNegative(fields []dateField) bool {
	if len(fields) == 0 || fields[0].text[0] != '-' {
		return false
	}
	for _, f := range fields[1:] {
		if f.text[0] == '-' || f.text[0] == '+' {
			return false
		}
	}
	return true
}

func (r *intervalReader) word(s string, i, n int) error {
	if s == "ago" {
		if i != n-1 {
			return errBadFormat
		}
		// A number needs a unit before "ago".
		r.negate, r.unit = true, unitAgo
		return nil
	}
	if u, ok := unitWords[fieldToken(s)]; ok && u != unitQuarter {
		if r.unitOpen {
			return errBadFormat
		}
		r.unit, r.unitOpen = u, true
		return nil
	}
	w, ok := lookupDateWord(s)
	switch {
	case ok && w.class == wordIgnore:
		// Between a number and its unit it is wrong; the number before it has none.
		if r.unitOpen {
			return errBadFormat
		}
		r.unit = unitNone
		return nil
	case ok && w.class == wordReserved && (w.val == valLate || w.val == valEarly):
		if n != 1 {
			return errBadFormat
		}
		r.inf = 1
		if w.val == valEarly {
			r.inf = -1
		}
		return nil
	}
	return errBadFormat
}

// mark refuses the same unit twice.
func (r *intervalReader) mark(units ...intervalUnit) error {
	for _, u := range units {
		if r.seen&(1<<u) != 0 {
			return errBadFormat
		}
		r.seen |= 1 << u
	}
	return nil
}

// clock reads hh:mm[:ss], or mm:ss for an interval minute to second.
func (r *intervalReader) clock(s string, neg bool, mask int32) error {
	h, m, sec, us, err := splitClock(s)
	if err != nil {
		return err
	}
	if mask == MaskMinute|MaskSecond && strings.Count(s, ":") == 1 && !strings.Contains(s, ".") {
		h, m, sec = 0, h, m
	}
	if m > 59 || sec > 60 {
		return errField
	}
	if err := r.mark(unitHour, unitMinute, unitSecond, unitMillisecond, unitMicrosecond); err != nil {
		return err
	}
	r.timeSeen = true
	total, ok := mulInt64(h, microsPerHour)
	if ok {
		total, ok = addInt64(total, m*microsPerMinute+sec*microsPerSecond+int64(us))
	}
	if !ok {
		return errField
	}
	if neg || r.force {
		total = -total
	}
	sum, ok := addInt64(r.us, total)
	if !ok {
		return errField
	}
	// What stands before the time and has no unit is days.
	r.us, r.unit, r.unitOpen = sum, unitDay, false
	return nil
}

// defaultUnit is what a rightmost number without unit means.
func defaultUnit(mask int32) intervalUnit {
	switch mask {
	case MaskYear:
		return unitYear
	case MaskMonth, MaskYear | MaskMonth:
		return unitMonth
	case MaskDay:
		return unitDay
	case MaskHour, MaskDay | MaskHour:
		return unitHour
	case MaskMinute, MaskHour | MaskMinute, MaskDay | MaskHour | MaskMinute:
		return unitMinute
	}
	return unitSecond
}

// number reads a number, or years and months with a hyphen between.
func (r *intervalReader) number(s string, mask int32) error {
	unit := r.unit
	if unit == unitNone {
		unit = defaultUnit(mask)
	}
	neg := s[0] == '-'
	body := strings.TrimLeft(s, "+-")
	n := spanOf(body, isDigit)
	val, err := strconv.ParseInt("0"+body[:n], 10, 64)
	if err != nil && neg && body == "9223372036854775808" {
		r.unitOpen = false
		return r.apply(unit, math.MinInt64, 0) // has no positive counterpart
	}
	if err != nil {
		return errField
	}
	frac := 0.0
	switch rest := body[n:]; {
	case rest == "":
	case rest[0] == '-' && n > 0:
		m, err := strconv.ParseInt(rest[1:], 10, 32)
		if err != nil {
			return errBadFormat
		}
		if m < 0 || m >= 12 {
			return errField
		}
		if val > math.MaxInt32/12 {
			return errField
		}
		val, unit = val*12+m, unitMonth
	case rest[0] == '.':
		if frac, err = parseFraction(rest); err != nil {
			return err
		}
	default:
		return errBadFormat
	}
	if neg || r.force {
		val, frac = -val, -frac
	}
	r.unitOpen = false
	return r.apply(unit, val, frac)
}

func parseFraction(s string) (float64, error) {
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
	return f, nil
}

// apply adds a number of units; a fraction goes to smaller ones.
func (r *intervalReader) apply(unit intervalUnit, val int64, frac float64) error {
	if unit == unitSecond && frac != 0 {
		if err := r.mark(unitMillisecond, unitMicrosecond); err != nil {
			return err
		}
	}
	if err := r.mark(unit); err != nil {
		return err
	}
	ok := true
	r.unit = unit
	switch unit {
	case unitAgo:
		return errBadFormat
	case unitMicrosecond:
		ok = r.addMicros(val, frac, 1)
	case unitMillisecond:
		ok = r.addMicros(val, frac, 1000)
	case unitSecond:
		ok = r.addMicros(val, frac, microsPerSecond)
	case unitMinute:
		ok = r.addMicros(val, frac, microsPerMinute)
	case unitHour:
		r.unit = unitDay // for a number before it that has no unit
		ok = r.addMicros(val, frac, microsPerHour)
	case unitDay:
		ok = r.addDays(val, 1) && r.addMicros(0, frac, microsPerDay)
	case unitWeek:
		ok = r.addDays(val, 7) && r.addFracDays(frac, 7)
	case unitMonth:
		ok = r.addMonths(val, 1) && r.addFracDays(frac, 30)
	default:
		years := map[intervalUnit]int64{unitYear: 1, unitDecade: 10, unitCentury: 100, unitMillennium: 1000}[unit]
		ok = r.addYears(val, years) && r.addMonths(int64(math.RoundToEven(frac*float64(years*12))), 1)
	}
	if !ok {
		return errField
	}
	return nil
}

func (r *intervalReader) addMicros(val int64, frac float64, scale int64) bool {
	v, ok := val, true
	if scale != 1 {
		v, ok = mulInt64(val, scale)
	}
	if !ok {
		return false
	}
	f := frac * float64(scale)
	whole := int64(f)
	if f -= float64(whole); f > 0.5 {
		whole++
	} else if f < -0.5 {
		whole--
	}
	for _, part := range [...]int64{v, whole} {
		sum, ok := addInt64(r.us, part)
		if !ok {
			return false
		}
		r.us = sum
	}
	return true
}

func (r *intervalReader) addDays(val, scale int64) bool {
	v, ok := mulInt64(val, scale)
	r.days += v
	return ok && fitsInt32(v) && fitsInt32(r.days)
}

func (r *intervalReader) addYears(val, scale int64) bool {
	v, ok := mulInt64(val, scale)
	r.years += v
	return ok && fitsInt32(v) && fitsInt32(r.years)
}

func (r *intervalReader) addMonths(val, scale int64) bool {
	v, ok := mulInt64(val, scale)
	r.months += v
	return ok && fitsInt32(v) && fitsInt32(r.months)
}

func (r *intervalReader) addFracDays(frac, scale float64) bool {
	f := frac * scale
	whole := int64(f)
	return r.addDays(whole, 1) && r.addMicros(0, f-float64(whole), microsPerDay)
}
