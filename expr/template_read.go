package expr

// This file reads the fields of a date and time that a template names. Its rules of
// spaces, separators and widths are those of PostgreSQL's to_timestamp.

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
	"minidb/types"
)

// templateFields are the fields found; 0 is not given, as in PostgreSQL.
type templateFields struct {
	hour, minute, second, daySecs       int
	millis, micros, precision           int
	weekday                             int // Sunday is 1
	day, month, year, yearDay           int
	week, monthWeek, century, julian    int
	pm, bc                              int
	yearWidth                           int
	clock12                             bool
	zoneSign, zoneHours, zoneMinutes    int
	abbrevOffset                        int // seconds east, if hasAbbrev
	hasAbbrev, isoDates, gregorianDates bool
}

// templateReader goes through a text along a template.
type templateReader struct {
	templateFields
	src, s string     // the whole text and what is left of it
	next   *dateToken // behind the token being read; nil at the end
	fixed  bool       // after FX
	extra  int        // spaces skipped that the template does not have
}

func readByTemplate(c *Ctx, s, format string) (*templateReader, error) {
	r := &templateReader{src: s, s: s}
	if err := checkTemplate(format); err != nil {
		return nil, err
	}
	toks := dateFormat{rest: format}
	t, ok, err := toks.next(c)
	for first := true; ok && r.s != ""; first = false {
		following, more, err := toks.next(c)
		if err != nil {
			return nil, err
		}
		if r.next = nil; more {
			r.next = &following
		}
		if err := r.element(&t, first); err != nil {
			return nil, err
		}
		t, ok = following, more
	}
	return r, err
}

// element reads what one element of the template stands for.
func (r *templateReader) element(t *dateToken, first bool) error {
	if !r.fixed && (t.kind == tokenWord || first) {
		r.skipSpaces()
	}
	if t.kind != tokenWord {
		r.literal(t)
		return nil
	}
	if err := r.calendar(upperASCII(t.word)); err != nil {
		return err
	}
	if err := r.field(t, upperASCII(t.word)); err != nil {
		return err
	}
	if !r.fixed {
		r.extra = 0
		r.skipSpaces()
	}
	return nil
}

func (r *templateReader) skipSpaces() {
	for r.s != "" && isSpaceByte(r.s[0]) {
		r.s = r.s[1:]
		r.extra++
	}
}

// literal passes over what stands where the template has a character of its own: a
// separator matches any separator or nothing, other text any character.
func (r *templateReader) literal(t *dateToken) {
	switch {
	case r.fixed:
	case t.kind != tokenText:
		r.extra--
		if r.s != "" && (isSpaceByte(r.s[0]) || isSeparator(r.s[0])) {
			r.s = r.s[1:]
			r.extra++
		}
		return
	case r.extra > 0:
		r.extra--
		return
	}
	r.skipRune()
}

func (r *templateReader) skipRune() {
	_, n := utf8.DecodeRuneInString(r.s)
	r.s = r.s[n:]
}

// calendar checks that a template keeps to one of the two ways to write a date.
func (r *templateReader) calendar(w string) error {
	r.gregorianDates = r.gregorianDates || gregorianPatterns[w]
	r.isoDates = r.isoDates || isoWeekPatterns[w]
	if r.gregorianDates && r.isoDates {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid combination of date conventions").
			WithHint("Do not mix Gregorian and ISO week date conventions in a formatting template.")
	}
	return nil
}

// Words that stand in texts; the case does not matter.
var (
	noonWords     = []string{"am", "pm"}
	noonWordsLong = []string{"a.m.", "p.m."}
	eraWords      = []string{"ad", "bc"}
	eraWordsLong  = []string{"a.d.", "b.c."}
	// Longer numerals come before their beginnings.
	romanSearch = []string{"xii", "xi", "x", "ix", "viii", "vii", "vi", "v", "iv", "iii", "ii", "i"}
)

// field reads what one pattern stands for; w is the pattern in upper case.
func (r *templateReader) field(t *dateToken, w string) (err error) {
	switch w {
	case "FX":
		r.fixed = true
	case "A.M.", "P.M.":
		r.clock12 = true
		return r.choice(t, noonWordsLong, 0, &r.pm)
	case "AM", "PM":
		r.clock12 = true
		return r.choice(t, noonWords, 0, &r.pm)
	case "A.D.", "B.C.":
		return r.choice(t, eraWordsLong, 0, &r.bc)
	case "AD", "BC":
		return r.choice(t, eraWords, 0, &r.bc)
	case "MONTH":
		return r.choice(t, monthNames, 1, &r.month)
	case "MON":
		return r.choice(t, monthAbbrevs, 1, &r.month)
	case "DAY":
		return r.choice(t, dayNames, 1, &r.weekday)
	case "DY":
		return r.choice(t, dayAbbrevs, 1, &r.weekday)
	case "RM":
		var i int
		if i, err = r.search(t, romanSearch); err == nil {
			err = setField(t, &r.month, 12-i)
		}
		return err
	case "HH", "HH12":
		r.clock12 = true
		_, err = r.number(t, 2, &r.hour)
	case "MS":
		err = r.fraction(t, 3, 3, &r.millis)
	case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		r.precision = int(w[2] - '0')
		err = r.fraction(t, r.precision, 6, &r.micros)
	case "US":
		err = r.fraction(t, 6, 6, &r.micros)
	case "TZ":
		return r.zone(t)
	case "OF":
		return r.offset(t)
	case "TZH":
		r.readSign()
		_, err = r.number(t, 2, &r.zoneHours)
		return err
	case "TZM":
		if r.zoneSign == 0 {
			r.zoneSign = 1
		}
		_, err = r.number(t, 2, &r.zoneMinutes)
		return err
	case "ID":
		_, err = r.number(t, 1, &r.weekday)
		if r.weekday++; r.weekday > 7 {
			r.weekday = 1
		}
	case "Q":
		_, err = r.number(t, 1, nil)
	case "Y,YYY":
		err = r.yearWithComma(t)
	case "YYYY", "IYYY", "YYY", "IYY", "YY", "IY", "Y", "I":
		err = r.shortYear(t, len(w))
	default:
		width, dest := r.plainField(w)
		_, err = r.number(t, width, dest)
	}
	if err == nil && t.th != "" {
		r.skipRune()
		r.skipRune()
	}
	return err
}

// plainField says how wide a number is and where it belongs.
func (r *templateReader) plainField(w string) (int, *int) {
	switch w {
	case "HH24":
		return 2, &r.hour
	case "MI":
		return 2, &r.minute
	case "SS":
		return 2, &r.second
	case "SSSS", "SSSSS":
		return len(w), &r.daySecs
	case "MM":
		return 2, &r.month
	case "DD":
		return 2, &r.day
	case "DDD", "IDDD":
		return 3, &r.yearDay
	case "D":
		return 1, &r.weekday
	case "WW", "IW":
		return 2, &r.week
	case "W":
		return 1, &r.monthWeek
	case "CC":
		return 2, &r.century
	}
	return 1, &r.julian // J
}

// setField stores a value that must agree with what the field had before.
func setField(t *dateToken, dest *int, v int) error {
	if *dest != 0 && *dest != v {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "conflicting values for \"%s\" field in formatting string", t.word).
			WithDetail("This value contradicts a previous setting for the same field type.")
	}
	*dest = v
	return nil
}

func badField(s string, t *dateToken) *pgerr.Error {
	return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid value \"%s\" for \"%s\"", s, t.word)
}

// search finds the word of a list that the text begins with.
func (r *templateReader) search(t *dateToken, words []string) (int, error) {
	for i, w := range words {
		if len(r.s) >= len(w) && strings.EqualFold(r.s[:len(w)], w) {
			r.s = r.s[len(w):]
			return i, nil
		}
	}
	shown := r.s
	for i := 0; i < len(shown); i++ {
		if isSpaceByte(shown[i]) {
			shown = shown[:i]
		}
	}
	return 0, badField(shown, t).WithDetail("The given value did not match any of the allowed values for this field.")
}

func (r *templateReader) choice(t *dateToken, words []string, first int, dest *int) error {
	i, err := r.search(t, words)
	if err != nil {
		return err
	}
	return setField(t, dest, i+first)
}

// number reads a whole number of at most width digits, of any length where no digit
// can follow, and returns how many bytes it took. A nil dest drops the value.
func (r *templateReader) number(t *dateToken, width int, dest *int) (int, error) {
	start := len(r.s)
	r.s = strings.TrimLeft(r.s, " \t\n\v\f\r")
	init := r.s
	part := init[:min(len(init), width)]
	var v int64
	var n int
	var inRange bool
	if t.fill || r.nextIsSeparator(t) {
		v, n, inRange = scanInt(init)
	} else {
		if len(part) < width {
			return 0, pgerr.New(pgerr.InvalidDatetimeFormat, "source string too short for \"%s\" formatting field", t.word).
				WithDetail("Field requires %d characters, but only %d remain.", width, len(part)).
				WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
		}
		v, n, inRange = scanInt(part)
		if n > 0 && n < width {
			return 0, badField(part, t).WithDetail("Field requires %d characters, but only %d could be parsed.", width, n).
				WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
		}
	}
	if n == 0 {
		return 0, badField(part, t).WithDetail("Value must be an integer.")
	}
	if !inRange {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "value for \"%s\" in source string is out of range", t.word).
			WithDetail("Value must be in the range %d to %d.", math.MinInt32, math.MaxInt32)
	}
	r.s = init[n:]
	if dest != nil {
		if err := setField(t, dest, int(v)); err != nil {
			return 0, err
		}
	}
	return start - len(r.s), nil
}

// scanInt reads a number with a sign at the beginning of s, as C's strtol does.
func scanInt(s string) (v int64, n int, inRange bool) {
	i := 0
	for i < len(s) && isSpaceByte(s[i]) {
		i++
	}
	j := i
	if j < len(s) && (s[j] == '-' || s[j] == '+') {
		j++
	}
	k := j
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	if k == j {
		return 0, 0, true
	}
	v, err := strconv.ParseInt(s[i:k], 10, 32)
	return v, k, err == nil
}

// nextIsSeparator says that no digit can follow the current field.
func (r *templateReader) nextIsSeparator(t *dateToken) bool {
	next := r.next
	if t.th != "" || next == nil {
		return true
	}
	if next.kind == tokenWord {
		return !numericPatterns[upperASCII(next.word)]
	}
	return next.lit[0] < '0' || next.lit[0] > '9'
}

// fraction reads digits after the point: .5 is 500 milliseconds.
func (r *templateReader) fraction(t *dateToken, width, scale int, dest *int) error {
	n, err := r.number(t, width, dest)
	for ; err == nil && n < scale; n++ {
		*dest *= 10
	}
	return err
}

func (r *templateReader) yearWithComma(t *dateToken) error {
	thousands, n, ok := scanInt(r.s)
	if n == 0 || n == len(r.s) || r.s[n] != ',' {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid input string for \"Y,YYY\"")
	}
	rest := r.s[n+1:]
	years, k, ok2 := scanInt(rest[:min(3, len(rest))])
	if k == 0 {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid input string for \"Y,YYY\"")
	}
	years += thousands * 1000
	if !ok || !ok2 || years > math.MaxInt32 || years < math.MinInt32 {
		return pgerr.New(pgerr.DatetimeFieldOverflow, "value for \"%s\" in source string is out of range", t.word)
	}
	r.s, r.yearWidth = rest[k:], 4
	return setField(t, &r.year, int(years))
}

// shortYear reads a year; one of less than four digits is the nearest to 2020.
func (r *templateReader) shortYear(t *dateToken, width int) error {
	n, err := r.number(t, width, &r.year)
	r.yearWidth = width
	if err != nil || n >= 4 || width == 4 {
		return err
	}
	switch y := r.year; {
	case y < 70:
		r.year += 2000
	case y < 100:
		r.year += 1900
	case y < 520:
		r.year += 2000
	case y < 1000:
		r.year += 1000
	}
	return nil
}

// zone reads an abbreviation, or an offset as OF does.
func (r *templateReader) zone(t *dateToken) error {
	if n, off := types.ZoneAbbrevPrefix(r.s); n > 0 {
		r.hasAbbrev, r.abbrevOffset, r.zoneSign = true, off, 0
		r.s = r.s[n:]
		return nil
	}
	if r.s != "" && isAlnum(r.s[0]) && (r.s[0] < '0' || r.s[0] > '9') {
		return badField(r.s, t).WithDetail("Time zone abbreviation is not recognized.")
	}
	return r.offset(t)
}

func (r *templateReader) offset(t *dateToken) error {
	r.readSign()
	if _, err := r.number(t, 2, &r.zoneHours); err != nil || !strings.HasPrefix(r.s, ":") {
		return err
	}
	r.s = r.s[1:]
	_, err := r.number(t, 2, &r.zoneMinutes)
	return err
}

// readSign takes the sign of an offset, also where it was passed over as a separator.
func (r *templateReader) readSign() {
	r.zoneSign = 1
	if r.s != "" && (r.s[0] == '+' || r.s[0] == '-' || r.s[0] == ' ') {
		if r.s[0] == '-' {
			r.zoneSign = -1
		}
		r.s = r.s[1:]
		return
	}
	if before := len(r.src) - len(r.s); r.extra > 0 && before > 0 && r.src[before-1] == '-' {
		r.zoneSign = -1
	}
}
