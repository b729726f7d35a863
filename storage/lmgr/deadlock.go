package lmgr

// Deadlocks: a cycle of sessions that wait for each other. A waiter waits for
// who holds a conflicting mode (a hard edge) and for who stands before it in
// the queue with a conflicting request (a soft edge). A cycle through a soft
// edge is resolved by changing the two places in the queue, if that makes no
// other cycle; else the session that looked is the victim.

import (
	"fmt"
	"slices"
	"strings"

	"minidb/pgerr"
)

// edge is one step of a cycle: waiter waits for blocker.
type edge struct {
	waiter, blocker *Locks
	soft            bool
}

// checkDeadlock looks for a cycle through l. If there is one that cannot be
// resolved, it takes the request back and returns the error 40P01; avoided: it was resolved.
func (l *Locks) checkDeadlock() (avoided bool, err error) {
	l.m.lockAll()
	defer l.m.unlockAll()
	if !l.wait.queued {
		return false, nil
	}
	cycle := findCycle(l, false)
	if cycle == nil {
		if cycle = findCycle(l, true); cycle == nil || resolve(l, cycle) {
			return cycle != nil, nil
		}
	}
	err = pgerr.New(pgerr.DeadlockDetected, "deadlock detected").
		WithDetail("%s", describe(cycle)).WithHint("See server log for query details.")
	l.withdraw(l.m.partition(l.wait.hold.lock.hash))
	return false, err
}

// findCycle returns a cycle that begins and ends at start, nil if there is
// none. All partitions are locked.
func findCycle(start *Locks, soft bool) []edge {
	s := search{start: start, soft: soft, seen: map[*Locks]bool{}}
	if s.visit(start) {
		return s.path
	}
	return nil
}

type search struct {
	start *Locks
	soft  bool // follow soft edges too
	seen  map[*Locks]bool
	path  []edge
}

// visit follows the edges out of w, depth first, and stops with the path in
// place when it comes back to start.
func (s *search) visit(w *Locks) bool {
	if s.seen[w] {
		return w == s.start
	}
	s.seen[w] = true
	if !w.wait.queued {
		return false
	}
	lk, clash := w.wait.hold.lock, conflicts[w.wait.mode]
	for h := lk.holders; h != nil; h = h.next {
		if h.owner != w && h.mask&clash != 0 && s.follow(edge{w, h.owner, false}) {
			return true
		}
	}
	for _, x := range lk.waiters {
		if x == w || !s.soft {
			break
		}
		if clash&x.wait.mode.bit() != 0 && s.follow(edge{w, x, true}) {
			return true
		}
	}
	return false
}

func (s *search) follow(e edge) bool {
	s.path = append(s.path, e)
	if s.visit(e.blocker) {
		return true
	}
	s.path = s.path[:len(s.path)-1]
	return false
}

// resolve tries to break the cycle at one of its soft edges.
func resolve(l *Locks, cycle []edge) bool {
	for _, e := range cycle {
		if !e.soft {
			continue
		}
		lk := e.waiter.wait.hold.lock
		before := slices.Clone(lk.waiters)
		from, to := slices.Index(before, e.waiter), slices.Index(before, e.blocker)
		lk.waiters = slices.Delete(lk.waiters, from, from+1)
		lk.waiters = slices.Insert(lk.waiters, to, e.waiter)
		if findCycle(l, true) == nil && findCycle(e.waiter, true) == nil && findCycle(e.blocker, true) == nil {
			lk.serve()
			return true
		}
		lk.waiters = before
	}
	return false
}

func describe(cycle []edge) string {
	lines := make([]string, len(cycle))
	for i, e := range cycle {
		lines[i] = fmt.Sprintf("Process %d waits for %s on %s; blocked by process %d.",
			e.waiter.pid, e.waiter.wait.mode, e.waiter.wait.hold.lock.tag, e.blocker.pid)
	}
	return strings.Join(lines, "\n")
}

// Blockers returns the pids of the sessions that the session pid waits for, as
// pg_blocking_pids does; none if it does not wait.
func (m *Manager) Blockers(pid int32) []int32 {
	m.lockAll()
	defer m.unlockAll()
	var pids []int32
	for i := range m.parts {
		for _, lk := range m.parts[i].buckets {
			for ; lk != nil; lk = lk.next {
				pids = lk.blockersOf(pid, pids)
			}
		}
	}
	return pids
}

func (lk *lock) blockersOf(pid int32, pids []int32) []int32 {
	i := slices.IndexFunc(lk.waiters, func(w *Locks) bool { return w.pid == pid })
	if i < 0 {
		return pids
	}
	w := lk.waiters[i]
	clash := conflicts[w.wait.mode]
	for h := lk.holders; h != nil; h = h.next {
		if h.owner != w && h.mask&clash != 0 {
			pids = append(pids, h.owner.pid)
		}
	}
	for _, x := range lk.waiters[:i] {
		if clash&x.wait.mode.bit() != 0 {
			pids = append(pids, x.pid)
		}
	}
	return pids
}
