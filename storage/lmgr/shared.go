package lmgr

// The shared table: who holds and who waits for each object, in 16 partitions
// by the hash of the tag, each under its own mutex.

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"minidb/pgerr"
	"minidb/settings"
)

const numPartitions = 16 // PostgreSQL 18, lwlock.h, NUM_LOCK_PARTITIONS

// ownBackends are PostgreSQL 18's processes that no setting here counts: 16
// autovacuum_worker_slots and 2 special workers.
const ownBackends = 18

// Manager is the lock manager of one database, shared by its sessions.
type Manager struct {
	parts    [numPartitions]partition
	locked   atomic.Int64 // objects in all partitions
	capacity atomic.Int64 // most objects at a time
	strong   strongCounts

	mu       sync.Mutex // taken before any other of this package
	sessions map[*Locks]bool
}

// NewManager returns a lock manager in which nothing is locked.
func NewManager() *Manager {
	m := &Manager{sessions: map[*Locks]bool{}}
	for i := range m.parts {
		m.parts[i].buckets = make([]*lock, 16)
	}
	m.SetMaxLocks(settings.Defaults())
	return m
}

// SetMaxLocks sets how many objects can be locked at a time, by settings that hold from
// a database's start. Locks by the fast path do not count. PostgreSQL reserves memory
// for max_locks_per_transaction objects a backend and prepared transaction, held by two
// sessions each, and for more: measured on 18.4, 14912 advisory locks of one session fit
// where 8704 are reserved, 10829 where 6400 are.
func (m *Manager) SetMaxLocks(set *settings.Values) {
	backends := set.Int(settings.MaxConnections) + set.Int(settings.MaxWorkerProcesses) + set.Int(settings.MaxWALSenders) + ownBackends
	reserved := set.Int(settings.MaxLocksPerTransaction) * (backends + set.Int(settings.MaxPreparedTransactions))
	m.capacity.Store(max(reserved, reserved*7/4-320))
}

// findOrAdd returns the lock of tag, made if nobody has it. The error is 53200.
// p's mutex is held.
func (m *Manager) findOrAdd(p *partition, tag *Tag, hash uint64) (*lock, error) {
	if lk := p.find(tag, hash); lk != nil {
		return lk, nil
	}
	if m.locked.Add(1) > m.capacity.Load() {
		m.locked.Add(-1)
		return nil, pgerr.New(pgerr.OutOfMemory, "out of shared memory").
			WithHint("You might need to increase %q.", "max_locks_per_transaction")
	}
	return p.add(tag, hash), nil
}

// partition is a hash table of locks, chained, that doubles when it is full.
type partition struct {
	mu      sync.Mutex
	buckets []*lock // a power of two
	n       int
	free    *lock
	_       [64]byte // its own cache line
}

// lock is one object that somebody holds or waits for.
type lock struct {
	tag       Tag
	hash      uint64
	granted   [numModes]int32 // sessions by mode
	grantMask modeSet         // modes with granted > 0
	waitMask  modeSet         // modes that waiters ask for
	holders   *holder
	waiters   []*Locks // in the order in which they are served
	next      *lock    // in the bucket, or free
}

// holder is one session's part in a lock. It lives while the session holds a
// mode of it or waits for one; mask changes under the partition's mutex only.
type holder struct {
	lock       *lock
	owner      *Locks
	mask       modeSet // modes held
	prev, next *holder // of the same lock; next also links free ones
}

func (m *Manager) partition(hash uint64) *partition { return &m.parts[hash>>60] }

func (p *partition) find(tag *Tag, hash uint64) *lock {
	b := &p.buckets[hash>>8&uint64(len(p.buckets)-1)]
	for lk := *b; lk != nil; lk = lk.next {
		if lk.hash == hash && lk.tag == *tag {
			return lk
		}
	}
	return nil
}

func (p *partition) add(tag *Tag, hash uint64) *lock {
	if p.n >= len(p.buckets) {
		p.grow()
	}
	lk := p.free
	if lk != nil {
		p.free = lk.next
	} else {
		lk = new(lock)
	}
	b := &p.buckets[hash>>8&uint64(len(p.buckets)-1)]
	lk.tag, lk.hash, lk.next = *tag, hash, *b
	*b = lk
	p.n++
	return lk
}

func (p *partition) grow() {
	old := p.buckets
	p.buckets = make([]*lock, 2*len(old))
	for _, lk := range old {
		for lk != nil {
			next := lk.next
			b := &p.buckets[lk.hash>>8&uint64(len(p.buckets)-1)]
			lk.next, *b = *b, lk
			lk = next
		}
	}
}

// discard removes a lock that nobody holds or waits for.
func (p *partition) discard(lk *lock) {
	b := &p.buckets[lk.hash>>8&uint64(len(p.buckets)-1)]
	for *b != lk {
		b = &(*b).next
	}
	*b = lk.next
	lk.next, p.free = p.free, lk
	p.n--
}

// grab takes a lock that the session does not hold in this mode. sibling is an
// entry of the same object in another mode, nil if there is none.
func (l *Locks) grab(ctx context.Context, tag *Tag, hash uint64, mode Mode, sibling *entry, nowait bool) (*holder, error) {
	p := l.m.partition(hash)
	h, queued, check, err := l.request(p, tag, hash, mode, sibling, nowait)
	if !queued {
		return h, err
	}
	return h, l.await(ctx, p, check)
}

// request takes a lock, or queues for it: then check is as place has it.
func (l *Locks) request(p *partition, tag *Tag, hash uint64, mode Mode, sibling *entry, nowait bool) (h *holder, queued, check bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h, err = l.holder(p, tag, hash, sibling); err != nil {
		return nil, false, false, err
	}
	lk := h.lock
	if conflicts[mode]&lk.waitMask == 0 && !lk.blocked(h, mode) {
		lk.grant(h, mode)
		return h, false, false, nil
	}
	place, free, check := lk.place(h, mode)
	switch {
	case free:
		lk.grant(h, mode)
		return h, false, false, nil
	case nowait:
		l.abandon(p, h)
		return nil, false, false, notAvailable(tag)
	}
	lk.waiters = slices.Insert(lk.waiters, place, l)
	lk.waitMask |= mode.bit()
	l.wait.queued, l.wait.hold, l.wait.mode, l.wait.since = true, h, mode, time.Now()
	return h, true, check, nil
}

// holder returns the session's part in the lock of tag, made if it has none.
func (l *Locks) holder(p *partition, tag *Tag, hash uint64, sibling *entry) (*holder, error) {
	if sibling != nil && sibling.hold != nil {
		return sibling.hold, nil
	}
	lk, err := l.m.findOrAdd(p, tag, hash)
	if err != nil {
		return nil, err
	}
	if sibling != nil { // which another session may have moved out of our slots
		if h := lk.holderOf(l); h != nil {
			return h, nil
		}
	}
	return l.newHolder(lk), nil
}

// holderOf returns a session's part in the lock, nil if it has none.
func (lk *lock) holderOf(l *Locks) *holder {
	h := lk.holders
	for h != nil && h.owner != l {
		h = h.next
	}
	return h
}

// blocked reports whether other sessions hold modes that conflict with mode.
func (lk *lock) blocked(h *holder, mode Mode) bool {
	clash := conflicts[mode] & lk.grantMask
	for m := AccessShare; clash != 0 && m < numModes; m++ {
		if clash&m.bit() == 0 {
			continue
		}
		clash &^= m.bit()
		if n := lk.granted[m]; n > 1 || n == 1 && h.mask&m.bit() == 0 {
			return true
		}
	}
	return false
}

// place says where in the queue a request belongs: at the end, but before any
// waiter that waits for what the session holds already, since that one cannot
// go first. free: the request conflicts with nobody before that place and need
// not wait. check: both wait for each other, so look for deadlocks at once.
func (lk *lock) place(h *holder, mode Mode) (at int, free, check bool) {
	if h.mask == 0 {
		return len(lk.waiters), false, false
	}
	var ahead modeSet
	for i, w := range lk.waiters {
		if conflicts[w.wait.mode]&h.mask != 0 {
			check = conflicts[mode]&w.wait.hold.mask != 0
			free = conflicts[mode]&ahead == 0 && !lk.blocked(h, mode)
			return i, free, check
		}
		ahead |= w.wait.mode.bit()
	}
	return len(lk.waiters), false, false
}

func (lk *lock) grant(h *holder, mode Mode) {
	lk.granted[mode]++
	lk.grantMask |= mode.bit()
	h.mask |= mode.bit()
}

func (lk *lock) revoke(h *holder, mode Mode) {
	lk.granted[mode]--
	if lk.granted[mode] == 0 {
		lk.grantMask &^= mode.bit()
	}
	h.mask &^= mode.bit()
}

// ungrab gives one mode back and serves who waited for it. h is nil for a lock
// taken by the fast path that another session has moved into the shared table.
func (l *Locks) ungrab(h *holder, tag *Tag, mode Mode, hash uint64) {
	p := l.m.partition(hash)
	p.mu.Lock()
	defer p.mu.Unlock()
	if h == nil {
		h = p.find(tag, hash).holderOf(l)
	}
	lk := h.lock
	lk.revoke(h, mode)
	if len(lk.waiters) > 0 && conflicts[mode]&lk.waitMask != 0 {
		lk.serve()
		l.served = true
	}
	l.abandon(p, h)
}

// serve grants, in order, what conflicts neither with a holder nor with a
// waiter that stays before it.
func (lk *lock) serve() {
	var ahead modeSet
	stay := lk.waiters[:0]
	for _, w := range lk.waiters {
		mode, h := w.wait.mode, w.wait.hold
		if conflicts[mode]&ahead == 0 && !lk.blocked(h, mode) {
			lk.grant(h, mode)
			w.wait.queued = false
			w.wait.granted <- struct{}{}
			continue
		}
		ahead |= mode.bit()
		stay = append(stay, w)
	}
	clear(lk.waiters[len(stay):])
	lk.waiters, lk.waitMask = stay, ahead
}

// abandon drops a holder without modes, and its lock with the last holder.
func (l *Locks) abandon(p *partition, h *holder) {
	if h.mask != 0 {
		return
	}
	lk := h.lock
	if h.prev != nil {
		h.prev.next = h.next
	} else {
		lk.holders = h.next
	}
	if h.next != nil {
		h.next.prev = h.prev
	}
	if lk.holders == nil {
		p.discard(lk)
		l.m.locked.Add(-1)
	}
	h.lock, h.prev, h.next = nil, nil, l.freeHolders
	l.freeHolders = h
}

func (l *Locks) newHolder(lk *lock) *holder {
	h := l.freeHolders
	if h != nil {
		l.freeHolders = h.next
	} else {
		h = &holder{owner: l}
	}
	h.link(lk)
	return h
}

func (h *holder) link(lk *lock) {
	h.lock, h.prev, h.next = lk, nil, lk.holders
	if lk.holders != nil {
		lk.holders.prev = h
	}
	lk.holders = h
}

// LockInfo is one row of pg_locks.
type LockInfo struct {
	Tag       Tag
	Mode      Mode
	Granted   bool
	PID       int32
	FastPath  bool      // held outside the shared table
	WaitStart time.Time // zero if granted
}

// Snapshot lists all locks held and waited for. It stops all sessions that
// take or release one meanwhile.
func (m *Manager) Snapshot() []LockInfo {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []LockInfo
	for l := range m.sessions {
		l.fast.mu.Lock() // until the end, so that no lock moves meanwhile
		defer l.fast.mu.Unlock()
		all = l.fast.appendInfo(all, l.pid)
	}
	m.lockAll()
	defer m.unlockAll()
	for i := range m.parts {
		for _, lk := range m.parts[i].buckets {
			for ; lk != nil; lk = lk.next {
				all = lk.appendInfo(all)
			}
		}
	}
	return all
}

func (lk *lock) appendInfo(all []LockInfo) []LockInfo {
	for h := lk.holders; h != nil; h = h.next {
		for m := AccessShare; m < numModes; m++ {
			if h.mask&m.bit() != 0 {
				all = append(all, LockInfo{Tag: lk.tag, Mode: m, Granted: true, PID: h.owner.pid})
			}
		}
	}
	for _, w := range lk.waiters {
		all = append(all, LockInfo{Tag: lk.tag, Mode: w.wait.mode, PID: w.pid, WaitStart: w.wait.since})
	}
	return all
}

func (m *Manager) lockAll() {
	for i := range m.parts {
		m.parts[i].mu.Lock()
	}
}

func (m *Manager) unlockAll() {
	for i := range m.parts {
		m.parts[i].mu.Unlock()
	}
}
