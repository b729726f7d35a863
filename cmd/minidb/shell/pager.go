package shell

import (
	"bufio"
	"bytes"
	"cmp"
	"os"
	"strings"
)

// What does not fit on the terminal goes through a pager.

// show writes text to the terminal, through the pager if it has so many lines.
// lines is the least number for that.
func (s *Shell) show(text []byte, lines int) {
	if s.terminal == nil || s.format.Pager == off {
		s.out.Write(text)
		return
	}
	columns, rows := s.terminal.Size()
	if s.format.Pager != auto && (rows == 0 || !fills(text, columns, max(rows, lines))) {
		s.out.Write(text)
		return
	}
	pager := cmp.Or(firstSet("MINIDB_PAGER", "PSQL_PAGER", "PAGER"), "more")
	if strings.TrimSpace(pager) == "" {
		s.out.Write(text)
		return
	}
	s.flush()
	s.terminal.Lend(func() { _ = s.pipe(pager, text) }) // it may be left early
}

// printPaged prints a table to the terminal, to whose width it is fitted.
func (s *Shell) printPaged(t *Table) {
	f := s.format
	if columns, _ := s.terminal.Size(); f.Columns == 0 {
		f.Columns = columns
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	f.Print(w, t)
	w.Flush()
	s.show(text.Bytes(), f.PagerMinLines)
}

// firstSet is the value of the first environment variable that has one.
func firstSet(names ...string) string {
	for _, n := range names {
		if v := os.Getenv(n); v != "" {
			return v
		}
	}
	return ""
}

// fills tells whether text takes so many rows of the terminal.
func fills(text []byte, columns, rows int) bool {
	n, at := 0, 0
	for _, r := range string(text) {
		if r == '\n' {
			n, at = n+1, 0
		} else if at += max(0, runeWidth(r)); columns > 0 && at > columns {
			n, at = n+1, runeWidth(r)
		}
		if n >= rows {
			return true
		}
	}
	return false
}
