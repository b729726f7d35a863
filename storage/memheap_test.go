package storage

import (
	"math/rand/v2"
	"testing"
)

// TestArena takes and frees chunks at random: none overlap, what is free is joined,
// and all comes back.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a := &StoreAlloc{heap: true}
	var arena arena[int64]
	type piece struct {
		chunk[int64]
		mark int64
	}
	var held []piece
	release := func(i int) {
		p := held[i]
		for _, v := range p.mem {
			if v != p.mark {
				t.Fatalf("chunk of %d overwritten by %d", p.mark, v)
			}
		}
		held = append(held[:i], held[i+1:]...)
		arena.free(&p.chunk)
	}
	for step := range int64(20_000) {
		if r.IntN(100) < 52 || len(held) == 0 {
			n := 1 + r.IntN(3000)
			if r.IntN(3) == 0 {
				n = 1 + r.IntN(40_000)
			}
			c := take(a, &arena, n, 8)
			if len(c.mem) != n {
				t.Fatalf("%d elements, want %d", len(c.mem), n)
			}
			for i := range c.mem {
				c.mem[i] = step
			}
			held = append(held, piece{c, step})
		} else {
			release(r.IntN(len(held)))
		}
		if step%1000 == 0 {
			checkTags(t, &arena)
		}
		if len(held) > 200 {
			release(0)
		}
	}
	for len(held) > 0 {
		release(len(held) - 1)
	}
	checkTags(t, &arena)
	if arena.top.at != 0 {
		t.Errorf("granule %d of the newest segment is where its end begins", arena.top.at)
	}
	for i := range len(arena.segments) - 1 {
		s := &arena.segments[i]
		if int(-s.tags[0].size) != len(s.tags) {
			t.Errorf("segment %d is in pieces: the first has %d of %d granules", i, s.tags[0].size, len(s.tags))
		}
	}
	if a.Allocations == 0 || a.Bytes == 0 {
		t.Error("nothing was counted")
	}
}

// checkTags walks over all chunks: the two tags of each agree, no two free ones are
// neighbours, and a bin is said to be filled if it is.
func checkTags(t *testing.T, a *arena[int64]) {
	t.Helper()
	for b, first := range a.bins {
		if filled := a.filled>>b&1 == 1; filled != (first.seg != 0) {
			t.Fatalf("bin %d filled: %v, first %v", b, filled, first)
		}
	}
	for i := range a.segments {
		tags := a.segments[i].tags
		before := int32(1)
		if int(a.top.seg) == i+1 {
			tags = tags[:a.top.at]
			if n := len(tags); n > 0 && tags[n-1].size < 0 {
				t.Fatalf("a free chunk before the end at %d", n)
			}
		}
		for at := int32(0); int(at) < len(tags); {
			size := tags[at].size
			if before < 0 && size < 0 {
				t.Fatalf("segment %d: two free chunks at %d", i, at)
			}
			n := max(size, -size)
			if n == 0 || tags[at+n-1].size != size {
				t.Fatalf("segment %d: tags %d and %d at %d", i, size, tags[at+n-1].size, at)
			}
			before = size
			at += n
		}
	}
}
