package executor

import (
	"minidb/planner"
	"minidb/types"
)

// cteStore holds the rows of one WITH query, read from it as its readers need
// them and kept for all of them.
type cteStore struct {
	sub     *subPlan
	rows    *rowStore
	started bool
	end     bool
}

// at returns row i, reading on as far as needed; nil at the end.
func (s *cteStore) at(i int) (types.Row, error) {
	if s.rows == nil {
		s.rows = newRowStore(s.sub.c.Sess)
	}
	for i >= s.rows.n && !s.end {
		if !s.started {
			s.started = true
			if err := s.sub.start(); err != nil {
				return nil, err
			}
		}
		row, err := s.sub.node.Next()
		if err != nil {
			return nil, err
		}
		if row == nil {
			s.end = true
			break
		}
		if _, err := s.rows.add(row); err != nil {
			return nil, err
		}
	}
	if i >= s.rows.n {
		return nil, nil
	}
	return s.rows.row(i), nil
}

// forget drops the rows: parameters from outside have changed. The node that the
// WITH query belongs to sees to it (initPlanReset); each reader starts over then.
func (s *cteStore) forget() {
	if s.rows != nil {
		s.rows.reset()
	}
	s.started, s.end = false, false
}

func (s *cteStore) close() {
	if s.rows != nil {
		s.rows.release()
	}
}

// drainModifyingCTEs runs INSERT, UPDATE and DELETE in WITH to their end,
// whether or not anyone read their rows: the last first, since it may read those
// before it.
func (c *Ctx) drainModifyingCTEs() error {
	for i := len(c.ctes) - 1; i >= 0; i-- {
		s := c.ctes[i]
		if s == nil || s.end {
			continue
		}
		if _, ok := c.Stmt.SubPlans[i].Plan.(*planner.ModifyTable); !ok {
			continue
		}
		if !s.started {
			s.started = true
			if err := s.sub.start(); err != nil {
				return err
			}
		}
		for !s.end {
			row, err := s.sub.node.Next()
			if err != nil {
				return err
			}
			s.end = row == nil
		}
	}
	return nil
}

// cteScan reads a WITH query's rows at its own pace.
type cteScan struct {
	base
	store *cteStore
	pos   int
	types []types.OID         // of the columns
	in    *planner.Instrument // with EXPLAIN ANALYZE
}

func newCTEScan(c *Ctx, p *planner.CTEScan) *cteScan {
	return &cteScan{base: newBase(c, &p.PlanBase), store: c.ctes[p.Index], types: c.Stmt.Range[p.Rel-1].Types}
}

func (s *cteScan) Open() error { return nil }

func (s *cteScan) Next() (types.Row, error) {
	for {
		row, err := s.store.at(s.pos)
		if row == nil || err != nil {
			return nil, err
		}
		s.pos++
		if err := s.poll.check(s.c.Sess); err != nil {
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

func (s *cteScan) Rescan() error {
	s.pos = 0
	return nil
}

func (s *cteScan) Close() error {
	if s.in != nil && s.store.rows != nil {
		s.in.StorageKB = max(s.in.StorageKB, s.store.kilobytes(s.types))
	}
	return nil
}

// kilobytes is what the rows would take in PostgreSQL's tuplestore: an array of
// pointers, which doubles before it is full, and a chunk with its header for each row.
func (s *cteStore) kilobytes(ts []types.OID) int64 {
	const pointer, chunk = 8, 8
	slots := 2048
	for s.rows.n >= slots {
		slots *= 2
	}
	bytes := slots*pointer + chunk
	cols := make([]*types.Type, len(ts))
	for i, t := range ts {
		ty, ok := types.ByOID(t)
		if !ok {
			ty = &types.Type{Len: 4, Align: 'i'}
		}
		cols[i] = ty
	}
	for k := range s.rows.n {
		var size types.TupleSize
		for i, d := range s.rows.row(k) {
			if i < len(cols) {
				size.Add(d, cols[i])
			}
		}
		bytes += (size.MinimalBytes()+7)&^7 + chunk
	}
	return int64(bytes+1023) / 1024
}
