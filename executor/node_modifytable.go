package executor

import (
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// modifyTable writes the rows of its child: INSERT, UPDATE or DELETE on one
// table. Without RETURNING one call of Next does everything.
type modifyTable struct {
	base
	plan  *planner.ModifyTable
	child Node
	rel   *resultRel
	row   types.Row // the row being written
	from  types.Row // the child's row that it was made of
	ret   types.Row // what RETURNING reads: see planner.ModifyTable
	retAt storage.TID
	done  bool
	// Where m.ret has the old and the new row, 0 if it has not, and the child's.
	oldAt, newAt, childAt int
}

func newModifyTable(c *Ctx, p *planner.ModifyTable) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	m := &modifyTable{base: newBase(c, &p.PlanBase), plan: p, child: child}
	m.row = make(types.Row, len(p.Relation.Columns))
	if p.ReturnFns != nil {
		n := len(m.row) + len(p.SysCols)
		if p.OldNew {
			m.oldAt, m.newAt = n, 2*n
			n *= 3
		}
		m.childAt = n
		m.ret = make(types.Row, n+len(p.Child.Base().Targets))
		m.out = make(types.Row, len(p.ReturnFns))
	}
	c.Touched = append(c.Touched, p.Relation)
	m.rel, err = newResultRel(c, p.Relation)
	return m, err
}

func (m *modifyTable) Open() error {
	if err := m.rel.open(); err != nil {
		return err
	}
	return m.child.Open()
}

func (m *modifyTable) Next() (types.Row, error) {
	for !m.done {
		row, err := m.child.Next()
		if err != nil {
			return nil, err
		}
		if row == nil {
			m.done = true
			m.rel.unlockIndexes()
			break
		}
		if err := m.poll.check(m.c.Sess); err != nil {
			return nil, err
		}
		if m.plan.Command == planner.Insert {
			m.c.Sess.Progress.Add(session.Inserting)
		}
		written, err := m.modify(row)
		if err != nil {
			return nil, waitedIn(err, m.plan.Relation.Name)
		}
		if written == nil {
			continue
		}
		if m.plan.CanSetTag {
			m.c.Processed++
		}
		if m.plan.ReturnFns != nil {
			return m.returning(written, m.from)
		}
	}
	return nil, nil
}

// modify writes one row. It returns the row that RETURNING shows, nil if
// nothing was done.
func (m *modifyTable) modify(row types.Row) (types.Row, error) {
	m.from = row
	if m.plan.Command != planner.Delete {
		if err := m.rel.lockIndexes(); err != nil {
			return nil, err
		}
	}
	switch m.plan.Command {
	case planner.Insert:
		return m.insert(row)
	case planner.Update:
		return m.update(row)
	}
	return m.delete(row)
}

// returning evaluates RETURNING on the written row.
func (m *modifyTable) returning(written, child types.Row) (types.Row, error) {
	m.put(0, written, m.retAt)
	if m.newAt > 0 && m.plan.Command != planner.Delete {
		copy(m.ret[m.newAt:], m.ret[:m.oldAt])
	}
	copy(m.ret[m.childAt:], child)
	for i, f := range m.plan.ReturnFns {
		d, err := f(m.ec, m.ret)
		if err != nil {
			return nil, err
		}
		m.out[i] = d
	}
	return m.out, nil
}

// put writes a row with its system columns into m.ret.
func (m *modifyTable) put(at int, row types.Row, tid storage.TID) {
	at += copy(m.ret[at:], row[:len(m.row)])
	for i, attr := range m.plan.SysCols {
		m.ret[at+i] = systemColumn(m.plan.Relation, attr, tid)
	}
}

// putOld notes the row that is about to be changed, for RETURNING.
func (m *modifyTable) putOld(row types.Row, tid storage.TID) {
	if m.oldAt > 0 {
		m.put(m.oldAt, row, tid)
	}
}

func (m *modifyTable) insert(row types.Row) (types.Row, error) {
	row = row[:len(m.row)]
	if m.oldAt > 0 {
		clear(m.ret[m.oldAt:m.newAt])
	}
	if len(m.plan.Generated) > 0 {
		copy(m.row, row)
		row = m.row
		if err := m.generate(); err != nil {
			return nil, err
		}
	}
	if err := m.rel.checkRow(row, m.plan.Checks); err != nil {
		return nil, err
	}
	if m.plan.Conflict != nil {
		return m.insertOrConflict(row)
	}
	tid, err := m.plan.Relation.Heap.Insert(m.c.Sess.Txn, row)
	if err != nil {
		return nil, err
	}
	m.retAt = tid
	if err := m.rel.insertEntries(row, tid); err != nil {
		return nil, err
	}
	if err := m.rel.inserted(tid); err != nil {
		return nil, err
	}
	return row, m.checkViews(row)
}

// checkViews tests the row just written against the check options of the views
// that it was written through.
func (m *modifyTable) checkViews(row types.Row) error {
	if len(m.plan.ViewChecks) == 0 {
		return nil
	}
	in := row
	if len(m.plan.SysCols) > 0 {
		shape := newRowShape(m.plan.Relation, m.plan.SysCols)
		in = shape.complete(row, m.retAt)
	}
	for i := range m.plan.ViewChecks {
		c := &m.plan.ViewChecks[i]
		ok, err := c.Fn(m.ec, in)
		if err != nil {
			return err
		}
		if !ok {
			return pgerr.New(pgerr.WithCheckOptionViolation, "new row violates check option for view %q", c.View).
				WithDetail("Failing row contains %s.", m.rel.describeRow(row))
		}
	}
	return nil
}

// generate computes the stored generated columns of m.row.
func (m *modifyTable) generate() error {
	for _, g := range m.plan.Generated {
		d, err := g.Fn(m.ec, m.row)
		if err != nil {
			return err
		}
		m.row[g.Attr-1] = d
	}
	return nil
}

// update writes a new version of the row whose ctid the child gave. If another
// transaction changed the row meanwhile, the child's plan is run again for the
// newest version (recheck.go), until one version is updated or none qualifies.
func (m *modifyTable) update(child types.Row) (types.Row, error) {
	heap, txn, sn := m.plan.Relation.Heap, m.c.Sess.Txn, m.c.Snapshot
	tid := datumTID(child[m.plan.CtidSlot])
	old, err := m.version(tid)
	if err != nil {
		return nil, err
	}
	for {
		m.from = child
		if err := m.newVersion(old, child); err != nil {
			return nil, err
		}
		if err := m.crosscheck(tid); err != nil {
			return nil, err
		}
		m.putOld(old, tid)
		newKeys, mode := m.rel.changed(old, m.row)
		at, res, fail, err := heap.UpdateLocking(m.c.Sess.Ctx, txn, sn, tid, m.row, newKeys, mode)
		if err != nil {
			return nil, err
		}
		if res == storage.TMOk {
			m.retAt = at
			if err := m.replaced(old, tid, at, newKeys); err != nil {
				return nil, err
			}
			return m.row, m.checkViews(m.row)
		}
		var newest pinnedRow
		child, newest, err = m.again(child, res, fail, m.rel.lockMode(m.plan.UpdateCols))
		if child == nil || err != nil {
			return nil, err
		}
		old, tid = newest.row, newest.tid
	}
}

// replaced makes the index entries and events of a row that was updated.
func (m *modifyTable) replaced(old types.Row, from, at storage.TID, newKeys bool) error {
	m.rel.recheck = m.rel.recheck[:0]
	if newKeys {
		if err := m.rel.insertEntries(m.row, at); err != nil {
			return err
		}
	}
	return m.rel.updated(old, from, m.row, at)
}

// crosscheck refuses to change a row that the transaction's snapshot does not see
// though the statement's does.
func (m *modifyTable) crosscheck(tid storage.TID) error {
	if m.c.Crosscheck == nil {
		return nil
	}
	if _, ok := m.plan.Relation.Heap.FetchAt(m.c.Crosscheck, tid); ok {
		return nil
	}
	return serializationFailure(storage.TMUpdated)
}

// newVersion fills m.row with the old version as the statement changes it.
func (m *modifyTable) newVersion(old, child types.Row) error {
	n := copy(m.row, old)
	for ; n < len(m.row); n++ {
		m.row[n] = m.plan.Relation.Columns[n].Missing
	}
	for i, attr := range m.plan.UpdateCols {
		m.row[attr-1] = child[i]
	}
	if err := m.generate(); err != nil {
		return err
	}
	return m.rel.checkRow(m.row, m.plan.Checks)
}

func (m *modifyTable) delete(child types.Row) (types.Row, error) {
	heap, txn, sn := m.plan.Relation.Heap, m.c.Sess.Txn, m.c.Snapshot
	tid := datumTID(child[m.plan.CtidSlot])
	for {
		m.from = child
		var old types.Row
		if err := m.crosscheck(tid); err != nil {
			return nil, err
		}
		if m.plan.ReturnFns != nil || m.rel.onDelete != nil {
			var err error
			if old, err = m.version(tid); err != nil {
				return nil, err
			}
			m.putOld(old, tid)
		}
		res, fail, err := heap.Delete(m.c.Sess.Ctx, txn, sn, tid)
		if err != nil {
			return nil, err
		}
		if res == storage.TMOk {
			m.retAt = tid
			if old == nil {
				old = emptyRow
			}
			return old, m.rel.deleted(old, tid)
		}
		var newest pinnedRow
		child, newest, err = m.again(child, res, fail, storage.LockUpdate)
		if child == nil || err != nil {
			return nil, err
		}
		tid = newest.tid
	}
}

// version returns the stored row at tid, which the child saw, complete with
// columns added since.
func (m *modifyTable) version(tid storage.TID) (types.Row, error) {
	row, _, ok := m.plan.Relation.Heap.Fetch(m.c.Snapshot, tid)
	if !ok {
		row, _, ok = m.plan.Relation.Heap.FetchLatest(m.c.Sess.Txn, tid)
	}
	if !ok {
		return nil, pgerr.New(pgerr.Internal, "failed to fetch tuple %s being changed", tid)
	}
	if len(row) == len(m.row) {
		return row, nil
	}
	shape := newRowShape(m.plan.Relation, nil)
	return shape.complete(row, tid), nil
}

func (m *modifyTable) Rescan() error {
	return pgerr.New(pgerr.Internal, "ModifyTable cannot be rescanned")
}

func (m *modifyTable) restart() bool {
	m.done, m.from = false, nil
	clear(m.row)
	clear(m.ret)
	clear(m.out)
	m.rel.restart()
	return restart(m.child)
}

func (m *modifyTable) Close() error { return m.child.Close() }
