package edit

import "strings"

// Where the characters of prompt and text stand on the terminal.

// cell is a character on the terminal, with what takes no place before it.
type cell struct {
	text  string
	width int
}

// layout is what is to be seen: rows of cells, and the cursor.
type layout struct {
	rows     [][]cell
	row, col int // of the cursor
}

// tabStop is the distance of tabulators in columns.
const tabStop = 8

// writer lays out cells.
type writer struct {
	layout
	columns int
	at      int // column of the next cell
	width   func(rune) int
}

func newWriter(columns int, width func(rune) int) *writer {
	return &writer{layout: layout{rows: make([][]cell, 1)}, columns: columns, width: width}
}

func (w *writer) newline() {
	w.rows = append(w.rows, nil)
	w.at = 0
}

func (w *writer) put(text string, width int) {
	if w.at+width > w.columns {
		w.newline()
	}
	last := len(w.rows) - 1
	row := w.rows[last]
	if width == 0 {
		if len(row) > 0 { // a mark upon the character before it
			row[len(row)-1].text += text
		}
		return
	}
	w.rows[last] = append(row, cell{text, width})
	w.at += width
}

// rune adds one character.
func (w *writer) rune(r rune) {
	n := w.width(r)
	switch {
	case r == '\n':
		w.newline()
	case r == '\t':
		for n := tabStop - w.at%tabStop; n > 0; n-- {
			w.put(" ", 1)
		}
	case n < 0 && r < ' ':
		w.put("^", 1)
		w.put(string(r+'@'), 1)
	case n < 0:
		w.put("?", 1)
	default:
		w.put(string(r), n)
	}
}

// The marks around a part of a prompt that takes no place: colours.
const (
	InvisibleBegin = "\x01"
	InvisibleEnd   = "\x02"
)

// promptMarks takes them out.
var promptMarks = strings.NewReplacer(InvisibleBegin, "", InvisibleEnd, "")

// prompt adds a prompt. Its invisible parts go to the cell behind them.
func (w *writer) prompt(text string) {
	hidden := ""
	for text != "" {
		if rest, ok := strings.CutPrefix(text, InvisibleBegin); ok {
			part, after, _ := strings.Cut(rest, InvisibleEnd)
			hidden += part
			text = after
			continue
		}
		visible, _, _ := strings.Cut(text, InvisibleBegin)
		text = text[len(visible):]
		for _, r := range visible {
			rows, cells := len(w.rows), len(w.rows[len(w.rows)-1])
			w.rune(r)
			if last := w.rows[len(w.rows)-1]; hidden != "" && (len(w.rows) > rows || len(last) > cells) && len(last) > 0 {
				last[len(last)-1].text = hidden + last[len(last)-1].text
				hidden = ""
			}
		}
	}
	if last := w.rows[len(w.rows)-1]; hidden != "" && len(last) > 0 {
		last[len(last)-1].text += hidden
	}
}

// text adds the edited text with the cursor in it.
func (w *writer) text(text []rune, pos int) {
	for i, r := range text {
		if i == pos {
			w.cursor()
		}
		w.rune(r)
	}
	if w.at == w.columns {
		w.newline()
	}
	if pos == len(text) {
		w.cursor()
	}
}

// cursor notes that it stands where the next cell goes.
func (w *writer) cursor() {
	w.row, w.col = len(w.rows)-1, w.at
	if w.at == w.columns {
		w.row, w.col = w.row+1, 0
	}
}

// Unmarked is a prompt for those who do not count columns.
func Unmarked(prompt string) string { return promptMarks.Replace(prompt) }
