package shell

import (
	"os/exec"
	"strings"
)

// The arguments of backslash commands: words that may be made of pieces in
// quotes, of variables, and of what a program prints (psqlscanslash.l).

// slashArgs reads the arguments of one command from the rest of its line.
type slashArgs struct {
	s      *Shell
	active bool   // false in a branch that is not taken: nothing is expanded
	rest   string // of the line
	quoted bool   // the last argument was in single quotes, in part at least
}

const slashSpace = " \t\n\r\f\v"

func (a *slashArgs) skipSpace() { a.rest = strings.TrimLeft(a.rest, slashSpace) }

// next returns the next argument; ok is false if there are no more.
func (a *slashArgs) next() (arg string, ok bool) {
	a.skipSpace()
	a.quoted = false
	if a.rest == "" || a.rest[0] == '\\' {
		return "", false
	}
	var b strings.Builder
	for a.rest != "" && !strings.ContainsRune(slashSpace+`\`, rune(a.rest[0])) {
		switch c := a.rest[0]; c {
		case '\'', '"', '`':
			n := quotedLen(a.rest, c)
			if n < 0 {
				a.s.complain("error", "unterminated quoted string")
				a.rest = ""
				return "", false
			}
			text := a.rest[1 : n-1]
			a.quote(&b, c, text)
			a.rest = a.rest[n:]
		case ':':
			r, ok := parseReference(a.rest)
			text := ""
			if ok && a.active {
				text, ok = a.s.expand(r)
			}
			if !ok || !a.active {
				b.WriteByte(':')
				a.rest = a.rest[1:]
				continue
			}
			a.quoted = a.quoted || r.quote == 0
			b.WriteString(text)
			a.rest = a.rest[r.len:]
		default:
			b.WriteByte(c)
			a.rest = a.rest[1:]
		}
	}
	return b.String(), true
}

// quote adds what stands between quotes to an argument.
func (a *slashArgs) quote(b *strings.Builder, q byte, text string) {
	switch q {
	case '\'':
		a.quoted = true
		b.WriteString(unescape(text))
	case '"':
		b.WriteString(`"` + text + `"`)
	case '`':
		if a.active {
			b.WriteString(a.s.backtick(text))
		}
	}
}

// quotedLen is the length of the quoted text that s begins with, -1 if it does
// not end.
func quotedLen(s string, q byte) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && q == '\'':
			i++
		case s[i] == q && q == '\'' && i+1 < len(s) && s[i+1] == q:
			i++
		case s[i] == q:
			return i + 1
		}
	}
	return -1
}

// unescape reads the text between single quotes: ” and C's escapes.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\'' {
			i++ // a doubled one
		}
		if c != '\\' || i+1 == len(text) {
			b.WriteByte(c)
			continue
		}
		i++
		if j := strings.IndexByte("ntbrf", text[i]); j >= 0 {
			b.WriteByte("\n\t\b\r\f"[j])
			continue
		}
		digits, base, start := 3, 8, i
		if text[i] == 'x' {
			digits, base, start = 2, 16, i+1
		}
		end := start
		n := 0
		for end < len(text) && end < start+digits {
			d := strings.IndexByte("0123456789abcdef", text[end]|0x20)
			if text[end] < 'A' {
				d = strings.IndexByte("0123456789", text[end])
			}
			if d < 0 || d >= base {
				break
			}
			n = n*base + d
			end++
		}
		if end == start {
			b.WriteByte(text[i])
			continue
		}
		b.WriteByte(byte(n))
		i = end - 1
	}
	return b.String()
}

// nextNoSemicolon is next without semicolons at the end, for commands whose
// argument is often followed by one in error.
func (a *slashArgs) nextNoSemicolon() (arg string, ok bool) {
	if arg, ok = a.next(); ok && !a.quoted {
		arg = strings.TrimRight(arg, ";")
	}
	return arg, ok
}

// filePipe is a file's name, or a whole line with a | first.
func (a *slashArgs) filePipe(semicolon bool) (arg string, ok bool) {
	a.skipSpace()
	if strings.HasPrefix(a.rest, "|") {
		return a.wholeLine(semicolon), true
	}
	if semicolon {
		return a.nextNoSemicolon()
	}
	return a.next()
}

// wholeLine is the rest of the line, nothing in it expanded.
func (a *slashArgs) wholeLine(semicolon bool) string {
	a.skipSpace()
	line := a.rest
	a.rest = ""
	if semicolon {
		line = strings.TrimRight(line, ";"+slashSpace)
	}
	return line
}

// all returns the remaining arguments.
func (a *slashArgs) all() (list []string) {
	for {
		arg, ok := a.next()
		if !ok {
			return list
		}
		list = append(list, arg)
	}
}

// end skips the \\ that separates a command from what follows.
func (a *slashArgs) end() string {
	a.skipSpace()
	return strings.TrimPrefix(a.rest, `\\`)
}

// backtick runs a program and returns what it prints, without the line's end.
func (s *Shell) backtick(command string) string {
	s.out.flush()
	cmd := exec.Command("sh", "-c", command)
	cmd.Stderr = s.errs
	cmd.Stdin = s.inputOfPrograms()
	var out []byte
	var err error
	s.lend(func() { out, err = cmd.Output() })
	if err != nil && len(out) == 0 {
		return ""
	}
	return strings.TrimSuffix(string(out), "\n")
}
