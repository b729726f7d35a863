package executor

import (
	"slices"

	"minidb/planner"
	"minidb/session"
)

// Pruning at the start of an execution: which members of each Append may have rows
// with the parameters as they are. It is found once, before any node is built, for
// all of the statement (PostgreSQL 18's ExecDoInitialPruning).

// Survivors finds, by planner.PruneInfo.Index, the members that are left; nil where
// there is nothing to find out. The parameters must be set. What the plan cache found,
// which locked only these, holds.
func (c *Ctx) Survivors() ([][]int, error) {
	if c.Stmt.Survivors != nil {
		return c.Stmt.Survivors, nil
	}
	return c.Stmt.Prune(c.Sess, c.Access, c.Expr.Params)
}

// pruneAtStart notes the survivors for the nodes to be built.
func (c *Ctx) pruneAtStart() (err error) {
	if c.survivors == nil {
		c.survivors, err = c.Survivors()
	}
	return err
}

// memberNodes are the running members of an Append or a MergeAppend. A member is
// opened when it is first read, and scanned again when it is first read after a
// Rescan, so that members which are not read cost nothing.
type memberNodes struct {
	c     *Ctx
	nodes []Node
	scans []int // by node: the number of the scan that it is in; 0: not opened
	scan  int   // the number of the current one
	run   []int // the nodes to read in it

	prune *planner.PruneInfo
	left  []int // by node: the member of the plan, if some were pruned at start
	watch paramWatch
	count *session.ModifyTableCounters // of members that are partitions
}

func newMemberNodes(c *Ctx, p *planner.AppendBase) (memberNodes, error) {
	m := memberNodes{c: c, scan: 1}
	plans := p.Members
	if p.Prune != nil {
		if err := c.pruneAtStart(); err != nil { // a recheck has no start
			return m, err
		}
		if left := c.survivors[p.Prune.Index()]; left != nil {
			m.left = left
			plans = make([]planner.Plan, len(left))
			for i, at := range left {
				plans[i] = p.Members[at]
			}
		}
		if p.Prune.AtScan() {
			m.prune, m.watch = p.Prune, watchParams(p.Prune.Params)
		}
	}
	var err error
	if m.nodes, err = buildAll(c, plans); err != nil {
		return m, err
	}
	if len(plans) > 0 && p.Rel > 0 {
		m.count = &c.Sess.Counters.ModifyTable
		m.count.SubplansInitialized += int64(len(plans))
	}
	m.scans, m.run = make([]int, len(plans)), make([]int, len(plans))
	for i := range m.run {
		m.run[i] = i
	}
	return m, nil
}

// begin finds the members to read in this scan.
func (m *memberNodes) begin() error {
	if m.prune == nil || m.watch.marked && !m.watch.changed(&m.c.Expr) {
		return nil
	}
	found, err := m.prune.Scan(&m.c.Expr)
	if err != nil {
		return err
	}
	m.watch.mark(&m.c.Expr)
	m.run = found
	if m.left != nil {
		m.run = m.run[:0]
		for _, at := range found {
			if i, ok := slices.BinarySearch(m.left, at); ok {
				m.run = append(m.run, i)
			}
		}
	}
	return nil
}

// node is member i, ready to be read.
func (m *memberNodes) node(i int) (Node, error) {
	n := m.nodes[i]
	if m.scans[i] == m.scan {
		return n, nil
	}
	opened := m.scans[i] > 0
	m.scans[i] = m.scan
	if opened {
		return n, n.Rescan()
	}
	if m.count != nil {
		m.count.SubplansRun++
	}
	return n, n.Open()
}

func (m *memberNodes) close() error { return closeAll(m.nodes) }
