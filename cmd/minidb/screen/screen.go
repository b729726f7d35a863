// Package screen is a terminal's screen for tests: without an upper edge, so that
// what scrolls away stays to be seen.
package screen

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Screen understands what the shell sends and no more: an unknown sequence shows.
type Screen struct {
	mu       sync.Mutex
	columns  int
	width    func(rune) int
	rows     [][]string // a cell is a character, "" behind a wide one
	row, col int
	rest     []byte // of a sequence that is not complete
	writes   int
}

// New returns an empty screen; width tells how many columns a character takes.
func New(columns int, width func(rune) int) *Screen {
	return &Screen{columns: columns, width: width, rows: make([][]string, 1)}
}

// Write takes what a program sends.
func (s *Screen) Write(p []byte) (int, error) {
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

func (s *Screen) next(b []byte) int {
	switch b[0] {
	case '\r':
		s.col = 0
	case '\n':
		s.row++
	case '\b':
		s.col = max(0, s.col-1)
	case '\a':
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

func (s *Screen) grow() {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
}

func (s *Screen) put(r rune) {
	w := s.width(r)
	if w < 0 {
		return // a control character that says nothing to a screen
	}
	if w == 0 {
		if row := s.rows[s.row]; s.col > 0 && s.col <= len(row) {
			row[s.col-1] += string(r)
		}
		return
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
func (s *Screen) sequence(b []byte) int {
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
	case 'H':
		s.row, s.col = 0, 0
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

// Text returns the rows from one on, the cursor as a block, and the row of the
// cursor. A point stands for an empty row.
func (s *Screen) Text(from int) (text string, row int) {
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

// Writes counts what was sent.
func (s *Screen) Writes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writes
}
