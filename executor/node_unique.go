package executor

import (
	"minidb/planner"
	"minidb/types"
)

// unique drops rows that agree with the row before in the given columns.
type unique struct {
	base
	child Node
	cols  []planner.SortCol
	last  types.Row
	have  bool
}

func newUnique(c *Ctx, p *planner.Unique) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &unique{base: newBase(c, &p.PlanBase), child: child, cols: p.Cols}, nil
}

func (u *unique) Open() error { return u.child.Open() }

func (u *unique) Next() (types.Row, error) {
	for {
		row, err := u.child.Next()
		if row == nil || err != nil {
			return nil, err
		}
		if err := u.poll.check(u.c.Sess); err != nil {
			return nil, err
		}
		if u.have && equalCols(u.last, row, u.cols) {
			continue
		}
		u.have = true
		u.last = append(u.last[:0], row...)
		return row, nil
	}
}

func (u *unique) Rescan() error {
	u.have = false
	return u.child.Rescan()
}

func (u *unique) Close() error { return u.child.Close() }
