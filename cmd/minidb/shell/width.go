package shell

import "unicode"

// How many columns of a terminal a character takes. psql has its own idea of
// that, drawn from Unicode 14, and columns line up as its columns do only with
// the same one: for some 600 characters, joiners and soft hyphens among them,
// it differs from what libraries say.

// runeWidth returns 0, 1 or 2, and -1 for control characters.
func runeWidth(r rune) int {
	switch {
	case r < ' ':
		return -1
	case r < 0x7f:
		return 1
	case r < 0xa0:
		return -1
	case unicode.Is(zeroWidth, r):
		return 0
	case unicode.Is(doubleWidth, r):
		return 2
	}
	return 1
}
