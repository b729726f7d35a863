package shell

import (
	"bufio"
	"strings"
)

// The csv format. It has neither title nor footers.

func (f *Format) csv(w *bufio.Writer, t *Table) {
	if f.headers() {
		f.csvRecord(w, t.Headers)
	}
	if len(t.Headers) == 0 {
		return
	}
	for _, row := range t.Cells {
		f.csvRecord(w, row)
	}
}

func (f *Format) csvExpanded(w *bufio.Writer, t *Table) {
	for _, row := range t.Cells {
		for i, s := range row {
			f.csvRecord(w, []string{t.Headers[i], s})
		}
	}
}

func (f *Format) csvRecord(w *bufio.Writer, row []string) {
	for i, s := range row {
		if i > 0 {
			w.WriteString(f.CSVSep)
		}
		// A lone \. would end COPY's data, also if it is made up by a separator.
		if strings.ContainsAny(s, "\r\n\""+f.CSVSep) || s == `\.` || f.CSVSep == `\` || f.CSVSep == "." {
			s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		w.WriteString(s)
	}
	w.WriteByte('\n')
}
