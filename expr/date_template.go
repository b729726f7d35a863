package expr

// This file splits the templates of to_char, to_date and to_timestamp for dates.

import (
	"strings"
	"unicode/utf8"

	"minidb/types"
)

// datePatterns are the template words, a longer one before its beginning.
var datePatterns = []string{
	"A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "CC", "DAY", "DDD", "DD", "DY", "Day", "Dy", "D",
	"FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "FX", "HH24", "HH12", "HH", "IDDD", "ID", "IW", "IYYY", "IYY", "IY", "I",
	"J", "MI", "MM", "MONTH", "MON", "MS", "Month", "Mon", "OF", "P.M.", "PM", "Q", "RM", "SSSSS", "SSSS", "SS",
	"TZH", "TZM", "TZ", "US", "WW", "W", "Y,YYY", "YYYY", "YYY", "YY", "Y",
	"a.d.", "a.m.", "ad", "am", "b.c.", "bc", "day", "dy", "month", "mon", "p.m.", "pm", "rm", "tzh", "tzm", "tz",
	"cc", "ddd", "dd", "d", "ff1", "ff2", "ff3", "ff4", "ff5", "ff6", "fx", "hh24", "hh12", "hh", "iddd", "id", "iw",
	"iyyy", "iyy", "iy", "i", "j", "mi", "mm", "ms", "of", "q", "sssss", "ssss", "ss", "us", "ww", "w",
	"y,yyy", "yyyy", "yyy", "yy", "y",
}

// numericPatterns are the words that stand for digits only, so that a field before
// one of them has a fixed width.
var numericPatterns = wordSet("CC DDD DD D FF1 FF2 FF3 FF4 FF5 FF6 HH24 HH12 HH IDDD ID IW IYYY IYY IY I J MI MM MS " +
	"Q SSSSS SSSS SS US WW W Y,YYY YYYY YYY YY Y")

// Word sets of the two calendars, which a template must not mix.
var (
	gregorianPatterns = wordSet("DDD DD D MM MONTH MON RM WW W Y,YYY YYYY YYY YY Y")
	isoWeekPatterns   = wordSet("IDDD ID IW IYYY IYY IY I")
)

type tokenKind uint8

const (
	tokenWord      tokenKind = iota // a pattern
	tokenText                       // any other character
	tokenSeparator                  // punctuation outside of quotes
	tokenSpace
)

// dateToken is one element of a template: a pattern or one character.
type dateToken struct {
	kind      tokenKind
	word      string // as spelled
	lit       string
	fill      bool // FM
	localized bool // TM
	th        string
}

// templateNode is what PostgreSQL allocates for a byte of a template (FormatNode).
const templateNode = 16

// checkTemplate refuses a template that PostgreSQL could not allocate memory for.
func checkTemplate(s string) error { return types.CheckAlloc(templateNode * (int64(len(s)) + 1)) }

// dateFormat gives the elements of a template one by one.
type dateFormat struct {
	rest   string
	quoted bool // within double quotes
	n      int
}

// next returns the next element; ok is false at the end. It looks for interrupts.
func (f *dateFormat) next(c *Ctx) (t dateToken, ok bool, err error) {
	f.n++
	if err := c.look(f.n); err != nil {
		return t, false, err
	}
	if f.quoted {
		if t, ok := f.quotedText(); ok {
			return t, true, nil
		}
	}
	s := f.rest
	switch {
	case strings.HasPrefix(s, "FM"), strings.HasPrefix(s, "fm"):
		t.fill, s = true, s[2:]
	case strings.HasPrefix(s, "TM"), strings.HasPrefix(s, "tm"):
		t.localized, s = true, s[2:]
	}
	if f.rest = s; s == "" {
		return t, false, nil
	}
	if t.word = patternAt(s); t.word != "" {
		s = s[len(t.word):]
		switch {
		case strings.HasPrefix(s, "TH"), strings.HasPrefix(s, "th"):
			t.th, s = s[:2], s[2:]
		case strings.HasPrefix(s, "SP"):
			s = s[2:]
		}
		f.rest = s
		return t, true, nil
	}
	if s[0] == '"' {
		f.rest, f.quoted = s[1:], true
		return f.next(c)
	}
	if strings.HasPrefix(s, `\"`) {
		s = s[1:]
	}
	_, n := utf8.DecodeRuneInString(s)
	f.rest = s[n:]
	return dateToken{kind: charKind(s[0]), lit: s[:n]}, true, nil
}

// quotedText takes a character before the closing quote, or that; then ok is false.
func (f *dateFormat) quotedText() (t dateToken, ok bool) {
	s := f.rest
	if s == "" || s[0] == '"' {
		f.rest, f.quoted = strings.TrimPrefix(s, `"`), false
		return t, false
	}
	if s[0] == '\\' && len(s) > 1 {
		s = s[1:]
	}
	_, n := utf8.DecodeRuneInString(s)
	f.rest = s[n:]
	return dateToken{kind: tokenText, lit: s[:n]}, true
}

// patternsFrom has the template words by their first bytes.
var patternsFrom = func() (by [256][]string) {
	for _, w := range datePatterns {
		by[w[0]] = append(by[w[0]], w)
	}
	return by
}()

func patternAt(s string) string {
	for _, w := range patternsFrom[s[0]] {
		if strings.HasPrefix(s, w) {
			return w
		}
	}
	return ""
}

func charKind(c byte) tokenKind {
	switch {
	case isSeparator(c):
		return tokenSeparator
	case isSpaceByte(c):
		return tokenSpace
	}
	return tokenText
}

// isSeparator reports a printable ASCII character that is no letter or digit.
func isSeparator(c byte) bool { return c > ' ' && c < 0x7f && !isAlnum(c) }

func isSpaceByte(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
