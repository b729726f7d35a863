package commands

import (
	"cmp"
	"math"
	"slices"

	"minidb/catalog"
	"minidb/types"
)

// Statistics of one column from a sample: compute_scalar_stats of PostgreSQL 18,
// commands/analyze.c, for types that have an order; for the others only the null
// fraction and the width.

// tooWide is WIDTH_THRESHOLD: longer values are not sorted, and count as distinct.
const tooWide = 1024

// shortHeader is the size, in bytes, of the largest stored value with a header of one byte.
const shortHeader = 127

// sortedValue is a value by its place among the values of the sample. word orders
// as the values do, and tells all if the type is a machine word.
type sortedValue struct {
	word uint64
	at   int32
}

// scalarStats is the work on one column.
type scalarStats struct {
	*analyzedColumn
	total  float64 // rows of the table
	rows   int     // of the sample
	nulls  int
	wide   int
	width  int64         // of all values that are not NULL
	values []types.Datum // neither NULL nor too wide, in physical order
	sorted []sortedValue
	mcvs   []valueCount // most frequent first
	groups int          // distinct values
	many   int          // of them, those that come more than once
	xy     float64      // sum of products of sorted and physical places
}

// valueCount is a value that comes more than once: sorted[first:first+count].
type valueCount struct{ first, count int }

func (a *analyzedColumn) compute(s *sample) *catalog.ColumnStats {
	w := &scalarStats{analyzedColumn: a, total: float64(s.live), rows: len(s.rows)}
	w.read(s)
	out := &catalog.ColumnStats{Attr: a.col.Num, NullFrac: float64(float32(float64(w.nulls) / float64(w.rows))), Width: int(a.typ.Len)}
	if a.typ.Len < 0 {
		out.Width = 0
		if n := w.rows - w.nulls; n > 0 {
			out.Width = int(float64(w.width) / float64(n))
		}
	}
	switch {
	case a.eq == nil || a.lt == nil || w.rows == w.nulls:
	case len(w.values) == 0:
		out.Distinct = -1 * (1 - out.NullFrac)
	default:
		w.sort()
		w.group()
		out.Distinct = w.distinct(out.NullFrac)
		w.slots(out)
	}
	if a.elemEq != nil && w.rows > w.nulls {
		w.arrays(s, out)
	}
	return out
}

// read takes the column's values out of the rows.
func (w *scalarStats) read(s *sample) {
	w.values = make([]types.Datum, 0, len(s.rows))
	for _, row := range s.rows {
		d := w.value(row)
		if d.IsNull() {
			w.nulls++
			continue
		}
		if w.typ.Len < 0 {
			n := types.StoredSize(d, w.typ)
			if s.fresh && w.typ.Len == -1 && n <= shortHeader {
				n += 3
			}
			w.width += int64(n)
			if n > tooWide {
				w.wide++
				continue
			}
		}
		w.values = append(w.values, d)
	}
}

func (w *scalarStats) compare(a, b types.Datum) int {
	if w.col.Type == types.BpcharOID {
		return types.CompareBpchar(a, b)
	}
	return types.Compare(a, b)
}

func (w *scalarStats) sort() {
	w.sorted = make([]sortedValue, len(w.values))
	exact := true
	for i, d := range w.values {
		v := sortedValue{at: int32(i)}
		word, ok := types.MachineKey(d)
		if !ok {
			exact = false
			if w.col.Type != types.BpcharOID { // blanks at its end do not count
				word = textWord(d)
			}
		}
		v.word = word
		w.sorted[i] = v
	}
	slices.SortFunc(w.sorted, func(a, b sortedValue) int {
		if a.word != b.word {
			return cmp.Compare(a.word, b.word)
		}
		if !exact {
			if c := w.compare(w.values[a.at], w.values[b.at]); c != 0 {
				return c
			}
		}
		return int(a.at - b.at)
	})
}

// textWord is the first bytes of a text as a word; 0 for other values.
func textWord(d types.Datum) (word uint64) {
	if d.Kind() != types.Text {
		return 0
	}
	text := d.Text()
	for i := range 8 {
		word <<= 8
		if i < len(text) {
			word |= uint64(text[i])
		}
	}
	return word
}

// group finds the runs of equal values.
func (w *scalarStats) group() {
	start := 0
	for i, v := range w.sorted {
		w.xy += float64(i) * float64(v.at)
		if i+1 < len(w.sorted) {
			next := w.sorted[i+1]
			if v.word == next.word && w.compare(w.values[v.at], w.values[next.at]) == 0 {
				continue
			}
		}
		w.groups++
		if n := i + 1 - start; n > 1 {
			w.many++
			w.track(valueCount{start, n})
		}
		start = i + 1
	}
}

// track keeps the most frequent values, as many as the statistics target.
func (w *scalarStats) track(v valueCount) {
	n := len(w.mcvs)
	if n < w.target {
		w.mcvs = append(w.mcvs, v)
	} else if v.count <= w.mcvs[n-1].count {
		return
	}
	i := len(w.mcvs) - 1
	for ; i > 0 && v.count > w.mcvs[i-1].count; i-- {
		w.mcvs[i] = w.mcvs[i-1]
	}
	w.mcvs[i] = v
}

// distinct estimates the number of distinct values in the table: Haas and
// Stokes, "Sampling-Based Selectivity Estimation of Joins Using Augmented
// Frequent Value Statistics".
func (w *scalarStats) distinct(nullFrac float64) float64 {
	var d float64
	switch {
	case w.many == 0:
		d = -1 * (1 - nullFrac)
	case w.wide == 0 && w.many == w.groups:
		d = float64(w.groups)
	default:
		f1 := float64(w.groups - w.many + w.wide)
		seen := f1 + float64(w.many)
		n := float64(w.rows - w.nulls)
		all := w.total * (1 - nullFrac)
		if all > 0 {
			d = n * seen / ((n - f1) + f1*n/all)
		}
		d = math.Floor(min(max(d, seen), all) + 0.5)
	}
	if d > 0.1*w.total {
		d = -(d / w.total)
	}
	return d
}

// slots adds most common values, histogram and correlation.
func (w *scalarStats) slots(out *catalog.ColumnStats) {
	n := min(w.target, len(w.mcvs))
	if len(w.mcvs) != w.groups || w.wide > 0 || out.Distinct <= 0 {
		n = w.commonEnough(n, float64(float32(out.Distinct)), out.NullFrac)
	}
	w.mcvs = w.mcvs[:n]
	slot := func(kind int, op types.OID) *catalog.StatSlot {
		out.Slots = append(out.Slots, catalog.StatSlot{Kind: kind, Op: op, Coll: w.col.Collation, Elem: w.col.Type})
		return &out.Slots[len(out.Slots)-1]
	}
	if n > 0 {
		s := slot(catalog.StatMCV, w.eq.OID)
		for _, v := range w.mcvs {
			s.Values = append(s.Values, w.nth(v.first))
			s.Numbers = append(s.Numbers, float64(v.count)/float64(w.rows))
		}
	}
	if bounds := min(w.groups-n, w.target+1); bounds >= 2 {
		slot(catalog.StatHistogram, w.lt.OID).Values = w.histogram(bounds)
	}
	if len(w.values) > 1 {
		slot(catalog.StatCorrelation, w.lt.OID).Numbers = []float64{w.correlation()}
	}
}

func (w *scalarStats) nth(i int) types.Datum { return w.values[w.sorted[i].at].Owned() }

// commonEnough is analyze_mcv_list: how many of the n most frequent values are
// significantly more frequent in the table than the rest, as far as the sample
// can tell.
func (w *scalarStats) commonEnough(n int, distinct, nullFrac float64) int {
	rows := float64(w.rows)
	if rows == w.total || w.total <= 1 {
		return n
	}
	if distinct < 0 {
		distinct = -distinct * w.total
	}
	sum := 0.0
	for _, v := range w.mcvs[:max(n-1, 0)] {
		sum += float64(v.count)
	}
	for n > 0 {
		sel := min(max(1-sum/rows-nullFrac, 0), 1)
		if others := distinct - float64(n-1); others > 1 {
			sel /= others
		}
		last := float64(w.mcvs[n-1].count)
		k := w.total * last / rows
		variance := rows * k * (w.total - k) * (w.total - rows) / (w.total * w.total * (w.total - 1))
		if last > sel*rows+2*math.Sqrt(variance)+0.5 {
			break
		}
		if n--; n == 0 {
			break
		}
		sum -= float64(w.mcvs[n-1].count)
	}
	return n
}

// histogram gives bounds of equally many values each, leaving out the most
// common ones.
func (w *scalarStats) histogram(bounds int) []types.Datum {
	rest := w.sorted
	if len(w.mcvs) > 0 {
		common := slices.Clone(w.mcvs)
		slices.SortFunc(common, func(a, b valueCount) int { return a.first - b.first })
		rest = make([]sortedValue, 0, len(w.sorted))
		from := 0
		for _, v := range common {
			rest = append(rest, w.sorted[from:v.first]...)
			from = v.first + v.count
		}
		rest = append(rest, w.sorted[from:]...)
	}
	out := make([]types.Datum, bounds)
	for i := range out {
		at := i * (len(rest) - 1) / (bounds - 1)
		out[i] = w.values[rest[at].at].Owned()
	}
	return out
}

// correlation is that between places in the order of values and in the table.
func (w *scalarStats) correlation() float64 {
	n := float64(len(w.values))
	x := (n - 1) * n / 2
	x2 := (n - 1) * n * (2*n - 1) / 6
	return (n*w.xy - x*x) / (n*x2 - x*x)
}
