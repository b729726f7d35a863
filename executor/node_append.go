package executor

import (
	"container/heap"

	"minidb/planner"
	"minidb/types"
)

// appendNode reads its members one after the other.
type appendNode struct {
	base
	members memberNodes
	cur     int // in members.run
	started bool
}

func buildAll(c *Ctx, plans []planner.Plan) ([]Node, error) {
	nodes := make([]Node, len(plans))
	for i, p := range plans {
		n, err := build(c, p)
		if err != nil {
			return nil, err
		}
		nodes[i] = n
	}
	return nodes, nil
}

func closeAll(nodes []Node) error {
	var err error
	for _, n := range nodes {
		if e := n.Close(); err == nil {
			err = e
		}
	}
	return err
}

func newAppend(c *Ctx, p *planner.Append) (Node, error) {
	members, err := newMemberNodes(c, &p.AppendBase)
	return &appendNode{base: newBase(c, &p.PlanBase), members: members}, err
}

func (a *appendNode) Open() error { return nil }

func (a *appendNode) Next() (types.Row, error) {
	if !a.started {
		a.started = true
		if err := a.members.begin(); err != nil {
			return nil, err
		}
	}
	for a.cur < len(a.members.run) {
		n, err := a.members.node(a.members.run[a.cur])
		if err != nil {
			return nil, err
		}
		row, err := n.Next()
		if err != nil {
			return nil, err
		}
		if row == nil {
			a.cur++
			continue
		}
		if err := a.poll.check(a.c.Sess); err != nil {
			return nil, err
		}
		ok, err := a.passes(row)
		if err != nil {
			return nil, err
		}
		if ok {
			return a.project(row)
		}
	}
	return nil, nil
}

func (a *appendNode) Rescan() error {
	a.cur, a.started = 0, false
	a.members.scan++
	return nil
}

func (a *appendNode) Close() error { return a.members.close() }

// mergeAppend merges members that are each sorted by the same keys.
type mergeAppend struct {
	base
	members memberNodes
	keys    []planner.SortCol
	rows    []types.Row // by member: its current row, lent by it
	order   []int       // a heap of members that have a row
	started bool
}

func newMergeAppend(c *Ctx, p *planner.MergeAppend) (Node, error) {
	members, err := newMemberNodes(c, &p.AppendBase)
	return &mergeAppend{
		base: newBase(c, &p.PlanBase), members: members, keys: p.Keys, rows: make([]types.Row, len(members.nodes)),
	}, err
}

func (m *mergeAppend) Open() error { return nil }

func (m *mergeAppend) Next() (types.Row, error) {
	if !m.started {
		if err := m.start(); err != nil {
			return nil, err
		}
	} else if len(m.order) > 0 {
		if err := m.refill(m.order[0]); err != nil {
			return nil, err
		}
	}
	if len(m.order) == 0 {
		return nil, nil
	}
	return m.project(m.rows[m.order[0]])
}

func (m *mergeAppend) start() error {
	m.started = true
	m.order = m.order[:0]
	if err := m.members.begin(); err != nil {
		return err
	}
	for _, i := range m.members.run {
		n, err := m.members.node(i)
		if err != nil {
			return err
		}
		row, err := n.Next()
		if err != nil {
			return err
		}
		if m.rows[i] = row; row != nil {
			m.order = append(m.order, i)
		}
	}
	heap.Init(m)
	return nil
}

// refill takes the next row of the member that gave the last one.
func (m *mergeAppend) refill(i int) error {
	row, err := m.members.nodes[i].Next()
	if err != nil {
		return err
	}
	if m.rows[i] = row; row == nil {
		heap.Pop(m)
	} else {
		heap.Fix(m, 0)
	}
	return nil
}

// Len, Less, Swap, Push and Pop are heap.Interface, over order.
func (m *mergeAppend) Len() int { return len(m.order) }

// Less orders members by their current rows, ties by their place.
func (m *mergeAppend) Less(i, j int) bool {
	a, b := m.rows[m.order[i]], m.rows[m.order[j]]
	for k := range m.keys {
		c := m.keys[k].Col
		if n := compareCol(a[c], b[c], &m.keys[k]); n != 0 {
			return n < 0
		}
	}
	return m.order[i] < m.order[j]
}

// Swap exchanges two places of the heap.
func (m *mergeAppend) Swap(i, j int) { m.order[i], m.order[j] = m.order[j], m.order[i] }

// Push adds a member.
func (m *mergeAppend) Push(x any) { m.order = append(m.order, x.(int)) }

// Pop removes the last member.
func (m *mergeAppend) Pop() any {
	n := len(m.order) - 1
	x := m.order[n]
	m.order = m.order[:n]
	return x
}

func (m *mergeAppend) Rescan() error {
	m.started = false
	m.members.scan++
	return nil
}

func (m *mergeAppend) Close() error { return m.members.close() }
