package shell

import (
	"strconv"
	"strings"

	"minidb/cmd/minidb/shell/edit"
	"minidb/parser/lex"
)

// Prompts: PROMPT1 at a statement's beginning, PROMPT2 within it, PROMPT3 for the
// data of a COPY, with psql's % escapes.

// prompt is what the next line is asked for with.
func (s *script) prompt() string {
	if s.state() == lex.Ready {
		s.width = 0
		p := s.expandPrompt(s.vars["PROMPT1"], s)
		s.width = visibleWidth(p)
		return p
	}
	return s.expandPrompt(s.vars["PROMPT2"], s)
}

// visibleWidth is how many columns the last line of a prompt takes.
func visibleWidth(p string) (n int) {
	for p != "" {
		before, rest, _ := strings.Cut(p, edit.InvisibleBegin)
		if i := strings.LastIndexByte(before, '\n'); i >= 0 {
			n, before = 0, before[i+1:]
		}
		for _, r := range before {
			n += max(0, runeWidth(r))
		}
		_, p, _ = strings.Cut(rest, edit.InvisibleEnd)
	}
	return n
}

// expandPrompt replaces the escapes of a prompt. sc is nil for PROMPT3.
func (s *Shell) expandPrompt(text string, sc *script) string {
	var b strings.Builder
	for text != "" {
		c := text[0]
		text = text[1:]
		if c != '%' {
			b.WriteByte(c)
			continue
		}
		if text == "" {
			break
		}
		c = text[0]
		text = text[1:]
		switch {
		case c == ':':
			name, rest, _ := strings.Cut(text, ":")
			b.WriteString(s.vars[name])
			text = rest
		case c == '`':
			command, rest, _ := strings.Cut(text, "`")
			b.WriteString(s.backtick(command))
			text = rest
		case c >= '0' && c <= '7':
			n := 1
			text = string(c) + text
			for n < 3 && n < len(text) && text[n] >= '0' && text[n] <= '7' {
				n++
			}
			v, _ := strconv.ParseUint(text[:n], 8, 16)
			b.WriteByte(byte(v))
			text = text[n:]
		default:
			b.WriteString(s.promptEscape(c, sc))
		}
	}
	return b.String()
}

// promptEscape is what stands for % and a letter.
func (s *Shell) promptEscape(c byte, sc *script) string {
	switch c {
	case '/':
		return s.vars["DBNAME"]
	case '~':
		if s.vars["DBNAME"] == s.vars["USER"] {
			return "~"
		}
		return s.vars["DBNAME"]
	case 'M', 'm':
		return "[local]"
	case '>':
		return "5432"
	case 'n':
		return s.vars["USER"]
	case 'p':
		if p, ok := s.conn.(interface{ PID() int32 }); ok {
			return strconv.Itoa(int(p.PID()))
		}
		return ""
	case '#':
		if !s.connected() {
			return ">"
		}
		return "#" // everybody is a superuser
	case 'x':
		switch s.conn.Status() {
		case 'T':
			return "*"
		case 'E':
			return "!"
		}
		return ""
	case 'R':
		return s.promptState(sc)
	case 'l':
		if sc == nil {
			return "1"
		}
		return strconv.Itoa(sc.number)
	case 'w':
		return strings.Repeat(" ", s.width)
	case '[':
		return edit.InvisibleBegin
	case ']':
		return edit.InvisibleEnd
	}
	return string(c)
}

// promptState is %R: what the next line goes on with.
func (s *Shell) promptState(sc *script) string {
	if sc == nil {
		return ""
	}
	switch sc.state() {
	case lex.Continuing:
		return "-"
	case lex.SingleQuote:
		return "'"
	case lex.DoubleQuote:
		return `"`
	case lex.DollarQuote:
		return "$"
	case lex.BlockComment:
		return "*"
	case lex.Paren:
		return "("
	}
	switch {
	case !sc.active():
		return "@"
	case !s.connected():
		return "!"
	case s.vars.on("SINGLELINE"):
		return "^"
	}
	return "="
}
