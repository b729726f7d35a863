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
//	                over 4 x the usual need
//	list            2 x locks held                2 to 4 links an entry
//	owner_lists     1 x locks held                2 to 4 links a claim
//
// Source: PostgreSQL 18, lock.c, LockReleaseAll (scan); pgsql-hackers 2019
// (shrink, shrink_average, list) and 2026 (owner_lists), none committed. How the
// thread averaged is not known; ours is a moving average of weight 1/10.

import "minidb/settings"

// releaser is one way. It hears of entries as they come and go, and removes
// all that the session itself does not own.
type releaser interface {
	added(*Locks, *entry)
	removed(*Locks, *entry)
	releaseAll(*Locks)
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

// ReleaseAll ends a transaction: it releases every lock but the session's own,
// and leaves all savepoints.
func (l *Locks) ReleaseAll() {
	if !l.started {
		return
	}
	for d := transactionDepth; d <= l.depth; d++ {
		l.owners[d].cached = 0 // what it remembers goes now
	}
	l.release.releaseAll(l)
	l.endVirtual()
	l.depth, l.portal, l.started = transactionDepth, 0, false
	l.N.Buckets = int64(l.table.buckets())
}

// scan is the old way.
type scan struct{}

func (scan) added(*Locks, *entry)   {}
func (scan) removed(*Locks, *entry) {}

func (scan) releaseAll(l *Locks) {
	for _, advisory := range [...]bool{false, true} {
		l.N.Walks++
		l.N.BucketsVisited += l.table.walk(func(e *entry) {
			if (e.tag.Kind == KindAdvisory) == advisory {
				l.releaseEntry(e)
			}
		})
	}
}

// shrink is scan, and then a small table for an empty large one. A lock that
// the session keeps prevents it.
type shrink struct{ scan }

func (s shrink) releaseAll(l *Locks) {
	s.scan.releaseAll(l)
	if int64(l.table.buckets()) > l.set.Int(settings.LockTableShrinkThreshold) {
		l.rebuild()
	}
}

// shrinkAverage keeps a table that recent transactions had use for.
type shrinkAverage struct {
	scan
	average float64 // locks a transaction
}

const shrinkMultiple = 4.0 // pgsql-hackers, July 2019, version 8 of the patch

func (s *shrinkAverage) releaseAll(l *Locks) {
	s.average += (float64(l.table.entries) - s.average) / 10
	s.scan.releaseAll(l)
	if n := float64(l.table.buckets()); n > minBuckets && n > shrinkMultiple*s.average {
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

func (list) releaseAll(l *Locks) {
	for _, advisory := range [...]bool{false, true} {
		for e := l.held; e != nil; {
			prev := e.prev
			if (e.tag.Kind == KindAdvisory) == advisory {
				l.releaseEntry(e)
			}
			e = prev
		}
	}
}

// ownerLists keeps, for each owner, a list of its claims; see owner.go.
type ownerLists struct{}

func (ownerLists) added(*Locks, *entry)   {}
func (ownerLists) removed(*Locks, *entry) {}

func (ownerLists) releaseAll(l *Locks) {
	for d := l.depth; d >= transactionDepth; d-- {
		o := &l.owners[d]
		for o.last != nil {
			e := o.last.entry
			l.drop(o.last)
			if e.count == 0 {
				l.forget(e)
			}
		}
	}
}

// releaseEntry drops all claims on e but the session's own.
func (l *Locks) releaseEntry(e *entry) {
	for c := e.owners; c != nil; {
		next := c.next
		if c.depth != sessionDepth {
			l.drop(c)
		}
		c = next
	}
	if e.count == 0 {
		l.forget(e)
	}
}
