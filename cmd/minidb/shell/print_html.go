package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// The html format.

func (f *Format) html(w *bufio.Writer, t *Table) {
	f.htmlStart(w, t)
	if f.headers() {
		w.WriteString("  <tr>\n")
		for _, s := range t.Headers {
			w.WriteString("    <th align=\"center\">" + escapeHTML(s) + "</th>\n")
		}
		w.WriteString("  </tr>\n")
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			w.WriteString("  <tr valign=\"top\">\n")
			for i, s := range row {
				htmlCell(w, t, i, s)
			}
			w.WriteString("  </tr>\n")
		}
	}
	f.htmlEnd(w, f.footers(t))
}

func (f *Format) htmlExpanded(w *bufio.Writer, t *Table) {
	f.htmlStart(w, t)
	if len(t.Headers) > 0 {
		for n, row := range t.Cells {
			if f.TuplesOnly {
				w.WriteString("\n  <tr><td colspan=\"2\">&nbsp;</td></tr>\n")
			} else {
				fmt.Fprintf(w, "\n  <tr><td colspan=\"2\" align=\"center\">Record %d</td></tr>\n", f.prior+n+1)
			}
			for i, s := range row {
				w.WriteString("  <tr valign=\"top\">\n    <th>" + escapeHTML(t.Headers[i]) + "</th>\n")
				htmlCell(w, t, i, s)
				w.WriteString("  </tr>\n")
			}
		}
	}
	f.htmlEnd(w, f.ownFooters(t))
}

func (f *Format) htmlStart(w *bufio.Writer, t *Table) {
	if f.noStart {
		return
	}
	fmt.Fprintf(w, "<table border=\"%d\"", f.Border)
	if f.TableAttr != nil {
		w.WriteString(" " + *f.TableAttr)
	}
	w.WriteString(">\n")
	if title, ok := f.title(t); ok {
		w.WriteString("  <caption>" + escapeHTML(title) + "</caption>\n")
	}
}

func htmlCell(w *bufio.Writer, t *Table, i int, s string) {
	align := "left"
	if t.Right[i] {
		align = "right"
	}
	if isBlank(s) {
		s = "&nbsp; "
	} else {
		s = escapeHTML(s)
	}
	w.WriteString("    <td align=\"" + align + "\">" + s + "</td>\n")
}

func (f *Format) htmlEnd(w *bufio.Writer, footers []string) {
	if f.noEnd {
		return
	}
	w.WriteString("</table>\n")
	if footers != nil {
		w.WriteString("<p>")
		for _, s := range footers {
			w.WriteString(escapeHTML(s) + "<br />\n")
		}
		w.WriteString("</p>")
	}
	w.WriteByte('\n')
}

var htmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", "<br />\n", `"`, "&quot;")

// escapeHTML also keeps the indentation that EXPLAIN's lines have.
func escapeHTML(s string) string {
	rest := strings.TrimLeft(s, " ")
	return strings.Repeat("&nbsp;", len(s)-len(rest)) + htmlEscapes.Replace(rest)
}
