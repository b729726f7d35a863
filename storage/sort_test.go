package storage

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"minidb/pgerr"
	"minidb/types"
)

// randomDatum returns a value of a kind out of few, so that ties are common.
func randomDatum(r *rand.Rand, k types.Kind) types.Datum {
	if r.IntN(10) == 0 {
		return types.NullDatum
	}
	switch k {
	case types.Int:
		return types.NewInt(r.Int64N(50) - 25)
	case types.Float8:
		return types.NewFloat8(float64(r.IntN(9)-4) / 2)
	case types.Numeric:
		d, _ := types.ParseDec(fmt.Sprintf("%d.%d", r.IntN(40)-20, r.IntN(100)))
		return types.NewNumeric(d)
	}
	prefix := [...]string{"", "common prefix of text ", "b\x00", "x"}[r.IntN(4)]
	return types.NewText(prefix + fmt.Sprint(r.IntN(300)) + "      "[:r.IntN(3)])
}

func TestSorterAgrees(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	kinds := []types.Kind{types.Int, types.Text, types.Float8, types.Numeric}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		var keys []SortKey
		for range 1 + r.IntN(3) {
			c := r.IntN(len(kinds))
			keys = append(keys, SortKey{Col: c, Kind: kinds[c], Desc: r.IntN(2) == 0,
				NullsFirst: r.IntN(2) == 0, Bpchar: kinds[c] == types.Text && r.IntN(3) == 0})
		}
		rows := make([]types.Row, r.IntN(3000))
		for i := range rows {
			for _, k := range kinds {
				rows[i] = append(rows[i], randomDatum(r, k))
			}
		}
		bound, mem := int64(0), int64(1<<30)
		if r.IntN(3) == 0 {
			bound = 1 + r.Int64N(100)
		}
		if r.IntN(3) == 0 {
			mem = 64 << 10
		}
		checkSort(t, seed, keys, rows, mem, bound)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("files left behind: %v", left)
	}
}

func checkSort(t *testing.T, seed uint64, keys []SortKey, rows []types.Row, mem, bound int64) {
	t.Helper()
	s := NewSorter(SortConfig{Keys: keys, WorkMem: mem, Bound: bound})
	defer s.Close()
	for _, row := range rows {
		if err := s.Put(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sort(); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(rows, func(a, b types.Row) int { return s.compareFrom(a, b, 0) })
	if bound > 0 {
		rows = rows[:min(len(rows), int(bound))]
	}
	for round := range 2 {
		for i, want := range rows {
			got := s.Next()
			if got == nil || s.compareFrom(got, want, 0) != 0 {
				t.Fatalf("seed %d (%s), round %d, row %d: got %v, want %v", seed, s.Stats().Method, round, i, got, want)
			}
		}
		if bound == 0 && s.Next() != nil {
			t.Fatalf("seed %d: rows after the end", seed)
		}
		if err := s.Rewind(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSortMethods(t *testing.T) {
	key := []SortKey{{Col: 0, Kind: types.Int}}
	for _, c := range []struct {
		name       string
		mem, bound int64
	}{{"quicksort", 1 << 20, 0}, {"top-N heapsort", 1 << 20, 10}, {"external merge", 25_000, 0}} {
		s := NewSorter(SortConfig{Keys: key, WorkMem: c.mem, Bound: c.bound})
		for i := range 1000 {
			_ = s.Put(ints(int64(i * 7919 % 1000)))
		}
		if err := s.Sort(); err != nil {
			t.Fatal(err)
		}
		st := s.Stats()
		if st.Method != c.name || st.Disk != (c.name == "external merge") || st.SpaceKB == 0 {
			t.Errorf("%s: %+v", c.name, st)
		}
		if got := s.Next()[0].Int(); got != 0 {
			t.Errorf("%s: first row %d", c.name, got)
		}
		s.Close()
		s.Close()
	}
}

// More runs than are merged at a time.
func TestSortManyRuns(t *testing.T) {
	s := NewSorter(SortConfig{Keys: []SortKey{{Col: 0, Kind: types.Int}}, WorkMem: 400})
	defer s.Close()
	const n = 2000
	for i := range n {
		if err := s.Put(ints(int64(i * 7919 % n))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sort(); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if row := s.Next(); row == nil || row[0].Int() != int64(i) {
			t.Fatalf("row %d is %v, error %v", i, row, s.Err())
		}
	}
}

func canceledAlready() error {
	return pgerr.New(pgerr.QueryCanceled, "canceling statement due to user request")
}

func TestSortErrors(t *testing.T) {
	s := NewSorter(SortConfig{Keys: []SortKey{{Col: 0, Kind: types.Int}}, WorkMem: 1 << 20, Interrupted: canceledAlready})
	for i := range 10_000 {
		_ = s.Put(ints(int64(-i * 7919 % 1000)))
	}
	if err := s.Sort(); pgerr.CodeOf(err) != pgerr.QueryCanceled || s.Next() != nil {
		t.Errorf("canceled sort: %v", err)
	}
	s.Close()
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	s = NewSorter(SortConfig{WorkMem: 10})
	if err := s.Put(ints(1)); pgerr.CodeOf(err) != pgerr.UndefinedFile {
		t.Errorf("no place for a file: %v", err)
	}
	s.Close()
}

// However small the runs are, they share PostgreSQL's tapes: 40,000 rows of 69 bytes take
// 2744 kB there at a work_mem of 64 kB, in a hundred runs.
func TestTapes(t *testing.T) {
	var few, many tapes
	few.add(40000*69, 4<<20)
	for range 100 {
		many.add(400*69, 64<<10)
	}
	if few.sizeKB() != 2704 || many.sizeKB() != 2736 {
		t.Errorf("%d and %d kB", few.sizeKB(), many.sizeKB())
	}
}
