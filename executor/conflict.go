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

// openConflict makes ready for conflicts in the relation: the arbiters are marked.
func (t *targetRel) openConflict() {
	t.both = make(types.Row, t.full.width()+t.full.natts)
	for i := range t.indexes {
		w := &t.indexes[i]
		w.arbiter = w.Unique && (t.arbiters == nil || slices.Contains(t.arbiters, w.OID))
	}
}

func (m *modifyTable) insertOrConflict(t *targetRel, row types.Row) (types.Row, error) {
	for {
		if err := m.c.Sess.Interrupted(); err != nil {
			return nil, err
		}
		tid, err := t.findConflict(row)
		if err != nil {
			return nil, err
		}
		if tid != storage.InvalidTID {
			m.count(false)
			if !m.plan.Conflict.DoUpdate {
				return nil, t.invisibleConflict(tid)
			}
			done, out, err := m.conflictUpdate(t, tid, row)
			if done || err != nil {
				return out, err
			}
			continue
		}
		ok, err := t.insertSpeculatively(row)
		if ok && err == nil {
			err = t.checkViews(row)
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

func (t *targetRel) findConflict(row types.Row) (storage.TID, error) {
	for i := range t.indexes {
		w := &t.indexes[i]
		if !w.arbiter {
			continue
		}
		if !w.Immediate {
			return storage.InvalidTID, pgerr.New(pgerr.ObjectNotInPrerequisiteState,
				"ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters").
				On(t.rel.Schema, t.rel.Name, w.Name)
		}
		ok, err := w.form(&t.c.Expr, row)
		if err != nil {
			return storage.InvalidTID, err
		}
		if !ok {
			continue
		}
		tid, err := w.Tree.FindConflict(t.c.Sess.Ctx, t.c.Sess.Txn, t.rel.Heap, w.key, true)
		if tid != storage.InvalidTID || err != nil {
			w.Tree.Stats().AddScans(t.c.Sess.StmtStart, 1, 1, 1)
			return tid, err
		}
		w.Tree.Stats().AddScans(t.c.Sess.StmtStart, 1, 0, 0)
	}
	return storage.InvalidTID, nil
}

// insertSpeculatively inserts the row; ok is false if an arbiter index turned
// out to have its key by now, and the row was taken back.
func (t *targetRel) insertSpeculatively(row types.Row) (ok bool, err error) {
	heap, txn := t.rel.Heap, t.c.Sess.Txn
	tid, err := heap.Insert(txn, row)
	if err != nil {
		return false, err
	}
	t.recheck = t.recheck[:0]
	for i := range t.indexes {
		w := &t.indexes[i]
		conflict, err := t.insertEntry(w, row, tid)
		if err != nil {
			return false, err
		}
		if conflict == storage.InvalidTID {
			continue
		}
		if !w.arbiter {
			return false, w.duplicate(t.c.Access, t.rel)
		}
		heap.Kill(txn, tid)
		return false, nil
	}
	t.retAt = tid
	return true, t.inserted(tid)
}

// invisibleConflict: under REPEATABLE READ nothing may depend on a row that the
// snapshot does not see, unless this very command has inserted it.
func (t *targetRel) invisibleConflict(tid storage.TID) error {
	heap, txn := t.rel.Heap, t.c.Sess.Txn
	if txn.Isolation() == storage.ReadCommitted {
		return nil
	}
	if _, _, ok := heap.Fetch(t.c.Snapshot, tid); ok {
		return nil
	}
	if sys, ok := heap.System(tid); ok && txn.Owns(sys.Xmin) {
		return nil
	}
	return serializationFailure(storage.TMUpdated)
}

// conflictUpdate is DO UPDATE on the row at tid. done is false if the row went
// away meanwhile and the insertion must be tried again.
func (m *modifyTable) conflictUpdate(t *targetRel, tid storage.TID, excluded types.Row) (done bool, out types.Row, err error) {
	heap, s := t.rel.Heap, m.c.Sess
	mode := t.lockMode(t.plan.Conflict.SetCols)
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
		s.Txn.LeaveRow() // the newest version is not waited for: it may have another key
		return false, nil, nil
	}
	old, at, ok := heap.FetchLatest(s.Txn, tid)
	if !ok {
		return false, nil, nil
	}
	if err := t.invisibleConflict(at); err != nil {
		return true, nil, err
	}
	out, err = m.setConflicting(t, old, at, excluded)
	return true, out, err
}

// column is the index in the relation's rows of a column of the table above.
func (t *targetRel) column(i int) int {
	if t.up == nil {
		return i
	}
	return t.up.from[i]
}

// setConflicting evaluates the SET clause on the existing and the proposed row.
func (m *modifyTable) setConflicting(t *targetRel, old types.Row, tid storage.TID, excluded types.Row) (types.Row, error) {
	cp := t.plan.Conflict
	existing := t.shape.complete(old, tid)
	n := copy(t.both, t.full.complete(t.asAbove(existing), tid))
	copy(t.both[n:], t.asAbove(excluded))
	if cp.Where != nil {
		ok, err := cp.Where(m.ec, t.both)
		if !ok && err == nil && m.in != nil {
			m.in.RemovedByFilter++
		}
		if !ok || err != nil {
			return nil, err
		}
	}
	copy(t.own(), existing)
	for i, attr := range cp.SetCols {
		d, err := cp.Set[i](m.ec, t.both)
		if err != nil {
			return nil, err
		}
		t.row[t.column(attr-1)] = d
	}
	if err := t.generate(); err != nil {
		return nil, err
	}
	if ok, err := t.belongs(t.row); err != nil {
		return nil, err
	} else if !ok {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "invalid ON UPDATE specification").
			WithDetail("The result tuple would appear in a different partition than the original tuple.")
	}
	if err := t.checkRow(t.row); err != nil {
		return nil, err
	}
	t.putOld(existing, tid)
	newKeys, mode := t.changed(existing, t.row)
	at, res, _, err := t.rel.Heap.UpdateLocking(m.c.Sess.Ctx, m.c.Sess.Txn, nil, tid, t.row, newKeys, mode)
	if err != nil {
		return nil, err
	}
	if res != storage.TMOk {
		return nil, pgerr.New(pgerr.Internal, "a locked row could not be updated (%d)", res)
	}
	if err := t.replaced(existing, tid, at, newKeys); err != nil {
		return nil, err
	}
	return t.row, t.checkViews(t.row)
}
