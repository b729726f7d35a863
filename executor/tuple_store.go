package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// tupleStore is a storage.Tuplestore with the session's work_mem: what nodes keep
// rows in that are read again. Past work_mem its rows are in a temporary file; what it
// has in memory counts against the session's limit until close.
type tupleStore struct {
	*storage.Tuplestore
	mem account
}

// newTupleStore makes a store whose read pointer 0 has these capabilities.
func newTupleStore(c *Ctx, layout *types.RowLayout, caps storage.Capability) *tupleStore {
	s := &tupleStore{mem: account{sess: c.Sess}}
	s.Tuplestore = storage.NewTuplestore(storage.StoreConfig{
		WorkMem: workMem(c), Layout: layout, Interrupted: c.Sess.Interrupted, Files: &c.Sess.TempFiles, Charge: s.mem.add,
	})
	s.SetCapabilities(0, caps)
	return s
}

// keep lets the store outlive the statement: its memory is in no account any more.
func (s *tupleStore) keep() {
	s.mem.release()
	s.mem.sess = nil
}

// close gives memory and file back; it may be called on nil and twice.
func (s *tupleStore) close() {
	if s == nil || s.Tuplestore == nil {
		return
	}
	s.End()
	s.Tuplestore = nil
	s.mem.release()
}

// report notes for EXPLAIN ANALYZE how much the stores of a node took: of several the
// sum, and where the larger was.
func report(in *planner.Instrument, stores ...*tupleStore) {
	if in == nil {
		return
	}
	var sum, most int64
	for _, s := range stores {
		if s == nil || s.Tuplestore == nil {
			continue
		}
		bytes, disk := s.Stats()
		sum += bytes
		if bytes > most {
			most, in.StorageDisk = bytes, disk
		}
	}
	in.StorageKB = max(in.StorageKB, (sum+1023)/1024)
}
