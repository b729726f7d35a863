package executor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"minidb/catalog"
	"minidb/session"
	"minidb/types"
)

var matchers = map[string]func(*matcher, []catalog.Column, []catalog.Column, []int) int{
	"scan": (*matcher).scan, "same_position": (*matcher).samePosition, "cursor": (*matcher).cursor,
	"hash": (*matcher).hash, "adaptive": (*matcher).adaptive,
}

// layout makes columns: c3 for 3, a dropped one for -1. Each has bytes of its own.
func layout(numbers ...int) *catalog.Relation {
	r := &catalog.Relation{Name: "r"}
	for i, n := range numbers {
		c := catalog.Column{Num: i + 1, Name: fmt.Sprintf("c%d", n), Type: types.Int4OID, Typmod: -1}
		if n < 0 {
			c.Name, c.Dropped = fmt.Sprintf("........pg.dropped.%d........", i+1), true
		}
		r.Columns = append(r.Columns, c)
	}
	return r
}

func upTo(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// matched runs one method and checks that each column found its name.
func matched(t *testing.T, method string, in, out *catalog.Relation) session.AttrMapCounters {
	t.Helper()
	var count session.AttrMapCounters
	m := &matcher{method: method, match: matchers[method], count: &count}
	from, err := m.build(in, out)
	if err != nil {
		t.Fatal(method, err)
	}
	for i := range out.Columns {
		k := i
		if from != nil {
			k = from[i]
		}
		switch {
		case out.Columns[i].Dropped:
			if from != nil && k >= 0 {
				t.Fatalf("%s: a dropped column got %d", method, k)
			}
		case in.Columns[k].Name != out.Columns[i].Name:
			t.Fatalf("%s: %s got %s", method, out.Columns[i].Name, in.Columns[k].Name)
		}
	}
	if count.MapsBuilt != 1 || (from == nil) != (count.MapsDiscarded == 1) {
		t.Fatalf("%s: %+v", method, count)
	}
	return count
}

// The numbers of optimizations.md, S1.1 and S1.2.
func TestAttrMapFormulas(t *testing.T) {
	const n = 1000
	same, reversed, pairs := upTo(n), upTo(n), upTo(n)
	slices.Reverse(reversed)
	for i := 0; i < n; i += 2 {
		pairs[i], pairs[i+1] = pairs[i+1], pairs[i]
	}
	rotated := append(upTo(n)[n/2:], upTo(n/2)...)
	dropped := append([]int{-1}, same...)
	for _, c := range []struct {
		method  string
		in, out []int
		want    int64
	}{
		{"scan", same, same, 500500}, {"scan", dropped, same, 500500}, {"scan", same, dropped, 500500},
		{"scan", same, reversed, 500500}, {"scan", same, pairs, 500500},
		{"same_position", same, same, n}, {"same_position", dropped, same, 2*n - 1}, {"same_position", same, dropped, n},
		{"same_position", same, reversed, 501000},
		{"cursor", same, same, n}, {"cursor", dropped, same, n}, {"cursor", same, dropped, n},
		{"cursor", same, reversed, 999001}, {"cursor", same, pairs, 500999}, {"cursor", same, rotated, 1500},
		{"adaptive", same, same, n}, {"adaptive", dropped, same, n},
	} {
		count := matched(t, c.method, layout(c.in...), layout(c.out...))
		if count.NameComparisons != c.want {
			t.Errorf("%s %v.. to %v..: %d comparisons, want %d", c.method, c.in[:3], c.out[:3], count.NameComparisons, c.want)
		}
	}
	if count := matched(t, "hash", layout(same...), layout(reversed...)); count.HashOperations != 2*n || count.NameComparisons != 0 {
		t.Errorf("hash: %+v", count)
	}
}

// reference counts without searching: the columns in the order in which a method
// looks at them, up to the one that fits.
func reference(method string, in, out *catalog.Relation) (comparisons, skipped int64) {
	next, matched := 0, 0
	for _, c := range out.Columns {
		if c.Dropped {
			continue
		}
		start := map[string]int{"scan": 0, "same_position": matched, "cursor": next}[method]
		start = min(start, len(in.Columns))
		order := append(slices.Clone(in.Columns[start:]), in.Columns[:start]...)
		at := slices.IndexFunc(order, func(o catalog.Column) bool { return o.Name == c.Name })
		for _, o := range order[:at+1] {
			if o.Dropped {
				skipped++
			} else {
				comparisons++
			}
		}
		next, matched = order[at].Num, matched+1
	}
	return comparisons, skipped
}

func TestAttrMapRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		n := 1 + r.IntN(40)
		side := func() *catalog.Relation {
			cols := r.Perm(n)
			if r.IntN(2) == 0 {
				slices.Sort(cols)
			}
			for range r.IntN(6) {
				cols = slices.Insert(cols, r.IntN(len(cols)+1), -1)
			}
			return layout(cols...)
		}
		in, out := side(), side()
		least := int64(2 * n)
		for _, method := range []string{"scan", "same_position", "cursor"} {
			count := matched(t, method, in, out)
			comparisons, skipped := reference(method, in, out)
			if count.NameComparisons != comparisons || count.DroppedSkipped != skipped {
				t.Fatalf("%s: %+v, want %d and %d", method, count, comparisons, skipped)
			}
			if method != "same_position" {
				least = min(least, comparisons)
			}
		}
		matched(t, "hash", in, out)
		count := matched(t, "adaptive", in, out)
		if work := count.NameComparisons + count.HashOperations; work > 2*least+2*int64(n) {
			t.Fatalf("adaptive: %+v for %d columns, the best takes %d", count, n, least)
		}
	}
}

func TestAttrMapConverts(t *testing.T) {
	var count session.AttrMapCounters
	a := &attrMaps{matcher: &matcher{method: "cursor", match: matchers["cursor"], count: &count}, lookup: (*attrMaps).kept, count: &count}
	above, part := layout(-1, 0, 1, 2), layout(2, 0, -1, 1)
	var cache catalog.LayoutCache
	down, err := a.down(above, part, &cache)
	if err != nil {
		t.Fatal(err)
	}
	row := types.Row{types.Datum{}, types.NewInt(10), types.NewInt(11), types.NewInt(12)}
	there, back := make(types.Row, 4), make(types.Row, 4)
	down.convert(row, there)
	if got := fmt.Sprint(there[0].Int(), there[1].Int(), there[2].IsNull(), there[3].Int()); got != "12 10 true 11" {
		t.Error(got)
	}
	before := count.NameComparisons
	up, err := a.up(part, above, &cache)
	if err != nil {
		t.Fatal(err)
	}
	up.convert(there, back)
	if got := fmt.Sprint(back[0].IsNull(), back[1].Int(), back[2].Int(), back[3].Int()); got != "true 10 11 12" {
		t.Error(got)
	}
	if count.NameComparisons != before || count.MapsBuilt != 1 || count.MapCacheHits != 1 || count.RowsConverted != 2 || count.ColumnsCopied != 6 {
		t.Errorf("%+v", count)
	}
	part.Version++ // DDL
	if _, err := a.up(part, above, &cache); err != nil || count.MapsBuilt != 2 {
		t.Errorf("%+v %v", count, err)
	}
	part.Columns[0].Type = types.TextOID
	part.Version++
	if _, err := a.up(part, above, &cache); err == nil {
		t.Error("int4 became text")
	}
	if _, err := a.up(layout(0, 1), above, &cache); err == nil {
		t.Error("a column is missing")
	}
}
