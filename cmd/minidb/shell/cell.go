package shell

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A value as it stands in an aligned table: cut into lines, control characters
// spelled out (pg_wcsformat in psql's mbprint.c).

// cellLine is one line of a cell, ready to be printed.
type cellLine struct {
	text  string
	width int // in columns of the terminal
}

// splitLines appends the lines of a value to dst.
func splitLines(dst []cellLine, s string) []cellLine {
	if isPlain(s) {
		return append(dst, cellLine{s, len(s)})
	}
	for {
		l, rest, more := strings.Cut(s, "\n")
		dst = append(dst, printable(l))
		if !more {
			return dst
		}
		s = rest
	}
}

// isPlain: all printable ASCII, as most values are.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// printable spells control characters: a tab becomes spaces up to the next
// multiple of 8, a carriage return \r, others \x.. or \u.....
func printable(s string) cellLine {
	var b strings.Builder
	col := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		w := runeWidth(r)
		text := s[i : i+size]
		switch {
		case r == '\r':
			text, w = `\r`, 2
		case r == '\t':
			w = 8 - col%8
			text = "        "[:w]
		case w < 0 && r < utf8.RuneSelf:
			text, w = fmt.Sprintf(`\x%02X`, r), 4
		case w < 0:
			text, w = fmt.Sprintf(`\u%04X`, r), 6
		}
		b.WriteString(text)
		col += w
		i += size
	}
	return cellLine{b.String(), col}
}
