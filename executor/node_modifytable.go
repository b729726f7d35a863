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
	plan    *planner.ModifyTable
	subs    []Node // as plan.Children
	at      int    // the one that gives rows
	targets targets
	from    types.Row  // the child's row at hand
	wrote   *targetRel // where it was written to
	route   *router    // of INSERT into a partitioned table, and of rows that move; nil otherwise
	done    bool
}

func newModifyTable(c *Ctx, p *planner.ModifyTable) (Node, error) {
	subs, err := buildAll(c, p.Children())
	if err != nil {
		return nil, err
	}
	m := &modifyTable{base: newBase(c, &p.PlanBase), plan: p, subs: subs}
	m.targets = newTargets(c, p)
	if m.routes() {
		m.route = &router{newLeaf: m.newLeaf}
	}
	m.out = make(types.Row, len(p.Returning))
	return m, nil
}

// routes tells whether all rows are routed.
func (m *modifyTable) routes() bool {
	return m.plan.Command == planner.Insert && m.plan.Relation.PartKey != nil
}

func (m *modifyTable) Open() error {
	if m.routes() {
		if err := m.route.startInsert(m.c, m.plan.Relation, &m.plan.Rels[0]); err != nil {
			return err
		}
		return m.openSubs()
	}
	if err := m.targets.start(); err != nil {
		return err
	}
	if m.plan.Moves && m.targets.early {
		if err := m.movesAtStart(); err != nil {
			return err
		}
	}
	return m.openSubs()
}

func (m *modifyTable) openSubs() error {
	if m.plan.Subplans != nil || len(m.plan.Rels) == 1 && m.plan.Command != planner.Insert {
		n := int64(len(m.subs)) // others are counted by their Append
		m.c.Sess.Counters.ModifyTable.SubplansInitialized += n
		m.c.Sess.Counters.ModifyTable.SubplansRun += n
	}
	for _, s := range m.subs {
		if err := s.Open(); err != nil {
			return err
		}
	}
	return nil
}

// newLeaf prepares a partition that rows are routed to.
func (m *modifyTable) newLeaf(rel *catalog.Relation) *targetRel {
	r := m.plan.Rels[0]
	r.Relation = rel
	return newTargetRel(m.plan, &r, m.plan.Relation)
}

// targetOf returns the result relation that a row of the child is for.
func (m *modifyTable) targetOf(row types.Row) (*targetRel, error) {
	if m.plan.Command == planner.Insert && m.route != nil {
		return m.route.route(row)
	}
	return m.targets.of(row)
}

func (m *modifyTable) Next() (types.Row, error) {
	for !m.done {
		row, err := m.subs[m.at].Next()
		if err != nil {
			return nil, err
		}
		if row == nil && m.at < len(m.subs)-1 {
			m.at++
			continue
		}
		if row == nil {
			m.done = true
			m.targets.unlockIndexes()
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
			return m.returning(m.wrote, written)
		}
	}
	return nil, nil
}

// modify writes one row. It returns the row that RETURNING shows, nil if
// nothing was done.
func (m *modifyTable) modify(t *targetRel, row types.Row) (types.Row, error) {
	m.from, m.wrote = row, t
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
	row, err := t.fitted(row)
	if err != nil {
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
		stays, err := t.belongs(t.row)
		if err != nil {
			return nil, err
		}
		var written types.Row
		var res storage.TMResult
		var fail storage.TMFailure
		if stays {
			written, res, fail, err = m.updateHere(t, old, tid)
		} else {
			written, res, fail, err = m.moveRow(t, old, tid)
		}
		if res == storage.TMOk || err != nil {
			return written, err
		}
		mode := storage.LockUpdate // of a row that is to leave its partition
		if stays {
			_, mode = t.changed(old, t.row)
		}
		var newest pinnedRow
		child, newest, err = m.again(t, child, res, fail, mode)
		if child == nil || err != nil {
			return nil, err
		}
		old, tid = newest.row, newest.tid
	}
}

// updateHere replaces the row at tid by t.row.
func (m *modifyTable) updateHere(t *targetRel, old types.Row, tid storage.TID) (types.Row, storage.TMResult, storage.TMFailure, error) {
	if err := t.checkRow(t.row); err != nil {
		return nil, 0, storage.TMFailure{}, err
	}
	t.putOld(old, tid)
	newKeys, mode := t.changed(old, t.row)
	at, res, fail, err := t.rel.Heap.UpdateLocking(m.c.Sess.Ctx, m.c.Sess.Txn, m.c.Snapshot, tid, t.row, newKeys, mode)
	if res != storage.TMOk || err != nil {
		return nil, res, fail, err
	}
	if err := t.replaced(old, tid, at, newKeys); err != nil {
		return nil, res, fail, err
	}
	return t.row, res, fail, t.checkViews(t.row)
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
			return old, t.deleted(old, tid, false)
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
	m.done, m.from, m.wrote, m.at = false, nil, nil, 0
	clear(m.out)
	m.targets.restart()
	if m.route != nil {
		m.route.restart()
	}
	for _, s := range m.subs {
		if !restart(s) {
			return false
		}
	}
	return true
}

func (m *modifyTable) Close() error { return closeAll(m.subs) }
