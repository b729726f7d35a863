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
	mem  []T
	from place // zero: the collector's
}

// place names a chunk of an arena: its segment, from 1, and its first granule.
type place struct{ seg, at int32 }

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
// The end of the newest segment is in no bin: what no bin has is cut off there, and a
// chunk freed beside it becomes part of it, as with the top of malloc's heap.
type arena[T any] struct {
	shift    uint8       // a granule has 1<<shift elements; set at the first use
	filled   uint16      // bins that are not empty, a bit each
	bins     [bins]place // the first free chunk of each
	top      place       // where the newest segment's end begins
	room     int32       // its granules
	segments []segment[T]
	grown    int32 // granules of the next segment
}

// segment is what an arena takes from the collector at a time.
type segment[T any] struct {
	mem  []T
	tags []tag // by granule
}

// tag is a boundary tag: at a chunk's first and its last granule stands its size, in
// granules, negative if it is free. A free chunk's first tag links it with those of its
// bin; zero ends the list.
type tag struct {
	size       int32
	next, prev place
}

func binOf(size int32) int { return min(bits.Len32(uint32(size))-1, bins-1) }

func (a *arena[T]) tag(p place) *tag { return &a.segments[p.seg-1].tags[p.at] }

func (a *arena[T]) take(n int) chunk[T] {
	if a.top.seg == 0 && n >= 64 {
		a.shift = 5
	}
	size := int32((n + 1<<a.shift - 1) >> a.shift)
	var p place
	if a.filled != 0 {
		p = a.find(size)
	}
	if p.seg == 0 {
		if a.room < size {
			a.grow(size)
		}
		p = a.top
		a.top.at += size
		a.room -= size
	}
	s := &a.segments[p.seg-1]
	s.tags[p.at].size, s.tags[p.at+size-1].size = size, size
	lo := int(p.at) << a.shift
	return chunk[T]{mem: s.mem[lo : lo+n : lo+n], from: p}
}

// find takes size granules of a free chunk, the first that has as many, from the bin of
// its size on. What remains of it is free. The zero place: there is none.
func (a *arena[T]) find(size int32) place {
	b := binOf(size)
	for b += bits.TrailingZeros16(a.filled >> b); b < bins; b++ {
		for p := a.bins[b]; p.seg != 0; {
			t := a.tag(p)
			if have := -t.size; have >= size {
				a.unlink(t)
				if have > size {
					a.link(place{p.seg, p.at + size}, have-size)
				}
				return p
			}
			p = t.next
		}
	}
	return place{}
}

// grow adds a segment, twice as large as the one before.
func (a *arena[T]) grow(size int32) {
	if a.room > 0 {
		a.link(a.top, a.room)
	}
	n := max(a.grown, size+size/4)
	a.grown = min(2*n, segmentLimit)
	a.segments = append(a.segments, segment[T]{mem: make([]T, int(n)<<a.shift), tags: make([]tag, n)})
	a.top, a.room = place{seg: int32(len(a.segments))}, n
}

// link makes size granules at p a free chunk.
func (a *arena[T]) link(p place, size int32) {
	tags, b := a.segments[p.seg-1].tags, binOf(size)
	tags[p.at+size-1].size = -size
	head := &a.bins[b]
	tags[p.at] = tag{size: -size, next: *head}
	if head.seg != 0 {
		a.tag(*head).prev = p
	}
	*head = p
	a.filled |= 1 << b
}

func (a *arena[T]) unlink(t *tag) {
	if t.next.seg != 0 {
		a.tag(t.next).prev = t.prev
	}
	if t.prev.seg != 0 {
		a.tag(t.prev).next = t.next
		return
	}
	b := binOf(-t.size)
	a.bins[b] = t.next
	if t.next.seg == 0 {
		a.filled &^= 1 << b
	}
}

// free gives a chunk back and joins it with free neighbours.
func (a *arena[T]) free(c *chunk[T]) {
	if p := c.from; p.seg != 0 {
		tags := a.segments[p.seg-1].tags
		size := tags[p.at].size
		if p.at > 0 && tags[p.at-1].size < 0 {
			n := -tags[p.at-1].size
			p.at -= n
			size += n
			a.unlink(&tags[p.at])
		}
		after := place{p.seg, p.at + size}
		switch {
		case after == a.top:
			a.top = p
			a.room += size
		case int(after.at) < len(tags) && tags[after.at].size < 0:
			size -= tags[after.at].size
			a.unlink(&tags[after.at])
			a.link(p, size)
		default:
			a.link(p, size)
		}
	}
	c.mem, c.from = nil, place{}
}
