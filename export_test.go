package minidb

// What the tests of package minidb_test may see of the inside: who waits, which
// locks are held, what memory a statement has not given back.

import "fmt"

// Blocked tells whether the session waits for a lock.
func (s *Session) Blocked() bool { return len(s.db.cat.LockManager().Blockers(s.s.PID)) > 0 }

// MemoryUsed is what the session's nodes hold, in bytes.
func (s *Session) MemoryUsed() int64 {
	now, _ := s.s.MemoryUsed()
	return now
}

// LocksHeld lists all locks that are held or waited for, in the whole database.
func (db *DB) LocksHeld() []string {
	var out []string
	for _, l := range db.cat.LockManager().Snapshot() {
		out = append(out, fmt.Sprintf("%s %s granted=%v pid=%d", l.Tag, l.Mode, l.Granted, l.PID))
	}
	return out
}

// DB is the session's database.
func (s *Session) DB() *DB { return s.db }
