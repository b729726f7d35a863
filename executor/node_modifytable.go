package executor

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// modifyTable writes the rows of its child: INSERT, UPDATE or DELETE. Each row goes
// to one of the result relations. Without RETURNING one call of Next does
// everything.
type modifyTable struct {
	base
	plan  *planner.ModifyTable
	child Node
	rels  []*targetRel // as plan.Rels; nil until one is first needed
	open  []*targetRel // those that this execution has opened
	from  types.Row    // the child's row at hand
	route *router      // of INSERT into a partitioned table, nil otherwise
	done  bool
}

func newModifyTable(c *Ctx, p *planner.ModifyTable) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	m := &modifyTable{base: newBase(c, &p.PlanBase), plan: p, child: child}
	m.rels = make([]*targetRel, len(p.Rels))
	if p.Command == planner.Insert && p.Relation.PartKey != nil {
		m.route = &router{newLeaf: m.newLeaf}
	}
	m.out = make(types.Row, len(p.Returning))
	return m, nil
}

func (m *modifyTable) Open() error {
	if m.route != nil {
		if err := m.route.start(m.c, m.plan.Relation, m.plan.Rels[0]); err != nil {
			return err
		}
		return m.child.Open()
	}
	for i := range m.rels {
		if _, err := m.target(i); err != nil {
			return err
		}
	}
	return m.child.Open()
}

// target returns result relation i, which it opens if this execution has not needed
// it before.
func (m *modifyTable) target(i int) (*targetRel, error) {
	if t := m.rels[i]; t != nil && t.opened {
		return t, nil
	}
	return m.openTarget(i)
}

func (m *modifyTable) openTarget(i int) (*targetRel, error) {
	t := m.rels[i]
	if t == nil {
		t = newTargetRel(m.plan, m.plan.Rels[i], m.plan.Rels[i].Relation)
		m.rels[i] = t
	}
	m.open = append(m.open, t)
	return t, t.open(m.c)
}

// newLeaf prepares a partition that rows are routed to.
func (m *modifyTable) newLeaf(rel *catalog.Relation) *targetRel {
	r := *m.plan.Rels[0]
	r.Relation = rel
	return newTargetRel(m.plan, &r, m.plan.Relation)
}

// targetOf returns the result relation that a row of the child is for.
func (m *modifyTable) targetOf(row types.Row) (*targetRel, error) {
	if m.route != nil {
		return m.route.route(row)
	}
	return m.target(0)
}

func (m *modifyTable) Next() (types.Row, error) {
	for !m.done {
		row, err := m.child.Next()
		if err != nil {
			return nil, err
		}
		if row == nil {
			m.done = true
			for _, t := range m.open {
				t.unlockIndexes()
			}
			if m.route != nil {
				m.route.unlockIndexes()
			}
			break
		}
		if err := m.poll.check(m.c.Sess); err != nil {
			return nil, err
		}
		if m.plan.Command == planner.Insert {
			m.c.Sess.Progress.Add(session.Inserting)
		}
		t, err := m.targetOf(row)
		if err != nil {
			return nil, err
		}
		written, err := m.modify(t, row)
		if err != nil {
			return nil, waitedIn(err, t.rel.Name)
		}
		if written == nil {
			continue
		}
		if m.plan.CanSetTag {
			m.c.Processed++
		}
		if m.plan.Returning != nil {
			return m.returning(t, written)
		}
	}
	return nil, nil
}

// modify writes one row. It returns the row that RETURNING shows, nil if
// nothing was done.
func (m *modifyTable) modify(t *targetRel, row types.Row) (types.Row, error) {
	m.from = row
	if m.plan.Command == planner.Delete {
		return m.delete(t, row)
	}
	if !t.locked {
		if err := t.lockIndexes(); err != nil {
			return nil, err
		}
	}
	if m.plan.Command == planner.Insert {
		return m.insert(t, row)
	}
	return m.update(t, row)
}

// returning evaluates RETURNING on the written row.
func (m *modifyTable) returning(t *targetRel, written types.Row) (types.Row, error) {
	in := t.returned(written, m.from, m.plan.Command == planner.Delete)
	for i, f := range t.plan.Returning {
		d, err := f(m.ec, in)
		if err != nil {
			return nil, err
		}
		m.out[i] = d
	}
	return m.out, nil
}

func (m *modifyTable) insert(t *targetRel, row types.Row) (types.Row, error) {
	row = row[:t.full.natts]
	t.noOld()
	switch {
	case t.down != nil:
		t.down.convert(row, t.row)
		row = t.row
	case len(t.rules.Generated) > 0:
		copy(t.row, row)
		row = t.row
	}
	if err := t.generate(); err != nil {
		return nil, err
	}
	if err := t.checkRow(row); err != nil {
		return nil, err
	}
	if t.above == t.rel {
		if err := t.checkPlace(row); err != nil {
			return nil, err
		}
	}
	if m.plan.Conflict != nil {
		return m.insertOrConflict(t, row)
	}
	tid, err := t.rel.Heap.Insert(m.c.Sess.Txn, row)
	if err != nil {
		return nil, err
	}
	t.retAt = tid
	if err := t.insertEntries(row, tid); err != nil {
		return nil, err
	}
	if err := t.inserted(tid); err != nil {
		return nil, err
	}
	return row, t.checkViews(row)
}

// update writes a new version of the row whose ctid the child gave. If another
// transaction changed the row meanwhile, the child's plan is run again for the
// newest version (recheck.go), until one version is updated or none qualifies.
func (m *modifyTable) update(t *targetRel, child types.Row) (types.Row, error) {
	heap, txn, sn := t.rel.Heap, m.c.Sess.Txn, m.c.Snapshot
	tid := datumTID(child[m.plan.CtidSlot])
	old, err := t.version(tid)
	if err != nil {
		return nil, err
	}
	for {
		m.from = child
		if err := t.newVersion(old, child); err != nil {
			return nil, err
		}
		if m.c.Crosscheck != nil {
			if err := t.crosscheck(tid); err != nil {
				return nil, err
			}
		}
		t.putOld(old, tid)
		newKeys, mode := t.changed(old, t.row)
		at, res, fail, err := heap.UpdateLocking(m.c.Sess.Ctx, txn, sn, tid, t.row, newKeys, mode)
		if err != nil {
			return nil, err
		}
		if res == storage.TMOk {
			if err := t.replaced(old, tid, at, newKeys); err != nil {
				return nil, err
			}
			return t.row, t.checkViews(t.row)
		}
		var newest pinnedRow
		child, newest, err = m.again(t, child, res, fail, t.lockMode(t.plan.UpdateCols))
		if child == nil || err != nil {
			return nil, err
		}
		old, tid = newest.row, newest.tid
	}
}

func (m *modifyTable) delete(t *targetRel, child types.Row) (types.Row, error) {
	heap, txn, sn := t.rel.Heap, m.c.Sess.Txn, m.c.Snapshot
	tid := datumTID(child[m.plan.CtidSlot])
	for {
		m.from = child
		var old types.Row
		if m.c.Crosscheck != nil {
			if err := t.crosscheck(tid); err != nil {
				return nil, err
			}
		}
		if m.plan.Returning != nil || t.rules.OnDelete != nil {
			var err error
			if old, err = t.version(tid); err != nil {
				return nil, err
			}
			t.putOld(old, tid)
		}
		res, fail, err := heap.Delete(m.c.Sess.Ctx, txn, sn, tid)
		if err != nil {
			return nil, err
		}
		if res == storage.TMOk {
			t.retAt = tid
			if old == nil {
				old = emptyRow
			}
			return old, t.deleted(old, tid)
		}
		var newest pinnedRow
		child, newest, err = m.again(t, child, res, fail, storage.LockUpdate)
		if child == nil || err != nil {
			return nil, err
		}
		tid = newest.tid
	}
}

func (m *modifyTable) Rescan() error {
	return pgerr.New(pgerr.Internal, "ModifyTable cannot be rescanned")
}

func (m *modifyTable) restart() bool {
	m.done, m.from = false, nil
	clear(m.out)
	for _, t := range m.open {
		t.restart()
	}
	m.open = m.open[:0]
	if m.route != nil {
		m.route.restart()
	}
	return restart(m.child)
}

func (m *modifyTable) Close() error { return m.child.Close() }
