package planner

import (
	"fmt"
	"math/rand"
	"testing"

	"minidb/catalog"
	"minidb/session"
	"minidb/types"
)

// layout is a relation with int columns of these names; "" is a dropped one.
func layout(names ...string) *catalog.Relation {
	r := &catalog.Relation{Name: "t"}
	for i, n := range names {
		r.Columns = append(r.Columns, catalog.Column{Num: i + 1, Name: n, Type: types.Int4OID, Typmod: -1, Dropped: n == ""})
	}
	return r
}

func numbered(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("c%d", i)
	}
	return out
}

// translate counts what a way of translation does; lookups are answered from the
// layout.
func translate(t *testing.T, match func(*translator, *catalog.Relation, *catalog.Relation, []int16) error, parent, child *catalog.Relation) session.AttrMapCounters {
	t.Helper()
	var n session.AttrMapCounters
	tr := &translator{count: &n, match: match, number: func(r *catalog.Relation, name string) int {
		if c := r.ColumnByName(name); c != nil {
			return c.Num
		}
		return 0
	}}
	to, err := tr.columns(parent, child)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range to {
		if p := &parent.Columns[i]; p.Dropped != (at == 0) || at > 0 && child.Columns[at-1].Name != p.Name {
			t.Fatalf("column %d is said to be %d", i+1, at)
		}
	}
	return n
}

var translations = map[string]func(*translator, *catalog.Relation, *catalog.Relation, []int16) error{
	"scan": (*translator).scan, "syscache": (*translator).samePlace, "cursor": (*translator).cursor,
}

// The counts that the thread's description gives for 1000 columns.
func TestTranslationCounts(t *testing.T) {
	const n = 1000
	names := numbered(n)
	reversed := make([]string, n)
	swapped := make([]string, n)
	for i := range names {
		reversed[i], swapped[i] = names[n-1-i], names[i^1]
	}
	shifted := append([]string{""}, names...)
	rotated := append(append([]string{}, names[n/2:]...), names[:n/2]...)
	for _, c := range []struct {
		name          string
		parent, child []string
		way           string
		comparisons   int64
		lookups       int64
	}{
		{"same", names, names, "scan", n, 0},
		{"same", names, names, "syscache", n, 0},
		{"same", names, names, "cursor", n, 0},
		{"parent dropped", shifted, names, "scan", 501499, 0},
		{"parent dropped", shifted, names, "syscache", n - 1, n},
		{"parent dropped", shifted, names, "cursor", n, 0},
		{"child dropped", names, shifted, "scan", 501499, 0},
		{"child dropped", names, shifted, "syscache", n - 1, n},
		{"child dropped", names, shifted, "cursor", n - 1, 1},
		{"reversed", names, reversed, "cursor", 999, 1000},
		{"swapped", names, swapped, "cursor", 999, 1000},
		{"rotated", names, rotated, "cursor", 999, 2},
	} {
		got := translate(t, translations[c.way], layout(c.parent...), layout(c.child...))
		if got.TranslationComparisons != c.comparisons || got.SyscacheLookups != c.lookups || got.TranslationLists != 1 {
			t.Errorf("%s, %s: %d comparisons, %d lookups; want %d, %d", c.name, c.way, got.TranslationComparisons, got.SyscacheLookups, c.comparisons, c.lookups)
		}
	}
}

// Random layouts against counts made in another way.
func TestTranslationModel(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 2000 {
		n := 1 + rnd.Intn(12)
		names := numbered(n)
		parent, child := drops(rnd, names), append([]string{}, names...)
		if rnd.Intn(2) == 0 {
			rnd.Shuffle(n, func(i, j int) { child[i], child[j] = child[j], child[i] })
		}
		child = drops(rnd, child)
		place := map[string]int{}
		before := make([]int64, len(child)+1) // columns that are there, ahead of a place
		for i, c := range child {
			before[i+1] = before[i]
			if c != "" {
				place[c], before[i+1] = i, before[i]+1
			}
		}
		var scan, same, cursor, sameLookups, cursorLookups int64
		next := 0
		compared := func(at int, name string) (int64, bool) {
			if at >= len(child) || child[at] == "" {
				return 0, false
			}
			return 1, child[at] == name
		}
		for i, p := range parent {
			if p == "" {
				continue
			}
			c, hit := compared(i, p)
			scan, same = scan+c, same+c
			if !hit {
				scan, sameLookups = scan+before[place[p]]+1, sameLookups+1
			}
			c, hit = compared(next, p)
			if cursor += c; !hit {
				cursorLookups++
			}
			next = place[p] + 1
		}
		for way, want := range map[string][2]int64{"scan": {scan, 0}, "syscache": {same, sameLookups}, "cursor": {cursor, cursorLookups}} {
			got := translate(t, translations[way], layout(parent...), layout(child...))
			if got.TranslationComparisons != want[0] || got.SyscacheLookups != want[1] {
				t.Fatalf("%s of %q in %q: %d, %d; want %d", way, parent, child, got.TranslationComparisons, got.SyscacheLookups, want)
			}
		}
	}
}

// drops puts dropped columns among names.
func drops(rnd *rand.Rand, names []string) (out []string) {
	for _, n := range names {
		for rnd.Intn(4) == 0 {
			out = append(out, "")
		}
		out = append(out, n)
	}
	return out
}
