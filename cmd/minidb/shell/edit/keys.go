package edit

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// From bytes to keys.

// key is a key that was pressed: a name such as "C-a", "M-b" or "up", or text.
type key struct {
	name string // "" for text
	text string // a character to insert
}

const escape = 0x1b

// pasteEnd follows pasted text, which begins with the key "paste".
const pasteEnd = "\x1b[201~"

// sequences names the keys that send ESC [ and these, or ESC O and these.
var sequences = map[string]string{
	"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "backtab",
	"1~": "home", "7~": "home", "4~": "end", "8~": "end", "2~": "insert", "3~": "delete",
	"5~": "pageup", "6~": "pagedown", "200~": "paste",
}

// nextKey decodes the key at the beginning of input; n is 0 if it is not complete.
func nextKey(input []byte) (k key, n int) {
	if len(input) == 0 {
		return key{}, 0
	}
	switch c := input[0]; {
	case c == escape:
		return escaped(input)
	case c == '\r', c == '\n':
		return key{name: "enter"}, 1
	case c == '\t':
		return key{name: "tab"}, 1
	case c == 0x7f, c == 'h'-'`':
		return key{name: "backspace"}, 1
	case c < ' ':
		return key{name: "C-" + strings.ToLower(string(rune(c+'@')))}, 1
	}
	if !utf8.FullRune(input) {
		return key{}, 0
	}
	r, n := utf8.DecodeRune(input)
	return key{text: string(r)}, n
}

// escaped decodes what begins with ESC: a sequence of a special key, or a key
// with Meta.
func escaped(input []byte) (k key, n int) {
	if len(input) == 1 {
		return key{}, 0
	}
	switch input[1] {
	case '[':
		n = 2
		if n < len(input) && input[n] == '[' { // function keys of the Linux console
			n++
		}
		for n < len(input) && input[n] >= 0x20 && input[n] < 0x40 {
			n++
		}
		if n == len(input) {
			return key{}, 0
		}
		return special(string(input[2 : n+1])), n + 1
	case 'O':
		if len(input) == 2 {
			return key{}, 0
		}
		return special(string(input[2:3])), 3
	}
	k, n = nextKey(input[1:])
	if n == 0 {
		return key{}, 0
	}
	if k.name == "" {
		k.name = strings.ToLower(k.text)
	}
	return key{name: "M-" + k.name}, n + 1
}

// special names a key by its sequence. Modifiers stand behind a semicolon, as
// one more than a set of bits: 1 Shift, 2 Meta, 4 Control.
func special(seq string) key {
	if name := sequences[seq]; name != "" {
		return key{name: name}
	}
	params, modifier, ok := strings.Cut(seq, ";")
	if !ok || len(modifier) != 2 {
		return key{name: "unknown"}
	}
	final := modifier[1:]
	if final == "~" || params != "1" {
		final = params + final
	}
	name := sequences[final]
	if name == "" {
		return key{name: "unknown"}
	}
	bits := modifier[0] - '1'
	if bits&2 != 0 {
		name = "M-" + name
	}
	if bits&4 != 0 {
		name = "C-" + name
	}
	return key{name: name}
}

// pasted takes pasted text off the input up to its end; what may be the
// beginning of the end's mark is left there.
func pasted(input []byte) (text, rest []byte, done bool) {
	if i := bytes.Index(input, []byte(pasteEnd)); i >= 0 {
		return input[:i], input[i+len(pasteEnd):], true
	}
	keep := max(0, len(input)-len(pasteEnd)+1)
	if i := bytes.LastIndexByte(input, escape); i < keep {
		keep = len(input)
	}
	return input[:keep], input[keep:], false
}

// cleanPaste makes a paste's line ends newlines and drops what is no text.
func cleanPaste(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r < ' ' && r != '\n' && r != '\t', r == 0x7f:
			return -1
		}
		return r
	}, text)
}
