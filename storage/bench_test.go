package storage

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"minidb/types"
)

func benchRow(i int64) types.Row {
	return types.Row{types.NewInt(i), types.NewInt(i * 7), types.NewText("text of a row")}
}

// filled returns a heap of n rows with a primary key.
func filled(tb testing.TB, n int64) (*Store, *Heap, *Index) {
	s := NewStore(nil)
	h := s.CreateHeap(3)
	ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
	inTxn(s, func(x *Txn) {
		for i := range n {
			if err := ix.Insert(x, ints(i), mustInsert(tb, h, x, benchRow(i))); err != nil {
				tb.Fatal(err)
			}
		}
	})
	return s, h, ix
}

func BenchmarkInsert(b *testing.B) {
	s := NewStore(nil)
	h := s.CreateHeap(3)
	x := s.Begin(ReadCommitted, nil)
	row := benchRow(1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Insert(x, row); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMultiInsert(b *testing.B) {
	s := NewStore(nil)
	h := s.CreateHeap(3)
	x := s.Begin(ReadCommitted, nil)
	rows := make([]types.Row, 1000)
	for i := range rows {
		rows[i] = benchRow(int64(i))
	}
	var tids []TID
	b.ReportAllocs()
	for b.Loop() {
		tids, _ = h.MultiInsert(x, rows, tids[:0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/row")
}

func BenchmarkInsertUnique(b *testing.B) {
	for _, order := range []string{"ascending", "random"} {
		b.Run(order, func(b *testing.B) {
			s := NewStore(nil)
			h := s.CreateHeap(3)
			ix := s.CreateIndex(IndexSpec{Keys: []KeySpec{intKey}, Unique: true})
			x := s.Begin(ReadCommitted, nil)
			key := ints(0)
			i := uint64(0)
			for b.Loop() {
				i++
				k := i
				if order == "random" {
					k = i * 0x9e3779b97f4a7c15
				}
				key[0] = types.NewInt(int64(k))
				if _, err := ix.InsertUnique(bg, x, h, key, TID(i)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkScanSum(b *testing.B) {
	const n = 1_000_000
	s, h, _ := filled(b, n)
	x := s.Begin(ReadCommitted, nil)
	sn := x.TakeSnapshot()
	b.Run("next", func(b *testing.B) {
		for b.Loop() {
			sum := int64(0)
			hs := h.Scan(sn)
			for row := hs.Next(); row != nil; row = hs.Next() {
				sum += row[1].Int()
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
	})
	b.Run("batch", func(b *testing.B) {
		for b.Loop() {
			sum := int64(0)
			hs := h.Scan(sn)
			for rows := hs.NextBatch(); rows != nil; rows = hs.NextBatch() {
				for _, row := range rows {
					sum += row[1].Int()
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
	})
}

func BenchmarkFetch(b *testing.B) {
	const n = 1_000_000
	s, h, ix := filled(b, n)
	x := s.Begin(ReadCommitted, nil)
	sn := x.TakeSnapshot()
	var tids []TID
	for is := ix.Scan(Range{}, false); ; {
		tid, ok := is.Next()
		if !ok {
			break
		}
		tids = append(tids, tid)
	}
	b.Run("tid", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			if _, _, ok := h.Fetch(sn, tids[r.IntN(n)]); !ok {
				b.Fatal("lost")
			}
		}
	})
	b.Run("index", func(b *testing.B) {
		r := rand.New(rand.NewPCG(1, 1))
		key := ints(0)
		rg := Range{Lo: key, Hi: key}
		is := ix.Scan(rg, false)
		b.ReportAllocs()
		for b.Loop() {
			key[0] = types.NewInt(r.Int64N(n))
			is.Reset(rg)
			tid, _ := is.Next()
			if _, _, ok := h.Fetch(sn, tid); !ok {
				b.Fatal("lost")
			}
		}
	})
}

func BenchmarkUpdateChain(b *testing.B) {
	s, h, _ := filled(b, 1)
	root := MakeTID(0, 0)
	row := benchRow(0)
	b.ReportAllocs()
	for b.Loop() {
		x := s.Begin(ReadCommitted, nil)
		sn := x.TakeSnapshot()
		_, at, ok := h.Fetch(sn, root)
		if !ok {
			b.Fatal("lost")
		}
		mustUpdate(b, h, x, at, row, false)
		sn.Release()
		x.Commit()
	}
}

func BenchmarkSort(b *testing.B) {
	const n = 1_000_000
	r := rand.New(rand.NewPCG(1, 1))
	rows := make([]types.Row, n)
	for i := range rows {
		rows[i] = types.Row{types.NewInt(r.Int64N(1 << 40)), types.NewText(fmt.Sprintf("%x", r.Uint64())), types.NewInt(int64(i))}
	}
	for _, c := range []struct {
		name       string
		key        SortKey
		mem, bound int64
	}{
		{"int", SortKey{Col: 0, Kind: types.Int}, 1 << 30, 0},
		{"text", SortKey{Col: 1, Kind: types.Text}, 1 << 30, 0},
		{"presorted", SortKey{Col: 2, Kind: types.Int}, 1 << 30, 0},
		{"top10", SortKey{Col: 0, Kind: types.Int}, 1 << 30, 10},
		{"external", SortKey{Col: 0, Kind: types.Int}, 4 << 20, 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				s := NewSorter(SortConfig{Keys: []SortKey{c.key}, WorkMem: c.mem, Bound: c.bound})
				for _, row := range rows {
					if err := s.Put(row); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.Sort(); err != nil {
					b.Fatal(err)
				}
				for s.Next() != nil {
				}
				s.Close()
			}
		})
	}
}

func BenchmarkClone(b *testing.B) {
	s := catalogSized(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Clone(nil)
	}
}

func BenchmarkTransaction(b *testing.B) {
	s := NewStore(nil)
	b.ReportAllocs()
	for b.Loop() {
		x := s.Begin(ReadCommitted, nil)
		x.TakeSnapshot().Release()
		x.Commit()
	}
}
