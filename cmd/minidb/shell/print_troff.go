package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// The troff-ms format.

func escapeTroff(s string) string { return strings.ReplaceAll(s, `\`, `\(rs`) }

func (f *Format) troff(w *bufio.Writer, t *Table) {
	f.troffStart(w, t)
	if !f.noStart {
		sep := ""
		if f.Border > 0 {
			sep = " | "
		}
		for i := range t.Headers {
			if i > 0 {
				w.WriteString(sep)
			}
			w.WriteByte(t.align(i))
		}
		w.WriteString(".\n")
	}
	if f.headers() {
		for i, s := range t.Headers {
			if i > 0 {
				w.WriteByte('\t')
			}
			w.WriteString(`\fI` + escapeTroff(s) + `\fP`)
		}
		w.WriteString("\n_\n")
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			w.WriteString(escapeTroff(strings.Join(row, "\t")) + "\n")
		}
	}
	f.troffEnd(w, f.footers(t))
}

func (f *Format) troffExpanded(w *bufio.Writer, t *Table) {
	f.troffStart(w, t)
	if f.TuplesOnly && !f.noStart {
		w.WriteString("c l;\n")
	}
	if len(t.Headers) > 0 {
		for n, row := range t.Cells {
			f.troffRecord(w, f.prior+n+1, n == 0 && !f.noStart)
			for i, s := range row {
				w.WriteString(escapeTroff(t.Headers[i]) + "\t" + escapeTroff(s) + "\n")
			}
		}
	}
	f.troffEnd(w, f.ownFooters(t))
}

// troffRecord begins a record.
func (f *Format) troffRecord(w *bufio.Writer, record int, first bool) {
	if f.TuplesOnly {
		if f.Border >= 1 {
			w.WriteString("_\n")
		}
		return
	}
	if f.Border >= 2 && record > 1 {
		w.WriteString("_\n")
	}
	if !first {
		w.WriteString(".T&\n")
	}
	fmt.Fprintf(w, "c s.\n\\fIRecord %d\\fP\n", record)
	if f.Border >= 1 {
		w.WriteString("_\n")
	}
	w.WriteString(".T&\n")
	if f.Border == 1 {
		w.WriteString("c | l.\n")
	} else {
		w.WriteString("c l.\n")
	}
}

func (f *Format) troffStart(w *bufio.Writer, t *Table) {
	if f.noStart {
		return
	}
	if title, ok := f.title(t); ok {
		w.WriteString(".LP\n.DS C\n" + escapeTroff(title) + "\n.DE\n")
	}
	w.WriteString(".LP\n.TS\n")
	if f.Border >= 2 {
		w.WriteString("center box;\n")
	} else {
		w.WriteString("center;\n")
	}
}

func (f *Format) troffEnd(w *bufio.Writer, footers []string) {
	if f.noEnd {
		return
	}
	w.WriteString(".TE\n.DS L\n")
	for _, s := range footers {
		w.WriteString(escapeTroff(s) + "\n")
	}
	w.WriteString(".DE\n")
}
