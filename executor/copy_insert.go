package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// COPY FROM writes its rows here: the same constraints, generated columns, indexes
// and routing as INSERT's, without a plan.

// CopyInsert is a table that COPY FROM writes to.
type CopyInsert struct {
	c     *Ctx
	one   *targetRel // nil if the table is partitioned
	route *router
	where expr.Filter
	// waiting are the rows that were accepted, next the first that is not written.
	waiting []acceptedRow
	next    int
	slab    []types.Datum // of converted rows
	used    int
	// Freeze: rows are to be visible to everybody once the table is.
	Freeze bool
}

// acceptedRow is a row of a relation.
type acceptedRow struct {
	to  *targetRel
	row types.Row
}

// OpenCopyInsert opens a table for COPY FROM. where is COPY's condition, nil if
// there is none.
func OpenCopyInsert(c *Ctx, rel *catalog.Relation, where expr.Expr) (*CopyInsert, error) {
	c.Expr.Sess, c.Expr.Catalog = c.Sess, c.Access
	w := &CopyInsert{c: c}
	if where != nil {
		var err error
		if w.where, err = rel.CompileRowFilter(where); err != nil {
			return nil, err
		}
	}
	plan := &planner.ModifyTable{Command: planner.Insert, Relation: rel}
	if rel.PartKey != nil {
		w.route = &router{newLeaf: func(leaf *catalog.Relation) *targetRel {
			return newTargetRel(plan, &planner.ResultRel{Relation: leaf}, rel)
		}}
		return w, w.route.startInsert(c, rel, &planner.ResultRel{Relation: rel})
	}
	w.one = newTargetRel(plan, &planner.ResultRel{Relation: rel}, rel)
	if err := w.one.open(c); err != nil {
		return nil, err
	}
	return w, w.one.lockIndexes()
}

// Close gives the locks on the indexes up.
func (w *CopyInsert) Close() {
	if w.route != nil {
		w.route.unlockIndexes()
	} else {
		w.one.unlockIndexes()
	}
}

// Accept tells whether a row meets COPY's condition; if so it fills in the
// generated columns and tests the constraints. The row must stay as it is until it
// is written.
func (w *CopyInsert) Accept(row types.Row) (bool, error) {
	if w.where != nil {
		if ok, err := w.where(&w.c.Expr, row); !ok || err != nil {
			return false, err
		}
	}
	t := w.one
	if w.route != nil {
		var err error
		if t, err = w.route.route(row); err != nil {
			return false, err
		}
		if err := t.lockIndexes(); err != nil {
			return false, err
		}
		if t.down != nil {
			to := w.slot(t.shape.width())
			t.down.convert(row, to)
			row = to
		}
	}
	for _, g := range t.rules.Generated {
		d, err := g.Eval(&w.c.Expr, row)
		if err != nil {
			return false, err
		}
		row[g.Num-1] = d
	}
	w.waiting = append(w.waiting, acceptedRow{t, row})
	if err := t.checkRow(row); err != nil || w.one == nil {
		return true, err
	}
	return true, t.checkPlace(row)
}

// slot returns room for a row of n columns.
func (w *CopyInsert) slot(n int) types.Row {
	if w.used+n > len(w.slab) {
		w.slab, w.used = make([]types.Datum, max(n, 2*len(w.slab), 1024)), 0
	}
	w.used += n
	return w.slab[w.used-n : w.used : w.used]
}

// Write stores the next row that was accepted, and its index entries.
func (w *CopyInsert) Write() error {
	t, row := w.waiting[w.next].to, w.waiting[w.next].row
	if w.next++; w.next == len(w.waiting) {
		w.waiting, w.next, w.used = w.waiting[:0], 0, 0
	}
	put := t.rel.Heap.Insert
	if w.Freeze {
		put = t.rel.Heap.InsertFrozen
	}
	tid, err := put(w.c.Sess.Txn, row)
	if err != nil {
		return err
	}
	if err := t.insertEntries(row, tid); err != nil {
		return err
	}
	return t.inserted(tid)
}
