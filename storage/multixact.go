package storage

// Several transactions may hold a lock on one row at once, and one of them may
// update it while others hold weak locks. Their list is kept apart and xmax
// names it. A list belongs to one row header: whoever replaces that xmax drops
// the list. PostgreSQL: multixact.c.

import (
	"slices"
	"sync"
)

type lockMember struct {
	xid    XID
	mode   LockMode
	update bool // it also deleted or replaced the version
}

type multis struct {
	mu    sync.RWMutex
	next  XID
	lists map[XID][]lockMember // values are never changed in place
}

func (ms *multis) create(members []lockMember) XID {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.lists == nil {
		ms.lists = map[XID][]lockMember{}
	}
	ms.next++
	ms.lists[ms.next] = slices.Clone(members)
	return ms.next
}

func (ms *multis) members(id XID) []lockMember {
	ms.mu.RLock()
	defer ms.mu.RUnlock()
	return ms.lists[id]
}

func (ms *multis) updater(id XID) XID {
	for _, m := range ms.members(id) {
		if m.update {
			return m.xid
		}
	}
	return InvalidXID
}

func (ms *multis) drop(id XID) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	delete(ms.lists, id)
}

// lastID is the newest id given out.
func (ms *multis) lastID() XID {
	ms.mu.RLock()
	defer ms.mu.RUnlock()
	return ms.next
}

func (ms *multis) clone(into *multis) {
	ms.mu.RLock()
	defer ms.mu.RUnlock()
	into.next = ms.next
	if len(ms.lists) == 0 {
		return
	}
	into.lists = make(map[XID][]lockMember, len(ms.lists))
	for id, l := range ms.lists {
		into.lists[id] = l
	}
}

// lockConflicts says which row locks exclude each other, by mode (PostgreSQL's
// manual, "Row-Level Locks").
var lockConflicts = [4][4]bool{
	LockKeyShare:    {LockUpdate: true},
	LockShare:       {LockNoKeyUpdate: true, LockUpdate: true},
	LockNoKeyUpdate: {LockShare: true, LockNoKeyUpdate: true, LockUpdate: true},
	LockUpdate:      {true, true, true, true},
}
