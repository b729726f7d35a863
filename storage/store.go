package storage

// A Store is one database's storage: transactions, files, the WAL ring. It is
// made empty or as a clone of another; a clone shares pages and index nodes
// with its origin until one of the two writes.

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"minidb/storage/lmgr"
)

// Store is safe for use by several sessions at once.
//
// Locks inside storage are taken in this order, and what comes later is never
// held while waiting for what comes earlier:
//
//	Store.cloning, Heap.pruning, Store.mu, Store.fileMu, Index.mu, page latch, Heap.ext, multis.mu, Ring.mu,
//	serial.mu
//
// No lock is held during a wait for another transaction.
type Store struct {
	mu        sync.Mutex // guards what follows, and writes to log
	nextXID   XID
	running   []*Txn
	scratch   [][]byte // buffers of ended transactions, for others: at most one per running one
	completed uint64   // (sub)transactions with an id that ended so far

	log    clog
	multis multis
	wal    Ring

	fileMu   sync.RWMutex
	heaps    map[FileID]*Heap
	indexes  map[FileID]*Index
	nextFile FileID

	cloning sync.Mutex // one clone at a time: it holds the pruning lock of every heap

	serial serial // its mutex is the last to be taken

	locks *lmgr.Manager
	stats relationStats
}

// epochs numbers the owners of pages, over all stores of the process.
var epochs atomic.Uint64

// NewStore returns an empty store. locks is kept for callers that have only the
// store at hand; it may be nil.
func NewStore(locks *lmgr.Manager) *Store {
	return &Store{
		nextXID: FirstNormalXID, nextFile: 1, locks: locks,
		heaps: map[FileID]*Heap{}, indexes: map[FileID]*Index{}, wal: Ring{since: time.Now()},
	}
}

// LockManager returns the lock manager given to NewStore or Clone.
func (s *Store) LockManager() *lmgr.Manager { return s.locks }

// WAL returns the store's log.
func (s *Store) WAL() *Ring { return &s.wal }

// WALCounters returns what was logged since the store was made.
func (s *Store) WALCounters() WALStats {
	var sum WALStats
	for _, r := range s.wal.Stats() {
		sum.Records += r.Records
		sum.Bytes += r.Bytes
	}
	return sum
}

// NextXID returns the id that the next writing transaction gets.
func (s *Store) NextXID() XID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nextXID
}

// Changed lists the heaps that are not the same in two stores of which one is a clone
// of the other, or both of a third: one of them has written to a page since, locked or
// pruned a row there, or made or dropped the heap. The content may be equal again.
func (s *Store) Changed(other *Store) []FileID {
	mine, theirs := s.allHeaps(), other.allHeaps()
	var out []FileID
	for id, h := range mine {
		if o := theirs[id]; o == nil || !h.shares(o) {
			out = append(out, id)
		}
	}
	for id := range theirs {
		if mine[id] == nil {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

func (s *Store) allHeaps() map[FileID]*Heap {
	s.fileMu.RLock()
	defer s.fileMu.RUnlock()
	return maps.Clone(s.heaps)
}

// Clone returns a store with the same content. Transactions that run in s count
// as aborted in the clone. Commits, new snapshots and new files of s wait
// meanwhile, so both sides agree on which transactions had ended; page contents
// are not copied, which keeps the cloning of a small database far below 1 ms.
//
// Writers go on, so the order matters. Nothing is pruned while the store is
// cloned, and indexes come before heaps: whatever an entry leads to is in the
// cloned heap, so no slot there is taken for free while an entry leads to it.
// A row without its entry can only be of a transaction that counts as aborted.
// Lists of lockers come before the headers that name them; a list made later has
// only members that count as aborted, so it need not be known, but its id must
// not be used for another one.
func (s *Store) Clone(locks *lmgr.Manager) *Store {
	defer s.lockAll()()
	c := &Store{
		nextXID: s.nextXID, nextFile: s.nextFile, locks: locks,
		heaps:   make(map[FileID]*Heap, len(s.heaps)),
		indexes: make(map[FileID]*Index, len(s.indexes)),
		wal:     Ring{since: time.Now()},
	}
	s.multis.clone(&c.multis)
	for id, ix := range s.indexes {
		c.indexes[id] = ix.clone(c)
	}
	for id, h := range s.heaps {
		c.heaps[id] = h.clone(c)
	}
	c.multis.next = s.multis.lastID()
	s.log.clone(&c.log)
	for _, t := range s.running {
		for _, xid := range t.xids {
			c.log.set(xid, xidAborted)
		}
	}
	return c
}

// lockAll keeps pruning out of all heaps and then takes the store's own locks.
// It returns what undoes that. A heap that was made on the way is waited for in
// another round, because its lock comes before the store's.
func (s *Store) lockAll() (unlock func()) {
	s.cloning.Lock()
	var held []*Heap
	mine := map[*Heap]bool{}
	for {
		s.fileMu.RLock()
		var more []*Heap
		for _, h := range s.heaps {
			if !mine[h] {
				more = append(more, h)
			}
		}
		s.fileMu.RUnlock()
		for _, h := range more {
			h.pruning.Lock()
			mine[h] = true
			held = append(held, h)
		}
		s.mu.Lock()
		s.fileMu.Lock()
		if s.allIn(mine) {
			break
		}
		s.fileMu.Unlock()
		s.mu.Unlock()
	}
	return func() {
		s.fileMu.Unlock()
		s.mu.Unlock()
		for _, h := range held {
			h.pruning.Unlock()
		}
		s.cloning.Unlock()
	}
}

// allIn tells whether the set has all heaps of the store.
func (s *Store) allIn(set map[*Heap]bool) bool {
	for _, h := range s.heaps {
		if !set[h] {
			return false
		}
	}
	return true
}

// CreateHeap makes an empty heap of natts columns. It exists at once for
// everybody; a caller in a transaction drops it when that aborts (Txn.OnEnd).
func (s *Store) CreateHeap(natts int) *Heap {
	s.fileMu.Lock()
	defer s.fileMu.Unlock()
	h := newHeap(s, s.nextFile, natts)
	s.heaps[h.id] = h
	s.nextFile++
	return h
}

// OpenHeap returns a heap by its id, nil if there is none.
func (s *Store) OpenHeap(id FileID) *Heap {
	s.fileMu.RLock()
	defer s.fileMu.RUnlock()
	return s.heaps[id]
}

// DropHeap forgets a heap; scans that still run on it keep their pages.
func (s *Store) DropHeap(id FileID) {
	s.fileMu.Lock()
	defer s.fileMu.Unlock()
	delete(s.heaps, id)
}

// Files returns the number of heaps and indexes.
func (s *Store) Files() int {
	s.fileMu.RLock()
	defer s.fileMu.RUnlock()
	return len(s.heaps) + len(s.indexes)
}

// CreateIndex makes an empty index. What is said of CreateHeap holds.
func (s *Store) CreateIndex(spec IndexSpec) *Index {
	s.fileMu.Lock()
	defer s.fileMu.Unlock()
	ix := newIndex(s, s.nextFile, spec)
	s.indexes[ix.id] = ix
	s.nextFile++
	return ix
}

// OpenIndex returns an index by its id, nil if there is none.
func (s *Store) OpenIndex(id FileID) *Index {
	s.fileMu.RLock()
	defer s.fileMu.RUnlock()
	return s.indexes[id]
}

// DropIndex forgets an index.
func (s *Store) DropIndex(id FileID) {
	s.fileMu.Lock()
	defer s.fileMu.Unlock()
	delete(s.indexes, id)
}
