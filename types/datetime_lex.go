package types

// Cutting the text of a date, time or interval into fields: numbers, dates, times,
// words, offsets. What a field means is decided by who reads them.

import (
	"strings"

	"minidb/pgerr"
)

type fieldType uint8

const (
	fieldNumber fieldType = iota
	fieldDate
	fieldTime
	fieldWord
	fieldSpecial // a word with a sign
	fieldZone    // a number with a sign
)

type dateField struct {
	typ  fieldType
	text string // lower case
}

// Limits of one value's text (PostgreSQL 18, utils/datetime.h: MAXDATEFIELDS and
// the work space of the input functions).
const (
	maxDateFields = 25
	maxDateText   = 153
)

// Errors of reading, turned into reports with the value's text by dateError.
var (
	errBadFormat     = pgerr.New(pgerr.InvalidDatetimeFormat, "bad format")
	errField         = pgerr.New(pgerr.DatetimeFieldOverflow, "field overflow")
	errMonthDay      = pgerr.New(pgerr.DatetimeFieldOverflow, "month or day overflow")
	errZoneRange     = pgerr.New("22009", "zone displacement")
	errIntervalField = pgerr.New(pgerr.IntervalFieldOverflow, "interval field overflow")
)

// dateError words an error of reading s as typ; others pass.
func dateError(err error, s, typ string) error {
	switch err {
	case error(errField):
		return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", s)
	case error(errMonthDay):
		return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", s).
			WithHint("Perhaps you need a different \"DateStyle\" setting.")
	case error(errIntervalField):
		return pgerr.New(pgerr.IntervalFieldOverflow, "interval field value out of range: \"%s\"", s)
	case error(errZoneRange):
		return pgerr.New("22009", "time zone displacement out of range: \"%s\"", s)
	case error(errBadFormat):
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid input syntax for type %s: \"%s\"", typ, s)
	}
	return err
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' }
func isAlnum(c byte) bool { return isDigit(c) || isAlpha(c) }

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !isAlnum(c)
}

// span returns the length of the prefix of s that ok accepts.
func spanOf(s string, ok func(byte) bool) int {
	n := 0
	for n < len(s) && ok(s[n]) {
		n++
	}
	return n
}

// dateFields cuts s.
func dateFields(s string) ([]dateField, error) {
	if len(s) > maxDateText {
		return nil, errBadFormat
	}
	s = strings.ToLower(s)
	var out []dateField
	for s != "" {
		c := s[0]
		n, typ := 0, fieldNumber
		switch {
		case isSpace(c):
			s = s[1:]
			continue
		case isDigit(c):
			n, typ = numericField(s)
		case c == '.':
			n = 1 + spanOf(s[1:], isDigit)
		case isAlpha(c):
			n, typ = wordField(s)
		case c == '+' || c == '-':
			k := 1 + spanOf(s[1:], isSpace)
			switch {
			case k < len(s) && isDigit(s[k]):
				n, typ = k+spanOf(s[k:], func(c byte) bool { return isDigit(c) || c == ':' || c == '.' || c == '-' }), fieldZone
			case k < len(s) && isAlpha(s[k]):
				n, typ = k+spanOf(s[k:], isAlpha), fieldSpecial
			default:
				return nil, errBadFormat
			}
			s = s[:1] + s[k:]
			n -= k - 1
		case isPunct(c):
			s = s[1:]
			continue
		default:
			return nil, errBadFormat
		}
		if len(out) == maxDateFields {
			return nil, errBadFormat
		}
		out = append(out, dateField{typ, s[:n]})
		s = s[n:]
	}
	return out, nil
}

// numericField measures a field that starts with a digit.
func numericField(s string) (int, fieldType) {
	n := spanOf(s, isDigit)
	if n == len(s) {
		return n, fieldNumber
	}
	switch sep := s[n]; sep {
	case ':':
		return n + spanOf(s[n:], func(c byte) bool { return isDigit(c) || c == ':' || c == '.' }), fieldTime
	case '-', '/', '.':
		n++
		if n == len(s) || !isDigit(s[n]) {
			return n + spanOf(s[n:], func(c byte) bool { return isAlnum(c) || c == sep }), fieldDate
		}
		typ := fieldDate
		if sep == '.' {
			typ = fieldNumber
		}
		n += spanOf(s[n:], isDigit)
		// Three parts need the same separator twice.
		if n < len(s) && s[n] == sep {
			typ = fieldDate
			n += spanOf(s[n:], func(c byte) bool { return isDigit(c) || c == sep })
		}
		return n, typ
	}
	return n, fieldNumber
}

// wordField measures a field that starts with a letter: a word, a date such as
// jan-02-2024, or the name of a time zone.
func wordField(s string) (int, fieldType) {
	n := spanOf(s, isAlpha)
	if n == len(s) {
		return n, fieldWord
	}
	c0, c := s[0], s[n]
	date := c == '-' || c == '/' || c == '.'
	if !date && (c == '+' || isDigit(c)) {
		w, known := lookupDateWord(s[:n])
		known = known && w.class != wordZone
		known = known || n == 1 && strings.IndexByte("dhmsy", c0) >= 0
		date = !known
	}
	if !date {
		return n, fieldWord
	}
	n += spanOf(s[n:], func(c byte) bool {
		return isAlnum(c) || c == '+' || c == '-' || c == '/' || c == '_' || c == '.' || c == ':'
	})
	return n, fieldDate
}
