package shell

import (
	"bufio"
	"fmt"
	"strconv"
)

// The expanded forms of the aligned and the wrapped format: psql's
// print_aligned_vertical.

// expander prints records, a line a column.
type expander struct {
	w              *bufio.Writer
	f              *Format
	style          lineStyle
	border         int
	hwidth, dwidth int  // of the columns of headers and of data
	hmulti, dmulti bool // some header, some value has several lines
}

func (f *Format) alignedExpanded(w *bufio.Writer, t *Table) {
	x := &expander{w: w, f: f, style: f.lines(), border: min(f.Border, 2)}
	if len(t.Headers) == 0 || len(t.Cells) == 0 && !f.noStart && !f.noEnd {
		for _, s := range f.footers(t) {
			w.WriteString(s + "\n")
		}
		w.WriteByte('\n')
		return
	}
	x.measure(t)
	if title, ok := f.title(t); ok {
		w.WriteString(title + "\n")
	}
	if f.Kind == "wrapped" {
		x.fit(len(t.Cells))
	}
	for i, row := range t.Cells {
		x.recordLine(i)
		for j, s := range row {
			x.field(t.Headers[j], s)
		}
	}
	if f.noEnd {
		return
	}
	if x.border == 2 {
		x.line(0, x.hwidth, bottomRule)
	}
	if own := f.ownFooters(t); own != nil {
		if x.border < 2 {
			w.WriteByte('\n')
		}
		for _, s := range own {
			w.WriteString(s + "\n")
		}
	}
	w.WriteByte('\n')
}

func (x *expander) measure(t *Table) {
	for _, s := range t.Headers {
		width, height := cellSize(s)
		x.hwidth = max(x.hwidth, width)
		x.hmulti = x.hmulti || height > 1
	}
	for _, row := range t.Cells {
		for _, s := range row {
			width, height := cellSize(s)
			x.dwidth = max(x.dwidth, width)
			x.dmulti = x.dmulti || height > 1
		}
	}
}

// fit chooses the width of data in the wrapped format: what is left of the
// line, but not less than 3, nor than what the lines above records need.
func (x *expander) fit(rows int) {
	// What is neither header nor data: spaces, a line, marks.
	var extra int
	switch x.border {
	case 0:
		extra = 1
		if x.hmulti {
			extra++
		}
	case 1:
		extra = 3
		if x.hmulti && x.style.old {
			extra++
		}
	default:
		extra = 7
	}
	if x.dmulti && x.border < 2 && !x.style.old {
		extra++
	}
	record := 0 // width of the line above a record
	if !x.f.TuplesOnly {
		record = len(strconv.Itoa(rows)) + [3]int{len("* RECORD "), len("-[ RECORD  ]"), len("+-[ RECORD  ]-+")}[x.border]
	}
	for {
		width := max(x.hwidth+extra+x.dwidth, record)
		if x.f.Columns > 0 && x.f.Columns < width {
			width = max(x.f.Columns, x.hwidth+extra+3, record)
		}
		data := width - x.hwidth - extra
		if data < x.dwidth && !x.dmulti && x.border < 2 && !x.style.old {
			x.dmulti = true // wrapping needs a column for its mark
			extra++
			continue
		}
		x.dwidth = data
		return
	}
}

// recordLine prints what stands above record i.
func (x *expander) recordLine(i int) {
	kind := middleRule
	if i == 0 {
		kind = topRule
	}
	hwidth := x.hwidth
	if x.border < 2 && x.hmulti && x.style.old {
		hwidth++
	}
	if !x.f.TuplesOnly {
		x.line(x.f.prior+i+1, hwidth, kind)
	} else if i != 0 || x.f.noStart || x.border == 2 {
		x.line(0, hwidth, kind)
	}
}

// line prints a horizontal line, with a record's number if it is not 0.
func (x *expander) line(record, hwidth, kind int) {
	r := x.style.rules[kind]
	fill := r.h
	switch x.border {
	case 2:
		x.w.WriteString(r.left + r.h)
	case 1:
		x.w.WriteString(r.h)
	default:
		fill = " "
	}
	n := 0 // columns of the text that are to be taken off what follows
	if record > 0 {
		text := fmt.Sprintf("[ RECORD %d ]", record)
		if x.border == 0 {
			text = fmt.Sprintf("* Record %d", record)
		}
		x.w.WriteString(text)
		n = len(text)
	}
	if x.border != 2 {
		n++
	}
	repeat(x.w, fill, max(hwidth-n, 0))
	n -= hwidth
	parts := []string{" "}
	if x.border > 0 {
		parts = []string{r.h, r.mid, r.h}
	}
	for _, s := range parts {
		if n <= 0 {
			x.w.WriteString(s)
		}
		n--
	}
	repeat(x.w, fill, max(x.dwidth-max(n, 0), 0))
	if x.border == 2 {
		x.w.WriteString(r.h + r.right)
	}
	x.w.WriteByte('\n')
}

// atLeastOne prints n spaces, but one if n is 0, as C's %*s does with " ".
func (x *expander) atLeastOne(n int) { spaces(x.w, max(n, 1)) }

// field prints one header with its value.
func (x *expander) field(header, value string) {
	h, d := splitLines(nil, header), splitLines(nil, value)
	rule := x.style.rules[dataRule]
	hline, dline, offset := 0, 0, 0
	for hline < len(h) || dline < len(d) {
		if x.border == 2 {
			x.w.WriteString(rule.left)
		}
		if hline < len(h) {
			x.headerLine(h, hline)
			hline++
		} else {
			n := x.hwidth + x.border
			if x.hmulti && (x.border < 2 && x.style.old || x.border == 0 && !x.style.old) {
				n++
			}
			x.atLeastOne(n)
		}
		if x.border > 0 {
			at, done := dline, offset
			if dline == len(d) { // the header goes on below the value: as psql stopped there
				at, done = dline-1, len(d[dline-1].text)
			}
			switch {
			case done > 0:
				x.w.WriteString(x.style.midWrap)
			case at == 0:
				x.w.WriteString(rule.mid)
			default:
				x.w.WriteString(x.style.midNewline)
			}
		}
		if dline < len(d) {
			dline, offset = x.dataLine(d, dline, offset)
			if x.border == 2 {
				x.w.WriteString(rule.right)
			}
		} else if x.border == 2 {
			spaces(x.w, x.dwidth+2)
			x.w.WriteString(rule.right)
		}
		x.w.WriteByte('\n')
	}
}

func (x *expander) headerLine(h []cellLine, i int) {
	if x.border == 2 || x.hmulti && x.style.old {
		if i > 0 {
			x.w.WriteString(x.style.headerLeft)
		} else {
			x.w.WriteByte(' ')
		}
	}
	x.w.WriteString(h[i].text)
	spaces(x.w, x.hwidth-h[i].width)
	if x.border > 0 || x.hmulti && !x.style.old {
		if i+1 < len(h) {
			x.w.WriteString(x.style.headerRight)
		} else {
			x.w.WriteByte(' ')
		}
	}
}

// dataLine prints line i of a value from offset on, as much of it as fits, and
// returns where the value goes on.
func (x *expander) dataLine(d []cellLine, i, offset int) (line, next int) {
	if offset == 0 {
		x.w.WriteByte(' ')
	} else {
		x.w.WriteString(x.style.wrapLeft)
	}
	rest := d[i].text[offset:]
	n, cols := fitting(rest, x.dwidth)
	x.w.WriteString(rest[:n])
	marked := x.border > 1 || x.dmulti && !x.style.old
	pad := max(x.dwidth-cols, 0)
	switch {
	case n < len(rest):
		if marked {
			spaces(x.w, pad)
			x.w.WriteString(x.style.wrapRight)
		}
		return i, offset + n
	case i+1 < len(d):
		if marked {
			spaces(x.w, pad)
			x.w.WriteString(x.style.newlineRight)
		}
	case x.border > 1:
		spaces(x.w, pad)
		x.w.WriteByte(' ')
	}
	return i + 1, 0
}
