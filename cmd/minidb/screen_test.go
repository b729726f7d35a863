package main

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// A terminal's screen as the goldens show it: without an upper edge, so that what
// scrolls away stays to be seen.

// screen understands what the shell sends and no more: an unknown sequence shows.
type screen struct {
	mu       sync.Mutex
	columns  int
	rows     [][]string // a cell is a character, "" behind a wide one
	row, col int
	rest     []byte // of a sequence that is not complete
	bells    int
	writes   int
}

func newScreen(columns int) *screen { return &screen{columns: columns, rows: make([][]string, 1)} }

// Write takes what a program sends.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	s.rest = append(s.rest, p...)
	for len(s.rest) > 0 {
		n := s.next(s.rest)
		if n == 0 {
			break
		}
		s.rest = s.rest[n:]
	}
	return len(p), nil
}

func (s *screen) next(b []byte) int {
	switch b[0] {
	case '\r':
		s.col = 0
	case '\n':
		s.row++
	case '\b':
		s.col = max(0, s.col-1)
	case '\a':
		s.bells++
	case 0x1b:
		return s.sequence(b)
	default:
		if !utf8.FullRune(b) {
			return 0
		}
		r, n := utf8.DecodeRune(b)
		s.put(r)
		return n
	}
	s.grow()
	return 1
}

func (s *screen) grow() {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
}

func (s *screen) put(r rune) {
	w := 1
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		w = 2
	}
	if s.col+w > s.columns {
		s.row, s.col = s.row+1, 0
		s.grow()
	}
	row := s.rows[s.row]
	for len(row) < s.col+w {
		row = append(row, " ")
	}
	row[s.col] = string(r)
	if w == 2 {
		row[s.col+1] = ""
	}
	s.rows[s.row] = row
	s.col += w
}

// sequence does ESC [ parameters letter.
func (s *screen) sequence(b []byte) int {
	n := 2
	for n < len(b) && b[n] < 0x40 {
		n++
	}
	if n >= len(b) {
		return 0
	}
	count, err := strconv.Atoi(string(b[2:n]))
	if err != nil {
		count = 1
	}
	switch b[n] {
	case 'A':
		s.row = max(0, s.row-count)
	case 'C':
		s.col = min(s.columns-1, s.col+count)
	case 'K':
		s.rows[s.row] = s.rows[s.row][:min(s.col, len(s.rows[s.row]))]
	case 'J':
		s.rows[s.row] = s.rows[s.row][:min(s.col, len(s.rows[s.row]))]
		s.rows = s.rows[:s.row+1]
	case 'h', 'l', 'm':
	default:
		for _, r := range string(b[:n+1]) {
			s.put(r)
		}
	}
	return n + 1
}

// text returns the rows from one on, the cursor as a block, and the row of the
// cursor. A point stands for an empty row.
func (s *screen) text(from int) (text string, row int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for i := from; i < len(s.rows); i++ {
		row := append([]string(nil), s.rows[i]...)
		if i == s.row {
			for len(row) <= s.col {
				row = append(row, " ")
			}
			row[s.col] = strings.TrimSuffix("█"+row[s.col], " ")
		}
		line := strings.TrimRight(strings.Join(row, ""), " ")
		if line == "" {
			line = "."
		}
		b.WriteString(line + "\n")
	}
	return b.String(), s.row
}

func (s *screen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}
