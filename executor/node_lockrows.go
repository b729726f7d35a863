package executor

import (
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// lockRows locks the rows behind each row it passes on: FOR UPDATE and its kin.
// A row that another transaction changed meanwhile is tested again in its
// newest version.
type lockRows struct {
	base
	plan  *planner.LockRows
	child Node
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
		row, err := l.child.Next()
		if row == nil || err != nil {
			return nil, err
		}
		row, err = l.lock(row)
		if err != nil {
			return nil, err
		}
		if row != nil {
			return l.project(row)
		}
	}
}

// lock locks all marked rows; nil means that the row is skipped. The row
// returned is the newest version's if a version changed.
func (l *lockRows) lock(row types.Row) (types.Row, error) {
	for i := range l.plan.Marks {
		mark := &l.plan.Marks[i]
		ctid := row[mark.CtidSlot]
		if ctid.IsNull() {
			continue // the null side of an outer join
		}
		tid := datumTID(ctid)
		s := l.c.Sess
		res, fail, err := mark.Relation.Heap.LockRow(s.Ctx, s.Txn, l.c.Snapshot, tid, mark.Mode, mark.Wait)
		if err != nil {
			return nil, err
		}
		if row, err = l.resolve(mark, row, res, fail); row == nil || err != nil {
			return nil, err
		}
	}
	return row, nil
}

func (l *lockRows) resolve(mark *planner.PlanRowMark, row types.Row, res storage.TMResult, fail storage.TMFailure) (types.Row, error) {
	switch res {
	case storage.TMOk:
		return row, nil
	case storage.TMSelfModified, storage.TMInvisible:
		return nil, nil
	case storage.TMWouldBlock:
		if mark.Wait == storage.WaitSkip {
			return nil, nil
		}
		return nil, pgerr.New(pgerr.LockNotAvailable, "could not obtain lock on row in relation %q", mark.Relation.Name)
	}
	if l.c.Sess.Txn.Isolation() != storage.ReadCommitted {
		return nil, serializationFailure(res)
	}
	if res == storage.TMDeleted {
		return nil, nil
	}
	newest, tid, err := lockNewest(l.c, mark.Relation.Heap, fail.TID, mark.Mode)
	if newest == nil || err != nil {
		return nil, err
	}
	return recheck(l.c, l.plan.Child, &recheckRow{rel: mark.Rel, row: newest, tid: tid})
}

func (l *lockRows) Rescan() error { return l.child.Rescan() }

func (l *lockRows) Close() error { return l.child.Close() }
