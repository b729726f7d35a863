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
}

func newCTEScan(c *Ctx, p *planner.CTEScan) *cteScan {
	return &cteScan{base: newBase(c, &p.PlanBase), store: c.ctes[p.Index]}
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

func (s *cteScan) Close() error { return nil }
