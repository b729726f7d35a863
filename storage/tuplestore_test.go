package storage

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"minidb/types"
)

// storeModel is a tuplestore as a slice of all rows and pointers into it.
type storeModel struct {
	rows []types.Row
	at   []int
	eof  []bool
	gone int // rows that Trim may have forgotten
}

func (m *storeModel) clear() {
	m.rows, m.gone = nil, 0
	clear(m.at)
	clear(m.eof)
}

// TestTuplestoreAgrees runs random operations on stores and on the model.
func TestTuplestoreAgrees(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	alloc := NewStoreAlloc(true)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 9))
		cfg := StoreConfig{WorkMem: []int64{20_000, 64 << 10, 1 << 30}[r.IntN(3)]}
		if r.IntN(2) == 0 {
			cfg.Alloc = alloc
		}
		checkStore(t, seed, r, cfg)
		noFiles(t, dir)
	}
}

func checkStore(t *testing.T, seed uint64, r *rand.Rand, cfg StoreConfig) {
	var charged int64
	cfg.Charge = func(n int64) error { charged += n; return nil }
	s := NewTuplestore(cfg)
	caps := []Capability{Capability(r.IntN(4))}
	s.SetCapabilities(0, caps[0])
	for range r.IntN(12) {
		c := ReadBackward
		if r.IntN(4) == 0 {
			c |= ReadRewind
		}
		if got := s.AllocReadPointer(c); got != len(caps) {
			t.Fatalf("read pointer %d, want %d", got, len(caps))
		}
		caps = append(caps, c)
	}
	m := &storeModel{at: make([]int, len(caps)), eof: make([]bool, len(caps))}
	width := r.IntN(4)
	for step := range 3000 {
		p := r.IntN(len(caps))
		switch op := r.IntN(100); {
		case op < 40:
			for range 1 + r.IntN(4) {
				row := storeRow(r, width)
				m.rows = append(m.rows, row)
				if err := s.Put(append(types.Row{}, row...)); err != nil {
					t.Fatal(err)
				}
			}
		case op < 85:
			m.move(t, s, r, p, caps[p], fmt.Sprintf("seed %d, step %d", seed, step))
		case op < 90:
			from := r.IntN(len(caps))
			if m.at[from] > m.gone || m.gone == 0 {
				s.CopyReadPointer(from, p)
				m.at[p], m.eof[p] = m.at[from], m.eof[from]
			}
		case op < 92 && caps[p]&ReadRewind != 0:
			s.Rewind(p)
			m.at[p], m.eof[p] = 0, false
		case op < 99:
			s.Trim()
			m.trim(caps)
		case r.IntN(10) == 0:
			s.Clear()
			m.clear()
		}
	}
	if int(s.Rows()) != len(m.rows) {
		t.Errorf("seed %d: %d rows, want %d", seed, s.Rows(), len(m.rows))
	}
	s.End()
	if charged != 0 {
		t.Errorf("seed %d: %d bytes are still charged", seed, charged)
	}
}

// trim notes which rows may be gone.
func (m *storeModel) trim(caps []Capability) {
	oldest := len(m.rows)
	for i := range caps {
		if caps[i]&ReadRewind != 0 {
			return
		}
		oldest = min(oldest, m.at[i])
	}
	m.gone = max(m.gone, oldest-1)
}

// move moves a pointer, forward or back, by one row or several.
func (m *storeModel) move(t *testing.T, s *Tuplestore, r *rand.Rand, p int, caps Capability, where string) {
	t.Helper()
	n := 1
	if r.IntN(3) == 0 {
		n = r.IntN(200)
	}
	if caps&ReadBackward != 0 && r.IntN(3) == 0 {
		n = -n
		to := m.at[p] + n
		if m.eof[p] && n != 0 {
			to++
		}
		if max(to, 0) <= m.gone && m.gone > 0 {
			return
		}
		if n != 0 {
			m.at[p], m.eof[p] = max(to, 0), false
		}
		m.check(t, s, p, n, where)
		return
	}
	if to := m.at[p] + n; to > len(m.rows) {
		m.at[p], m.eof[p] = len(m.rows), true
	} else if n > 0 {
		m.at[p], m.eof[p] = to, false
	}
	m.check(t, s, p, n, where)
}

func (m *storeModel) check(t *testing.T, s *Tuplestore, p, n int, where string) {
	t.Helper()
	want := m.at[p]
	if m.eof[p] {
		want = 0
	}
	var row types.Row
	var err error
	switch n {
	case 1:
		row, err = s.Next(p)
	case -1:
		row, err = s.Prev(p)
	default:
		ok := s.Skip(p, int64(n))
		if n != 0 && ok != (want > 0) {
			t.Fatalf("%s: Skip(%d) is %v at row %d", where, n, ok, want)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if int(s.At(p)) != m.at[p] || s.AtEOF(p) != m.eof[p] {
		t.Fatalf("%s: pointer %d at %d, eof %v; want %d, %v", where, p, s.At(p), s.AtEOF(p), m.at[p], m.eof[p])
	}
	if n != 1 && n != -1 {
		return
	}
	if (row == nil) != (want == 0) || row != nil && !sameRow(row, m.rows[want-1]) {
		t.Fatalf("%s: pointer %d at %d: %v", where, p, want, row)
	}
}

func sameRow(a, b types.Row) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !types.Same(a[i], b[i]) {
			return false
		}
	}
	return true
}

func storeRow(r *rand.Rand, width int) types.Row {
	row := make(types.Row, width)
	for i := range row {
		row[i] = randomDatum(r, []types.Kind{types.Int, types.Text, types.Float8, types.Numeric}[i%4])
	}
	return row
}

// TestTuplestoreLongRows keeps the texts of rows from all sizes of pages while others are
// read, by two pointers, forward and back: none may change.
func TestTuplestoreLongRows(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := NewTuplestore(StoreConfig{WorkMem: 20_000})
	defer s.End()
	s.SetCapabilities(0, ReadBackward)
	s.AllocReadPointer(ReadBackward)
	sizes := []int{10, longPage, 40_000, 300, 2 * longPage, longPage - 100, 5, longPage + 1, 100}
	const n = 60
	want := func(i, col int) string {
		size := sizes[i%len(sizes)]
		if col == 1 {
			size = sizes[(i/2)%len(sizes)] / 2
		}
		return strings.Repeat(string(rune('a'+(i+col)%26)), size)
	}
	for i := range n {
		if err := s.Put(types.Row{types.NewText(want(i, 0)), types.NewText(want(i, 1)), types.NewBytea([]byte(want(i, 1)))}); err != nil {
			t.Fatal(err)
		}
	}
	if s.file == nil {
		t.Fatal("all rows are in memory")
	}
	kept := map[int][][2]string{}
	read := func(i int, next func(p int) (types.Row, error), p int) {
		row, err := next(p)
		if err != nil || row == nil {
			t.Fatalf("row %d: %v, %v", i, row, err)
		}
		if got := string(row[2].Bytes()); got != want(i, 1) {
			t.Fatalf("row %d: other bytes", i)
		}
		kept[i] = append(kept[i], [2]string{row[0].Text(), row[1].Text()})
	}
	for i := range n {
		read(i, s.Next, 0)
		if i%3 == 0 {
			read(i/3, s.Next, 1)
		}
	}
	for i := n - 2; i >= 0; i-- {
		read(i, s.Prev, 0)
	}
	for i, texts := range kept {
		for _, text := range texts {
			if text != [2]string{want(i, 0), want(i, 1)} {
				t.Errorf("row %d has changed", i)
			}
		}
	}
}
