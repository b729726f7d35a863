package storage

import (
	"slices"
	"testing"
)

// The list of running transactions is collected into the memory of the last one, but
// not while a snapshot has that.
func TestSnapshotMemory(t *testing.T) {
	s := NewStore(nil)
	var others []XID
	for range 5 {
		x := s.Begin(ReadCommitted, nil)
		defer x.Abort()
		others = append(others, x.XID())
	}
	end := func() { // of another one: what was collected before is no longer right
		x := s.Begin(ReadCommitted, nil)
		x.XID()
		x.Commit()
	}
	x := s.Begin(ReadCommitted, nil)
	defer x.Abort()
	open := x.TakeSnapshot()
	late := s.Begin(ReadCommitted, nil)
	defer late.Abort()
	all := append(slices.Clone(others), late.XID())
	end()
	second := x.TakeSnapshot()
	if !slices.Equal(open.running, others) || !slices.Equal(second.running, all) {
		t.Errorf("running: %v, then %v; want %v, %v", open.running, second.running, others, all)
	}
	open.Release()
	second.Release()
	memory := &x.cache.running[0]
	end()
	third := x.TakeSnapshot()
	defer third.Release()
	if !slices.Equal(third.running, all) || &third.running[0] != memory {
		t.Errorf("running: %v, want %v in the same memory", third.running, all)
	}
}
