package executor

import (
	"minidb/planner"
	"minidb/types"
)

// valuesScan yields the rows of a VALUES list: those of constants as they were
// made at plan time, the others evaluated.
type valuesScan struct {
	base
	plan *planner.ValuesScan
	next int
	row  types.Row
}

func newValuesScan(c *Ctx, p *planner.ValuesScan) *valuesScan {
	return &valuesScan{base: newBase(c, &p.PlanBase), plan: p}
}

func (s *valuesScan) Open() error { return nil }

func (s *valuesScan) Next() (types.Row, error) {
	for s.next < len(s.plan.RowsConst) {
		if err := s.poll.check(s.c.Sess); err != nil {
			return nil, err
		}
		row, err := s.at(s.next)
		if err != nil {
			return nil, err
		}
		s.next++
		ok, err := s.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.project(row)
		}
	}
	return nil, nil
}

func (s *valuesScan) at(i int) (types.Row, error) {
	if row := s.plan.RowsConst[i]; row != nil {
		return row, nil
	}
	evals := s.plan.Evals[i]
	if s.row == nil {
		s.row = make(types.Row, len(evals))
	}
	for j, f := range evals {
		d, err := f(s.ec, nil)
		if err != nil {
			return nil, err
		}
		s.row[j] = d
	}
	return s.row, nil
}

func (s *valuesScan) Rescan() error {
	s.next = 0
	return nil
}

func (s *valuesScan) Close() error { return nil }
