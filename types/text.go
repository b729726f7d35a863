package types

// Character types: lengths, padding, "char" and name, and what counts as white
// space at the ends of a value's text.

import (
	"strings"
	"unicode/utf8"

	"minidb/pgerr"
)

// nameLen is the longest name in bytes (NAMEDATALEN - 1).
const nameLen = 63

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// trimSpace cuts the white space of C's isspace from both ends.
func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// TruncateName cuts s to the 63 bytes of a name, between characters.
func TruncateName(s string) string {
	if len(s) <= nameLen {
		return s
	}
	n := nameLen
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// TrimBpchar returns s without the trailing blanks that char(n) ignores.
func TrimBpchar(s string) string {
	for len(s) > 0 && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// cutRunes returns the byte length of the first n characters and whether s has
// more.
func cutRunes(s string, n int) (int, bool) {
	if len(s) <= n {
		return len(s), false
	}
	for i := range s {
		if n == 0 {
			return i, true
		}
		n--
	}
	return len(s), false
}

// CoerceVarchar fits s into varchar(n). Too much text is an error (22001) unless it
// is blanks or the cast is explicit, which cuts.
func CoerceVarchar(s string, typmod int32, explicit bool) (string, error) {
	if typmod < 4 {
		return s, nil
	}
	n := int(typmod - 4)
	cut, more := cutRunes(s, n)
	if !more {
		return s, nil
	}
	if !explicit && TrimBpchar(s[cut:]) != "" {
		return "", errTooLong("character varying", n)
	}
	return s[:cut], nil
}

// CoerceBpchar fits s into char(n): pads with blanks, and cuts as CoerceVarchar.
func CoerceBpchar(s string, typmod int32, explicit bool) (string, error) {
	if typmod < 4 {
		return s, nil
	}
	n := int(typmod - 4)
	cut, more := cutRunes(s, n)
	if more {
		if !explicit && TrimBpchar(s[cut:]) != "" {
			return "", errTooLong("character", n)
		}
		return s[:cut], nil
	}
	if have := utf8.RuneCountInString(s); have < n {
		return s + strings.Repeat(" ", n-have), nil
	}
	return s, nil
}

func errTooLong(typ string, n int) error {
	return pgerr.New(pgerr.StringDataRightTruncation, "value too long for type %s(%d)", typ, n)
}

// charIn reads a "char": one byte, or a backslash and three octal digits. The zero
// byte is the empty string.
func charIn(s string) string {
	if len(s) == 4 && s[0] == '\\' && isOctal(s[1]) && isOctal(s[2]) && isOctal(s[3]) {
		c := (s[1]-'0')<<6 | (s[2]-'0')<<3 | (s[3] - '0')
		if c == 0 {
			return ""
		}
		return string([]byte{c})
	}
	if s == "" {
		return ""
	}
	return s[:1]
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// appendChar prints a "char".
func appendChar(dst []byte, s string) []byte {
	if s == "" {
		return dst
	}
	if c := s[0]; c >= 0x80 {
		return append(dst, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
	}
	return append(dst, s[0])
}

// checkUTF8 refuses what no text may hold (22021).
func checkUTF8(s string) error {
	if i := strings.IndexByte(s, 0); i >= 0 {
		return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\": 0x00")
	}
	return nil
}
