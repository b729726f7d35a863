package executor

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A sparse table's order, found by sorting, is the one that its slots have.
func TestSparseOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sorted := 0
	for range 20000 {
		size := placedSize(32 << rng.IntN(4))
		hashes := make([]uint32, 2+rng.IntN(size/10-1))
		for i := range hashes {
			hashes[i] = uint32(rng.IntN(2*size)) &^ uint32(rng.IntN(2)*rng.IntN(size)) // crowded at the start, too
		}
		if rng.IntN(4) == 0 {
			hashes[0], hashes[1] = uint32(size-1), uint32(size-1) // the second goes on at the start
		}
		p := &placedTable{}
		p.resize(size)
		for e, hash := range hashes {
			p.add(placedEntry{entry: int32(e + 1), hash: hash})
		}
		got := sparseOrder(hashes, size)
		if got == nil {
			continue
		}
		sorted++
		if want := p.order(len(hashes)); !slices.Equal(got, want) {
			t.Fatalf("%d slots, %v: %v instead of %v", size, hashes, got, want)
		}
	}
	if sorted < 10000 {
		t.Errorf("only %d tables were sparse", sorted)
	}
}
