package executor

import (
	"slices"

	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// bitmapHeapScan collects the TIDs of one or several index scans, sorts them
// and fetches the rows in physical order. The bitmap is exact: a sorted list
// of TIDs, never lossy pages.
type bitmapHeapScan struct {
	base
	plan   *planner.BitmapHeapScan
	shape  rowShape
	bitmap tidSource
	exact  bool // the bitmap's TIDs need no further test
	tids   []storage.TID
	next   int
	fresh  bool
	last   storage.TID // place of the row last returned
	pin    storage.Pin

	fetched int64 // rows
}

// pagesIn counts the pages of sorted TIDs.
func pagesIn(tids []storage.TID) (n int64) {
	for i, t := range tids {
		if i == 0 || t.Page() != tids[i-1].Page() {
			n++
		}
	}
	return n
}

// tidSource yields a set of TIDs, sorted and without duplicates. If it is not
// exact, because a range of the index could not express a condition, each row
// is tested as well.
type tidSource interface {
	tids() ([]storage.TID, error)
	release()    // gives the memory of the set back
	exact() bool // of the set that tids gave last
	recheck(row types.Row) (bool, error)
}

func newBitmapHeapScan(c *Ctx, p *planner.BitmapHeapScan) (Node, error) {
	src, err := newTIDSource(c, p.Bitmap)
	if err != nil {
		return nil, err
	}
	return &bitmapHeapScan{
		base: newBase(c, &p.PlanBase), plan: p, shape: newRowShape(c, p.Relation, p.SysCols), bitmap: src, fresh: true, last: storage.InvalidTID,
	}, nil
}

func (s *bitmapHeapScan) Open() error { return nil }

func (s *bitmapHeapScan) Next() (types.Row, error) {
	if s.fresh {
		tids, err := s.bitmap.tids()
		if err != nil {
			return nil, err
		}
		s.tids, s.next, s.fresh, s.exact = tids, 0, false, s.bitmap.exact()
		s.pin.Drop()
		if s.in != nil {
			s.in.HeapBlocks += pagesIn(tids)
		}
	}
	for s.next < len(s.tids) {
		tid := s.tids[s.next]
		s.next++
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		row, at, ok := s.plan.Relation.Heap.FetchFrom(&s.pin, s.c.Snapshot, tid)
		if !ok {
			continue
		}
		s.fetched++
		row = s.shape.complete(row, at)
		if !s.exact {
			if ok, err := s.bitmap.recheck(row); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
		}
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			s.last = at
			return s.project(row)
		}
	}
	s.last = storage.InvalidTID
	return nil, nil
}

func (s *bitmapHeapScan) place(*standing) storage.TID { return s.last }

func (s *bitmapHeapScan) Rescan() error {
	s.fresh = true
	return nil
}

func (s *bitmapHeapScan) Close() error {
	s.plan.Relation.Heap.Stats().AddScans(s.c.Sess.StmtStart, 0, 0, s.fetched)
	s.fetched = 0
	s.bitmap.release()
	return nil
}

// tidBytes is what a TID takes in a bitmap.
const tidBytes = 8

func newTIDSource(c *Ctx, p planner.Plan) (tidSource, error) {
	switch p := p.(type) {
	case *planner.BitmapIndexScan:
		if err := c.lockIndex(&p.ScanBase, p.Index); err != nil {
			return nil, err
		}
		s := &bitmapIndexScan{c: c, plan: p, bounds: newIndexBounds(p.Relation, p.Index, p.Conds), mem: account{sess: c.Sess}}
		if c.Instr == nil {
			return s, nil
		}
		s.in = &c.Instr[p.ID]
		return &measuredBitmap{tidSource: s, in: s.in, sess: c.Sess}, nil
	case *planner.BitmapOp:
		op := &bitmapOp{or: p.Or, mem: account{sess: c.Sess}}
		for _, m := range p.Members {
			src, err := newTIDSource(c, m)
			if err != nil {
				return nil, err
			}
			op.members = append(op.members, src)
		}
		if c.Instr == nil {
			return op, nil
		}
		op.in = &c.Instr[p.ID]
		return &measuredBitmap{tidSource: op, in: op.in, sess: c.Sess}, nil
	}
	return nil, pgerr.New(pgerr.Internal, "%s cannot give a bitmap", nodeName(p))
}

// bitmapIndexScan collects the TIDs of one index. Conditions that the ranges
// leave over are tested by the heap scan's recheck.
type bitmapIndexScan struct {
	c      *Ctx
	plan   *planner.BitmapIndexScan
	bounds indexBounds
	in     *planner.Instrument
	buf    []storage.TID
	mem    account
}

func (s *bitmapIndexScan) tids() ([]storage.TID, error) {
	ranges, err := s.bounds.ranges(&s.c.Expr)
	if err != nil {
		return nil, err
	}
	s.buf = s.buf[:0]
	s.mem.release()
	var poll poll
	for _, r := range ranges {
		scan := s.plan.Index.Tree.ScanFor(s.c.Snapshot, r, false)
		for {
			tid, ok := scan.Next()
			if !ok {
				break
			}
			if err := poll.check(s.c.Sess); err != nil {
				return nil, err
			}
			s.buf = append(s.buf, tid)
			if err := s.mem.add(tidBytes); err != nil {
				return nil, err
			}
		}
		scan.Done(s.c.Sess.StmtStart, 0)
	}
	slices.Sort(s.buf)
	s.buf = slices.Compact(s.buf)
	if s.in != nil {
		s.in.Loops++
		s.in.Rows += float64(len(s.buf))
		s.in.IndexSearches += int64(len(ranges))
	}
	return s.buf, nil
}

func (s *bitmapIndexScan) release() {
	s.buf = nil
	s.mem.release()
}

func (s *bitmapIndexScan) exact() bool { return len(s.bounds.left) == 0 }

func (s *bitmapIndexScan) recheck(row types.Row) (bool, error) {
	return s.bounds.recheckAll(&s.c.Expr, row)
}

// bitmapOp is the union or the intersection of bitmaps.
type bitmapOp struct {
	or      bool
	members []tidSource
	in      *planner.Instrument
	mem     account
}

func (o *bitmapOp) tids() ([]storage.TID, error) {
	var acc []storage.TID
	if o.in != nil {
		o.in.Loops++ // without rows, as in PostgreSQL
	}
	for i, m := range o.members {
		t, err := m.tids()
		if err != nil {
			return nil, err
		}
		switch {
		case i == 0:
			acc = slices.Clone(t)
		case o.or:
			acc = append(acc, t...)
			slices.Sort(acc)
			acc = slices.Compact(acc)
		default:
			acc = intersect(acc, t)
		}
		if err := o.mem.set(int64(cap(acc)) * tidBytes); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

func (o *bitmapOp) release() {
	for _, m := range o.members {
		m.release()
	}
	o.mem.release()
}

func (o *bitmapOp) exact() bool {
	for _, m := range o.members {
		if !m.exact() {
			return false
		}
	}
	return true
}

func (o *bitmapOp) recheck(row types.Row) (bool, error) {
	for _, m := range o.members {
		if ok, err := m.recheck(row); ok == o.or || err != nil {
			return ok, err
		}
	}
	return !o.or, nil
}

// intersect keeps what is in both sorted lists, in a's space.
func intersect(a, b []storage.TID) []storage.TID {
	out, j := a[:0], 0
	for _, t := range a {
		for j < len(b) && b[j] < t {
			j++
		}
		if j < len(b) && b[j] == t {
			out = append(out, t)
		}
	}
	return out
}
