package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// The asciidoc format.

func (f *Format) asciidoc(w *bufio.Writer, t *Table) {
	if !f.noStart {
		var cols []string
		for i := range t.Headers {
			cols = append(cols, asciidocAlign(t, i))
		}
		options := ""
		if !f.TuplesOnly {
			options = `options="header",`
		}
		f.asciidocStart(w, t, options+`cols="`+strings.Join(cols, ",")+`"`)
	}
	if f.headers() {
		for i, s := range t.Headers {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString("^l|" + escapeAsciidoc(s))
		}
		w.WriteByte('\n')
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			for i, s := range row {
				if i > 0 {
					w.WriteByte(' ')
				}
				w.WriteByte('|')
				if !isBlank(s) {
					w.WriteString(escapeAsciidoc(s))
				} else if i < len(row)-1 {
					w.WriteByte(' ')
				}
			}
			w.WriteByte('\n')
		}
	}
	f.asciidocEnd(w, f.footers(t))
}

func (f *Format) asciidocExpanded(w *bufio.Writer, t *Table) {
	if !f.noStart {
		f.asciidocStart(w, t, `cols="h,l"`)
	}
	if len(t.Headers) > 0 {
		for n, row := range t.Cells {
			if f.TuplesOnly {
				w.WriteString("2+|\n")
			} else {
				fmt.Fprintf(w, "2+^|Record %d\n", f.prior+n+1)
			}
			for i, s := range row {
				if isBlank(s) {
					s = " "
				}
				w.WriteString("<l|" + escapeAsciidoc(t.Headers[i]) + " " + asciidocAlign(t, i) + "|" + escapeAsciidoc(s) + "\n")
			}
		}
	}
	f.asciidocEnd(w, f.ownFooters(t))
}

func asciidocAlign(t *Table, i int) string {
	if t.Right[i] {
		return ">l"
	}
	return "<l"
}

func (f *Format) asciidocStart(w *bufio.Writer, t *Table, options string) {
	w.WriteByte('\n')
	if title, ok := f.title(t); ok {
		w.WriteString("." + title + "\n")
	}
	switch f.Border {
	case 0:
		options += `,frame="none",grid="none"`
	case 1:
		options += `,frame="none"`
	case 2:
		options += `,frame="all",grid="all"`
	}
	w.WriteString("[" + options + "]\n|====\n")
}

func (f *Format) asciidocEnd(w *bufio.Writer, footers []string) {
	w.WriteString("|====\n")
	if footers == nil {
		return
	}
	w.WriteString("\n....\n")
	for _, s := range footers {
		w.WriteString(s + "\n")
	}
	w.WriteString("....\n")
}

func escapeAsciidoc(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
