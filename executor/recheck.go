package executor

import (
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// In READ COMMITTED a statement that meets a row which another transaction
// changed after the statement's snapshot goes on with the newest version, if
// that still meets the statement's conditions: PostgreSQL's EvalPlanQual. The
// plan below is run once more, with the scan of the changed relation giving
// just that version.

// recheckRow is the version that stands for a whole relation.
type recheckRow struct {
	rel int // range-table index
	row types.Row
	tid storage.TID
}

// again decides what to do after a row could not be changed: nothing (nil
// child), an error, or another try with the newest version.
func (m *modifyTable) again(res storage.TMResult, fail storage.TMFailure, mode storage.LockMode) (child, old types.Row, tid storage.TID, err error) {
	switch res {
	case storage.TMSelfModified, storage.TMInvisible:
		return nil, nil, 0, nil
	}
	if m.c.Sess.Txn.Isolation() != storage.ReadCommitted {
		return nil, nil, 0, serializationFailure(res)
	}
	if res == storage.TMDeleted {
		return nil, nil, 0, nil
	}
	old, tid, err = lockNewest(m.c, m.plan.Relation.Heap, fail.TID, mode)
	if old == nil || err != nil {
		return nil, nil, 0, err
	}
	shape := newRowShape(m.plan.Relation, nil)
	old = shape.complete(old, tid)
	child, err = recheck(m.c, m.plan.Child, &recheckRow{rel: m.plan.Rel, row: old, tid: tid})
	return child, old, tid, err
}

func serializationFailure(res storage.TMResult) error {
	if res == storage.TMDeleted {
		return pgerr.New(pgerr.SerializationFailure, "could not serialize access due to concurrent delete")
	}
	return pgerr.New(pgerr.SerializationFailure, "could not serialize access due to concurrent update")
}

// lockNewest locks the newest version that follows tid and returns it; nil if
// the row is gone.
func lockNewest(c *Ctx, heap *storage.Heap, tid storage.TID, mode storage.LockMode) (types.Row, storage.TID, error) {
	for {
		res, fail, err := heap.LockRow(c.Sess.Ctx, c.Sess.Txn, c.Snapshot, tid, mode, storage.WaitBlock)
		if err != nil {
			return nil, 0, err
		}
		switch res {
		case storage.TMOk:
			row, at, ok := heap.FetchLatest(c.Sess.Txn, tid)
			if !ok {
				return nil, 0, nil
			}
			return row, at, nil
		case storage.TMUpdated:
			if fail.TID == tid {
				return nil, 0, nil
			}
			tid = fail.TID
		default:
			return nil, 0, nil
		}
	}
}

// recheck runs a plan with one relation replaced by one row version. It
// returns a copy of the plan's row, nil if there is none any more.
func recheck(c *Ctx, p planner.Plan, r *recheckRow) (types.Row, error) {
	rc := &Ctx{Sess: c.Sess, Access: c.Access, Stmt: c.Stmt, Snapshot: c.Snapshot, recheck: r}
	rc.Expr.Params = c.Expr.Params
	rc.Expr.Exec = makeExecSlots(c.Stmt.NumExec)
	rc.Expr.Sess, rc.Expr.Catalog = c.Sess, c.Access
	if err := rc.prepareSubPlans(); err != nil {
		return nil, err
	}
	defer rc.closeSubPlans()
	n, err := build(rc, p)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	if err := n.Open(); err != nil {
		return nil, err
	}
	row, err := n.Next()
	if row == nil || err != nil {
		return nil, err
	}
	return append(types.Row{}, row...), nil
}

// buildRecheck replaces scans of the changed relation; ok is false for other
// plan nodes.
func buildRecheck(c *Ctx, p planner.Plan) (Node, bool, error) {
	var s *planner.ScanBase
	scan := &recheckScan{base: newBase(c, p.Base())}
	switch p := p.(type) {
	case *planner.SeqScan:
		s = &p.ScanBase
	case *planner.IndexScan:
		s = &p.ScanBase
		b := newIndexBounds(p.Index, p.Conds)
		scan.conds = &b
	case *planner.BitmapHeapScan:
		s = &p.ScanBase
		src, err := newTIDSource(c, p.Bitmap)
		if err != nil {
			return nil, true, err
		}
		scan.bitmap = src
	case *planner.TidScan:
		s = &p.ScanBase
	case *planner.LockRows:
		if p.Marks[0].Rel != c.recheck.rel {
			return nil, false, nil
		}
		n, err := build(c, p.Child)
		return n, true, err
	default:
		return nil, false, nil
	}
	if s.Rel != c.recheck.rel {
		return nil, false, nil
	}
	scan.shape = newRowShape(s.Relation, s.SysCols)
	return scan, true, nil
}

// recheckScan gives the one version under test, if it meets the scan's conditions.
type recheckScan struct {
	base
	shape  rowShape
	conds  *indexBounds
	bitmap tidSource
	done   bool
}

func (s *recheckScan) Open() error { return nil }

func (s *recheckScan) Next() (types.Row, error) {
	if s.done {
		return nil, nil
	}
	s.done = true
	r := s.c.recheck
	row := s.shape.complete(r.row, r.tid)
	if s.conds != nil {
		if ok, err := s.conds.recheckAll(s.ec, row); !ok || err != nil {
			return nil, err
		}
	}
	if s.bitmap != nil {
		if ok, err := s.bitmap.recheck(row); !ok || err != nil {
			return nil, err
		}
	}
	ok, err := s.passes(row)
	if !ok || err != nil {
		return nil, err
	}
	return s.project(row)
}

func (s *recheckScan) Rescan() error {
	s.done = false
	return nil
}

func (s *recheckScan) Close() error { return nil }
