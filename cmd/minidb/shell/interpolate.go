package shell

import (
	"strings"
	"unicode/utf8"
)

// References to variables: :name, :'name', :"name" and :{?name}.

// reference is a reference to a variable at the beginning of a text.
type reference struct {
	name  string
	quote byte // 0, ', " or ?
	len   int  // of the reference in bytes
}

// parseReference reads what stands at a colon; ok is false if that is no reference.
func parseReference(text string) (r reference, ok bool) {
	rest := text[1:]
	before, after := "", ""
	switch {
	case strings.HasPrefix(rest, "'"), strings.HasPrefix(rest, `"`):
		r.quote = rest[0]
		before, after = rest[:1], rest[:1]
	case strings.HasPrefix(rest, "{?"):
		r.quote = '?'
		before, after = "{?", "}"
	}
	rest = rest[len(before):]
	n := 0
	for n < len(rest) && isVariableChar(rest[n]) {
		n++
	}
	if n == 0 || !strings.HasPrefix(rest[n:], after) {
		return r, false
	}
	r.name = rest[:n]
	r.len = 1 + len(before) + n + len(after)
	return r, true
}

// expand returns the text that stands for a reference; ok is false if there is
// no such variable.
func (s *Shell) expand(r reference) (text string, ok bool) {
	value, ok := s.vars[r.name]
	switch {
	case r.quote == '?':
		if ok {
			return "TRUE", true
		}
		return "FALSE", true
	case !ok:
		return "", false
	case r.quote != 0 && !utf8.ValidString(value):
		s.complain("", "incomplete multibyte character")
		return "", false
	case r.quote == '\'':
		return quoteLiteral(value), true
	case r.quote == '"':
		return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`, true
	}
	return value, true
}

// quoteLiteral writes a string constant, as libpq's PQescapeLiteral does.
func quoteLiteral(s string) string {
	q := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return " E" + strings.ReplaceAll(q, `\`, `\\`)
	}
	return q
}
