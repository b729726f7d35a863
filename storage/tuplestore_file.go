package storage

import "minidb/types"

// storeFile: still to come; until then rows stay in memory past work_mem.
type storeFile struct{}

func (f *storeFile) put(*Tuplestore, types.Row) error               { return nil }
func (f *storeFile) row(*Tuplestore, int, int64) (types.Row, error) { return nil, nil }
func (f *storeFile) size() int64                                    { return 0 }
func (s *Tuplestore) dropFile()                                     { s.file = nil }
func (s *Tuplestore) spill() error                                  { s.cfg.WorkMem *= 2; s.mayGrow = true; return nil }
