package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// The formats latex and latex-longtable.

var latexEscapes = strings.NewReplacer("#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`, "<", `\textless{}`,
	">", `\textgreater{}`, `\`, `\textbackslash{}`, "^", `\^{}`, "_", `\_`, "{", `\{`, "|", `\textbar{}`,
	"}", `\}`, "~", `\~{}`, "\n", `\\`)

func (f *Format) latex(w *bufio.Writer, t *Table) {
	border := min(f.Border, 3)
	f.latexTitle(w, t)
	if !f.noStart {
		var cols []string
		for i := range t.Headers {
			cols = append(cols, string(t.align(i)))
		}
		w.WriteString(`\begin{tabular}{` + latexColumns(border, cols) + "}\n")
		if !f.TuplesOnly && border >= 2 {
			w.WriteString("\\hline\n")
		}
	}
	if f.headers() {
		w.WriteString(latexNames(t.Headers, `\textit{`, "}") + " \\\\\n\\hline\n")
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			w.WriteString(latexNames(row, "", "") + " \\\\\n")
			if border == 3 {
				w.WriteString("\\hline\n")
			}
		}
	}
	f.latexEnd(w, border, f.footers(t))
}

// latexNames joins texts to a row, each between before and after.
func latexNames(row []string, before, after string) string {
	out := make([]string, len(row))
	for i, s := range row {
		out[i] = before + latexEscapes.Replace(s) + after
	}
	return strings.Join(out, " & ")
}

// latexColumns describes columns with the lines between them.
func latexColumns(border int, cols []string) string {
	sep := ""
	if border != 0 {
		sep = " | "
	}
	s := strings.Join(cols, sep)
	if border >= 2 {
		s = "| " + s + " |"
	}
	return s
}

func (f *Format) latexTitle(w *bufio.Writer, t *Table) {
	if title, ok := f.title(t); ok {
		w.WriteString("\\begin{center}\n" + latexEscapes.Replace(title) + "\n\\end{center}\n\n")
	}
}

func (f *Format) latexEnd(w *bufio.Writer, border int, footers []string) {
	if f.noEnd {
		return
	}
	if border == 2 {
		w.WriteString("\\hline\n")
	}
	w.WriteString("\\end{tabular}\n\n\\noindent ")
	for _, s := range footers {
		w.WriteString(latexEscapes.Replace(s) + " \\\\\n")
	}
	w.WriteByte('\n')
}

func (f *Format) latexExpanded(w *bufio.Writer, t *Table) {
	border := min(f.Border, 2)
	f.latexTitle(w, t)
	if !f.noStart {
		w.WriteString(`\begin{tabular}{` + [3]string{"cl", "c|l", "|c|l|"}[border] + "}\n")
	}
	if len(t.Headers) > 0 {
		for n, row := range t.Cells {
			if !f.TuplesOnly {
				edge := "c"
				if border == 2 {
					w.WriteString("\\hline\n")
					edge = "|c|"
				}
				fmt.Fprintf(w, "\\multicolumn{2}{%s}{\\textit{Record %d}} \\\\\n", edge, f.prior+n+1)
			}
			if border >= 1 {
				w.WriteString("\\hline\n")
			}
			for i, s := range row {
				w.WriteString(latexNames([]string{t.Headers[i], s}, "", "") + " \\\\\n")
			}
		}
	}
	f.latexEnd(w, border, f.ownFooters(t))
}

func (f *Format) latexLongtable(w *bufio.Writer, t *Table) {
	border := min(f.Border, 3)
	if !f.noStart {
		w.WriteString(`\begin{longtable}{` + latexColumns(border, f.longtableWidths(t)) + "}\n")
	}
	if f.headers() {
		f.longtableHeads(w, t, border)
	}
	if len(t.Headers) > 0 {
		for _, row := range t.Cells {
			for i, s := range row {
				if i > 0 {
					w.WriteString("\n&\n")
				}
				w.WriteString(`\raggedright{` + latexEscapes.Replace(s) + "}")
			}
			w.WriteString(" \\tabularnewline\n")
			if border == 3 {
				w.WriteString(" \\hline\n")
			}
		}
	}
	if !f.noEnd {
		w.WriteString("\\end{longtable}\n")
	}
}

// longtableWidths gives the left-aligned columns the widths, in parts of the
// line, that tableattr lists; the last goes for all that follow.
func (f *Format) longtableWidths(t *Table) []string {
	var widths []string
	if f.TableAttr != nil {
		widths = strings.Fields(*f.TableAttr)
	}
	var cols []string
	last := ""
	for i := range t.Headers {
		col := string(t.align(i))
		if !t.Right[i] {
			if len(widths) > 0 {
				last, widths = widths[0], widths[1:]
			}
			if last != "" {
				col = "p{" + last + `\textwidth}`
			}
		}
		cols = append(cols, col)
	}
	return cols
}

// longtableHeads prints what stands above and below the first and the other pages.
func (f *Format) longtableHeads(w *bufio.Writer, t *Table, border int) {
	names := latexNames(t.Headers, `\small\textbf{\textit{`, "}}") + " \\\\\n"
	top, bottom := "", ""
	if border >= 2 {
		top = "\\toprule\n"
	}
	w.WriteString(top + names + "\\midrule\n\\endfirsthead\n")
	w.WriteString(top + names)
	if border != 3 {
		w.WriteString("\\midrule\n")
	}
	w.WriteString("\\endhead\n")
	if t.Title != nil {
		if border == 2 {
			bottom = "\\bottomrule\n"
		}
		title := latexEscapes.Replace(*t.Title)
		w.WriteString(bottom + `\caption[` + title + " (Continued)]{" + title + "}\n\\endfoot\n")
		w.WriteString(bottom + `\caption[` + title + "]{" + title + "}\n\\endlastfoot\n")
	} else if border >= 2 {
		w.WriteString("\\bottomrule\n\\endfoot\n\\bottomrule\n\\endlastfoot\n")
	}
}
