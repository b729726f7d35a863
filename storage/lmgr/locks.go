package lmgr

// One session's locks: a count for what it holds already, the shared table for
// what it does not.

import (
	"context"

	"minidb/pgerr"
	"minidb/settings"
)

// Locks are one session's locks, used by one goroutine at a time.
type Locks struct {
	N Counters

	m   *Manager
	pid int32
	set *settings.Values

	table  table
	fast   fastPath
	owners []owner // by depth: session, transaction, savepoints
	depth  int     // of the innermost owner
	portal int     // depth of the running statement, 0 if it owns nothing

	release     releaser
	releaseName string
	lists       bool   // claims are kept on owners' lists
	started     bool   // the transaction took a lock, or may have
	keeps       bool   // the session may own a lock that a rollback releases
	served      bool   // the transaction gave a lock to a session that waited
	held        *entry // newest of all entries, under lock_release = list

	freeEntries *entry
	freeClaims  *claim
	freeHolders *holder

	// Log receives what log_lock_waits reports; nil for nobody.
	Log func(*pgerr.Error)

	virtual virtual

	wait waiting
}

// Open makes the locks of one session. pid names it in deadlock reports and
// pg_locks; set is read for lock_release and the timeouts.
func (m *Manager) Open(pid int32, set *settings.Values) *Locks {
	l := &Locks{m: m, pid: pid, set: set, table: newTable(), depth: transactionDepth}
	l.owners = make([]owner, transactionDepth+1, 4)
	l.wait.granted = make(chan struct{}, 1)
	l.N.Buckets = minBuckets
	m.mu.Lock()
	m.sessions[l] = true
	m.mu.Unlock()
	return l
}

// PID is the session's, as given to Open.
func (l *Locks) PID() int32 { return l.pid }

// Close releases everything, also what the session itself owns.
func (l *Locks) Close() {
	l.ReleaseAll(false)
	l.table.walk(func(e *entry) {
		for e.owners != nil {
			l.drop(e.owners)
		}
		l.forget(e)
	})
	l.m.mu.Lock()
	delete(l.m.sessions, l)
	l.m.mu.Unlock()
}

// Acquire takes a lock for the innermost owner, waiting if need be. It reports
// whether the session did not hold tag in that mode before: then the caller
// must look again at what it knew about the object.
//
// Errors: 40P01 deadlock, 53200 no room in the shared table, 55P03 lock_timeout, or nowait and not free (the
// caller words that one), 57014 or the cause of ctx when ctx ends.
func (l *Locks) Acquire(ctx context.Context, tag Tag, mode Mode, nowait bool) (bool, error) {
	return l.acquire(ctx, &tag, mode, nowait, l.depth)
}

// AcquireSession is Acquire for the session itself: the lock outlives the
// transaction, until as many calls of ReleaseSession. A rollback ends it too,
// unless it is an advisory one.
func (l *Locks) AcquireSession(ctx context.Context, tag Tag, mode Mode, nowait bool) (bool, error) {
	depth := sessionOwner(&tag)
	l.keeps = l.keeps || depth == sessionDepth
	return l.acquire(ctx, &tag, mode, nowait, depth)
}

func (l *Locks) acquire(ctx context.Context, tag *Tag, mode Mode, nowait bool, depth int) (bool, error) {
	if !l.started {
		l.start()
	}
	hash := tag.hash()
	e, sibling := l.table.find(tag, hash, mode)
	if e != nil {
		l.take(e, depth)
		return false, nil
	}
	var h *holder
	if !weak(tag, mode) || !l.takeFast(tag, hash, mode) {
		var err error
		if h, err = l.share(ctx, tag, hash, mode, sibling, nowait); err != nil {
			return false, err
		}
	}
	e = l.newEntry()
	e.tag, e.hash, e.mode, e.hold = *tag, hash, mode, h
	if l.table.insert(e) {
		l.N.Splits++
		l.N.Buckets = int64(l.table.buckets())
	}
	l.N.LocksAcquired++
	l.N.EntriesPeak = max(l.N.EntriesPeak, int64(l.table.entries))
	l.release.added(l, e)
	l.take(e, depth)
	return true, nil
}

// share takes a lock in the shared table. A strong one is counted for as long as
// it is wanted or held: meanwhile nobody takes its relation by the fast path.
func (l *Locks) share(ctx context.Context, tag *Tag, hash uint64, mode Mode, sibling *entry, nowait bool) (*holder, error) {
	if !strong(tag, mode) {
		return l.grab(ctx, tag, hash, mode, sibling, nowait)
	}
	count := l.m.strong.of(hash)
	count.Add(1)
	err := l.m.moveFast(tag, hash)
	if err == nil {
		var h *holder
		if h, err = l.grab(ctx, tag, hash, mode, sibling, nowait); err == nil {
			return h, nil
		}
	}
	count.Add(-1)
	return nil, err
}

// Release undoes one Acquire of the innermost owner that has the lock. It does
// nothing if none has.
func (l *Locks) Release(tag Tag, mode Mode) {
	e, _ := l.table.find(&tag, tag.hash(), mode)
	if e == nil {
		return
	}
	if c := e.owners; c != nil && c.depth >= transactionDepth {
		l.releaseOne(c)
	}
}

// ReleaseSession undoes one AcquireSession; false if the session does not own
// such a lock.
func (l *Locks) ReleaseSession(tag Tag, mode Mode) bool {
	e, _ := l.table.find(&tag, tag.hash(), mode)
	if e == nil {
		return false
	}
	c := e.claimOf(sessionOwner(&tag))
	if c == nil {
		return false
	}
	l.releaseOne(c)
	return true
}

// ReleaseAdvisory releases all advisory locks that the session itself owns.
func (l *Locks) ReleaseAdvisory() {
	if !l.started {
		l.start()
	}
	l.release.releaseAdvisory(l)
}

func (l *Locks) releaseOne(c *claim) {
	e := c.entry
	if c.count > 1 {
		c.count--
		e.count--
		return
	}
	l.drop(c)
	if e.count == 0 {
		l.forget(e)
	}
}

// Holds reports whether the session holds tag in exactly that mode.
func (l *Locks) Holds(tag Tag, mode Mode) bool {
	e, _ := l.table.find(&tag, tag.hash(), mode)
	return e != nil
}

// Held returns the number of locks held, each mode of an object counted.
func (l *Locks) Held() int { return l.table.entries }

// forget removes an entry that nobody claims, here and in the shared table.
func (l *Locks) forget(e *entry) {
	l.table.remove(e)
	l.release.removed(l, e)
	l.N.LocksReleased++
	if e.hold != nil || !l.giveFast(&e.tag, e.mode) {
		l.ungrab(e.hold, &e.tag, e.mode, e.hash)
	}
	if strong(&e.tag, e.mode) {
		l.m.strong.of(e.hash).Add(-1)
	}
	e.hold, e.next = nil, l.freeEntries
	l.freeEntries = e
}

func (l *Locks) newEntry() *entry {
	if e := l.freeEntries; e != nil {
		l.freeEntries, e.next = e.next, nil
		return e
	}
	return new(entry)
}

// AcquireXID takes the lock of a transaction on its own id, on which others
// wait. It never blocks, since nobody else asks for a new id. The lock belongs
// to the transaction even inside a savepoint, whose rollback ends only the ids
// that were assigned in it: ReleaseXID says which. If the shared table is full it
// panics with 53200.
func (l *Locks) AcquireXID(xid uint64) {
	tag := XIDTag(xid)
	if _, err := l.acquire(context.Background(), &tag, Exclusive, true, transactionDepth); err != nil {
		panic(err) // 53200, an *Error: callers cannot fail, the statement's end can
	}
}

// ReleaseXID gives the lock up at the end of that transaction or
// subtransaction; nothing happens if it is gone.
func (l *Locks) ReleaseXID(xid uint64) { l.Release(XIDTag(xid), Exclusive) }

// WaitXID waits until a transaction has ended; at once if it is the session's
// own. The errors are those of Acquire.
func (l *Locks) WaitXID(ctx context.Context, xid uint64) error {
	_, err := l.Acquire(ctx, XIDTag(xid), Share, false)
	if err == nil {
		l.Release(XIDTag(xid), Share)
	}
	return err
}

// TryXID reports whether a transaction has ended, without waiting.
func (l *Locks) TryXID(xid uint64) bool {
	_, err := l.Acquire(context.Background(), XIDTag(xid), Share, true)
	if err != nil {
		return false
	}
	l.Release(XIDTag(xid), Share)
	return true
}

func notAvailable(tag *Tag) error {
	return pgerr.New(pgerr.LockNotAvailable, "could not obtain lock on %s", tag.String())
}
