// Package hugepages asks the kernel to keep Go's heap in pages of 2 MB. A database reads
// its rows at random: with pages of 4 kB and a million rows, finding out where a page
// lies took between a tenth and a quarter of the CPU time of an update by key. PostgreSQL has the setting huge_pages for the same reason.
//
// Go's runtime leaves the matter to the kernel, which in its usual mode (madvise) gives
// large pages only where they are asked for. So after each garbage collection the parts
// of the heap that have been there since the one before are asked for: what a statement
// takes and gives back at once is not worth moving. A move copies 2 MB, in half a
// millisecond to three; they take at most a fiftieth of a processor's time.
package hugepages

import (
	"errors"
	"runtime"
	"sync"
	"time"
)

// Size is that of a large page, in bytes.
const Size = 2 << 20

// ErrUnavailable is the answer of a kernel that has no such pages, or may not give them.
var ErrUnavailable = errors.New("the kernel gives no huge pages")

var start = sync.OnceValue(func() error {
	if !offered() {
		return ErrUnavailable
	}
	go keep()
	return nil
})

// Use begins to ask, for the rest of the process's life and for all of its heap. More
// calls change nothing.
func Use() error { return start() }

// Now asks for all of the heap and returns when the kernel has answered: benchmarks do,
// whose time would have that in it.
func Now() {
	if offered() {
		whole.due(mappings())
		for _, at := range whole.due(mappings()) {
			whole.ask(at)
		}
	}
}

// keep asks after each collection.
func keep() {
	collected := make(chan struct{}, 1)
	for {
		runtime.AddCleanup(new([4]*byte), func(c chan struct{}) { c <- struct{}{} }, collected)
		<-collected
		for _, at := range whole.due(mappings()) {
			start := time.Now()
			whole.ask(at)
			time.Sleep(pause * time.Since(start))
		}
	}
}

// pause is how many times as long as a move took nothing is moved.
const pause = 50

var whole = heap{seen: map[uintptr]state{}}

// state is what is known of a large page's place in the heap.
type state uint8

const (
	young   state = iota // there at a collection
	settled              // asked for
)

// heap is the places that were seen, by address.
type heap struct {
	mu   sync.Mutex
	seen map[uintptr]state
}

// mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// due lists the places within the mappings that were there the last time and were not
// asked for.
func (h *heap) due(list []mapping) (out []uintptr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range list {
		advise(m)
		for at := (m.from + Size - 1) &^ (Size - 1); at+Size <= m.to; at += Size {
			switch s, ok := h.seen[at]; {
			case !ok:
				h.seen[at] = young
			case s == young:
				out = append(out, at)
			}
		}
	}
	return out
}

// ask asks for one.
func (h *heap) ask(at uintptr) {
	if collapse(at) {
		h.mu.Lock()
		h.seen[at] = settled
		h.mu.Unlock()
	}
}
