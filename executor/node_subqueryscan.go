package executor

import (
	"minidb/planner"
	"minidb/types"
)

// subqueryScan filters and projects the rows of a subquery in FROM.
type subqueryScan struct {
	base
	child Node
}

func newSubqueryScan(c *Ctx, p *planner.SubqueryScan) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &subqueryScan{base: newBase(c, &p.PlanBase), child: child}, nil
}

func (s *subqueryScan) Open() error { return s.child.Open() }

func (s *subqueryScan) Next() (types.Row, error) {
	for {
		row, err := s.child.Next()
		if row == nil || err != nil {
			return nil, err
		}
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

func (s *subqueryScan) Rescan() error { return s.child.Rescan() }

func (s *subqueryScan) Close() error { return s.child.Close() }
