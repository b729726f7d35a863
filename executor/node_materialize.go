package executor

import (
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// materialize keeps its child's rows as it passes them on, so that a rescan
// with unchanged parameters reads them there.
type materialize struct {
	base
	plan  *planner.Materialize
	child Node
	rows  *tupleStore // nil before the first row
	watch paramWatch  // what the child depends on
	end   bool        // the child is exhausted
	// passes: no rows are kept, since a merge join above keeps those that it needs, and
	// nothing will read all of them again with the same parameters.
	passes bool
}

func passes(c *Ctx, p *planner.Materialize) bool { return p.Merged && !c.rewinds }

func newMaterialize(c *Ctx, p *planner.Materialize) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &materialize{
		passes: passes(c, p),
		base:   newBase(c, &p.PlanBase), plan: p, child: child, watch: watchParams(p.ExtParams),
	}, nil
}

func (m *materialize) Open() error { return m.child.Open() }

func (m *materialize) Next() (types.Row, error) {
	if m.passes {
		return m.child.Next()
	}
	if m.rows == nil {
		m.rows = newTupleStore(m.c, m.plan.Layout, storage.ReadRewind)
	}
	if row, err := m.rows.Next(0); row != nil || err != nil || m.end {
		return row, err
	}
	if m.rows.Rows() == 0 {
		m.watch.mark(m.ec)
	}
	row, err := m.child.Next()
	if err != nil {
		return nil, err
	}
	if row == nil {
		m.end = true
		return nil, nil
	}
	if err := m.rows.Put(row); err != nil {
		return nil, err
	}
	m.rows.Skip(0, 1)
	return row, nil
}

func (m *materialize) Rescan() error {
	if m.passes {
		return m.child.Rescan()
	}
	if m.rows != nil {
		m.rows.Rewind(0)
	}
	if !m.watch.changed(m.ec) {
		return nil
	}
	if m.rows != nil {
		m.rows.Clear()
	}
	m.end = false
	return m.child.Rescan()
}

func (m *materialize) Close() error {
	report(m.in, m.rows)
	m.rows.close()
	return m.child.Close()
}
