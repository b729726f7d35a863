package executor

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// lockRows locks the rows behind each row it passes on: FOR UPDATE and its kin.
// If another transaction changed some of them meanwhile, the joined row is tested
// again with their newest versions, once all are locked.
type lockRows struct {
	base
	plan  *planner.LockRows
	child Node
	row   types.Row // of the child, last passed on; nil at the end
}

func newLockRows(c *Ctx, p *planner.LockRows) (Node, error) {
	child, err := build(c, p.Child)
	if err != nil {
		return nil, err
	}
	return &lockRows{base: newBase(c, &p.PlanBase), plan: p, child: child}, nil
}

func (l *lockRows) Open() error { return l.child.Open() }

func (l *lockRows) Next() (types.Row, error) {
	for {
		l.row = nil
		row, err := l.child.Next()
		if row == nil || err != nil {
			return nil, err
		}
		if err := l.poll.check(l.c.Sess); err != nil {
			return nil, err
		}
		row, err = l.lock(row)
		if err != nil {
			return nil, err
		}
		if row != nil {
			l.row = row
			return l.project(row)
		}
	}
}

// place is where the row of a mark is, in the row last passed on.
func (l *lockRows) place(at *standing) storage.TID {
	if l.row == nil {
		return storage.InvalidTID
	}
	mark := &l.plan.Marks[at.mark]
	ctid := l.row[mark.CtidSlot]
	if ctid.IsNull() || mark.TableSlot >= 0 && l.row[mark.TableSlot].Int() != int64(at.oid) {
		return storage.InvalidTID
	}
	return datumTID(ctid)
}

// lock locks all marked rows; nil means that the row is skipped. The row
// returned is that of the newest versions if some changed.
func (l *lockRows) lock(row types.Row) (types.Row, error) {
	var changed pinnedRows
	for i := range l.plan.Marks {
		mark := &l.plan.Marks[i]
		ctid := row[mark.CtidSlot]
		if ctid.IsNull() {
			continue // the null side of an outer join
		}
		rti, rel := mark.Rel, mark.Relation
		if mark.TableSlot >= 0 {
			leaf, err := markedLeaf(mark.Leaves, row[mark.TableSlot])
			if err != nil {
				return nil, err
			}
			rti, rel = leaf.Rel, leaf.Relation
		}
		newest, ok, err := l.lockMark(mark, rel, datumTID(ctid))
		if !ok || err != nil {
			return nil, err
		}
		if newest.row == nil {
			continue
		}
		if changed == nil {
			changed = pinnedRows{}
		}
		changed[rti] = newest
	}
	if changed == nil {
		return row, nil
	}
	pins, err := pinRows(l.c.Sess.Txn, l.plan.Pins, row)
	if err != nil {
		return nil, err
	}
	for rel, p := range changed {
		pins[rel] = p
	}
	return recheck(l.c, l.plan.Child, pins)
}

// lockMark locks one row of rel. ok is false if the joined row is to be skipped; newest
// is set if the row was changed meanwhile.
func (l *lockRows) lockMark(mark *planner.PlanRowMark, rel *catalog.Relation, tid storage.TID) (newest pinnedRow, ok bool, err error) {
	heap, s := rel.Heap, l.c.Sess
	res, fail, err := heap.LockRow(s.Ctx, s.Txn, l.c.Snapshot, tid, mark.Mode, mark.Wait)
	if err != nil {
		return newest, false, waitedIn(err, rel.Name)
	}
	if res == storage.TMUpdated && s.Txn.Isolation() == storage.ReadCommitted {
		newest, res, err = lockNewest(l.c, heap, fail, mark.Mode, mark.Wait)
		if err != nil {
			return newest, false, waitedIn(err, rel.Name)
		}
	}
	switch res {
	case storage.TMOk:
		return newest, true, nil
	case storage.TMSelfModified, storage.TMInvisible:
		return newest, false, nil
	case storage.TMWouldBlock:
		if mark.Wait == storage.WaitSkip {
			return newest, false, nil
		}
		return newest, false, pgerr.New(pgerr.LockNotAvailable, "could not obtain lock on row in relation %q", rel.Name)
	}
	if s.Txn.Isolation() != storage.ReadCommitted {
		return newest, false, serializationFailure(storage.TMUpdated) // PostgreSQL says update also of a deleted row
	}
	return newest, false, nil
}

func (l *lockRows) Rescan() error { return l.child.Rescan() }

func (l *lockRows) Close() error { return l.child.Close() }
