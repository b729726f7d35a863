package session

// The memory of a statement: nodes that keep rows report what they take and
// give back, so that minidb.memory_limit ends a statement before the machine
// suffers.

import (
	"minidb/pgerr"
	"minidb/settings"
)

type stmtMemory struct {
	used, peak, limit int64 // bytes; limit 0: none
}

// Grow accounts for bytes taken. The error is 53200; the bytes are then not
// accounted for.
func (s *Session) Grow(bytes int64) error {
	m := &s.memory
	if m.limit > 0 && m.used+bytes > m.limit {
		return pgerr.New(pgerr.OutOfMemory, "out of memory").
			WithDetail("Failed on request of size %d: the statement uses %d bytes, and minidb.memory_limit is %s.",
				bytes, m.used, s.Set.ShowDef(settings.MemoryLimit))
	}
	m.used += bytes
	m.peak = max(m.peak, m.used)
	return nil
}

// Shrink accounts for bytes given back.
func (s *Session) Shrink(bytes int64) { s.memory.used = max(0, s.memory.used-bytes) }

// MemoryUsed returns the bytes accounted for now, and the most since the
// transaction began.
func (s *Session) MemoryUsed() (now, peak int64) { return s.memory.used, s.memory.peak }
