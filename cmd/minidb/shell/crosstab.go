package shell

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// \crosstabview: three columns of a result as a grid, the first down the side,
// the second across the top, the third in the cells.

// crosstabMax is how many columns a grid may have.
const crosstabMax = 1600

func (c *invocation) crosstabview() metaResult {
	c.once.cross = append([]string{}, c.args.all()...)
	return metaSend
}

// crosstab makes the grid of a result.
func (s *Shell) crosstab(t *Table) (*Table, bool) {
	grid, err := makeCrosstab(t, s.once.cross, s.format.Null)
	if err != nil {
		s.complain("error", err.Error())
		return nil, false
	}
	return grid, true
}

// axis is the list of a grid's rows or columns.
type axis struct {
	names []string
	at    map[string]int
}

func (a *axis) add(name string) int {
	i, ok := a.at[name]
	if !ok {
		i = len(a.names)
		a.at[name] = i
		a.names = append(a.names, name)
	}
	return i
}

func makeCrosstab(t *Table, args []string, null string) (*Table, error) {
	n := len(t.Headers)
	if n < 3 {
		return nil, fmt.Errorf("\\crosstabview: query must return at least three columns")
	}
	cols := [4]int{0, 1, -1, -1} // of rows, of columns, of data, to sort by
	for i, arg := range args[:min(len(args), 4)] {
		var err error
		if cols[i], err = crosstabColumn(t, arg); err != nil {
			return nil, err
		}
	}
	if cols[0] == cols[1] {
		return nil, fmt.Errorf("\\crosstabview: vertical and horizontal headers must be different columns")
	}
	if len(args) < 3 {
		if n > 3 {
			return nil, fmt.Errorf("\\crosstabview: data column must be specified when query returns more than three columns")
		}
		cols[2] = 3 - cols[0] - cols[1]
	}
	rows, across := axis{at: map[string]int{}}, axis{at: map[string]int{}}
	var ranks []string
	for i, row := range t.Cells {
		rows.add(key(t, i, cols[0]))
		if k := across.add(key(t, i, cols[1])); k == len(ranks) && cols[3] >= 0 {
			ranks = append(ranks, row[cols[3]])
		}
	}
	if len(across.names) > crosstabMax {
		return nil, fmt.Errorf("\\crosstabview: maximum number of columns (%d) exceeded", crosstabMax)
	}
	place, err := crosstabOrder(len(across.names), ranks)
	if err != nil {
		return nil, err
	}
	return fillCrosstab(t, cols, &rows, &across, place, null)
}

// key is a cell's value, with NULL different from any text.
func key(t *Table, row, col int) string {
	if t.isNull(row, col) {
		return "\x00"
	}
	return t.Cells[row][col]
}

func shown(name, null string) string {
	if name == "\x00" {
		return null
	}
	return name
}

// crosstabOrder returns where each column goes: in the order found, or by the
// values of the column to sort by.
func crosstabOrder(n int, ranks []string) ([]int, error) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if len(ranks) > 0 {
		values := make([]float64, n)
		for i, r := range ranks {
			v, err := strconv.ParseFloat(r, 64)
			if err != nil && r != "" {
				return nil, fmt.Errorf("\\crosstabview: sort column must be numeric")
			}
			values[i] = v
		}
		sort.SliceStable(order, func(i, j int) bool { return values[order[i]] < values[order[j]] })
	}
	place := make([]int, n)
	for i, c := range order {
		place[c] = i
	}
	return place, nil
}

func fillCrosstab(t *Table, cols [4]int, rows, across *axis, place []int, null string) (*Table, error) {
	width := len(across.names) + 1
	out := &Table{Title: t.Title, Headers: make([]string, width), Right: make([]bool, width)}
	out.Headers[0], out.Right[0] = t.Headers[cols[0]], t.Right[cols[0]]
	for i, name := range across.names {
		out.Headers[place[i]+1], out.Right[place[i]+1] = shown(name, null), t.Right[cols[2]]
	}
	filled := make([][]bool, len(rows.names))
	for i, name := range rows.names {
		out.Cells = append(out.Cells, make([]string, width))
		out.Cells[i][0] = shown(name, null)
		filled[i] = make([]bool, width)
	}
	for i, row := range t.Cells {
		r := rows.at[key(t, i, cols[0])]
		c := across.at[key(t, i, cols[1])]
		if filled[r][place[c]+1] {
			return nil, fmt.Errorf("\\crosstabview: query result contains multiple data values for row \"%s\", column \"%s\"",
				shown(rows.names[r], "(null)"), shown(across.names[c], "(null)"))
		}
		filled[r][place[c]+1] = true
		out.Cells[r][place[c]+1] = row[cols[2]]
	}
	return out, nil
}

// crosstabColumn finds a column by its number or name.
func crosstabColumn(t *Table, arg string) (int, error) {
	if arg != "" && strings.Trim(arg, "0123456789") == "" {
		i, err := strconv.Atoi(arg)
		if err != nil || i < 1 || i > len(t.Headers) {
			return 0, fmt.Errorf("\\crosstabview: column number %s is out of range 1..%d", arg, len(t.Headers))
		}
		return i - 1, nil
	}
	name := strings.ToLower(arg)
	if len(arg) > 1 && arg[0] == '"' {
		name = strings.ReplaceAll(strings.Trim(arg, `"`), `""`, `"`)
	}
	i := slices.Index(t.Headers, name)
	if i < 0 {
		return 0, fmt.Errorf("\\crosstabview: column name not found: \"%s\"", name)
	}
	if slices.Index(t.Headers[i+1:], name) >= 0 {
		return 0, fmt.Errorf("\\crosstabview: ambiguous column name: \"%s\"", name)
	}
	return i, nil
}
