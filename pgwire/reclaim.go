package pgwire

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// The memory of sessions that have ended goes back to the system, as that of PostgreSQL's
// backends does. Go alone collects an idle process's garbage after two minutes, and keeps
// what it then finds free, up to the size of the heap before, for two more.

const (
	// reclaimAfter is how long after a session's end its memory is looked for: sessions
	// that end together are one case.
	reclaimAfter = time.Second
	// reclaimFrom is the size of a heap, in bytes, that is worth it.
	reclaimFrom = 64 << 20
	// reclaimPause is how many times as long as it took the next one waits: it takes a
	// fiftieth of the time at most.
	reclaimPause = 50
)

// memory is the process's: all servers share it.
var memory reclaimer

type reclaimer struct {
	mu      sync.Mutex
	pending bool
	next    time.Time // not before
}

// sessionEnded sees to it that the heap is collected soon.
func (r *reclaimer) sessionEnded() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.pending {
		r.pending = true
		time.AfterFunc(max(reclaimAfter, time.Until(r.next)), r.reclaim)
	}
}

// reclaim collects twice: how much Go keeps depends on what the heap held when the last
// collection ended, before its garbage was swept.
func (r *reclaimer) reclaim() {
	r.mu.Lock()
	r.pending = false
	r.mu.Unlock()
	if heapBytes() < reclaimFrom {
		return
	}
	start := time.Now()
	runtime.GC()
	runtime.GC()
	r.mu.Lock()
	r.next = time.Now().Add(reclaimPause * time.Since(start))
	r.mu.Unlock()
}

// heapBytes is how much objects take, dead ones too, and what was not given back between
// them.
func heapBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() + s[1].Value.Uint64() + s[2].Value.Uint64()
}
