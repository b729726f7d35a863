package types

// What a text of type json may be: PostgreSQL's json_lex and its parser. The text is
// kept as it was written.

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
)

// maxJSONDepth is how deep arrays and objects may be nested.
const maxJSONDepth = 16000

// jsonLexer stands on a token, text[start:end]; kind is its first byte, 'a' for true,
// false and null, '0' for numbers, 0 at the end.
type jsonLexer struct {
	text       string
	start, end int
	kind       byte
	line       int // its number, and
	lineStart  int // where it begins
	depth      int
	detail     string
}

// CheckJSON tells whether s is valid JSON (22P02).
func CheckJSON(s string) error {
	if err := checkUTF8(s); err != nil {
		return err
	}
	l := jsonLexer{text: s, line: 1}
	ok := l.next() && l.value()
	if ok && l.kind != 0 {
		ok = l.expected("end of input")
	}
	if ok {
		return nil
	}
	if l.depth > maxJSONDepth {
		return pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded")
	}
	e := pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type json").WithDetail("%s", l.detail)
	e.Context = l.context()
	return e
}

// fail notes what is wrong; expected, that the token is not what it should be.
func (l *jsonLexer) fail(detail string) bool {
	l.detail = detail
	return false
}

func (l *jsonLexer) expected(what string) bool {
	if l.kind == 0 {
		return l.fail("The input string ended unexpectedly.")
	}
	return l.fail("Expected " + what + `, but found "` + l.text[l.start:l.end] + `".`)
}

func (l *jsonLexer) invalid(end int) bool {
	l.end = end
	return l.fail(`Token "` + l.text[l.start:l.end] + `" is invalid.`)
}

func jsonWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// next goes to the next token.
func (l *jsonLexer) next() bool {
	i, s := l.end, l.text
	for ; i < len(s) && (s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r'); i++ {
		if s[i] == '\n' {
			l.line, l.lineStart = l.line+1, i+1
		}
	}
	l.start = i
	if i == len(s) {
		l.end, l.kind = i, 0
		return true
	}
	l.kind = s[i]
	switch c := s[i]; {
	case strings.IndexByte("{}[],:", c) >= 0:
		l.end = i + 1
		return true
	case c == '"':
		return l.string()
	case c == '-' || isDigit(c):
		return l.number()
	}
	for l.end = i; l.end < len(s) && jsonWordByte(s[l.end]); {
		l.end++
	}
	l.kind = 'a'
	switch s[i:l.end] {
	case "true", "false", "null":
		return true
	case "":
		return l.invalid(i + 1)
	}
	return l.invalid(l.end)
}

func (l *jsonLexer) string() bool {
	s := l.text
	for i := l.start + 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			l.end = i + 1
			return true
		case c < ' ':
			l.end = i
			const hex = "0123456789abcdef"
			return l.fail("Character with value 0x" + string([]byte{hex[c>>4], hex[c&15]}) + " must be escaped.")
		case c != '\\':
			continue
		}
		i++
		if i == len(s) {
			break
		}
		if s[i] != 'u' {
			if strings.IndexByte(`"\/bfnrt`, s[i]) < 0 {
				l.start, l.end = i, i+runeLen(s[i:])
				return l.fail(`Escape sequence "\` + s[l.start:l.end] + `" is invalid.`)
			}
			continue
		}
		for range 4 {
			if i++; i == len(s) {
				break
			}
			if !isDigit(s[i]) && (s[i]|0x20 < 'a' || s[i]|0x20 > 'f') {
				l.end = i + runeLen(s[i:])
				return l.fail(`"\u" must be followed by four hexadecimal digits.`)
			}
		}
	}
	return l.invalid(len(s))
}

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func (l *jsonLexer) number() bool {
	i, s, ok := l.start, l.text, true
	digits := func() bool {
		from := i
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		return i > from
	}
	if s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else {
		ok = digits()
	}
	if i < len(s) && s[i] == '.' {
		i++
		ok = digits() && ok
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		ok = digits() && ok
	}
	for ; i < len(s) && jsonWordByte(s[i]); i++ {
		ok = false
	}
	l.end, l.kind = i, '0'
	return ok || l.invalid(i)
}

// value reads a value, and goes to the token behind it.
func (l *jsonLexer) value() bool {
	switch l.kind {
	case '"', '0', 'a':
		return l.next()
	case '{', '[':
		if l.depth++; l.depth > maxJSONDepth {
			return false
		}
		ok := l.kind == '{' && l.object() || l.kind == '[' && l.array()
		if ok {
			l.depth--
		}
		return ok
	}
	return l.expected("JSON value")
}

func (l *jsonLexer) object() bool {
	if !l.next() {
		return false
	}
	switch l.kind {
	case '}':
		return l.next()
	case '"':
	default:
		return l.expected(`string or "}"`)
	}
	for {
		if l.kind != '"' {
			return l.expected("string")
		}
		if !l.next() {
			return false
		}
		if l.kind != ':' {
			return l.expected(`":"`)
		}
		if !l.next() || !l.value() {
			return false
		}
		if l.kind != ',' {
			break
		}
		if !l.next() {
			return false
		}
	}
	if l.kind != '}' {
		return l.expected(`"," or "}"`)
	}
	return l.next()
}

func (l *jsonLexer) array() bool {
	if !l.next() {
		return false
	}
	if l.kind == ']' {
		return l.next()
	}
	for {
		if !l.value() {
			return false
		}
		if l.kind != ',' {
			break
		}
		if !l.next() {
			return false
		}
	}
	if l.kind != ']' {
		return l.expected(`"," or "]"`)
	}
	return l.next()
}

// context is the line up to the token, shortened at its beginning.
func (l *jsonLexer) context() string {
	from := l.lineStart
	for l.end-from >= 50 {
		from += runeLen(l.text[from:])
	}
	before, after := "", ""
	if from-l.lineStart <= 3 {
		from = l.lineStart
	} else {
		before = "..."
	}
	if l.kind != 0 && l.end < len(l.text) && l.text[l.end] != '\n' && l.text[l.end] != '\r' {
		after = "..."
	}
	return "JSON data, line " + strconv.Itoa(l.line) + ": " + before + l.text[from:l.end] + after
}
