package executor

import (
	"slices"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// INSERT ... ON CONFLICT. The arbiter indexes are looked at first; if no row is
// in the way the row is inserted, and taken back if another transaction was
// faster, after which everything starts again.

func (m *modifyTable) insertOrConflict(row types.Row) (types.Row, error) {
	for {
		if err := m.c.Sess.Interrupted(); err != nil {
			return nil, err
		}
		tid, err := m.findConflict(row)
		if err != nil {
			return nil, err
		}
		if tid != storage.InvalidTID {
			m.count(false)
			if !m.plan.Conflict.DoUpdate {
				return nil, m.invisibleConflict(tid)
			}
			done, out, err := m.conflictUpdate(tid, row)
			if done || err != nil {
				return out, err
			}
			continue
		}
		ok, err := m.insertSpeculatively(row)
		if ok && err == nil {
			err = m.checkViews(row)
		}
		if ok || err != nil {
			m.count(ok)
			return row, err
		}
	}
}

// count notes for EXPLAIN ANALYZE how a row ended.
func (m *modifyTable) count(inserted bool) {
	switch {
	case m.in == nil:
	case inserted:
		m.in.TuplesInserted++
	default:
		m.in.ConflictTuples++
	}
}

// arbiter tells whether a conflict in this index is what ON CONFLICT is about.
func (m *modifyTable) arbiter(w *indexWriter) bool {
	a := m.plan.Conflict.Arbiters
	return w.ix.Unique && (len(a) == 0 || slices.Contains(a, w.ix.OID))
}

func (m *modifyTable) findConflict(row types.Row) (storage.TID, error) {
	for i := range m.rel.indexes {
		w := &m.rel.indexes[i]
		if !m.arbiter(w) {
			continue
		}
		if !w.ix.Immediate {
			return storage.InvalidTID, pgerr.New(pgerr.ObjectNotInPrerequisiteState,
				"ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters").
				On(m.rel.rel.Schema, m.rel.rel.Name, w.ix.Name)
		}
		ok, err := w.form(m.ec, row)
		if err != nil {
			return storage.InvalidTID, err
		}
		if !ok {
			continue
		}
		tid, err := w.ix.Tree.FindConflict(m.c.Sess.Ctx, m.c.Sess.Txn, m.plan.Relation.Heap, w.key, true)
		if tid != storage.InvalidTID || err != nil {
			return tid, err
		}
	}
	return storage.InvalidTID, nil
}

// insertSpeculatively inserts the row; ok is false if an arbiter index turned
// out to have its key by now, and the row was taken back.
func (m *modifyTable) insertSpeculatively(row types.Row) (ok bool, err error) {
	heap := m.plan.Relation.Heap
	tid, err := heap.Insert(m.c.Sess.Txn, row)
	if err != nil {
		return false, err
	}
	m.rel.recheck = m.rel.recheck[:0]
	for i := range m.rel.indexes {
		w := &m.rel.indexes[i]
		conflict, err := m.rel.insertEntry(w, row, tid)
		if err != nil {
			return false, err
		}
		if conflict == storage.InvalidTID {
			continue
		}
		if !m.arbiter(w) {
			return false, m.rel.duplicate(w)
		}
		heap.Kill(m.c.Sess.Txn, tid)
		return false, nil
	}
	m.retAt = tid
	return true, m.rel.inserted(tid)
}

// invisibleConflict: under REPEATABLE READ nothing may depend on a row that the
// snapshot does not see, unless this very command has inserted it.
func (m *modifyTable) invisibleConflict(tid storage.TID) error {
	heap, txn := m.plan.Relation.Heap, m.c.Sess.Txn
	if txn.Isolation() == storage.ReadCommitted {
		return nil
	}
	if _, _, ok := heap.Fetch(m.c.Snapshot, tid); ok {
		return nil
	}
	if sys, ok := heap.System(tid); ok && txn.Owns(sys.Xmin) {
		return nil
	}
	return serializationFailure(storage.TMUpdated)
}

// conflictUpdate is DO UPDATE on the row at tid. done is false if the row went
// away meanwhile and the insertion must be tried again.
func (m *modifyTable) conflictUpdate(tid storage.TID, excluded types.Row) (done bool, out types.Row, err error) {
	heap, s := m.plan.Relation.Heap, m.c.Sess
	mode := m.rel.lockMode(m.plan.Conflict.SetCols)
	res, fail, err := heap.LockRow(s.Ctx, s.Txn, m.c.Snapshot, tid, mode, storage.WaitBlock)
	if err != nil {
		return true, nil, err
	}
	switch {
	case res == storage.TMOk:
	case res == storage.TMInvisible && !fail.Own:
		return false, nil, nil // it was taken away between finding and locking it
	case res == storage.TMInvisible, res == storage.TMSelfModified:
		return true, nil, pgerr.New(pgerr.CardinalityViolation, "ON CONFLICT DO UPDATE command cannot affect row a second time").
			WithHint("Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")
	default:
		if s.Txn.Isolation() != storage.ReadCommitted {
			return true, nil, serializationFailure(res)
		}
		return false, nil, nil
	}
	old, at, ok := heap.FetchLatest(s.Txn, tid)
	if !ok {
		return false, nil, nil
	}
	if err := m.invisibleConflict(at); err != nil {
		return true, nil, err
	}
	out, err = m.setConflicting(old, at, slices.Clone(excluded))
	return true, out, err
}

// setConflicting evaluates the SET clause on the existing and the proposed row.
func (m *modifyTable) setConflicting(old types.Row, tid storage.TID, excluded types.Row) (types.Row, error) {
	cp := m.plan.Conflict
	shape := newRowShape(m.plan.Relation, m.plan.SysCols)
	existing := shape.complete(old, tid)
	in := append(slices.Clone(existing), excluded...)
	if cp.WhereFn != nil {
		ok, err := cp.WhereFn(m.ec, in)
		if !ok && err == nil && m.in != nil {
			m.in.RemovedByFilter++
		}
		if !ok || err != nil {
			return nil, err
		}
	}
	copy(m.row, existing)
	for i, attr := range cp.SetCols {
		d, err := cp.SetFns[i](m.ec, in)
		if err != nil {
			return nil, err
		}
		m.row[attr-1] = d
	}
	if err := m.generate(); err != nil {
		return nil, err
	}
	if err := m.rel.checkRow(m.row, m.plan.Checks); err != nil {
		return nil, err
	}
	m.putOld(existing, tid)
	newKeys, mode := m.rel.changed(existing, m.row)
	at, res, _, err := m.plan.Relation.Heap.UpdateLocking(m.c.Sess.Ctx, m.c.Sess.Txn, nil, tid, m.row, newKeys, mode)
	if err != nil {
		return nil, err
	}
	if res != storage.TMOk {
		return nil, pgerr.New(pgerr.Internal, "a locked row could not be updated (%d)", res)
	}
	m.retAt = at
	if err := m.replaced(existing, tid, at, newKeys); err != nil {
		return nil, err
	}
	return m.row, m.checkViews(m.row)
}
