package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// indexScan reads the rows whose index entries lie within the conditions'
// bounds, in index order. A heap row version is reached from the entry's TID,
// which is the root of a chain of heap-only versions.
type indexScan struct {
	base
	plan   *planner.IndexScan
	shape  rowShape
	heap   *storage.Heap
	bounds indexBounds
	scan   *storage.IndexScan // of the current range, nil at the end
	spare  *storage.IndexScan // what scan points to, or did
	ranges []storage.Range    // what bounds gave for the current parameters
	next   int                // the range to read after scan is done
	fresh  bool               // bounds must be computed before the next row
	last   storage.TID        // place of the row last returned
	pin    storage.Pin

	fetched int64 // rows, since the scan's counts were added up
}

func newIndexScan(c *Ctx, p *planner.IndexScan) (Node, error) {
	if err := c.lockIndex(&p.ScanBase, p.Index); err != nil {
		return nil, err
	}
	return &indexScan{
		base: newBase(c, &p.PlanBase), plan: p, shape: newRowShape(c, p.Relation, p.SysCols),
		heap: p.Relation.Heap, bounds: newIndexBounds(p.Relation, p.Index, p.Conds), fresh: true, last: storage.InvalidTID,
	}, nil
}

// lockIndex locks the index of a scan as its table is locked: the plan may be one
// that was made in another transaction.
func (c *Ctx) lockIndex(s *planner.ScanBase, ix *catalog.Index) error {
	return c.Access.LockIndex(ix, s.LockMode)
}

func (s *indexScan) Open() error { return nil }

func (s *indexScan) Next() (types.Row, error) {
	for {
		row, err := s.fetch()
		if row == nil || err != nil {
			return nil, err
		}
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.project(row)
		}
	}
}

// fetch returns the next row that the snapshot sees within the bounds.
func (s *indexScan) fetch() (types.Row, error) {
	if s.fresh {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	for {
		if s.scan == nil {
			s.last = storage.InvalidTID
			return nil, s.c.Sess.Txn.SerialFailure()
		}
		tid, ok := s.scan.Next()
		if !ok {
			s.nextRange()
			continue
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		row, at, ok := s.heap.FetchFrom(&s.pin, s.c.Snapshot, tid)
		if !ok {
			continue
		}
		s.fetched++
		row = s.shape.complete(row, at)
		ok, err := s.bounds.recheck(row)
		if err != nil {
			return nil, err
		}
		if ok {
			s.last = at
			return row, nil
		}
	}
}

func (s *indexScan) place(*standing) storage.TID { return s.last }

func (s *indexScan) start() error {
	s.fresh = false
	s.next, s.scan = 0, nil
	s.pin.Drop()
	ranges, err := s.bounds.ranges(s.ec)
	if err != nil {
		return err
	}
	if s.plan.Backward {
		reverseRanges(ranges)
	}
	s.ranges = ranges
	if s.in != nil {
		s.in.IndexSearches += int64(len(ranges))
	}
	s.nextRange()
	return nil
}

func (s *indexScan) nextRange() {
	if s.next == len(s.ranges) {
		s.scan = nil
		return
	}
	if s.spare == nil {
		s.spare = s.plan.Index.Tree.ScanFor(s.c.Snapshot, s.ranges[s.next], s.plan.Backward)
	} else {
		s.spare.ResetFor(s.c.Snapshot, s.ranges[s.next])
	}
	s.scan = s.spare
	s.next++
}

func (s *indexScan) Rescan() error {
	s.fresh = true
	return nil
}

func (s *indexScan) restart() bool {
	_ = s.Close()
	s.fresh, s.scan, s.ranges, s.last = true, nil, nil, storage.InvalidTID
	s.bounds.forget()
	clear(s.shape.buf)
	clear(s.out)
	return true
}

// Close adds to the counts of the index.
func (s *indexScan) Close() error {
	if s.spare != nil {
		s.spare.Done(s.c.Sess.StmtStart, s.fetched)
		s.fetched = 0
	}
	return nil
}

func reverseRanges(r []storage.Range) {
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
}

// tidScan fetches rows by their place: ctid = value. For WHERE CURRENT OF it
// fetches the newest version of the row that a cursor stands on.
type tidScan struct {
	base
	plan  *planner.TidScan
	shape rowShape
	tids  []storage.TID
	next  int
	fresh bool
	last  storage.TID // place of the row last returned
}

func newTidScan(c *Ctx, p *planner.TidScan) *tidScan {
	return &tidScan{base: newBase(c, &p.PlanBase), plan: p, shape: newRowShape(c, p.Relation, p.SysCols), fresh: true, last: storage.InvalidTID}
}

func (s *tidScan) Open() error { return nil }

func (s *tidScan) Next() (types.Row, error) {
	if s.fresh {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	for s.next < len(s.tids) {
		tid := s.tids[s.next]
		s.next++
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		row, tid, ok := s.fetch(tid)
		if !ok {
			continue
		}
		row = s.shape.complete(row, tid)
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			s.last = tid
			return s.project(row)
		}
	}
	s.last = storage.InvalidTID
	return nil, nil
}

func (s *tidScan) fetch(tid storage.TID) (types.Row, storage.TID, bool) {
	if s.plan.CurrentOf != nil {
		return s.plan.Relation.Heap.FetchCurrent(s.c.Snapshot, tid)
	}
	row, ok := s.plan.Relation.Heap.FetchAt(s.c.Snapshot, tid)
	return row, tid, ok
}

func (s *tidScan) place(*standing) storage.TID { return s.last }

func (s *tidScan) start() error {
	s.fresh, s.next = false, 0
	s.tids = s.tids[:0]
	if s.plan.CurrentOf != nil {
		tid, err := s.c.Access.CursorRow(*s.plan.CurrentOf, s.plan.Relation)
		if tid != storage.InvalidTID {
			s.tids = append(s.tids, tid)
		}
		return err
	}
	for _, f := range s.plan.Tids {
		d, err := f(s.ec, nil)
		if err != nil {
			return err
		}
		if d.Kind() == types.Array {
			for _, e := range d.Array().Elems {
				if !e.IsNull() {
					s.tids = append(s.tids, datumTID(e))
				}
			}
		} else if !d.IsNull() {
			s.tids = append(s.tids, datumTID(d))
		}
	}
	slices.Sort(s.tids)
	s.tids = slices.Compact(s.tids)
	return nil
}

func (s *tidScan) Rescan() error {
	s.fresh = true
	return nil
}

func (s *tidScan) Close() error { return nil }
