package shell

import (
	"bufio"
	"fmt"
	"strings"
)

// A result ready to be printed, and how: what psql's print.h calls
// printTableContent and printTableOpt.

// Table is a result ready to be printed.
type Table struct {
	Title   *string // nil if there is none
	Headers []string
	Right   []bool     // by column: numbers are aligned to the right
	Types   []uint32   // by column: OID of the type; nil if everything is text
	Cells   [][]string // by row and column, NULL as it is shown
	Nulls   [][]bool   // by row and column; a row is nil if it has no NULL
	Footers []string   // instead of the number of rows
}

// add appends the result's current row.
func (t *Table) add(r result, null string) {
	row := make([]string, len(t.Headers))
	var nulls []bool
	for i := range row {
		if !r.IsNull(i) {
			row[i] = r.Text(i)
			continue
		}
		if nulls == nil {
			nulls = make([]bool, len(row))
		}
		row[i], nulls[i] = null, true
	}
	t.Cells = append(t.Cells, row)
	t.Nulls = append(t.Nulls, nulls)
}

func (t *Table) isNull(row, col int) bool {
	return row < len(t.Nulls) && t.Nulls[row] != nil && t.Nulls[row][col]
}

// align is the letter of a column's alignment.
func (t *Table) align(col int) byte {
	if t.Right[col] {
		return 'r'
	}
	return 'l'
}

// toggle is a switch with a third position.
type toggle uint8

const (
	off toggle = iota
	on
	auto // or "always", of the pager
)

// separator stands between fields or records.
type separator string

const zeroByte separator = "\x00"

// Format says how to print. Its zero value is not useful; see defaultFormat.
type Format struct {
	Kind          string // a key of printers
	Expanded      toggle
	Border        int
	Columns       int // width of the wrapped format, 0 if not known
	FieldSep      separator
	RecordSep     separator
	CSVSep        string
	Footer        bool // the number of rows, where there is no other footer
	LineStyle     string
	UnicodeBorder int // 0 single, 1 double
	UnicodeColumn int
	UnicodeHeader int
	Null          string
	NumericLocale bool
	Pager         toggle
	PagerMinLines int
	TableAttr     *string // nil if not set
	Title         *string
	TuplesOnly    bool // no headers and no number of rows

	// A result that is printed in parts: which part it is, and the number of
	// records before it.
	noStart, noEnd bool
	prior          int
}

func defaultFormat() Format {
	return Format{Kind: "aligned", Border: 1, FieldSep: "|", RecordSep: "\n", CSVSep: ",",
		Footer: true, LineStyle: "ascii", Pager: on}
}

// printer prints tables of a format, with records in lines and expanded.
type printer struct {
	wide, expanded func(*Format, *bufio.Writer, *Table)
}

var printers = map[string]printer{
	"aligned":         {(*Format).aligned, (*Format).alignedExpanded},
	"wrapped":         {(*Format).aligned, (*Format).alignedExpanded},
	"unaligned":       {(*Format).unaligned, (*Format).unalignedExpanded},
	"csv":             {(*Format).csv, (*Format).csvExpanded},
	"html":            {(*Format).html, (*Format).htmlExpanded},
	"asciidoc":        {(*Format).asciidoc, (*Format).asciidocExpanded},
	"latex":           {(*Format).latex, (*Format).latexExpanded},
	"latex-longtable": {(*Format).latexLongtable, (*Format).latexExpanded},
	"troff-ms":        {(*Format).troff, (*Format).troffExpanded},
	"json":            {(*Format).json, (*Format).json},
	"markdown":        {(*Format).markdown, (*Format).markdownExpanded},
}

// Print writes the table. Errors stay in w.
func (f *Format) Print(w *bufio.Writer, t *Table) {
	if f.NumericLocale {
		groupNumbers(t)
	}
	p := printers[f.Kind]
	if f.Expanded == on {
		p.expanded(f, w, t)
	} else {
		p.wide(f, w, t)
	}
}

// title is what stands above the table, which may be empty, and whether anything does.
func (f *Format) title(t *Table) (string, bool) {
	if f.TuplesOnly || f.noStart || t.Title == nil {
		return "", false
	}
	return *t.Title, true
}

// footers are the lines below a table, with the number of rows if there are no
// others.
func (f *Format) footers(t *Table) []string {
	if f.TuplesOnly || f.noEnd {
		return nil
	}
	if t.Footers != nil || !f.Footer {
		return t.Footers
	}
	n, plural := f.prior+len(t.Cells), "s"
	if n == 1 {
		plural = ""
	}
	return []string{fmt.Sprintf("(%d row%s)", n, plural)}
}

// ownFooters are the lines below an expanded table.
func (f *Format) ownFooters(t *Table) []string {
	if f.TuplesOnly || f.noEnd {
		return nil
	}
	return t.Footers
}

// headers tells whether column names are printed.
func (f *Format) headers() bool { return !f.TuplesOnly && !f.noStart }

// isBlank: nothing but white space.
func isBlank(s string) bool { return strings.Trim(s, " \t") == "" }

func spaces(w *bufio.Writer, n int) { repeat(w, " ", n) }

func repeat(w *bufio.Writer, s string, n int) {
	for range n {
		w.WriteString(s)
	}
}

// groupNumbers puts commas between the thousands of right-aligned columns.
func groupNumbers(t *Table) {
	for _, row := range t.Cells {
		for i, s := range row {
			if t.Right[i] {
				row[i] = groupThousands(s)
			}
		}
	}
}

func groupThousands(s string) string {
	if strings.Trim(s, "0123456789+-.eE") != "" {
		return s
	}
	start := 0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		start = 1
	}
	end := start
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	var b strings.Builder
	b.WriteString(s[:start])
	for i := start; i < end; i++ {
		if i > start && (end-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(s[i])
	}
	b.WriteString(s[end:])
	return b.String()
}
