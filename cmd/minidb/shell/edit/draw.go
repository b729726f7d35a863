package edit

import (
	"strconv"
	"strings"
)

// From one layout to the next: only rows that changed are written, from their
// first changed cell on.

// painter draws layouts, one in the place of the other.
type painter struct {
	out     strings.Builder
	rows    [][]cell // on the terminal
	top     int      // first row of the layout that is seen
	clipped bool     // not all rows were drawn
	row     int      // where the terminal's cursor is, within rows
	col     int      // and its column; -1 if that is not sure
	columns int
}

// paint draws a layout. If it has more rows than the terminal, those around the
// cursor are drawn.
func (p *painter) paint(l layout, columns, height int) {
	p.columns = columns
	rows := l.rows
	top := 0
	if height > 0 && len(rows) > height {
		top = min(max(p.top, l.row-height+1), l.row, len(rows)-height)
		rows = rows[top : top+height]
	}
	p.clipped = len(rows) < len(l.rows)
	p.top = top
	for i, row := range rows {
		var old []cell
		if i < len(p.rows) {
			old = p.rows[i]
		}
		p.paintRow(i, old, row)
	}
	if len(p.rows) > len(rows) {
		p.moveTo(len(rows), 0)
		p.out.WriteString("\x1b[J")
	}
	p.rows = rows
	p.moveTo(l.row-top, l.col)
}

func (p *painter) paintRow(i int, old, row []cell) {
	same := 0
	for same < len(old) && same < len(row) && old[same] == row[same] {
		same++
	}
	if same == len(old) && same == len(row) {
		if i >= len(p.rows) {
			p.moveDown(i) // so that there is such a row
		}
		return
	}
	p.moveTo(i, widthOf(row[:same]))
	for _, c := range row[same:] {
		p.out.WriteString(c.text)
		p.col += c.width
	}
	if widthOf(old) > widthOf(row) {
		p.out.WriteString("\x1b[K")
	}
	if p.col >= p.columns {
		p.col = -1 // terminals differ in what they do at the end of a row
	}
}

func widthOf(row []cell) (n int) {
	for _, c := range row {
		n += c.width
	}
	return n
}

// moveDown goes down to a row below, which may be new.
func (p *painter) moveDown(row int) {
	for ; p.row < row; p.row++ {
		p.out.WriteString("\r\n")
		p.col = 0
	}
}

// moveTo moves the cursor.
func (p *painter) moveTo(row, col int) {
	if row < p.row {
		p.out.WriteString("\x1b[" + strconv.Itoa(p.row-row) + "A")
		p.row = row
	}
	p.moveDown(row)
	switch back := p.col - col; {
	case back == 0:
	case p.col >= 0 && back > 0 && back < 5:
		p.out.WriteString(strings.Repeat("\b", back))
	default:
		p.out.WriteByte('\r')
		if col > 0 {
			p.out.WriteString("\x1b[" + strconv.Itoa(col) + "C")
		}
	}
	p.col = col
}

// finish leaves the last layout on the terminal, all of it, with the cursor behind
// its end.
func (p *painter) finish(l layout) {
	if p.clipped {
		p.moveTo(0, 0)
		p.out.WriteString("\x1b[J")
		p.rows = nil
	}
	p.top = 0
	last := len(l.rows) - 1
	l.row, l.col = last, widthOf(l.rows[last])
	p.paint(l, p.columns, 0)
}

// forget starts anew on the row of the cursor, which is taken to be empty.
func (p *painter) forget() {
	p.rows, p.row, p.col, p.top, p.clipped = nil, 0, 0, 0, false
}

// resized takes back what was drawn at another width, of which the terminal has
// broken the rows that no longer fit.
func (p *painter) resized(columns int) {
	up := 0
	for _, row := range p.rows[:min(p.row, len(p.rows))] {
		up += max(1, (widthOf(row)+columns-1)/columns)
	}
	if up += max(0, p.col) / columns; up > 0 {
		p.out.WriteString("\x1b[" + strconv.Itoa(up) + "A")
	}
	p.out.WriteString("\r\x1b[J")
	p.forget()
}

// take returns what there is to write to the terminal.
func (p *painter) take() string {
	s := p.out.String()
	p.out.Reset()
	return s
}
