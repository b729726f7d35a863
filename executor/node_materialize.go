package executor

import (
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// materialize keeps its child's rows as it passes them on, so that a rescan
// with unchanged parameters reads them from memory.
type materialize struct {
	base
	child  Node
	rows   *rowStore
	params bool // the child depends on parameters from outside
	pos    int
	end    bool // the child is exhausted
}

func newMaterialize(c *Ctx, p *planner.Materialize) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &materialize{
		base: newBase(c, &p.PlanBase), child: child, rows: newRowStore(c.Sess),
		params: len(p.ExtParams) > 0,
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
	if !m.params {
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

// memoize keeps the inner rows of a nested loop by the values of its
// parameters, so that equal outer keys look them up once.
type memoize struct {
	base
	child Node
	keys  []expr.Eval
	key   []types.Datum
	table *hashTable
	rows  *rowStore
	spans [][2]int // by table entry: its rows
	pos   int      // next row of a cached entry
	end   int
	fill  int // entry being filled, -1 if none
	fresh bool
}

func newMemoize(c *Ctx, p *planner.Memoize) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &memoize{
		base: newBase(c, &p.PlanBase), child: child, keys: p.Values, key: make([]types.Datum, len(p.Values)),
		table: newHashTable(c.Sess, len(p.Values), nil), rows: newRowStore(c.Sess),
		fill: -1, fresh: true,
	}, nil
}

func (m *memoize) Open() error { return m.child.Open() }

func (m *memoize) Next() (types.Row, error) {
	if m.fresh {
		if err := m.look(); err != nil {
			return nil, err
		}
	}
	if m.fill < 0 {
		if m.pos == m.end {
			return nil, nil
		}
		m.pos++
		return m.rows.row(m.pos - 1), nil
	}
	row, err := m.child.Next()
	if err != nil {
		return nil, err
	}
	if row == nil {
		m.spans[m.fill][1] = m.rows.n
		m.fill, m.pos, m.end = -1, 0, 0
		return nil, nil
	}
	_, err = m.rows.add(row)
	return row, err
}

// look finds the current key, or begins to fill an entry for it. The end of an
// entry that was left half filled, because the join had seen enough, is -1: it is
// filled anew.
func (m *memoize) look() error {
	m.fresh = false
	for i, f := range m.keys {
		d, err := f(m.ec, nil)
		if err != nil {
			return err
		}
		m.key[i] = d
	}
	hash := m.table.hash(m.key)
	e := m.table.find(hash, m.key)
	if e >= 0 && m.spans[e][1] >= 0 {
		m.pos, m.end = m.spans[e][0], m.spans[e][1]
		return nil
	}
	if e < 0 {
		var err error
		if e, err = m.table.add(hash, m.key); err != nil {
			return err
		}
		m.spans = append(m.spans, [2]int{})
	}
	m.spans[e] = [2]int{m.rows.n, -1}
	m.fill = e
	return m.child.Rescan()
}

func (m *memoize) Rescan() error {
	m.fresh, m.fill = true, -1
	return nil
}

func (m *memoize) Close() error {
	m.rows.release()
	m.table.release()
	return m.child.Close()
}
