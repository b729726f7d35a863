package shell

import (
	"bufio"
	"unicode/utf8"
)

// The aligned and the wrapped format: psql's print_aligned_text.

// aligned prints columns of equal width.
func (f *Format) aligned(w *bufio.Writer, t *Table) {
	a := newAligner(f, w, t)
	if f.Expanded == auto && f.Columns > 0 && len(t.Headers) > 1 && (f.Columns < a.headerTotal || f.Columns < a.total) {
		f.alignedExpanded(w, t)
		return
	}
	if title, ok := f.title(t); ok {
		if width, _ := cellSize(title); width < a.total {
			spaces(w, (a.total-width)/2)
		}
		w.WriteString(title + "\n")
	}
	if f.headers() {
		if a.border == 2 {
			a.rule(topRule)
		}
		a.header(t.Headers)
		a.rule(middleRule)
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			a.row(row)
		}
	}
	if f.noEnd {
		return
	}
	if a.border == 2 {
		a.rule(bottomRule)
	}
	for _, s := range f.footers(t) {
		w.WriteString(s + "\n")
	}
	w.WriteByte('\n')
}

// wrapMark is how a cell goes on in the next line.
type wrapMark uint8

const (
	noMark wrapMark = iota
	wrapped
	newline
)

// aligner prints rows in columns of known widths.
type aligner struct {
	w      *bufio.Writer
	style  lineStyle
	border int
	right  []bool
	widths []int
	// total is the width of a row, headerTotal that which the headers need.
	total, headerTotal int

	lines [][]cellLine // of the row being printed, by column
	at    []int        // by column: the line being printed
	done  []int        // by column: bytes of that line already printed
	marks []wrapMark   // by column: how the cell goes on
}

func newAligner(f *Format, w *bufio.Writer, t *Table) *aligner {
	n := len(t.Headers)
	a := &aligner{w: w, style: f.lines(), border: min(f.Border, 2), right: t.Right, widths: make([]int, n),
		lines: make([][]cellLine, n), at: make([]int, n), done: make([]int, n), marks: make([]wrapMark, n)}
	average := make([]int, n)
	for i, s := range t.Headers {
		a.widths[i], _ = cellSize(s)
	}
	headers := append([]int{}, a.widths...)
	for _, row := range t.Cells {
		for i, s := range row {
			width, _ := cellSize(s)
			a.widths[i] = max(a.widths[i], width)
			average[i] += width
		}
	}
	switch a.border {
	case 0:
		a.total = n
	case 1:
		a.total = n*3 - min(n, 1)
	default:
		a.total = n*3 + 1
	}
	a.headerTotal = a.total
	for i := range n {
		a.total += a.widths[i]
		a.headerTotal += headers[i]
		if len(t.Cells) > 0 {
			average[i] /= len(t.Cells)
		}
	}
	if f.Kind == "wrapped" && f.Columns > 0 && f.Columns >= a.headerTotal {
		a.shrink(f.Columns, headers, average)
	}
	return a
}

// shrink takes width from the columns whose widest cell is furthest from the
// average, and a little more from wide columns, until the row fits.
func (a *aligner) shrink(columns int, headers, average []int) {
	most := append([]int{}, a.widths...)
	for a.total > columns {
		worst, worstRatio := -1, 0.0
		for i, n := range a.widths {
			if average[i] > 0 && n > headers[i] {
				ratio := float64(n)/float64(average[i]) + float64(most[i])*0.01
				if ratio > worstRatio {
					worst, worstRatio = i, ratio
				}
			}
		}
		if worst < 0 {
			return
		}
		a.widths[worst]--
		a.total--
	}
}

// load cuts a row's values into lines and returns the height of the highest.
func (a *aligner) load(row []string) int {
	n := 0
	for i, s := range row {
		a.lines[i] = splitLines(a.lines[i][:0], s)
		n = max(n, len(a.lines[i]))
		a.at[i], a.done[i], a.marks[i] = 0, 0, noMark
	}
	return n
}

// header prints the names, centred.
func (a *aligner) header(names []string) {
	d := a.style.rules[dataRule]
	for k := range a.load(names) {
		if a.border == 2 {
			a.w.WriteString(d.left)
		}
		for i, c := range a.lines {
			if a.border != 0 || a.style.old && i > 0 {
				a.either(k > 0, a.style.headerLeft, " ")
			}
			var l cellLine
			if k < len(c) {
				l = c[k]
			}
			pad := a.widths[i] - l.width
			spaces(a.w, pad/2)
			a.w.WriteString(l.text)
			spaces(a.w, pad-pad/2)
			if a.border != 0 || !a.style.old {
				a.either(k+1 < len(c), a.style.headerRight, " ")
			}
			if a.border != 0 && i < len(a.lines)-1 {
				a.w.WriteString(d.mid)
			}
		}
		if a.border == 2 {
			a.w.WriteString(d.right)
		}
		a.w.WriteByte('\n')
	}
}

func (a *aligner) either(first bool, s, other string) {
	if !first {
		s = other
	}
	a.w.WriteString(s)
}

// rule prints a horizontal line.
func (a *aligner) rule(kind int) {
	r := a.style.rules[kind]
	if a.border == 2 {
		a.w.WriteString(r.left)
	}
	if a.border > 0 {
		a.w.WriteString(r.h)
	}
	for i, n := range a.widths {
		repeat(a.w, r.h, n)
		if i == len(a.widths)-1 {
			break
		}
		if a.border == 0 {
			a.w.WriteByte(' ')
		} else {
			a.w.WriteString(r.h + r.mid + r.h)
		}
	}
	if a.border > 0 {
		a.w.WriteString(r.h)
	}
	if a.border == 2 {
		a.w.WriteString(r.right)
	}
	a.w.WriteByte('\n')
}

// row prints one row, in as many lines as its cells need.
func (a *aligner) row(values []string) {
	a.load(values)
	d := a.style.rules[dataRule]
	for more := true; more; {
		more = false
		if a.border == 2 {
			a.w.WriteString(d.left)
		}
		for j := range values {
			more = a.field(j) || more
			if a.border != 0 && j < len(values)-1 {
				a.divide(j + 1)
			}
		}
		if a.border == 2 {
			a.w.WriteString(d.right)
		}
		a.w.WriteByte('\n')
	}
}

// divide prints the line left of column j.
func (a *aligner) divide(j int) {
	s := a.style.rules[dataRule].mid
	switch {
	case a.marks[j] == wrapped:
		s = a.style.midWrap
	case a.marks[j] == newline:
		s = a.style.midNewline
	case a.at[j] >= len(a.lines[j]):
		s = a.style.midBlank
	}
	a.w.WriteString(s)
}

// field prints the next line of column j and tells whether there are more.
// Behind the last column's text there are no spaces unless it goes on below.
func (a *aligner) field(j int) (more bool) {
	if a.border != 0 {
		switch a.marks[j] {
		case wrapped:
			a.w.WriteString(a.style.wrapLeft)
		case newline:
			a.w.WriteString(a.style.newlineLeft)
		default:
			a.w.WriteByte(' ')
		}
	}
	width := a.widths[j]
	finalSpaces := a.border == 2 || j < len(a.lines)-1
	c := a.lines[j]
	printed := width
	if a.at[j] >= len(c) { // the cell has ended above
		if finalSpaces {
			spaces(a.w, width)
		}
	} else {
		rest := c[a.at[j]].text[a.done[j]:]
		n, cols := fitting(rest, width)
		printed = min(cols, width)
		if a.right[j] {
			spaces(a.w, width-printed)
		}
		a.w.WriteString(rest[:n])
		if a.done[j] += n; n < len(rest) {
			more = true
		} else {
			a.at[j]++
			a.done[j] = 0
			more = a.at[j] < len(c)
		}
	}
	a.marks[j] = noMark
	if a.at[j] < len(c) {
		if a.done[j] != 0 {
			a.marks[j] = wrapped
		} else if a.at[j] != 0 {
			a.marks[j] = newline
		}
	}
	if !a.right[j] && (finalSpaces || a.marks[j] != noMark) {
		spaces(a.w, width-printed)
	}
	switch {
	case a.marks[j] == wrapped:
		a.w.WriteString(a.style.wrapRight)
	case a.marks[j] == newline:
		a.w.WriteString(a.style.newlineRight)
	case finalSpaces:
		a.w.WriteByte(' ')
	}
	return more
}

// fitting returns how many bytes of s, at least one character, fit into a
// width, and how wide they are.
func fitting(s string, width int) (n, cols int) {
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		w := max(runeWidth(r), 0)
		if cols+w > width && cols != 0 {
			break
		}
		cols += w
		n += size
	}
	return n, cols
}

// cellSize returns the width and the number of lines of a value.
func cellSize(s string) (width, height int) {
	if isPlain(s) {
		return len(s), 1
	}
	lines := splitLines(nil, s)
	for _, l := range lines {
		width = max(width, l.width)
	}
	return width, len(lines)
}
