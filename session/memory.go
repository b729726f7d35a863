package session

// The memory of a statement: nodes that keep rows report what they take and
// give back, so that minidb.memory_limit ends a statement before the machine
// suffers. Large values are counted besides for as long as they can be reached,
// whoever keeps them, and may be as much again.

import (
	"runtime"
	"sync/atomic"
	"time"

	"minidb/pgerr"
	"minidb/settings"
)

type stmtMemory struct {
	used, peak, limit int64         // bytes; limit 0: none
	values            *atomic.Int64 // bytes of the large values that are not collected yet
}

func (m *stmtMemory) begin(limit int64) {
	m.used, m.limit = 0, limit
	if m.values == nil || m.values.Load() > 0 { // those that are left are the last statement's
		m.values = new(atomic.Int64)
	}
}

// Grow accounts for bytes taken. The error is 53200; the bytes are then not
// accounted for.
func (s *Session) Grow(bytes int64) error {
	m := &s.memory
	if m.limit > 0 && m.used+bytes > m.limit {
		return s.outOfMemory(bytes, m.used)
	}
	m.used += bytes
	m.peak = max(m.peak, m.used)
	return nil
}

func (s *Session) outOfMemory(bytes, used int64) error {
	return pgerr.New(pgerr.OutOfMemory, "out of memory").
		WithDetail("Failed on request of size %d: the statement uses %d bytes, and minidb.memory_limit is %s.",
			bytes, used, s.Set.ShowDef(settings.MemoryLimit))
}

// Room says whether the statement may make a value of so many bytes; 53200 if not.
func (s *Session) Room(bytes int64) error {
	m := &s.memory
	if m.limit == 0 {
		return nil
	}
	if m.used+bytes > m.limit {
		return s.outOfMemory(bytes, m.used)
	}
	if m.values == nil || m.values.Load()+bytes <= m.limit {
		return nil
	}
	runtime.GC() // most of them may be out of reach
	for range 20 {
		if m.values.Load()+bytes <= m.limit {
			return nil
		}
		time.Sleep(time.Millisecond) // cleanups run by and by
	}
	return s.outOfMemory(bytes, m.values.Load())
}

// Keep counts a large value, whose bytes are at p, until it is collected.
func (s *Session) Keep(p *byte, bytes int64) error {
	m := &s.memory
	if m.limit == 0 {
		return nil
	}
	if err := s.Room(bytes); err != nil {
		return err
	}
	m.values.Add(bytes)
	values := m.values
	runtime.AddCleanup(p, func(n int64) { values.Add(-n) }, bytes)
	return nil
}

// Shrink accounts for bytes given back.
func (s *Session) Shrink(bytes int64) { s.memory.used = max(0, s.memory.used-bytes) }

// MemoryUsed returns the bytes accounted for now, and the most since the
// transaction began.
func (s *Session) MemoryUsed() (now, peak int64) { return s.memory.used, s.memory.peak }
