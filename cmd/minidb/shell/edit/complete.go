package edit

import (
	"slices"
	"strings"
)

// Tab: what is common to all completions is inserted; if that is nothing, a
// second Tab lists them.

// Completer returns the completions of text at a byte position: what they
// replace begins at start. The texts are whole words. A single one is followed by
// a space unless it ends in a character that something is to follow.
type Completer func(text string, pos int) (start int, words []string)

// askFrom is how many completions are not listed without asking.
const askFrom = 100

func (e *Editor) complete() {
	before := string(e.buf.text[:e.buf.pos])
	more := len(e.input) > 0
	if e.Complete == nil || more && strings.Trim(before, " \t") == "" {
		e.buf.insert("\t") // an indentation of something pasted
		return
	}
	start, words := e.Complete(e.buf.String(), len(before))
	slices.Sort(words)
	words = slices.Compact(words)
	from := len([]rune(before[:start]))
	switch {
	case len(words) == 0:
		e.bell()
	case len(words) == 1:
		text := words[0]
		if !strings.HasSuffix(text, "/") && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "=") && e.buf.pos == len(e.buf.text) {
			text += " "
		}
		e.buf.replace(from, e.buf.pos, text)
	default:
		common := words[0]
		for _, w := range words[1:] {
			common = commonPrefix(common, w)
		}
		if len(common) > len(before)-start {
			e.buf.replace(from, e.buf.pos, common)
			return
		}
		if e.last != "tab" || more {
			e.bell()
			return
		}
		e.list(words)
	}
}

// commonPrefix is what two words begin with, in the letters of the first.
func commonPrefix(a, b string) string {
	ra, rb := []rune(a), []rune(b)
	n := 0
	for n < len(ra) && n < len(rb) && strings.EqualFold(string(ra[n]), string(rb[n])) {
		n++
	}
	return string(ra[:n])
}

// list shows words in columns below the line, which is drawn anew behind them.
func (e *Editor) list(words []string) {
	e.paint.finish(e.layout())
	e.write(e.paint.take() + "\r\n")
	if len(words) >= askFrom && !e.ask(len(words)) {
		e.paint.forget()
		return
	}
	var b strings.Builder
	widest := 0
	for _, w := range words {
		widest = max(widest, e.textWidth(w))
	}
	columns, _ := e.size()
	width := widest + 2
	perRow := max(1, columns/width)
	if perRow > 1 && perRow*width == columns {
		perRow--
	}
	rows := (len(words) + perRow - 1) / perRow
	for i := range rows {
		for j := i; j < len(words); j += rows {
			b.WriteString(words[j])
			if j+rows < len(words) {
				b.WriteString(strings.Repeat(" ", width-e.textWidth(words[j])))
			}
		}
		b.WriteString("\r\n")
	}
	e.write(b.String())
	e.paint.forget()
}

func (e *Editor) textWidth(s string) (n int) {
	for _, r := range s {
		n += max(0, e.Width(r))
	}
	return n
}
