package lmgr

// How a session finds its locks at the end of a transaction.
//
// Each session remembers what it holds in the table of table.go, which grows
// to the largest transaction it ever ran and never shrinks. The old way walks
// all buckets, twice: once for ordinary and once for advisory locks. So after
// one transaction with 8,000 locks each later one visits 16,000 empty buckets.
//
//	lock_release    at the end of a transaction   per acquire and release
//	scan            2 x buckets                   nothing
//	shrink          2 x buckets, then a table     nothing; after a rebuild the
//	                over the threshold is thrown  buckets are split again
//	                away for one of 16
//	shrink_average  the same, but only a table    nothing
//	                over 4 x the usual need and
//	                over 16: both are settings
//	list            2 x locks held                2 to 4 links an entry
//	owner_lists     1 x locks held                2 to 4 links a claim
//
// Source: PostgreSQL 18, lock.c, LockReleaseAll (scan); pgsql-hackers 2019
// (shrink, shrink_average, list) and 2026 (owner_lists), none committed. How the
// thread averaged is not known; ours is a moving average of weight 1/10.

import (
	"runtime"

	"minidb/settings"
)

// releaser is one way. It hears of entries as they come and go, and removes
// the claims of owners from a depth on, or the session's on advisory locks.
type releaser interface {
	added(*Locks, *entry)
	removed(*Locks, *entry)
	releaseAll(l *Locks, from int)
	releaseAdvisory(*Locks)
}

// start makes the strategy follow the settings, at the first lock of a
// transaction. Session locks are carried over.
func (l *Locks) start() {
	l.started = true
	l.fast.resize(groups(l.set))
	name := l.set.Enum(settings.LockRelease)
	if l.release != nil && name == l.releaseName {
		return
	}
	l.releaseName, l.lists = name, name == "owner_lists"
	switch name {
	case "scan":
		l.release = scan{}
	case "shrink":
		l.release = shrink{}
	case "shrink_average":
		l.release = &shrinkAverage{}
	case "list":
		l.release = list{}
	default:
		l.release = ownerLists{}
	}
	clear(l.owners)
	l.held = nil
	l.table.walk(func(e *entry) {
		l.release.added(l, e)
		for c := e.owners; c != nil; c = c.next {
			l.claimed(c)
		}
	})
}

// ReleaseAll ends a transaction: it releases every lock but the session's own, of
// which a rollback leaves only the advisory ones, and leaves all savepoints. Those who
// had to wait for the transaction go first then: else Go's scheduler would stop this
// session at some time in the midst of a later one, while it holds what they need.
func (l *Locks) ReleaseAll(committed bool) {
	from := transactionDepth
	if !committed && l.keeps {
		from, l.keeps = sessionDepth, false
	}
	if !l.started {
		if from == transactionDepth {
			return
		}
		l.start()
	}
	for d := transactionDepth; d <= l.depth; d++ {
		l.owners[d].cached = 0 // what it remembers goes now
	}
	l.release.releaseAll(l, from)
	l.endVirtual()
	l.depth, l.portal, l.started = transactionDepth, 0, false
	l.N.Buckets = int64(l.table.buckets())
	if l.served {
		l.served = false
		runtime.Gosched()
	}
}

// scan is the old way.
type scan struct{}

func (scan) added(*Locks, *entry)   {}
func (scan) removed(*Locks, *entry) {}

func (scan) releaseAll(l *Locks, from int) {
	for _, advisory := range [...]bool{false, true} {
		l.N.Walks++
		l.N.BucketsVisited += l.table.walk(func(e *entry) {
			if (e.tag.Kind == KindAdvisory) == advisory {
				l.releaseEntry(e, from)
			}
		})
	}
}

func (scan) releaseAdvisory(l *Locks) {
	l.N.Walks++
	l.N.BucketsVisited += l.table.walk(l.releaseSessions)
}

// shrink is scan, and then a small table for an empty large one. A lock that
// the session keeps prevents it.
type shrink struct{ scan }

func (s shrink) releaseAll(l *Locks, from int) {
	s.scan.releaseAll(l, from)
	if int64(l.table.buckets()) > l.set.Int(settings.LockTableShrinkThreshold) {
		l.rebuild()
	}
}

// shrinkAverage keeps a table that recent transactions had use for.
type shrinkAverage struct {
	scan
	average float64 // locks a transaction
}

func (s *shrinkAverage) releaseAll(l *Locks, from int) {
	s.average += (float64(l.table.entries) - s.average) / 10
	s.scan.releaseAll(l, from)
	n := l.table.buckets()
	if int64(n) > l.set.Int(settings.LockTableShrinkMinimum) &&
		float64(n) > l.set.Real(settings.LockTableShrinkMultiple)*s.average {
		l.rebuild()
	}
}

func (l *Locks) rebuild() {
	if l.table.entries == 0 {
		l.table = newTable()
		l.N.Rebuilds++
	}
}

// list keeps all entries on one list, in the order of their first acquisition.
type list struct{}

func (list) added(l *Locks, e *entry) {
	e.prev, e.succ = l.held, nil
	if l.held != nil {
		l.held.succ = e
		l.N.ListLinks++
	}
	l.held = e
	l.N.ListLinks += 2
}

func (list) removed(l *Locks, e *entry) {
	if e.succ != nil {
		e.succ.prev = e.prev
		l.N.ListLinks++
	} else {
		l.held = e.prev
	}
	if e.prev != nil {
		e.prev.succ = e.succ
		l.N.ListLinks++
	}
	e.prev, e.succ = nil, nil
}

func (list) releaseAll(l *Locks, from int) {
	for _, advisory := range [...]bool{false, true} {
		l.eachHeld(func(e *entry) {
			if (e.tag.Kind == KindAdvisory) == advisory {
				l.releaseEntry(e, from)
			}
		})
	}
}

func (list) releaseAdvisory(l *Locks) { l.eachHeld(l.releaseSessions) }

// eachHeld calls f for the entries on the list, which may remove the one it is given.
func (l *Locks) eachHeld(f func(*entry)) {
	for e := l.held; e != nil; {
		prev := e.prev
		f(e)
		e = prev
	}
}

// ownerLists keeps, for each owner, a list of its claims; see owner.go.
type ownerLists struct{}

func (ownerLists) added(*Locks, *entry)   {}
func (ownerLists) removed(*Locks, *entry) {}

func (ownerLists) releaseAll(l *Locks, from int) {
	for d := l.depth; d >= from; d-- {
		l.releaseOwner(d)
	}
}

func (ownerLists) releaseAdvisory(l *Locks) { l.releaseOwner(advisoryDepth) }

// releaseOwner drops all that is on the list of the owner at depth.
func (l *Locks) releaseOwner(depth int) {
	o := &l.owners[depth]
	for o.last != nil {
		e := o.last.entry
		l.drop(o.last)
		if e.count == 0 {
			l.forget(e)
		}
	}
}

// releaseSessions drops the session's claim on e if that is an advisory lock.
func (l *Locks) releaseSessions(e *entry) {
	c := e.claimOf(advisoryDepth)
	if c == nil {
		return
	}
	if l.drop(c); e.count == 0 {
		l.forget(e)
	}
}

// releaseEntry drops all claims on e of owners from a depth on.
func (l *Locks) releaseEntry(e *entry, from int) {
	for c := e.owners; c != nil && c.depth >= from; {
		next := c.next
		l.drop(c)
		c = next
	}
	if e.count == 0 {
		l.forget(e)
	}
}
