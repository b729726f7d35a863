package storage

// A model of malloc and free, for minidb.window_store_alloc. In C, a tuplestore that
// is made anew for each window partition costs a few allocations that are taken from
// free lists and given back to them: some ten nanoseconds each. In Go the same calls
// of make would zero some 24 kB and feed the collector, which costs a hundred times as
// much and has nothing to do with PostgreSQL. So `heap` allocates from arenas with
// boundary tags: a free chunk is unlinked from its bin and split, what is freed is
// joined with its free neighbours and linked again, and nothing is zeroed. `gc` is
// plain make, an honest look at what the collector makes of it.
//
// Both values serve both ways of minidb.window_store alike.

import (
	"math/bits"

	"minidb/types"
)

// StoreAlloc is where tuplestores take their memory from: a heap, or, as the zero
// value, Go's collector. It counts what it is asked for. One goroutine uses it.
type StoreAlloc struct {
	Allocations, Bytes int64 // so far

	heap   bool
	states arena[Tuplestore]
	tuples arena[tupleRef]
	ptrs   arena[readPointer]
	datums arena[types.Datum]
}

// NewStoreAlloc makes an allocator; heap chooses the model of malloc. It takes no
// memory until it is asked for some.
func NewStoreAlloc(heap bool) *StoreAlloc { return &StoreAlloc{heap: heap} }

// chunk is a piece of memory and where to give it back.
type chunk[T any] struct {
	mem []T
	seg *segment[T] // nil: the collector's
	at  int32
}

// take allocates n elements, not zeroed if they come from the heap.
func take[T any](a *StoreAlloc, from *arena[T], n, size int) chunk[T] {
	a.Allocations++
	a.Bytes += int64(n * size)
	if !a.heap || n*size > heapLimit {
		return chunk[T]{mem: make([]T, n)}
	}
	return from.take(n)
}

const (
	heapLimit    = 128 << 10 // bytes; larger chunks are the collector's, as malloc maps them
	segmentLimit = 1 << 12   // granules
	bins         = 13        // of free chunks by size: powers of two
)

// arena is a heap of elements of one type. A chunk is a run of granules in a segment.
type arena[T any] struct {
	granule int // elements; set at the first use
	bins    [bins]freeRef[T]
	grown   int32 // granules of the next segment
}

// segment is what an arena takes from the collector at a time. tags holds the boundary
// tags: a chunk's size stands at its first and its last granule, negative if it is
// free; next and prev link the free chunks of a bin.
type segment[T any] struct {
	mem        []T
	tags       []int32
	next, prev []freeRef[T]
}

// freeRef names a free chunk; seg is nil at a list's end.
type freeRef[T any] struct {
	seg *segment[T]
	at  int32
}

func binOf(granules int32) int { return min(bits.Len32(uint32(granules))-1, bins-1) }

func (a *arena[T]) take(n int) chunk[T] {
	if a.granule == 0 {
		a.granule = 1
		if n >= 64 {
			a.granule = 32
		}
	}
	size := int32((n + a.granule - 1) / a.granule)
	f := a.find(size)
	if f.seg == nil {
		f = a.grow(size)
	}
	a.unlink(f)
	s, at := f.seg, f.at
	if rest := -s.tags[at] - size; rest > 0 {
		a.link(s, at+size, rest)
	}
	s.tags[at], s.tags[at+size-1] = size, size
	lo := int(at) * a.granule
	return chunk[T]{mem: s.mem[lo : lo+n : lo+int(size)*a.granule], seg: s, at: at}
}

// find returns a free chunk of at least size granules: the first that fits, from the
// bin of its size on.
func (a *arena[T]) find(size int32) freeRef[T] {
	for b := binOf(size); b < bins; b++ {
		for f := a.bins[b]; f.seg != nil; f = f.seg.next[f.at] {
			if -f.seg.tags[f.at] >= size {
				return f
			}
		}
	}
	return freeRef[T]{}
}

// grow adds a segment, twice as large as the one before, as one free chunk.
func (a *arena[T]) grow(size int32) freeRef[T] {
	n := max(a.grown, size+size/4)
	a.grown = min(2*n, segmentLimit)
	s := &segment[T]{
		mem: make([]T, int(n)*a.granule), tags: make([]int32, n),
		next: make([]freeRef[T], n), prev: make([]freeRef[T], n),
	}
	a.link(s, 0, n)
	return freeRef[T]{s, 0}
}

// link makes size granules at at a free chunk.
func (a *arena[T]) link(s *segment[T], at, size int32) {
	s.tags[at], s.tags[at+size-1] = -size, -size
	b := binOf(size)
	head := a.bins[b]
	s.next[at], s.prev[at] = head, freeRef[T]{}
	if head.seg != nil {
		head.seg.prev[head.at] = freeRef[T]{s, at}
	}
	a.bins[b] = freeRef[T]{s, at}
}

func (a *arena[T]) unlink(f freeRef[T]) {
	next, prev := f.seg.next[f.at], f.seg.prev[f.at]
	if next.seg != nil {
		next.seg.prev[next.at] = prev
	}
	if prev.seg != nil {
		prev.seg.next[prev.at] = next
	} else {
		a.bins[binOf(-f.seg.tags[f.at])] = next
	}
}

// free gives a chunk back and joins it with free neighbours.
func (a *arena[T]) free(c *chunk[T]) {
	s := c.seg
	if s != nil {
		at := c.at
		size := s.tags[at]
		if before := at - 1; before >= 0 && s.tags[before] < 0 {
			n := -s.tags[before]
			a.unlink(freeRef[T]{s, at - n})
			at -= n
			size += n
		}
		if after := at + size; int(after) < len(s.tags) && s.tags[after] < 0 {
			n := -s.tags[after]
			a.unlink(freeRef[T]{s, after})
			size += n
		}
		a.link(s, at, size)
	}
	*c = chunk[T]{}
}
