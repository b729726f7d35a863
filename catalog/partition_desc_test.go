package catalog

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"minidb/types"
)

// With and Without must give what sorting all partitions anew gives, and every key must
// be found where a look at all bounds finds it.
func TestPartitionDescChanges(t *testing.T) {
	for _, s := range []PartitionStrategy{ListPartitions, RangePartitions, HashPartitions} {
		for seed := range uint64(60) {
			rng := rand.New(rand.NewPCG(seed, uint64(s)))
			key := &PartitionKey{Strategy: s, Columns: []PartitionKeyColumn{{Attr: 1, Type: types.Int4OID}}}
			free := newBounds(rng, s)
			var members []PartitionMember
			d := NewPartitionDesc(key, nil)
			for step := range 80 {
				if len(members) > 0 && (len(free) == 0 || rng.IntN(3) == 0) {
					at := rng.IntN(len(members))
					gone := members[at]
					members = append(members[:at:at], members[at+1:]...)
					free = append(free, gone.Bound)
					d = d.Without(gone.OID)
				} else if len(free) > 0 {
					at := rng.IntN(len(free))
					m := PartitionMember{OID: types.OID(1000 + step), Bound: free[at], Leaf: rng.IntN(2) == 0}
					free = append(free[:at:at], free[at+1:]...)
					members = append(members, m)
					d = d.With(m)
				}
				if rng.IntN(4) == 0 && len(free) > 0 { // one that is rolled back, whose lists must not show
					d.With(PartitionMember{OID: 1, Bound: free[rng.IntN(len(free))]}).With(PartitionMember{OID: 2, Bound: free[rng.IntN(len(free))]})
				}
				want := NewPartitionDesc(key, members)
				if !sameDesc(d, want) {
					t.Fatalf("%c, seed %d, step %d:\n%s\nwant\n%s", s, seed, step, descText(d), descText(want))
				}
				for v := -1; v < 60; v++ {
					k := types.NewInt(int64(v))
					if v < 0 {
						k = types.NullDatum
					}
					var n int64
					if got, want := d.Find([]types.Datum{k}, &n), slowFind(d, k); got != want {
						t.Fatalf("%c, seed %d, step %d: key %d is in %d, want %d\n%s", s, seed, step, v, got, want, descText(d))
					}
				}
			}
		}
	}
}

// newBounds makes bounds that do not overlap.
func newBounds(rng *rand.Rand, s PartitionStrategy) (out []*PartitionBound) {
	switch s {
	case ListPartitions:
		for v := 0; v < 50; {
			b := &PartitionBound{Strategy: s}
			for range 1 + rng.IntN(3) {
				b.List = append(b.List, types.NewInt(int64(v*7%53)))
				v++
			}
			out = append(out, b)
		}
		out[rng.IntN(len(out))].List = append(out[0].List[:0:0], types.NullDatum)
	case RangePartitions:
		for v := 0; v < 50; {
			to := v + 1 + rng.IntN(4)
			b := &PartitionBound{Strategy: s, Lower: []RangeBound{{Value: types.NewInt(int64(v))}}, Upper: []RangeBound{{Value: types.NewInt(int64(to))}}}
			out = append(out, b)
			v = to + rng.IntN(2)
		}
		out[0].Lower = []RangeBound{{Infinite: -1}}
		out[len(out)-1].Upper = []RangeBound{{Infinite: 1}}
	case HashPartitions:
		for r := range 3 {
			out = append(out, &PartitionBound{Strategy: s, Modulus: 4, Remainder: r})
		}
		for r := 3; r < 16; r += 4 {
			out = append(out, &PartitionBound{Strategy: s, Modulus: 16, Remainder: r})
		}
		return out
	}
	return append(out, &PartitionBound{Strategy: s, Default: true})
}

// slowFind looks at every member.
func slowFind(d *PartitionDesc, k types.Datum) int {
	def := -1
	for i, m := range d.Members {
		b := m.Bound
		switch {
		case b.Default:
			def = i
		case d.Key.Strategy == HashPartitions:
			if d.Key.Hash([]types.Datum{k})%uint64(b.Modulus) == uint64(b.Remainder) {
				return i
			}
		case d.Key.Strategy == ListPartitions:
			for _, v := range b.List {
				if v.IsNull() == k.IsNull() && (k.IsNull() || types.Compare(v, k) == 0) {
					return i
				}
			}
		case !k.IsNull():
			key := []types.Datum{k}
			if d.Key.compareKey(b.Lower, key) <= 0 && d.Key.compareKey(b.Upper, key) > 0 {
				return i
			}
		}
	}
	return def
}

func sameDesc(a, b *PartitionDesc) bool { return descText(a) == descText(b) }

func descText(d *PartitionDesc) string {
	s := fmt.Sprintln(d.Null, d.Default, d.Parts)
	for _, m := range d.Members {
		s += fmt.Sprintln(m.OID, m.Leaf, m.Detaching, reflect.ValueOf(m.Bound).Pointer())
	}
	for _, b := range d.Bounds {
		for _, e := range b {
			v := "infinite"
			if e.Infinite == 0 {
				v = fmt.Sprint(e.Value.Int())
			}
			s += fmt.Sprint(e.Infinite, " ", v, ";")
		}
	}
	return s
}
