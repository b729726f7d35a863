package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The line of a statement that an error points into: libpq's
// reportErrorPosition (fe-protocol3.c).

// What is shown of a long line: at most displaySize columns, of which at least
// minRightCut are behind the place if there are as many.
const (
	displaySize = 60
	minRightCut = 10
)

// errorLine gives the line that position, counted in characters from 1, points
// into, cut to a window around it, and a caret under it. It is "" if position
// is outside of the statement.
func errorLine(stmt string, position int) string {
	q := newScreen(stmt)
	loc := position - 1
	if loc > q.len() {
		return ""
	}
	lineno, beg, end := q.lineOf(loc)
	from, to := q.window(beg, end, loc)
	prefix := "LINE " + strconv.Itoa(lineno) + ": "
	if from > beg {
		prefix += "..."
	}
	text := q.text[q.byte[from]:q.byte[to]]
	if to < end {
		text += "..."
	}
	caret := len(prefix) + q.col[loc] - q.col[from]
	return prefix + text + "\n" + strings.Repeat(" ", caret) + "^\n"
}

// screen is a text with, for each character and for the end, its byte offset
// and its column on the screen. Tabs are shown as single spaces.
type screen struct {
	text string
	byte []int
	col  []int
}

func newScreen(s string) *screen {
	q := &screen{text: strings.ReplaceAll(s, "\t", " ")}
	col := 0
	for i := 0; i < len(q.text); {
		r, size := utf8.DecodeRuneInString(q.text[i:])
		q.byte = append(q.byte, i)
		q.col = append(q.col, col)
		col += max(runeWidth(r), 1)
		i += size
	}
	q.byte = append(q.byte, len(q.text))
	q.col = append(q.col, col)
	return q
}

// len is the number of characters.
func (q *screen) len() int { return len(q.byte) - 1 }

// lineOf returns the number of the line with character loc, and where the line
// begins and ends, in characters. A line ends with \n, \r or both.
func (q *screen) lineOf(loc int) (lineno, beg, end int) {
	lineno = 1
	for i := range q.len() {
		ch := q.text[q.byte[i]]
		if ch != '\r' && ch != '\n' {
			continue
		}
		if i >= loc {
			return lineno, beg, i
		}
		if ch == '\r' || i == 0 || q.text[q.byte[i]-1] != '\r' {
			lineno++
		}
		beg = i + 1
	}
	return lineno, beg, q.len()
}

// window returns which part of the line from beg to end is shown.
func (q *screen) window(beg, end, loc int) (from, to int) {
	from, to = beg, end
	if q.col[end]-q.col[beg] <= displaySize {
		return from, to
	}
	if q.col[beg]+displaySize >= q.col[loc]+minRightCut { // cutting at the right is enough
		for q.col[to]-q.col[from] > displaySize {
			to--
		}
		return from, to
	}
	for q.col[loc]+minRightCut < q.col[to] {
		to--
	}
	for q.col[to]-q.col[from] > displaySize {
		from++
	}
	return from, to
}
