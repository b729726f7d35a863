package executor

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/storage"
	"minidb/types"
)

// targetRel is a relation that a ModifyTable writes to, with the rows that the
// statement makes of it: the row to be written, the one that RETURNING reads, the
// two that ON CONFLICT compares.
type targetRel struct {
	resultRel
	plan  *planner.ResultRel
	sys   []int // planner.ModifyTable's SysCols
	moves bool  // rows may leave it: it is a partition, and UPDATE sets a key
	// projected tells that new versions of its rows are made here, not only rows of others.
	projected bool
	row       types.Row // the row being written, unless it is the child's; nil until own is called
	shape     rowShape  // of stored rows
	full      rowShape  // of rows of the table that the statement names, with the system columns
	// up makes rows of that table of the relation's, nil if they are the same; upRow
	// has the last.
	up    *attrMap
	upRow types.Row
	// toRoot is what moves a row out of the partition (ExecGetChildToRootMap), rooted
	// tells that it is made; nil if rows are the same.
	toRoot   *attrMap
	rooted   bool
	rootRow  types.Row
	arbiters []types.OID // of ON CONFLICT; nil for all unique indexes
	retAt    storage.TID
	ret      types.Row // what RETURNING reads: see planner.ResultRel
	// Where ret has the old and the new row, 0 if it has not, and the child's.
	oldAt, newAt, childAt int
	both                  types.Row // the existing and the proposed row, for ON CONFLICT
}

// newTargetRel prepares one relation of a node; open must come next. above is the
// table whose rows r's expressions read: r's relation, or one that it is a partition
// of.
func newTargetRel(p *planner.ModifyTable, r *planner.ResultRel, above *catalog.Relation) *targetRel {
	t := &targetRel{plan: r, sys: p.SysCols, moves: p.Moves, shape: newRowShape(nil, r.Relation, nil)}
	t.above, t.shown = above, r.Shown
	t.full = rowShape{rel: r.Relation, natts: len(above.Columns), sys: p.SysCols}
	if r.Conflict != nil && len(r.Conflict.Arbiters) > 0 {
		t.arbiters = r.Conflict.Arbiters
	}
	if r.Returning != nil {
		n := t.full.width()
		if p.OldNew {
			t.oldAt, t.newAt = n, 2*n
			n *= 3
		}
		t.childAt = n
		t.ret = make(types.Row, n+len(p.Child.Base().Targets))
	}
	return t
}

// own returns the memory of the row being written.
func (t *targetRel) own() types.Row {
	if t.row == nil {
		t.row = t.c.newRow(t.shape.width())
	}
	return t.row
}

// fitted makes a row to insert of one of the table that the statement names.
func (t *targetRel) fitted(row types.Row) (types.Row, error) {
	switch {
	case t.down != nil:
		t.down.convert(row, t.own())
		row = t.row
	case len(t.rules.Generated) > 0:
		copy(t.own(), row)
		row = t.row
	}
	return row, t.generate()
}

func (t *targetRel) open(c *Ctx) error {
	t.shape.c, t.full.c = c, c
	if err := t.resultRel.open(c, t.plan.Relation); err != nil {
		return err
	}
	if t.moves {
		return t.openLevels()
	}
	if t.plan.Conflict == nil {
		return nil
	}
	if t.both == nil {
		t.openConflict()
	}
	if t.above != t.rel && t.plan.Conflict.Set != nil {
		return t.openLevels()
	}
	return nil
}

// readsAbove tells whether something of the statement reads written rows.
func (t *targetRel) readsAbove() bool {
	return t.plan.Returning != nil || len(t.plan.ViewChecks) > 0 || t.plan.Conflict != nil && t.plan.Conflict.Set != nil
}

// setUp gives the conversion to rows of the table above.
func (t *targetRel) setUp(up *attrMap) {
	t.up = up
}

// asAbove makes a row of the table that the statement names of one of the
// relation's. It is valid until the next call.
func (t *targetRel) asAbove(row types.Row) types.Row {
	if t.shown == nil && t.up == nil {
		return row
	}
	if t.upRow == nil {
		t.upRow = t.c.newRow(len(t.above.Columns))
	}
	if t.shown != nil {
		rearrange(t.shown, row, t.upRow)
	} else {
		t.up.convert(row, t.upRow)
	}
	return t.upRow
}

func (t *targetRel) restart() {
	clear(t.row)
	clear(t.ret)
	clear(t.both)
	clear(t.upRow)
	clear(t.rootRow)
	t.toRoot, t.rooted, t.projected = nil, false, false
	clear(t.shape.buf)
	clear(t.full.buf)
	t.resultRel.restart()
}

// put writes a row of from with its system columns into t.ret.
func (t *targetRel) put(at int, from *targetRel, row types.Row, tid storage.TID) {
	at += copy(t.ret[at:], from.asAbove(row)[:t.full.natts])
	for i, attr := range t.sys {
		t.ret[at+i] = systemColumn(from.rel, attr, tid)
	}
}

// putOld notes the row that is about to be changed, for RETURNING.
func (t *targetRel) putOld(row types.Row, tid storage.TID) {
	if t.oldAt > 0 {
		t.put(t.oldAt, t, row, tid)
	}
}

// noOld notes for RETURNING that there is no old row.
func (t *targetRel) noOld() {
	if t.oldAt > 0 {
		clear(t.ret[t.oldAt:t.newAt])
	}
}

// returned fills what RETURNING reads: the row that was written, or with gone set
// was deleted, and the child's.
func (t *targetRel) returned(written, child types.Row, gone bool) types.Row {
	t.put(0, t, written, t.retAt)
	if t.newAt > 0 && !gone {
		copy(t.ret[t.newAt:], t.ret[:t.oldAt])
	}
	copy(t.ret[t.childAt:], child)
	return t.ret
}

// generate computes the stored generated columns of t.row.
func (t *targetRel) generate() error {
	for _, g := range t.rules.Generated {
		d, err := g.Eval(&t.c.Expr, t.row)
		if err != nil {
			return err
		}
		t.row[g.Num-1] = d
	}
	return nil
}

// newVersion fills t.row with the old version as the statement changes it.
func (t *targetRel) newVersion(old, child types.Row) error {
	n := copy(t.own(), old)
	for ; n < len(t.row); n++ {
		t.row[n] = t.rel.Columns[n].Missing
	}
	for i, attr := range t.plan.UpdateCols {
		t.row[attr-1] = child[i]
	}
	return t.generate()
}

// version returns the stored row at tid, which the child saw, complete with
// columns added since.
func (t *targetRel) version(tid storage.TID) (types.Row, error) {
	row, _, ok := t.rel.Heap.Fetch(t.c.Snapshot, tid)
	if !ok {
		row, _, ok = t.rel.Heap.FetchLatest(t.c.Sess.Txn, tid)
	}
	if !ok {
		return nil, pgerr.New(pgerr.Internal, "failed to fetch tuple %s being changed", tid)
	}
	return t.shape.complete(row, tid), nil
}

// replaced makes the index entries and events of a row that t.row has replaced.
func (t *targetRel) replaced(old types.Row, from, at storage.TID, newKeys bool) error {
	t.retAt, t.recheck = at, t.recheck[:0]
	if newKeys {
		if err := t.insertEntries(t.row, at); err != nil {
			return err
		}
	}
	return t.updated(old, from, t.row, at)
}

// crosscheck refuses to change a row that the transaction's snapshot does not see
// though the statement's does.
func (t *targetRel) crosscheck(tid storage.TID) error {
	if _, ok := t.rel.Heap.FetchAt(t.c.Crosscheck, tid); ok {
		return nil
	}
	return serializationFailure(storage.TMUpdated)
}

// checkViews tests the row just written against the check options of the views
// that it was written through.
func (t *targetRel) checkViews(row types.Row) error {
	if len(t.plan.ViewChecks) == 0 {
		return nil
	}
	return t.testViews(row)
}

func (t *targetRel) testViews(row types.Row) error {
	in := t.full.complete(t.asAbove(row), t.retAt)
	for i := range t.plan.ViewChecks {
		c := &t.plan.ViewChecks[i]
		ok, err := c.Fn(&t.c.Expr, in)
		if err != nil {
			return err
		}
		if !ok {
			return pgerr.New(pgerr.WithCheckOptionViolation, "new row violates check option for view %q", c.View).
				WithDetail("%s", failingRow(t.describeRow(row)))
		}
	}
	return nil
}
