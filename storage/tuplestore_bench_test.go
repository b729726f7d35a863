package storage

import (
	"testing"

	"minidb/types"
)

func twoInts(i int) types.Row {
	return types.Row{types.NewInt(int64(i)), types.NewInt(int64(i % 1000))}
}

// BenchmarkTuplestore puts and gets rows of two ints: in memory, in a file, and with
// trimming behind the only reader.
func BenchmarkTuplestore(b *testing.B) {
	layout := types.NewRowLayout([]types.OID{types.Int4OID, types.Int4OID})
	for _, c := range []struct {
		name string
		mem  int64
		trim bool
	}{{"memory", 1 << 40, false}, {"file", 4 << 20, false}, {"trimmed", 4 << 20, true}} {
		b.Run(c.name, func(b *testing.B) {
			row := twoInts(0)
			b.ReportAllocs()
			const n = 1_000_000
			for b.Loop() {
				s := NewTuplestore(StoreConfig{WorkMem: c.mem, Layout: layout})
				for i := range n {
					row[0] = types.NewInt(int64(i))
					if s.Put(row) != nil {
						b.Fatal("put")
					}
					if c.trim {
						if got, err := s.Next(0); err != nil || got[0].Int() != int64(i) {
							b.Fatal(got, err)
						}
						s.Trim()
					}
				}
				for i := 0; i < n && !c.trim; i++ {
					if got, err := s.Next(0); err != nil || got[0].Int() != int64(i) {
						b.Fatal(got, err)
					}
				}
				s.End()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/row")
		})
	}
}

// BenchmarkTuplestorePartition is a window partition of one row: made anew, or
// cleared, from the heap and from the collector.
func BenchmarkTuplestorePartition(b *testing.B) {
	layout := types.NewRowLayout([]types.OID{types.Int4OID, types.Int4OID})
	for _, c := range []struct {
		name  string
		heap  bool
		reuse bool
	}{{"heap/recreate", true, false}, {"heap/reuse", true, true}, {"gc/recreate", false, false}, {"gc/reuse", false, true}} {
		b.Run(c.name, func(b *testing.B) {
			row := twoInts(0)
			alloc := NewStoreAlloc(c.heap)
			var counts StoreCounters
			var s *Tuplestore
			for b.Loop() {
				if s == nil {
					s = NewTuplestore(StoreConfig{WorkMem: 4 << 20, Layout: layout, Alloc: alloc, Counters: &counts})
					s.AllocReadPointer(ReadBackward)
				}
				_ = s.Put(row)
				_, _ = s.Next(0)
				_, _ = s.Next(1)
				s.Trim()
				if c.reuse {
					s.Clear()
				} else {
					s.End()
					s = nil
				}
			}
		})
	}
}
