package executor

import (
	"slices"

	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// In READ COMMITTED a statement that meets a row which another transaction
// changed after the statement's snapshot goes on with the newest version, if
// that still meets the statement's conditions: PostgreSQL's EvalPlanQual. The
// plan below is built and run once more for the one joined row in question: the
// changed relations give their newest versions, all others the rows they gave
// before. Subqueries in expressions run anew on the statement's snapshot; WITH
// queries do not, least of all those that write.

// pinnedRow is the one row that stands for a relation in a recheck. Without a
// row the relation is empty: it is the null side of an outer join.
type pinnedRow struct {
	row types.Row
	tid storage.TID
}

// pinnedRows are pinned rows by range-table index.
type pinnedRows map[int]pinnedRow

// pinRows finds the rows that a joined row was made of.
func pinRows(t *storage.Txn, pins []planner.RowPin, row types.Row) (pinnedRows, error) {
	out := make(pinnedRows, len(pins)+1)
	for i := range pins {
		p := &pins[i]
		if p.Relation == nil {
			out[p.Rel] = copiedRow(p, row)
			continue
		}
		rti, rel := p.Rel, p.Relation
		out[rti] = pinnedRow{}
		for i := range p.Leaves {
			out[p.Leaves[i].Rel] = pinnedRow{}
		}
		ctid := row[p.CtidSlot]
		if ctid.IsNull() {
			continue
		}
		if p.TableSlot >= 0 {
			leaf, err := markedLeaf(p.Leaves, row[p.TableSlot])
			if err != nil {
				return nil, err
			}
			rti, rel = leaf.Rel, leaf.Relation
		}
		tid := datumTID(ctid)
		r, ok := rel.Heap.FetchAny(t, tid)
		if !ok {
			return nil, pgerr.New(pgerr.Internal, "failed to fetch tuple for EvalPlanQual recheck")
		}
		out[rti] = pinnedRow{row: r, tid: tid}
	}
	return out, nil
}

// markedLeaf finds the partition that a row came from by its tableoid.
func markedLeaf(leaves []planner.MarkedLeaf, oid types.Datum) (*planner.MarkedLeaf, error) {
	for i := range leaves {
		if int64(leaves[i].Relation.OID) == oid.Int() {
			return &leaves[i], nil
		}
	}
	return nil, pgerr.New(pgerr.Internal, "a row came from table %d, which the plan does not read", oid.Int())
}

// copiedRow puts the row of something that is no table together again. On the
// null side of an outer join, a row of NULLs is taken for none.
func copiedRow(p *planner.RowPin, row types.Row) pinnedRow {
	r := make(types.Row, len(p.Cols))
	some := !p.Nullable
	for i, slot := range p.Cols {
		if slot >= 0 {
			r[i] = row[slot]
			some = some || !r[i].IsNull()
		}
	}
	if !some {
		return pinnedRow{}
	}
	return pinnedRow{row: r}
}

// again decides what to do after the row that child stands for could not be
// changed: nothing (no row), an error, or another try with the newest version,
// which is then locked.
func (m *modifyTable) again(t *targetRel, from types.Row, res storage.TMResult, fail storage.TMFailure, mode storage.LockMode) (child types.Row, newest pinnedRow, err error) {
	switch res {
	case storage.TMSelfModified, storage.TMInvisible:
		return nil, newest, nil
	}
	if m.c.Sess.Txn.Isolation() != storage.ReadCommitted {
		return nil, newest, serializationFailure(res)
	}
	if res == storage.TMDeleted {
		return nil, newest, nil
	}
	if err := m.c.Sess.Interrupted(); err != nil {
		return nil, newest, err
	}
	newest, _, err = lockNewest(m.c, t.rel.Heap, fail, mode, storage.WaitBlock)
	if newest.row == nil || err != nil {
		return nil, newest, err
	}
	pins, err := pinRows(m.c.Sess.Txn, m.plan.Pins, from)
	if err != nil {
		return nil, newest, err
	}
	if m.plan.TableSlot >= 0 {
		for i := range m.plan.Rels {
			pins[m.plan.Rels[i].Rel] = pinnedRow{}
		}
	}
	shape := newRowShape(nil, t.rel, nil)
	newest.row = shape.complete(newest.row, newest.tid)
	pins[t.plan.Rel] = newest
	child, err = recheck(m.c, m.plan.Children()[m.at], pins)
	return child, newest, err
}

func serializationFailure(res storage.TMResult) error {
	if res == storage.TMDeleted {
		return pgerr.New(pgerr.SerializationFailure, "could not serialize access due to concurrent delete")
	}
	return pgerr.New(pgerr.SerializationFailure, "could not serialize access due to concurrent update")
}

// lockNewest locks the newest version that follows the change in the way and returns
// it; no row if it is gone, or locked by another transaction and not to be waited for,
// which the result tells. A row that moved to another partition is not followed there.
func lockNewest(c *Ctx, heap *storage.Heap, fail storage.TMFailure, mode storage.LockMode, wait storage.WaitPolicy) (pinnedRow, storage.TMResult, error) {
	for {
		if fail.Moved {
			return pinnedRow{}, storage.TMUpdated, pgerr.New(pgerr.SerializationFailure,
				"tuple to be locked was already moved to another partition due to concurrent update")
		}
		tid := fail.TID
		res, next, err := heap.LockRow(c.Sess.Ctx, c.Sess.Txn, c.Snapshot, tid, mode, wait)
		if err != nil {
			return pinnedRow{}, res, err
		}
		switch {
		case res == storage.TMOk:
			row, at, ok := heap.FetchLatest(c.Sess.Txn, tid)
			if !ok {
				return pinnedRow{}, storage.TMDeleted, nil
			}
			return pinnedRow{row: row, tid: at}, res, nil
		case res != storage.TMUpdated || next.TID == tid:
			return pinnedRow{}, res, nil
		}
		fail = next
	}
}

// recheck runs a plan with the given rows in place of relations. It returns a
// copy of the plan's row, nil if there is none any more.
func recheck(c *Ctx, p planner.Plan, pins pinnedRows) (types.Row, error) {
	rc, err := recheckCtx(c, pins)
	if err != nil {
		return nil, err
	}
	defer rc.endRecheck(c)
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

// recheckCtx is an execution of its own, but for what is computed already: the
// parameters as they are in c, which rows outside the plan may have set, and the
// rows of WITH queries.
func recheckCtx(c *Ctx, pins pinnedRows) (*Ctx, error) {
	rc := &Ctx{Sess: c.Sess, Access: c.Access, Stmt: c.Stmt, Snapshot: c.Snapshot, Triggers: c.Triggers, pins: pins}
	rc.Expr.Params = c.Expr.Params
	rc.Expr.Exec = makeExecSlots(c.Stmt.NumExec)
	rc.Expr.Sess, rc.Expr.Catalog = c.Sess, c.Access
	if err := rc.prepareSubPlans(); err != nil {
		return nil, err
	}
	again := map[int]bool{} // outputs of initplans that depend on the plan's own rows
	for i, d := range c.Stmt.SubPlans {
		outer := len(d.Plan.Base().ExtParams) > 0
		switch {
		case d.CTE && !outer:
			rc.ctes[i] = c.ctes[i]
		case d.Init && outer:
			for _, id := range d.OutIDs {
				again[id] = true
			}
		}
	}
	for id := range c.Expr.Exec {
		if s := &c.Expr.Exec[id]; s.Pending == nil && !again[id] {
			rc.Expr.SetExec(id, s.Value)
		}
	}
	return rc, nil
}

// endRecheck closes what the recheck has of its own.
func (c *Ctx) endRecheck(outer *Ctx) {
	for i, s := range c.ctes {
		if s == outer.ctes[i] {
			c.ctes[i] = nil
		}
	}
	c.closeSubPlans()
}

// buildRecheck makes the nodes that give pinned rows; ok is false for other plan
// nodes.
func buildRecheck(c *Ctx, p planner.Plan) (Node, bool, error) {
	scan := &recheckScan{base: newBase(c, p.Base())}
	rel := 0
	switch p := p.(type) {
	case *planner.ModifyTable:
		return nil, true, pgerr.New(pgerr.Internal, "ModifyTable should not be called during EvalPlanQual")
	case *planner.SubqueryScan:
		rel = p.Rel
	case *planner.FunctionScan:
		rel = p.Rel
	case *planner.ValuesScan:
		rel = p.Rel
	case *planner.CTEScan:
		rel = p.Rel
	case *planner.WorkTableScan:
		rel = p.Rel
	default:
		s := planner.ScanOf(p)
		if s == nil {
			return nil, false, nil
		}
		rel = s.Rel
		scan.shape = newRowShape(nil, s.Relation, s.SysCols)
	}
	pin, ok := c.pins[rel]
	if !ok {
		return nil, false, nil
	}
	scan.pin = pin
	return scan, true, scan.addConds(c, p)
}

// recheckScan gives the one row under test, if it meets the scan's conditions.
type recheckScan struct {
	base
	pin    pinnedRow
	shape  rowShape // of a table
	conds  *indexBounds
	bitmap tidSource
	tids   *tidScan
	done   bool
}

// addConds takes over the conditions that a scan answers by the way it finds rows.
func (s *recheckScan) addConds(c *Ctx, p planner.Plan) (err error) {
	switch p := p.(type) {
	case *planner.IndexScan:
		b := newIndexBounds(p.Relation, p.Index, p.Conds)
		s.conds = &b
	case *planner.BitmapHeapScan:
		s.bitmap, err = newTIDSource(c, p.Bitmap)
	case *planner.TidScan:
		s.tids = newTidScan(c, p)
	}
	return err
}

func (s *recheckScan) Open() error { return nil }

func (s *recheckScan) Next() (types.Row, error) {
	if s.done || s.pin.row == nil {
		return nil, nil
	}
	s.done = true
	row := s.pin.row
	if s.shape.rel != nil {
		row = s.shape.complete(row, s.pin.tid)
	}
	if ok, err := s.found(row); !ok || err != nil {
		return nil, err
	}
	ok, err := s.passes(row)
	if !ok || err != nil {
		return nil, err
	}
	return s.project(row)
}

// found tells whether the scan proper would have come upon the row.
func (s *recheckScan) found(row types.Row) (bool, error) {
	switch {
	case s.conds != nil:
		return s.conds.recheckAll(s.ec, row)
	case s.bitmap != nil:
		return s.bitmap.recheck(row)
	case s.tids != nil && s.tids.plan.CurrentOf != nil: // it means the newest version
	case s.tids != nil:
		err := s.tids.start()
		return slices.Contains(s.tids.tids, s.pin.tid), err
	}
	return true, nil
}

func (s *recheckScan) Rescan() error {
	s.done = false
	return nil
}

func (s *recheckScan) Close() error { return nil }
