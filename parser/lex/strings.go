package lex

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
)

// String constants in all of PostgreSQL's spellings.

// prefixedString reads E”, N”, B”, X”, U&” or U&"" if one begins here.
func (s *scanner) prefixedString(t *Token) bool {
	c, next := s.src[s.i]|32, s.peek(1)
	switch {
	case next == '\'' && c == 'e':
		s.stringToken(t, c)
	case next == '\'' && c == 'n': // the same as NCHAR 'abc'
		s.i++
		t.Kind, t.Text, t.Class = Word, "nchar", ColName
	case next == '\'' && (c == 'b' || c == 'x'):
		s.bitString(t, c)
	case c == 'u' && next == '&' && s.peek(2) == '\'':
		s.stringToken(t, 'u')
	case c == 'u' && next == '&' && s.peek(2) == '"':
		s.quotedName(t)
	default:
		return false
	}
	return true
}

// stringToken reads a string and those that continue it on later lines.
func (s *scanner) stringToken(t *Token, prefix byte) {
	start := s.i
	switch prefix {
	case 'e':
		s.i++
	case 'u':
		s.i += 2
	}
	body := s.i + 1
	t.Kind = String
	t.Text = s.quoted('\'', prefix == 'e', start, "unterminated quoted string")
	for s.err == nil && s.continued() {
		t.Text += s.quoted('\'', prefix == 'e', start, "unterminated quoted string")
	}
	switch {
	case s.err != nil:
	case prefix == 'u':
		t.Text = s.unicodeEscapes(t.Text, body)
	case prefix == 'e':
		s.checkUTF8(t.Text)
	}
}

// continued moves to the quote of a string that continues this one: a constant
// goes on behind white space with a line break in it.
func (s *scanner) continued() bool {
	j, newline := s.i, false
	for j < len(s.src) {
		switch c := s.src[j]; {
		case isSpace(c):
			newline = newline || c == '\n' || c == '\r'
			j++
		case c == '-' && j+1 < len(s.src) && s.src[j+1] == '-':
			for j < len(s.src) && s.src[j] != '\n' {
				j++
			}
		case newline && c == '\'':
			s.i = j
			return true
		default:
			return false
		}
	}
	return false
}

// quoted reads up to the closing quote; a doubled one stands for itself.
func (s *scanner) quoted(q byte, escapes bool, start int, msg string) string {
	s.i++
	from := s.i
	var b []byte
	for s.i < len(s.src) {
		c := s.src[s.i]
		switch {
		case c == q && s.peek(1) == q:
			b = append(b, s.src[from:s.i+1]...)
			s.i += 2
			from = s.i
		case c == q:
			s.i++
			if b == nil {
				return s.src[from : s.i-1]
			}
			return string(append(b, s.src[from:s.i-1]...))
		case escapes && c == '\\' && s.i+1 < len(s.src):
			b = append(b, s.src[from:s.i]...)
			if s.opts.NoQuoteEscape && s.src[s.i+1] == '\'' {
				s.err = pgerr.New(pgerr.NonstandardUseOfEscape, "unsafe use of \\' in a string literal").At(start).
					WithHint("Use '' to write quotes in strings. \\' is insecure in client-only encodings.")
				return ""
			}
			if b = s.escape(b); s.err != nil {
				return ""
			}
			from = s.i
		default:
			s.i++
		}
	}
	s.fail(start, msg)
	return ""
}

// escape decodes the backslash escape at s.i onto b.
func (s *scanner) escape(b []byte) []byte {
	c := s.peek(1)
	s.i += 2
	switch c {
	case 'n':
		return append(b, '\n')
	case 't':
		return append(b, '\t')
	case 'r':
		return append(b, '\r')
	case 'b':
		return append(b, '\b')
	case 'f':
		return append(b, '\f')
	case 'v':
		return append(b, '\v')
	case 'x':
		v, n := 0, 0
		for n < 2 && isHex(s.peek(0)) {
			v = v*16 + hexValue(s.peek(0))
			s.i++
			n++
		}
		if n > 0 {
			return append(b, byte(v))
		}
	case 'u', 'U':
		return s.unicodeEscape(b, c)
	}
	if !isOctal(c) {
		return append(b, c)
	}
	v := int(c - '0')
	for n := 1; n < 3 && isOctal(s.peek(0)); n++ {
		v = v*8 + int(s.peek(0)-'0')
		s.i++
	}
	return append(b, byte(v))
}

// unicodeEscape decodes \uXXXX and \UXXXXXXXX behind the letter.
func (s *scanner) unicodeEscape(b []byte, letter byte) []byte {
	start := s.i - 2
	r, ok := s.hexRune(letter)
	if !ok {
		s.err = pgerr.New(pgerr.InvalidEscapeSequence, "invalid Unicode escape").At(start).
			WithHint(`Unicode escapes must be \uXXXX or \UXXXXXXXX.`)
		return b
	}
	if r >= 0xD800 && r < 0xDC00 {
		second := s.i
		low, ok := rune(0), false
		if s.peek(0) == '\\' && s.peek(1)|32 == 'u' {
			letter = s.peek(1)
			s.i += 2
			low, ok = s.hexRune(letter)
		}
		if !ok || low < 0xDC00 || low > 0xDFFF {
			s.i = max(s.i, min(second+1, len(s.src)))
			s.fail(second, "invalid Unicode surrogate pair")
			return b
		}
		r = 0x10000 + (r-0xD800)<<10 + low - 0xDC00
	} else if r >= 0xDC00 && r <= 0xDFFF {
		s.fail(start, "invalid Unicode surrogate pair")
		return b
	}
	if r <= 0 || r > utf8.MaxRune {
		s.fail(start, "invalid Unicode escape value")
		return b
	}
	return utf8.AppendRune(b, r)
}

func (s *scanner) hexRune(letter byte) (r rune, ok bool) {
	n := 4
	if letter == 'U' {
		n = 8
	}
	for ; n > 0; n-- {
		v := hexValue(s.peek(0))
		if v < 0 {
			return 0, false
		}
		r = r<<4 | rune(v)
		s.i++
	}
	return r, true
}

// bitString reads B'..' or X'..' and checks its digits.
func (s *scanner) bitString(t *Token, prefix byte) {
	start := s.i
	s.i++
	name, kind, ok := "bit", "binary", isBinary
	if prefix == 'x' {
		name, kind, ok = "hexadecimal", "hexadecimal", isHex
	}
	msg := "unterminated " + name + " string literal"
	digits := s.quoted('\'', false, start, msg)
	for s.err == nil && s.continued() {
		digits += s.quoted('\'', false, start, msg)
	}
	t.Kind, t.Text = Bit, string(prefix)+digits
	for i := 0; s.err == nil && i < len(digits); i++ {
		if !ok(digits[i]) {
			_, n := utf8.DecodeRuneInString(digits[i:])
			s.err = pgerr.New(pgerr.InvalidTextRepresentation, "\"%s\" is not a valid %s digit", digits[i:i+n], kind).At(start)
		}
	}
}

// quotedName reads "name" or U&"name".
func (s *scanner) quotedName(t *Token) {
	start := s.i
	unicode := s.src[s.i] != '"'
	if unicode {
		s.i += 2
	}
	body := s.i + 1
	t.Kind = Quoted
	t.Text = s.quoted('"', false, start, "unterminated quoted identifier")
	if s.err != nil {
		return
	}
	if t.Text == "" {
		s.fail(start, "zero-length delimited identifier")
		return
	}
	if unicode {
		t.Text = s.unicodeEscapes(t.Text, body)
	}
	t.Text = s.cutName(t.Text)
}

// uescape reads UESCAPE 'c' if it stands here, and returns c.
func (s *scanner) uescape() byte {
	at := s.i
	s.skipSpace()
	const word = "uescape"
	if s.err != nil || len(s.src)-s.i < len(word) || !strings.EqualFold(s.src[s.i:s.i+len(word)], word) || identCont(s.peek(len(word))) {
		s.i, s.err = at, nil
		return '\\'
	}
	s.i += len(word)
	s.skipSpace()
	start := s.i
	if s.err != nil {
		return 0
	}
	if s.peek(0) != '\'' {
		s.i = min(s.i+1, len(s.src))
		s.fail(start, "UESCAPE must be followed by a simple string literal")
		return 0
	}
	v := s.quoted('\'', false, start, "unterminated quoted string")
	if s.err != nil {
		return 0
	}
	if len(v) != 1 || isHex(v[0]) || strings.IndexByte("+'\"", v[0]) >= 0 || isSpace(v[0]) {
		s.fail(start, "invalid Unicode escape character")
		return 0
	}
	return v[0]
}

// unicodeEscapes decodes the \XXXX and \+XXXXXX of a U& constant whose text
// begins at byte body; UESCAPE may follow it.
func (s *scanner) unicodeEscapes(v string, body int) string {
	esc := s.uescape()
	if s.err != nil || strings.IndexByte(v, esc) < 0 {
		return v
	}
	var b []byte
	var high rune
	for i := 0; i < len(v); {
		if v[i] != esc || i+1 < len(v) && v[i+1] == esc {
			if high != 0 {
				s.err = pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair").At(body + i)
				return ""
			}
			if b = append(b, v[i]); v[i] == esc {
				i++
			}
			i++
			continue
		}
		r, n := decodeEscape(v[i+1:])
		switch {
		case n == 0:
			s.err = pgerr.New(pgerr.SyntaxError, "invalid Unicode escape").At(body + i).
				WithHint(`Unicode escapes must be \XXXX or \+XXXXXX.`)
		case r == 0 || r > utf8.MaxRune:
			s.err = pgerr.New(pgerr.SyntaxError, "invalid Unicode escape value").At(body + i)
		case (r >= 0xDC00 && r <= 0xDFFF) != (high != 0):
			s.err = pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair").At(body + i)
		}
		if s.err != nil {
			return ""
		}
		i += 1 + n
		if r >= 0xD800 && r < 0xDC00 {
			high = r
			continue
		}
		if high != 0 {
			r, high = 0x10000+(high-0xD800)<<10+r-0xDC00, 0
		}
		b = utf8.AppendRune(b, r)
	}
	if high != 0 {
		s.err = pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair").At(body + len(v))
	}
	return string(b)
}

// decodeEscape decodes XXXX or +XXXXXX; n is its length, 0 if it is neither.
func decodeEscape(v string) (r rune, n int) {
	n = 4
	i := 0
	if v != "" && v[0] == '+' {
		i, n = 1, 7
	}
	if len(v) < n {
		return 0, 0
	}
	for ; i < n; i++ {
		d := hexValue(v[i])
		if d < 0 {
			return 0, 0
		}
		r = r<<4 | rune(d)
	}
	return r, n
}

func (s *scanner) checkUTF8(v string) {
	if e := CheckUTF8(v); e != nil {
		s.err = e
	}
}

// CheckUTF8 returns PostgreSQL's error if v is not valid UTF-8 or has a NUL
// byte in it, which no PostgreSQL text can hold.
func CheckUTF8(v string) *pgerr.Error {
	bad := strings.IndexByte(v, 0)
	if bad < 0 && utf8.ValidString(v) {
		return nil
	}
	for i, r := range v {
		if r == 0 {
			break
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(v[i:]); n == 1 {
				bad = i
				break
			}
		}
	}
	var hex strings.Builder
	for _, c := range []byte(v[bad:min(bad+encodedLen(v[bad]), len(v))]) {
		const digits = "0123456789abcdef"
		hex.WriteString(" 0x")
		hex.WriteByte(digits[c>>4])
		hex.WriteByte(digits[c&15])
	}
	return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\":%s", hex.String())
}

// encodedLen is how many bytes a character with this first byte should have.
func encodedLen(c byte) int {
	switch {
	case c&0xE0 == 0xC0:
		return 2
	case c&0xF0 == 0xE0:
		return 3
	case c&0xF8 == 0xF0:
		return 4
	}
	return 1
}
