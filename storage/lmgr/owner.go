package lmgr

// Owners: who in the session took a lock, and how often. A lock taken inside a
// savepoint belongs to it: rolling back releases it unless an outer owner took
// it as well, releasing the savepoint passes it to the parent. The session is
// the outermost owner: its locks outlive transactions, but for those that are no
// advisory ones, which go with a transaction that is rolled back. So it is two
// owners.
//
//	session's advisory, session > transaction > savepoint > savepoint ... > portal
//
// A portal is a statement that runs: what it locks goes to the level around it
// when it ends, one by one or, if it took more locks than an owner remembers, by
// a walk over the whole local table.

// maxCached is how many locks an owner remembers one by one. One that took
// more must walk the whole local table: PostgreSQL 18, resowner.c,
// MAX_RESOWNER_LOCKS.
const maxCached = 15

// claim is one owner's share of an entry.
type claim struct {
	entry *entry
	depth int // of the owner
	count int32
	next  *claim // of the same entry, of an owner further out

	prev, succ *claim // of the same owner, under lock_release = owner_lists
}

type owner struct {
	// cache remembers entries that the owner took, perhaps some more than once or
	// some that are gone; it is of no use once cached > maxCached.
	cache  [maxCached]*entry
	cached int
	last   *claim // newest of the owner's claims, under owner_lists
}

const (
	advisoryDepth    = 0 // of the session for advisory locks
	sessionDepth     = 1 // of the session for others
	transactionDepth = 2
)

// sessionOwner is the depth of the session as owner of tag.
func sessionOwner(tag *Tag) int {
	if tag.Kind == KindAdvisory {
		return advisoryDepth
	}
	return sessionDepth
}

// take adds one to the claim of the owner at depth.
func (l *Locks) take(e *entry, depth int) {
	e.count++
	p := &e.owners
	for *p != nil && (*p).depth > depth {
		p = &(*p).next
	}
	if c := *p; c != nil && c.depth == depth {
		c.count++
		return
	}
	c := &e.first
	if c.count != 0 {
		c = l.newClaim()
	}
	*c = claim{entry: e, depth: depth, count: 1, next: *p}
	*p = c
	l.claimed(c)
}

// claimed tells the strategy and the owner of a new claim.
func (l *Locks) claimed(c *claim) {
	o := &l.owners[c.depth]
	if l.lists {
		c.prev, c.succ = o.last, nil
		if o.last != nil {
			o.last.succ = c
			l.N.ListLinks++
		}
		o.last = c
		l.N.ListLinks += 2
		return
	}
	if c.depth < transactionDepth {
		return // the session remembers nothing: PostgreSQL's owner NULL
	}
	if o.cached < maxCached {
		o.cache[o.cached] = c.entry
	} else if o.cached == maxCached {
		l.N.OwnerCacheOverflows++
	}
	if o.cached <= maxCached {
		o.cached++
	}
}

// drop takes a claim away from its entry and its owner.
func (l *Locks) drop(c *claim) {
	e := c.entry
	p := &e.owners
	for *p != c {
		p = &(*p).next
	}
	*p = c.next
	e.count -= c.count
	c.count = 0
	l.unclaimed(c)
	if c != &e.first {
		*c = claim{next: l.freeClaims}
		l.freeClaims = c
	}
}

func (l *Locks) unclaimed(c *claim) {
	o := &l.owners[c.depth]
	if !l.lists {
		for i := min(o.cached, maxCached) - 1; i >= 0 && o.cached <= maxCached; i-- {
			if o.cache[i] == c.entry {
				o.cached--
				o.cache[i], o.cache[o.cached] = o.cache[o.cached], nil
				break
			}
		}
		return
	}
	if c.succ != nil {
		c.succ.prev = c.prev
		l.N.ListLinks++
	} else {
		o.last = c.prev
	}
	if c.prev != nil {
		c.prev.succ = c.succ
		l.N.ListLinks++
	}
}

// claimOf returns the share of the owner at depth, nil if it has none.
func (e *entry) claimOf(depth int) *claim {
	for c := e.owners; c != nil && c.depth >= depth; c = c.next {
		if c.depth == depth {
			return c
		}
	}
	return nil
}

func (l *Locks) newClaim() *claim {
	if c := l.freeClaims; c != nil {
		l.freeClaims = c.next
		return c
	}
	return new(claim)
}

// Savepoint makes a savepoint the owner of the locks taken from now on.
func (l *Locks) Savepoint() {
	if !l.started {
		l.start()
	}
	if l.depth++; l.depth == len(l.owners) {
		l.owners = append(l.owners, owner{})
	}
	l.owners[l.depth] = owner{}
}

// ReleaseSavepoint ends the innermost savepoint: its locks go to the parent.
func (l *Locks) ReleaseSavepoint() {
	parent := l.depth - 1
	l.eachClaim(l.depth, func(c *claim) {
		e, n := c.entry, c.count
		if p := e.claimOf(parent); p != nil {
			l.drop(c)
			p.count += n
			e.count += n
			return
		}
		l.unclaimed(c)
		c.depth = parent
		l.claimed(c)
	})
	l.depth--
}

// OpenPortal makes the statement that runs the owner of the locks taken from now
// on. It does nothing if that has been done.
func (l *Locks) OpenPortal() {
	if l.portal == 0 {
		l.Savepoint()
		l.portal = l.depth
	}
}

// ClosePortal ends the statement's ownership: its locks go to the level around it
// or, if it failed, are released. It does nothing after the transaction's end.
func (l *Locks) ClosePortal(ok bool) {
	switch {
	case l.portal == 0:
		return
	case ok:
		l.ReleaseSavepoint()
	default:
		l.RollbackSavepoint()
	}
	l.portal = 0
}

// RollbackSavepoint ends the innermost savepoint and releases its locks, but
// for those that an outer owner took as well.
func (l *Locks) RollbackSavepoint() {
	l.eachClaim(l.depth, func(c *claim) {
		e := c.entry
		l.drop(c)
		if e.count == 0 {
			l.forget(e)
		}
	})
	l.depth--
}

// eachClaim calls f for every claim of the owner at depth; f must drop it. The
// owner's list or cache finds them, or, past the cache, a walk over the table.
func (l *Locks) eachClaim(depth int, f func(*claim)) {
	o := &l.owners[depth]
	switch {
	case l.lists:
		for l.owners[depth].last != nil {
			f(l.owners[depth].last)
		}
	case o.cached <= maxCached:
		for l.owners[depth].cached > 0 {
			o = &l.owners[depth]
			f(o.cache[o.cached-1].claimOf(depth))
		}
	default:
		l.N.Walks++
		l.N.BucketsVisited += l.table.walk(func(e *entry) {
			if c := e.claimOf(depth); c != nil {
				f(c)
			}
		})
	}
}
