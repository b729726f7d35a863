package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"minidb"
)

// Difference says how two sides' answers differ: that they do is a fault of the engine,
// or a statement whose answer is no fixed one (of the clock, of rows that LIMIT picks).
type Difference struct {
	What  string   // "the rows differ", "the errors differ", ...
	Lines []string // where, with the names of the sides
}

// shownRows is how many of the rows that only one side has are shown.
const shownRows = 3

// differentAnswers compares all sides with the first.
func differentAnswers(sides []Side, runs []run) *Difference {
	for i := 1; i < len(runs); i++ {
		p := pair{[2]string{sides[0].Name, sides[i].Name}, len(runs[0].answers) > 1}
		if d := p.runs(&runs[0], &runs[i]); d != nil {
			return d
		}
	}
	return nil
}

// pair are the names of two sides that are compared, whether the text is of several
// statements.
type pair struct {
	names   [2]string
	several bool
}

// each writes what each has.
func (p pair) each(a, b string) []string {
	return []string{p.names[0] + ": " + a, p.names[1] + ": " + b}
}

func (p pair) runs(a, b *run) *Difference {
	for i := range min(len(a.answers), len(b.answers)) {
		if a.err != nil && i == len(a.answers)-1 || b.err != nil && i == len(b.answers)-1 {
			break // the rows before an error are no answer
		}
		if d := p.answers(&a.answers[i], &b.answers[i]); d != nil {
			if p.several {
				d.What += fmt.Sprintf(" in statement %d", i+1)
			}
			return d
		}
	}
	if x, y := errorText(a.err), errorText(b.err); x != y {
		return &Difference{"the errors differ", p.each(x, y)}
	}
	if !slices.Equal(a.notices, b.notices) {
		return &Difference{"the notices differ", p.each(strings.Join(a.notices, "; "), strings.Join(b.notices, "; "))}
	}
	return nil
}

func errorText(e *minidb.Error) string {
	if e == nil {
		return "no error"
	}
	text := string(e.Code) + ": " + e.Message
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

func (p pair) answers(a, b *Answer) *Difference {
	switch {
	case !slices.Equal(a.Columns, b.Columns):
		return &Difference{"the columns differ", p.each(strings.Join(a.Columns, ", "), strings.Join(b.Columns, ", "))}
	case a.Ordered:
		if lines := p.ordered(a.Rows, b.Rows); lines != nil {
			return &Difference{"the rows differ", lines}
		}
	default:
		if lines := p.multiset(a.Rows, b.Rows); lines != nil {
			return &Difference{"the rows differ", lines}
		}
	}
	if a.Tag != b.Tag {
		return &Difference{"the command tags differ", p.each(a.Tag, b.Tag)}
	}
	return nil
}

// ordered shows the first place where two lists differ.
func (p pair) ordered(a, b [][]string) []string {
	for i := range max(len(a), len(b)) {
		x, y := rowAt(a, i), rowAt(b, i)
		if x != y {
			return append([]string{fmt.Sprintf("row %d", i+1)}, p.each(x, y)...)
		}
	}
	return nil
}

func rowAt(rows [][]string, i int) string {
	if i >= len(rows) {
		return "no row"
	}
	return rowText(rows[i])
}

// multiset shows some rows that one list has and the other has not, or not as often.
func (p pair) multiset(a, b [][]string) []string {
	count := map[string]int{}
	for _, r := range a {
		count[rowText(r)]++
	}
	for _, r := range b {
		count[rowText(r)]--
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n == 0 })
	if len(count) == 0 {
		return nil
	}
	var lines []string
	var shown [2]int
	for _, row := range slices.Sorted(maps.Keys(count)) {
		n, side := count[row], 0
		if n < 0 {
			n, side = -n, 1
		}
		if shown[side] == shownRows {
			continue
		}
		shown[side]++
		line := "only " + p.names[side] + ": " + row
		if n > 1 {
			line += fmt.Sprintf(", %d times", n)
		}
		lines = append(lines, line)
	}
	if more := len(count) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// rowText writes a row so that different rows are different texts.
func rowText(row []string) string {
	var b strings.Builder
	b.WriteByte('(')
	for i, v := range row {
		if i > 0 {
			b.WriteByte(',')
		}
		switch {
		case v == null:
			b.WriteString("NULL")
		case v == "" || v == "NULL" || strings.ContainsAny(v, "(),\"\n\\"):
			b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(v) + `"`)
		default:
			b.WriteString(v)
		}
	}
	b.WriteByte(')')
	return b.String()
}
