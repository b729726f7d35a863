package executor

import (
	"minidb/planner"
	"minidb/types"
)

// materialize keeps its child's rows as it passes them on, so that a rescan
// with unchanged parameters reads them from memory.
type materialize struct {
	base
	child Node
	rows  *rowStore
	watch paramWatch // what the child depends on
	pos   int
	end   bool // the child is exhausted
}

func newMaterialize(c *Ctx, p *planner.Materialize) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &materialize{
		base: newBase(c, &p.PlanBase), child: child, rows: newRowStore(c.Sess),
		watch: watchParams(p.ExtParams),
	}, nil
}

func (m *materialize) Open() error { return m.child.Open() }

func (m *materialize) Next() (types.Row, error) {
	if m.pos < m.rows.n {
		m.pos++
		return m.rows.row(m.pos - 1), nil
	}
	if m.end {
		return nil, nil
	}
	if m.rows.n == 0 {
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
	if _, err := m.rows.add(row); err != nil {
		return nil, err
	}
	m.pos++
	return row, nil
}

func (m *materialize) Rescan() error {
	m.pos = 0
	if !m.watch.changed(m.ec) {
		return nil
	}
	m.rows.reset()
	m.end = false
	return m.child.Rescan()
}

func (m *materialize) Close() error {
	m.rows.release()
	return m.child.Close()
}
