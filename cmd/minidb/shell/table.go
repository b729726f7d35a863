package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// How psql prints a result: the aligned and the unaligned format of its
// print.c, with border 1.

// Table is a result ready to be printed.
type Table struct {
	Title   string
	Footers []string // instead of the number of rows
	Headers []string
	Right   []bool     // by column: numbers are aligned to the right
	Cells   [][]string // by row and column
}

// add appends the result's current row.
func (t *Table) add(r result) {
	row := make([]string, len(t.Headers))
	for i := range row {
		row[i] = r.Text(i)
	}
	t.Cells = append(t.Cells, row)
}

// Format says how to print.
type Format struct {
	Unaligned  bool
	TuplesOnly bool // no headers and no number of rows
}

// Print writes the table. Errors stay in w.
func (f Format) Print(w *bufio.Writer, t *Table) {
	if f.Unaligned {
		f.unaligned(w, t)
	} else {
		f.aligned(w, t)
	}
}

func (f Format) unaligned(w *bufio.Writer, t *Table) {
	const fieldSep = "|"
	if !f.TuplesOnly {
		if t.Title != "" {
			w.WriteString(t.Title + "\n")
		}
		w.WriteString(strings.Join(t.Headers, fieldSep))
		w.WriteByte('\n')
	}
	if len(t.Headers) > 0 { // rows of no columns leave nothing to see
		for _, row := range t.Cells {
			for i, s := range row {
				if i > 0 {
					w.WriteString(fieldSep)
				}
				w.WriteString(s)
			}
			w.WriteByte('\n')
		}
	}
	if !f.TuplesOnly {
		f.footer(w, t)
	}
}

func (f Format) footer(w *bufio.Writer, t *Table) {
	if t.Footers != nil {
		for _, line := range t.Footers {
			w.WriteString(line + "\n")
		}
		return
	}
	plural := "s"
	if len(t.Cells) == 1 {
		plural = ""
	}
	fmt.Fprintf(w, "(%d row%s)\n", len(t.Cells), plural)
}

// aligned prints columns of equal width.
func (f Format) aligned(w *bufio.Writer, t *Table) {
	a := newAligner(w, t)
	if !f.TuplesOnly {
		a.title(t.Title)
		a.header(t.Headers)
		a.rule()
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			a.row(row)
		}
	}
	if !f.TuplesOnly {
		f.footer(w, t)
	}
	w.WriteByte('\n')
}

// aligner prints rows in columns of known widths.
type aligner struct {
	w      *bufio.Writer
	widths []int
	right  []bool
	lines  [][]cellLine // of the row being printed, by column
}

func newAligner(w *bufio.Writer, t *Table) *aligner {
	n := len(t.Headers)
	a := &aligner{w: w, widths: make([]int, n), right: t.Right, lines: make([][]cellLine, n)}
	a.measure(t.Headers)
	for _, row := range t.Cells {
		a.measure(row)
	}
	return a
}

func (a *aligner) measure(row []string) {
	a.load(row)
	for i, c := range a.lines {
		for _, l := range c {
			a.widths[i] = max(a.widths[i], l.width)
		}
	}
}

// load cuts a row's values into lines and returns the height of the highest.
func (a *aligner) load(row []string) int {
	n := 0
	for i, s := range row {
		a.lines[i] = splitLines(a.lines[i][:0], s)
		n = max(n, len(a.lines[i]))
	}
	return n
}

// title prints a title above the middle of the table.
func (a *aligner) title(title string) {
	if title == "" {
		return
	}
	total := 3*len(a.widths) - 1
	for _, n := range a.widths {
		total += n
	}
	if n := printable(title).width; n < total {
		a.spaces((total - n) / 2)
	}
	a.w.WriteString(title + "\n")
}

// header prints the names, centred.
func (a *aligner) header(names []string) {
	for k := range a.load(names) {
		for i, c := range a.lines {
			if i > 0 {
				a.w.WriteByte('|')
			}
			var l cellLine
			if k < len(c) {
				l = c[k]
			}
			pad := a.widths[i] - l.width
			a.spaces(1 + pad/2)
			a.w.WriteString(l.text)
			a.spaces(pad - pad/2)
			a.mark(k+1 < len(c))
		}
		a.w.WriteByte('\n')
	}
}

// mark ends a line of a cell, with a + if the cell goes on below.
func (a *aligner) mark(more bool) {
	if more {
		a.w.WriteByte('+')
	} else {
		a.w.WriteByte(' ')
	}
}

func (a *aligner) rule() {
	if len(a.widths) == 0 {
		a.w.WriteByte('-') // no column, but both edges
		a.w.WriteByte('-')
	}
	for i, n := range a.widths {
		if i > 0 {
			a.w.WriteByte('+')
		}
		for range n + 2 {
			a.w.WriteByte('-')
		}
	}
	a.w.WriteByte('\n')
}

// row prints one row. Behind the last column's text there are no spaces unless
// the cell goes on below.
func (a *aligner) row(values []string) {
	last := len(values) - 1
	for k := range a.load(values) {
		for i := range values {
			if i > 0 {
				a.w.WriteByte('|')
			}
			a.w.WriteByte(' ')
			a.field(i, k, i == last)
		}
		a.w.WriteByte('\n')
	}
}

// field prints line k of column i.
func (a *aligner) field(i, k int, last bool) {
	c := a.lines[i]
	if k >= len(c) { // the cell has ended above
		if !last {
			a.spaces(a.widths[i] + 1)
		}
		return
	}
	pad, more := a.widths[i]-c[k].width, k+1 < len(c)
	if a.right[i] {
		a.spaces(pad)
	}
	a.w.WriteString(c[k].text)
	if last && !more {
		return
	}
	if !a.right[i] {
		a.spaces(pad)
	}
	a.mark(more)
}

func (a *aligner) spaces(n int) {
	for range n {
		a.w.WriteByte(' ')
	}
}
