package lmgr

// Weak locks on relations, kept by the session itself.
//
// Every statement takes AccessShare, RowShare or RowExclusive on its relations,
// and these conflict with nothing but DDL. So a session notes them in slots of
// its own and leaves the shared table alone. A session that wants a strong lock
// first counts itself in, which closes the fast path for that relation, and then
// moves what it finds in the slots of all sessions into the shared table, where
// conflicts are seen.
//
//	fast_path   slots                                       source
//	16          16                                          PostgreSQL 9.2 to 17
//	groups      16 for each 16 of max_locks_per_transaction, PostgreSQL 18
//	            a relation may use one group only
//
// A session that locks more relations than fit goes to the shared table for the
// rest. Source: PostgreSQL 18, lock.c, "Fast-path lock"; proc.h.

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"minidb/settings"
)

const (
	slotsPerGroup    = 16   // proc.h, FP_LOCK_SLOTS_PER_GROUP
	maxGroups        = 1024 // proc.h, FP_LOCK_GROUPS_PER_BACKEND_MAX
	strongPartitions = 1024 // lock.c, FAST_PATH_STRONG_LOCK_HASH_PARTITIONS
)

// weak reports whether a lock may stay with its session.
func weak(tag *Tag, mode Mode) bool { return tag.Kind == KindRelation && mode < ShareUpdateExclusive }

// strong reports whether a lock conflicts with some weak one.
func strong(tag *Tag, mode Mode) bool {
	return tag.Kind == KindRelation && mode > ShareUpdateExclusive
}

// strongCounts counts strong locks that are held or wanted, by relation hash.
type strongCounts [strongPartitions]atomic.Int32

func (s *strongCounts) of(hash uint64) *atomic.Int32 { return &s[hash>>54] }

// slot is one relation that a session holds by the fast path; free without modes.
type slot struct {
	rel   uint32
	modes modeSet
}

// fastPath is one session's slots. Other sessions look in under mu.
type fastPath struct {
	mu    sync.Mutex
	slots []slot
	used  []uint8 // slots in use, by group
}

// resize sets the number of groups, unless a lock that outlived its transaction
// is in the way.
func (f *fastPath) resize(groups int) {
	if len(f.used) == groups {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.used {
		if n > 0 {
			return
		}
	}
	f.slots, f.used = make([]slot, groups*slotsPerGroup), make([]uint8, groups)
}

// groups is the number of groups that fast_path asks for.
func groups(set *settings.Values) int {
	if set.Enum(settings.FastPath) == "16" {
		return 1
	}
	n := 1 << bits.Len(uint(set.Int(settings.MaxLocksPerTransaction)-1)) // up to a power of two
	return max(1, min(n/slotsPerGroup, maxGroups))
}

// group returns the number of a relation's group and its slots. 49157 is the
// factor of proc.h.
func (f *fastPath) group(rel uint32) (int, []slot) {
	g := int(uint64(rel) * 49157 & uint64(len(f.used)-1))
	return g, f.slots[g*slotsPerGroup:][:slotsPerGroup]
}

// takeFast takes a weak lock by the fast path; false if it must go to the shared
// table.
func (l *Locks) takeFast(tag *Tag, hash uint64, mode Mode) bool {
	f := &l.fast
	g, slots := f.group(tag.Rel)
	f.mu.Lock()
	defer f.mu.Unlock()
	if l.m.strong.of(hash).Load() != 0 {
		return false
	}
	free, left := -1, f.used[g]
	for i := slotsPerGroup - 1; i >= 0 && (left > 0 || free < 0); i-- { // filled from the last on
		switch {
		case slots[i].modes == 0:
			free = max(free, i)
		case slots[i].rel == tag.Rel:
			slots[i].modes |= mode.bit()
			l.N.FastPathHits++
			return true
		default:
			left--
		}
	}
	if free < 0 {
		l.N.FastPathOverflows++
		return false
	}
	slots[free] = slot{tag.Rel, mode.bit()}
	f.used[g]++
	l.N.FastPathHits++
	return true
}

// giveFast gives a lock back that is in a slot; false if it is not, since
// another session moved it.
func (l *Locks) giveFast(tag *Tag, mode Mode) bool {
	f := &l.fast
	g, slots := f.group(tag.Rel)
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := slotsPerGroup - 1; i >= 0; i-- {
		if s := &slots[i]; s.rel == tag.Rel && s.modes&mode.bit() != 0 {
			if s.modes &^= mode.bit(); s.modes == 0 {
				f.used[g]--
			}
			return true
		}
	}
	return false
}

// moveFast moves all weak locks on a relation from the sessions' slots into the
// shared table. The error is 53200.
func (m *Manager) moveFast(tag *Tag, hash uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for l := range m.sessions {
		if err := l.moveOut(tag, hash); err != nil {
			return err
		}
	}
	return nil
}

func (l *Locks) moveOut(tag *Tag, hash uint64) error {
	f := &l.fast
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.used) == 0 {
		return nil // it never took a lock
	}
	g, slots := f.group(tag.Rel)
	for i := range slots {
		s := &slots[i]
		if s.rel != tag.Rel || s.modes == 0 {
			continue
		}
		p := l.m.partition(hash)
		p.mu.Lock()
		lk, err := l.m.findOrAdd(p, tag, hash)
		if err == nil {
			h := lk.holderOf(l)
			if h == nil {
				h = &holder{owner: l}
				h.link(lk)
			}
			for mode := AccessShare; mode < ShareUpdateExclusive; mode++ {
				if s.modes&mode.bit() != 0 {
					lk.grant(h, mode)
				}
			}
			s.modes = 0
			f.used[g]--
		}
		p.mu.Unlock()
		return err
	}
	return nil
}

// appendInfo adds the rows of pg_locks for what is in the slots.
func (f *fastPath) appendInfo(all []LockInfo, pid int32) []LockInfo {
	for _, s := range f.slots {
		for mode := AccessShare; mode < ShareUpdateExclusive; mode++ {
			if s.modes&mode.bit() != 0 {
				all = append(all, LockInfo{Tag: RelationTag(s.rel), Mode: mode, Granted: true, PID: pid, FastPath: true})
			}
		}
	}
	return all
}
