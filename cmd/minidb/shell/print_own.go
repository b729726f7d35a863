package shell

import (
	"bufio"
	"encoding/json"
	"strings"
)

// Formats that psql does not have: json and markdown.

// json prints an array of objects, a line a row. Numbers and booleans are
// written as such if JSON can.
func (f *Format) json(w *bufio.Writer, t *Table) {
	if !f.noStart {
		w.WriteByte('[')
	}
	for n, row := range t.Cells {
		if n > 0 || f.noStart && f.prior > 0 {
			w.WriteString(",\n ")
		}
		w.WriteByte('{')
		for i, s := range row {
			if i > 0 {
				w.WriteString(", ")
			}
			w.WriteString(quoteJSON(t.Headers[i]) + ": " + jsonValue(t, n, i, s))
		}
		w.WriteByte('}')
	}
	if !f.noEnd {
		w.WriteString("]\n")
	}
}

// boolOID is the type boolean in pg_type.
const boolOID = 16

func jsonValue(t *Table, row, col int, s string) string {
	switch {
	case t.isNull(row, col):
		return "null"
	case col < len(t.Types) && t.Types[col] == boolOID:
		if s == "t" {
			return "true"
		}
		return "false"
	case t.Right[col] && json.Valid([]byte(s)):
		return s
	}
	return quoteJSON(s)
}

func quoteJSON(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // strings always can
	return strings.TrimSuffix(b.String(), "\n")
}

var markdownEscapes = strings.NewReplacer("|", `\|`, "\r\n", "<br>", "\n", "<br>", "\\", "\\\\", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`")

func markdownRow(w *bufio.Writer, row []string) {
	w.WriteByte('|')
	for _, s := range row {
		w.WriteString(" " + markdownEscapes.Replace(s) + " |")
	}
	w.WriteByte('\n')
}

// markdown prints a table as GitHub reads it.
func (f *Format) markdown(w *bufio.Writer, t *Table) {
	if title, ok := f.title(t); ok {
		w.WriteString("**" + markdownEscapes.Replace(title) + "**\n\n")
	}
	if len(t.Headers) > 0 {
		if !f.noStart { // a table without names is none
			markdownRow(w, t.Headers)
			w.WriteByte('|')
			for _, right := range t.Right {
				if right {
					w.WriteString(" ---: |")
				} else {
					w.WriteString(" --- |")
				}
			}
			w.WriteByte('\n')
		}
		for _, row := range t.Cells {
			markdownRow(w, row)
		}
	}
	f.markdownEnd(w, f.footers(t))
}

func (f *Format) markdownEnd(w *bufio.Writer, footers []string) {
	for _, s := range footers {
		w.WriteString("\n" + markdownEscapes.Replace(s) + "\n")
	}
	if !f.noEnd {
		w.WriteByte('\n')
	}
}

// markdownExpanded prints a table of names and values for each record.
func (f *Format) markdownExpanded(w *bufio.Writer, t *Table) {
	if title, ok := f.title(t); ok {
		w.WriteString("**" + markdownEscapes.Replace(title) + "**\n\n")
	}
	for n, row := range t.Cells {
		if n > 0 || f.noStart {
			w.WriteByte('\n')
		}
		w.WriteString("| column | value |\n| --- | --- |\n")
		for i, s := range row {
			markdownRow(w, []string{t.Headers[i], s})
		}
	}
	f.markdownEnd(w, f.ownFooters(t))
}
