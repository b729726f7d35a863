package executor

import (
	"minidb/catalog"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// seqScan reads a heap from its first page to its last, page by page as the
// snapshot sees it.
type seqScan struct {
	base
	shape rowShape
	heap  *storage.Heap
	scan  *storage.HeapScan
}

func newSeqScan(c *Ctx, p *planner.SeqScan) *seqScan {
	s := &seqScan{base: newBase(c, &p.PlanBase), shape: newRowShape(c, p.Relation, p.SysCols), heap: p.Relation.Heap}
	s.shape.read, s.shape.some = p.Reads()
	return s
}

func (s *seqScan) Open() error {
	s.scan = s.heap.Scan(s.c.Snapshot)
	return nil
}

func (s *seqScan) Next() (types.Row, error) {
	row, err := s.nextStored()
	if row == nil || err != nil || s.proj == nil {
		return row, err
	}
	return s.project(row)
}

// nextStored is Next without the projection.
func (s *seqScan) nextStored() (types.Row, error) {
	for {
		row := s.scan.Next()
		if row == nil {
			return nil, s.c.Sess.Txn.SerialFailure()
		}
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		if len(row) != s.shape.width() {
			row = s.shape.complete(row, s.scan.TID())
		}
		if s.filter != nil {
			ok, err := s.filter(s.ec, row)
			if err != nil {
				return nil, err
			}
			if !ok {
				if s.in != nil {
					s.in.RemovedByFilter++
				}
				continue
			}
		}
		return row, nil
	}
}

func (s *seqScan) Rescan() error {
	s.scan.Reset()
	return nil
}

func (s *seqScan) Close() error {
	if s.scan != nil {
		s.scan.Done(s.c.Sess.StmtStart)
	}
	return nil
}

func (s *seqScan) place(*standing) storage.TID {
	if s.scan == nil || !s.scan.OnRow() {
		return storage.InvalidTID
	}
	return s.scan.TID()
}

// rowShape turns stored rows into what a relation's expressions expect: every
// column of the relation, then the system columns that are wanted.
type rowShape struct {
	c     *Ctx // the execution that lends buf; nil if it outlives one
	rel   *catalog.Relation
	natts int
	sys   []int
	read  []int // slots that are looked at, ascending, if some
	some  bool
	buf   types.Row
}

func newRowShape(c *Ctx, rel *catalog.Relation, sys []int) rowShape {
	return rowShape{c: c, rel: rel, natts: len(rel.Columns), sys: sys}
}

// width is the number of slots of a complete row. A stored row of that width
// is complete as it is.
func (s *rowShape) width() int { return s.natts + len(s.sys) }

// complete returns the stored row at tid with the columns that were added after
// it was stored and the system columns. The result is valid until the next call.
func (s *rowShape) complete(row types.Row, tid storage.TID) types.Row {
	if len(row) == s.width() {
		return row
	}
	if s.buf == nil {
		s.buf = s.c.newRow(s.width())
	}
	if !s.some {
		n := copy(s.buf[:s.natts], row)
		for ; n < s.natts; n++ {
			s.buf[n] = s.rel.Columns[n].Missing
		}
	}
	for _, i := range s.read {
		if i < len(row) {
			s.buf[i] = row[i]
		} else if i < s.natts {
			s.buf[i] = s.rel.Columns[i].Missing
		}
	}
	for i, attr := range s.sys {
		s.buf[s.natts+i] = systemColumn(s.rel, attr, tid)
	}
	return s.buf
}
