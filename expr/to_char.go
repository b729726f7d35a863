package expr

// This file formats dates and times by templates: to_char(timestamp, ...) and
// its kin.

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"minidb/pgerr"
	"minidb/types"
)

var monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
	"October", "November", "December"}
var dayNames = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
var (
	monthAbbrevs = abbrevs(monthNames)
	dayAbbrevs   = abbrevs(dayNames)
)

func abbrevs(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n[:3]
	}
	return out
}

var romanMonths = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}

// notForIntervals are the patterns that need a date.
var notForIntervals = wordSet("AD BC A.D. B.C. TZ TZH TZM OF MONTH MON DAY DY D ID")

// charTime is a time that to_char writes. year is astronomical: 0 is 1 BC.
type charTime struct {
	year, month, day     int
	hour, minute, second int64
	micros               int
	days                 int64 // since 2000-01-01
	zone                 string
	offset               int // seconds east of UTC
	interval             bool
}

var toCharCodes = codeTable{
	"timestamp_to_char": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		if !finite(a.Num()) || f.Text() == "" {
			return types.NullDatum, nil
		}
		return timestampChar(a.Num()).format(c, f.Text())
	}},
	"timestamptz_to_char": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		if !finite(a.Num()) || f.Text() == "" {
			return types.NullDatum, nil
		}
		z := c.env().TimeZone
		t := timestampChar(types.TimestamptzToTimestamp(a.Num(), z))
		t.zone, t.offset = time.UnixMicro(a.Num() + 946684800000000).In(z).Zone()
		return t.format(c, f.Text())
	}},
	"interval_to_char": {f2: func(c *Ctx, a, f types.Datum) (types.Datum, error) {
		iv := a.Interval()
		if !types.IntervalIsFinite(iv) || f.Text() == "" {
			return types.NullDatum, nil
		}
		secs := iv.Micros / 1000000
		t := charTime{year: int(iv.Months / 12), month: int(iv.Months % 12), day: int(iv.Days), interval: true,
			days: intervalDay(iv.Months/12, iv.Months%12, iv.Days), hour: secs / 3600, minute: secs / 60 % 60, second: secs % 60, micros: int(iv.Micros % 1000000)}
		return t.format(c, f.Text())
	}},
}

// intervalDay is the day, from 2000-01-01, that PostgreSQL takes an interval's months and days
// for in patterns that need a date; 0 months or fewer are no month.
func intervalDay(year, month, day int32) int64 {
	y, m := int64(year)+4799, int64(month)+13
	if month > 2 {
		y, m = y+1, m-12
	}
	julian := y*365 - 32167 + y/4 - y/100 + y/400 + 7834*m/256 + int64(day)
	return julian - 2451545
}

func timestampChar(us int64) charTime {
	f := types.TimestampFields(us)
	return charTime{year: f.Year, month: f.Month, day: f.Day, hour: int64(f.Hour), minute: int64(f.Minute), second: int64(f.Second),
		micros: f.Micros, days: types.DaysFromCivil(f.Year, f.Month, f.Day)}
}

// charItem is what PostgreSQL allocates for a byte of a template (DCH_MAX_ITEM_SIZ).
const charItem = 12

func (t charTime) format(c *Ctx, f string) (types.Datum, error) {
	if err := types.CheckAlloc(charItem*int64(len(f)) + 1); err != nil {
		return types.NullDatum, err
	}
	if err := checkTemplate(f); err != nil {
		return types.NullDatum, err
	}
	if t.interval {
		if err := checkIntervalFormat(c, f); err != nil {
			return types.NullDatum, err
		}
	}
	b, toks := c.newText(), dateFormat{rest: f}
	for {
		tok, ok, err := toks.next(c)
		if err != nil {
			return types.NullDatum, err
		}
		if !ok {
			return b.Text(), nil
		}
		s := tok.lit
		if tok.kind == tokenWord {
			numeric := false
			if s, numeric = t.word(tok); numeric && tok.th != "" {
				s += ordinal(s, tok.th[0] == 'T')
			}
		}
		if err := b.Add(s); err != nil {
			return types.NullDatum, err
		}
	}
}

// checkIntervalFormat refuses patterns that need a date.
func checkIntervalFormat(c *Ctx, f string) error {
	toks := dateFormat{rest: f}
	for {
		tok, ok, err := toks.next(c)
		if !ok {
			return err
		}
		if tok.word != "" && notForIntervals[upperASCII(tok.word)] {
			return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid format specification for an interval value").
				WithHint("Intervals are not tied to specific calendar dates.")
		}
	}
}

func cased(word, s string) string {
	switch {
	case word == upperASCII(word):
		return upperASCII(s)
	case word == lowerASCII(word):
		return lowerASCII(s)
	}
	return s
}

// word writes one pattern; numeric says that TH may follow.
func (t *charTime) word(tok dateToken) (string, bool) {
	switch w := upperASCII(tok.word); w {
	case "A.M.", "P.M.", "AM", "PM":
		s := "AM"
		if t.hour%24 >= 12 {
			s = "PM"
		}
		if len(w) == 4 {
			s = s[:1] + ".M."
		}
		return tok.name(s, 0)
	case "A.D.", "B.C.", "AD", "BC":
		s := "AD"
		if t.year <= 0 {
			s = "BC"
		}
		if len(w) == 4 {
			s = s[:1] + "." + s[1:] + "."
		}
		return tok.name(s, 0)
	case "HH", "HH12":
		h := t.hour % 12
		if h == 0 {
			h = 12
		}
		return tok.padded(2, h, t.hour < 0)
	case "HH24":
		return tok.num(2, t.hour)
	case "MI":
		return tok.num(2, t.minute)
	case "SS":
		return tok.num(2, t.second)
	case "SSSS", "SSSSS":
		s := strconv.FormatInt(t.hour*3600+t.minute*60+t.second, 10)
		return s, true
	case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "MS", "US":
		digits := map[string]int{"MS": 3, "US": 6}[w]
		if digits == 0 {
			digits = int(w[2] - '0')
		}
		return fmt.Sprintf("%0*d", digits, t.micros/int(math.Pow10(6-digits))), true
	case "TZ":
		return tok.name(t.zone, 0)
	case "TZH":
		return fmt.Sprintf("%+03d", t.offset/3600), false
	case "TZM":
		return fmt.Sprintf("%02d", abs64(int64(t.offset))/60%60), false
	case "OF":
		width := 3
		if tok.fill {
			width = 0
		}
		s := fmt.Sprintf("%+0*d", width, t.offset/3600)
		if m := abs64(int64(t.offset)) / 60 % 60; m != 0 {
			s += fmt.Sprintf(":%02d", m)
		}
		return s, false
	default:
		return t.dateWord(tok)
	}
}

// num writes a number with leading zeros, without them after FM.
func (tok *dateToken) num(width int, v int64) (string, bool) {
	return tok.padded(width, v, v < 0)
}

// padded is num with a place for a minus sign or without.
func (tok *dateToken) padded(width int, v int64, sign bool) (string, bool) {
	if tok.fill {
		return strconv.FormatInt(v, 10), true
	}
	if sign {
		width++
	}
	return fmt.Sprintf("%0*d", width, v), true
}

// unsigned is num without a place for a minus sign.
func (tok *dateToken) unsigned(width int, v int64) (string, bool) { return tok.padded(width, v, false) }

// name writes a word in the case of the pattern, padded to width.
func (tok *dateToken) name(s string, width int) (string, bool) {
	s = cased(tok.word, s)
	if tok.fill || tok.localized || width == 0 {
		return s, false
	}
	return fmt.Sprintf("%-*s", width, s), false
}

// dateWord writes a pattern of the date's part.
func (t *charTime) dateWord(tok dateToken) (string, bool) {
	year := int64(t.year)
	if year <= 0 && !t.interval {
		year = 1 - year
	}
	switch w := upperASCII(tok.word); w {
	case "MONTH", "MON":
		if t.month < 1 {
			return "", false
		}
		if w == "MON" {
			return tok.name(monthNames[t.month-1][:3], 0)
		}
		return tok.name(monthNames[t.month-1], 9)
	case "MM":
		return tok.num(2, int64(t.month))
	case "RM":
		m := t.month
		switch {
		case m == 0 && t.year == 0:
			return "", false
		case m <= 0 && (m < 0 || t.year > 0): // an interval: 0 months of full years is December, -1 is too
			m += 12
			if t.month < 0 {
				m++
			}
		case m == 0:
			m = 1
		}
		return tok.name(romanMonths[m-1], 4)
	case "DAY":
		return tok.name(dayNames[t.dow()], 9)
	case "DY":
		return tok.name(dayNames[t.dow()][:3], 0)
	case "DDD":
		return tok.unsigned(3, t.dayOfYear())
	case "DD":
		return tok.unsigned(2, int64(t.day))
	case "D":
		return tok.num(1, int64(t.dow()+1))
	case "ID":
		return tok.num(1, int64((t.dow()+6)%7+1))
	case "IW":
		_, week, _ := t.iso()
		return tok.num(2, week)
	case "IDDD":
		_, _, d := t.iso()
		return tok.unsigned(3, d)
	case "Q":
		if t.month == 0 {
			return "", false
		}
		return tok.num(1, int64((t.month-1)/3+1))
	case "WW":
		return tok.unsigned(2, (t.dayOfYear()-1)/7+1)
	case "W":
		return tok.num(1, int64((t.day-1)/7+1))
	case "CC":
		c := (year + 99) / 100
		switch {
		case t.interval:
			c = year / 100
		case t.year <= 0:
			c = -c
		}
		return tok.num(2, c)
	case "Y,YYY":
		s := fmt.Sprintf("%d,%03d", year/1000, year%1000)
		return s, true
	case "YYYY", "YYY", "YY", "Y":
		return tok.padded(len(w), lastDigits(year, len(w)), year < 0 && len(w) > 1)
	case "IYYY", "IYY", "IY", "I":
		y, _, _ := t.iso()
		if t.interval {
			return tok.padded(len(w), lastDigits(y, len(w)), t.year < 0 && len(w) > 1)
		}
		if y <= 0 {
			y = 1 - y
		}
		return tok.num(len(w), lastDigits(y, len(w)))
	case "J":
		return strconv.FormatInt(t.days+2451545, 10), true
	case "FX":
		return "", false
	}
	return tok.word, false
}

// lastDigits cuts a year to n digits, to all of them for YYYY.
func lastDigits(year int64, n int) int64 {
	if n == 4 {
		return year
	}
	return year % int64(math.Pow10(n))
}

// dayOfYear is the day of the year, for an interval its days in all.
func (t *charTime) dayOfYear() int64 {
	if t.interval {
		return int64((t.year*12+t.month)*30 + t.day)
	}
	return t.days - types.DaysFromCivil(t.year, 1, 1) + 1
}

// dow is the day of the week, Sunday 0; 2000-01-01 was a Saturday.
func (t *charTime) dow() int { return int(((t.days+6)%7 + 7) % 7) }

// iso returns the ISO 8601 year and week, and the day of that year. An interval may be before
// all weeks of its year.
func (t *charTime) iso() (year, week, day int64) {
	y := t.year
	start := isoYear(y)
	if t.days < start {
		y--
		start = isoYear(y)
	} else if next := isoYear(y + 1); t.days >= next {
		y, start = y+1, next
	}
	return int64(y), (t.days-start)/7 + 1, t.days - start + 1
}

// isoYear is the Monday of the week with January 4, the first of an ISO 8601 year.
func isoYear(y int) int64 {
	t := charTime{days: types.DaysFromCivil(y, 1, 4)}
	return t.days - int64(t.dow()+6)%7
}
