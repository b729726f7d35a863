package minidb_test

// Window functions against their definition: for every row the test looks at every other
// one and asks whether the standard puts it into the frame, O(n^2), without anything that
// the engine does to be faster. Random tables, windows and functions, under random
// settings of the strategies.

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"minidb"
)

type windowRow struct {
	id int
	g  int
	v  *int // the window's order: NULLs and ties
}

// windowSpec is a window; start and end are bound kinds as in windowBounds.
type windowSpec struct {
	part                             string // PARTITION BY: g, v, g and an expression, or nothing
	ordered, total, desc, nullsFirst bool
	unit                             string // rows, range, groups; empty: the default frame
	start, end, startOff, endOff     int
	exclude                          string

	groups []int // of the partition at hand
}

var windowBounds = []string{"unbounded preceding", "preceding", "current row", "following", "unbounded following"}

func (s *windowSpec) sql() string {
	out := ""
	if s.part != "" {
		out = "partition by " + s.part + " "
	}
	if s.ordered {
		out += "order by v"
		if s.desc {
			out += " desc"
		}
		out += map[bool]string{true: " nulls first", false: " nulls last"}[s.nullsFirst]
		if s.total {
			out += ", id"
		}
	}
	if s.unit == "" {
		return out
	}
	bound := func(kind, off int) string {
		if kind == 1 || kind == 3 {
			return strconv.Itoa(off) + " " + windowBounds[kind]
		}
		return windowBounds[kind]
	}
	return fmt.Sprintf("%s %s between %s and %s %s", out, s.unit, bound(s.start, s.startOff), bound(s.end, s.endOff), s.exclude)
}

// compareValues is the order of v alone, which RANGE goes by.
func (s *windowSpec) compareValues(a, b *windowRow) int {
	if a.v == nil || b.v == nil {
		switch {
		case a.v == b.v:
			return 0
		case (a.v == nil) == s.nullsFirst:
			return -1
		}
		return 1
	}
	if c := cmp.Compare(*a.v, *b.v); s.desc {
		return -c
	} else {
		return c
	}
}

func (s *windowSpec) compare(a, b *windowRow) int {
	if !s.ordered {
		return 0
	}
	c := s.compareValues(a, b)
	if c == 0 && s.total {
		return cmp.Compare(a.id, b.id)
	}
	return c
}

// side tells on which side of a bound of row i's frame row j lies: negative before it,
// 0 at it, positive behind it.
func (s *windowSpec) side(part []*windowRow, i, j, kind, off int) int {
	switch kind {
	case 0:
		return 1
	case 4:
		return -1
	case 2:
		off = 0
	case 1:
		off = -off
	}
	a, b := part[i], part[j]
	switch s.unit {
	case "rows":
		return cmp.Compare(j, i+off)
	case "groups":
		return cmp.Compare(s.groups[j], s.groups[i]+off)
	}
	if kind == 2 || a.v == nil || b.v == nil {
		return s.compare(b, a)
	}
	if s.desc {
		return cmp.Compare(*a.v-off, *b.v)
	}
	return cmp.Compare(*b.v, *a.v+off)
}

// numberGroups counts, for each row, the peer groups before it.
func (s *windowSpec) numberGroups(part []*windowRow) {
	s.groups = make([]int, len(part))
	for k := 1; k < len(part); k++ {
		if s.groups[k] = s.groups[k-1]; s.compare(part[k-1], part[k]) != 0 {
			s.groups[k]++
		}
	}
}

// frame lists the rows of row i's frame.
func (s *windowSpec) frame(part []*windowRow, i int) []*windowRow {
	var out []*windowRow
	for j := range part {
		switch {
		case s.unit == "" && s.compare(part[j], part[i]) > 0,
			s.unit != "" && (s.side(part, i, j, s.start, s.startOff) < 0 || s.side(part, i, j, s.end, s.endOff) > 0),
			s.exclude == "exclude current row" && i == j,
			s.exclude == "exclude group" && s.compare(part[i], part[j]) == 0,
			s.exclude == "exclude ties" && i != j && s.compare(part[i], part[j]) == 0:
			continue
		}
		out = append(out, part[j])
	}
	return out
}

func windowText(v *int) string {
	if v == nil {
		return "~"
	}
	return strconv.Itoa(*v)
}

// windowDefs are the functions by their SQL, with what they are of a partition's row i
// and its frame. Those of total depend on the order of peers.
var windowDefs = []struct {
	sql   string
	total bool
	value func(s *windowSpec, part []*windowRow, i int, frame []*windowRow) string
}{
	{"count(*)", false, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string { return strconv.Itoa(len(f)) }},
	{"count(v)", false, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string {
		return strconv.Itoa(len(notNull(f)))
	}},
	{"sum(v)", false, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string {
		return foldValues(f, func(a, b int) int { return a + b })
	}},
	{"max(v)", false, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string {
		return foldValues(f, func(a, b int) int { return max(a, b) })
	}},
	{"sum(id) filter (where id % 2 = 0)", false, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string {
		sum, n := 0, 0
		for _, r := range f {
			if r.id%2 == 0 {
				sum += r.id
				n++
			}
		}
		if n == 0 {
			return "~"
		}
		return strconv.Itoa(sum)
	}},
	{"array_agg(id)", true, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string {
		if len(f) == 0 {
			return "~"
		}
		var ids []string
		for _, r := range f {
			ids = append(ids, strconv.Itoa(r.id))
		}
		return "{" + strings.Join(ids, ",") + "}"
	}},
	{"first_value(id)", true, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string { return nthID(f, 0) }},
	{"last_value(id)", true, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string { return nthID(f, len(f)-1) }},
	{"nth_value(id, 3)", true, func(_ *windowSpec, _ []*windowRow, _ int, f []*windowRow) string { return nthID(f, 2) }},
	{"row_number()", true, func(_ *windowSpec, _ []*windowRow, i int, _ []*windowRow) string { return strconv.Itoa(i + 1) }},
	{"rank()", false, func(s *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		return strconv.Itoa(countBefore(s, p, i) + 1)
	}},
	{"dense_rank()", false, func(s *windowSpec, _ []*windowRow, i int, _ []*windowRow) string {
		return strconv.Itoa(s.groups[i] + 1)
	}},
	{"percent_rank()", false, func(s *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		if len(p) == 1 {
			return "0"
		}
		return strconv.FormatFloat(float64(countBefore(s, p, i))/float64(len(p)-1), 'g', -1, 64)
	}},
	{"cume_dist()", false, func(s *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		n := 0
		for _, r := range p {
			if s.compare(r, p[i]) <= 0 {
				n++
			}
		}
		return strconv.FormatFloat(float64(n)/float64(len(p)), 'g', -1, 64)
	}},
	{"ntile(3)", true, func(_ *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		for tile, end := 1, 0; ; tile++ {
			end += len(p) / 3
			if tile <= len(p)%3 {
				end++
			}
			if i < end {
				return strconv.Itoa(tile)
			}
		}
	}},
	{"lag(v, 2, -1)", true, func(_ *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		if i < 2 {
			return "-1"
		}
		return windowText(p[i-2].v)
	}},
	{"lead(id, id % 4)", true, func(_ *windowSpec, p []*windowRow, i int, _ []*windowRow) string {
		return nthID(p, i+p[i].id%4)
	}},
}

func notNull(f []*windowRow) (vs []int) {
	for _, r := range f {
		if r.v != nil {
			vs = append(vs, *r.v)
		}
	}
	return vs
}

func foldValues(f []*windowRow, op func(a, b int) int) string {
	vs := notNull(f)
	if len(vs) == 0 {
		return "~"
	}
	for _, v := range vs[1:] {
		vs[0] = op(vs[0], v)
	}
	return strconv.Itoa(vs[0])
}

func nthID(f []*windowRow, n int) string {
	if n < 0 || n >= len(f) {
		return "~"
	}
	return strconv.Itoa(f[n].id)
}

func countBefore(s *windowSpec, p []*windowRow, i int) (n int) {
	for _, r := range p {
		if s.compare(r, p[i]) < 0 {
			n++
		}
	}
	return n
}

// expect computes calls over the rows by definition: a line for each row, by id.
func (s *windowSpec) expect(rows []*windowRow, calls []int) []string {
	parts := map[string][]*windowRow{}
	for _, r := range rows {
		key := ""
		switch {
		case s.part == "v":
			key = windowText(r.v)
		case s.part != "":
			key = strconv.Itoa(r.g)
		}
		parts[key] = append(parts[key], r)
	}
	out := make([]string, len(rows))
	for _, p := range parts {
		slices.SortStableFunc(p, s.compare)
		s.numberGroups(p)
		for i, r := range p {
			frame := s.frame(p, i)
			line := strconv.Itoa(r.id)
			for _, c := range calls {
				line += "|" + windowDefs[c].value(s, p, i, frame)
			}
			out[r.id-1] = line
		}
	}
	return out
}

func randomWindow(r *rand.Rand) *windowSpec {
	s := &windowSpec{part: []string{"", "g", "g", "g, id > 0", "v"}[r.IntN(5)], ordered: r.IntN(5) > 0, total: r.IntN(2) == 0, desc: r.IntN(2) == 0, nullsFirst: r.IntN(2) == 0}
	if !s.ordered {
		s.total = false
	}
	if r.IntN(4) == 0 {
		return s
	}
	s.unit = []string{"rows", "range", "groups"}[r.IntN(3)]
	if s.unit == "rows" && !s.total || s.unit == "groups" && !s.ordered {
		s.unit = "range"
	}
	for {
		s.start, s.end = r.IntN(4), 1+r.IntN(4)
		if s.end >= s.start {
			break
		}
	}
	if s.unit == "range" && (s.total || !s.ordered) { // no offsets
		s.start, s.end = []int{0, 2}[r.IntN(2)], []int{2, 4}[r.IntN(2)]
	}
	s.startOff, s.endOff = r.IntN(4), r.IntN(4)
	s.exclude = []string{"", "", "exclude current row", "exclude group", "exclude ties", "exclude no others"}[r.IntN(6)]
	return s
}

// flipWindows sets the strategies of window functions at random.
func flipWindows(t *testing.T, r *rand.Rand, s *minidb.Session) string {
	set := fmt.Sprintf("set minidb.window_store = %s; set minidb.window_store_alloc = %s; set minidb.window_plan = %s; set minidb.window_rows_for_range = %s; set minidb.window_run_condition = %s; set work_mem = '%s'",
		[]string{"recreate", "reuse"}[r.IntN(2)], []string{"heap", "gc"}[r.IntN(2)], []string{"sorted", "auto"}[r.IntN(2)],
		[]string{"off", "on"}[r.IntN(2)], []string{"off", "on"}[r.IntN(2)], []string{"64kB", "4MB"}[r.IntN(2)])
	for _, q := range strings.Split(set, "; ") {
		if _, err := try(s, q); err != nil {
			t.Fatal(err)
		}
	}
	return set
}

func TestWindowModel(t *testing.T) {
	r, s := newRand(t), openSession(t)
	for round := range 400 {
		n := []int{0, 1, 2, 7, 30, 60}[r.IntN(6)]
		if round%100 == 0 {
			n = 1500 // more than the smaller work_mem
		}
		checkWindows(t, r, s, n, 1+r.IntN(4), randomWindow(r))
	}
}

// TestWindowHashModel has enough rows for the planner to hash them.
func TestWindowHashModel(t *testing.T) {
	r, s := newRand(t), openSession(t)
	for _, part := range []string{"g", "g, id > 0", "g", "g, id > 0"} {
		checkWindows(t, r, s, 12_000, 700, &windowSpec{part: part})
	}
}

func checkWindows(t *testing.T, r *rand.Rand, s *minidb.Session, n, groups int, w *windowSpec) {
	t.Helper()
	rows := make([]*windowRow, n)
	var values []string
	for i := range rows {
		rows[i] = &windowRow{id: i + 1, g: r.IntN(groups)}
		if r.IntN(5) > 0 {
			v := r.IntN(9) - 3
			rows[i].v = &v
		}
		values = append(values, fmt.Sprintf("(%d,%d,%s)", rows[i].id, rows[i].g, strings.Replace(windowText(rows[i].v), "~", "NULL", 1)))
	}
	set := flipWindows(t, r, s)
	script := []string{"drop table if exists w", "create table w (id int, g int, v int)"}
	r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	for chunk := range slices.Chunk(values, 1000) {
		script = append(script, "insert into w values "+strings.Join(chunk, ","))
	}
	script = append(script, "analyze w")
	for _, q := range script {
		if _, err := try(s, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	for range 3 {
		var calls []int
		q := "select id"
		for k := range 1 + r.IntN(3) {
			c := r.IntN(len(windowDefs))
			if windowDefs[c].total && !w.total {
				c = r.IntN(3)
			}
			calls = append(calls, c)
			q += fmt.Sprintf(", %s over w as c%d", windowDefs[c].sql, k+1)
		}
		q += " from w window w as (" + w.sql() + ")"
		want := w.expect(rows, calls)
		if k := r.IntN(len(calls)); r.IntN(3) == 0 && windowDefs[calls[k]].sql != "array_agg(id)" {
			op, bound := []string{"<", "<=", "=", ">"}[r.IntN(4)], r.IntN(6)
			q = fmt.Sprintf("select * from (%s) q where c%d %s %d", q, k+1, op, bound) // perhaps a run condition
			want = whereCall(want, k+1, op, bound)
		}
		got, err := try(s, q+" order by id")
		if err != nil {
			t.Fatalf("%s\n%s: %v", set, q, err)
		}
		if !slices.Equal(got, want) {
			for i := range want {
				if i >= len(got) || got[i] != want[i] {
					t.Fatalf("%s;\n%.2000s;\n%s;\nrow %d: got %v, want %s", set, strings.Join(values, " "), q, i, got[min(i, len(got)-1)], want[i])
				}
			}
			t.Fatalf("%s: %d rows, want %d", q, len(got), len(want))
		}
	}
}

// whereCall leaves the lines whose column meets a condition; ~ is NULL.
func whereCall(lines []string, col int, op string, bound int) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		v, err := strconv.ParseFloat(strings.Split(line, "|")[col], 64)
		c := cmp.Compare(v, float64(bound))
		return err != nil || !(c < 0 && op != ">" && op != "=" || c == 0 && (op == "=" || op == "<=") || c > 0 && op == ">")
	})
}
