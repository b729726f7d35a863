package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// COPY FROM writes its rows here: the same constraints, generated columns and
// indexes as INSERT's, without a plan.

// CopyInsert is a table that COPY FROM writes to.
type CopyInsert struct {
	resultRel
	where expr.Filter
	// Freeze: rows are to be visible to everybody once the table is.
	Freeze bool
}

// OpenCopyInsert opens a table for COPY FROM. where is COPY's condition, nil if
// there is none.
func OpenCopyInsert(c *Ctx, rel *catalog.Relation, where expr.Expr) (*CopyInsert, error) {
	c.Expr.Sess, c.Expr.Catalog = c.Sess, c.Access
	w := &CopyInsert{}
	if err := w.open(c, rel); err != nil {
		return nil, err
	}
	if err := w.lockIndexes(); err != nil {
		return nil, err
	}
	if where == nil {
		return w, nil
	}
	var err error
	w.where, err = rel.CompileRowFilter(where)
	return w, err
}

// Close gives the locks on the indexes up.
func (w *CopyInsert) Close() { w.unlockIndexes() }

// Accept tells whether a row meets COPY's condition; if so it fills in the
// generated columns and tests the constraints.
func (w *CopyInsert) Accept(row types.Row) (bool, error) {
	ec := &w.c.Expr
	if w.where != nil {
		if ok, err := w.where(ec, row); !ok || err != nil {
			return false, err
		}
	}
	for _, g := range w.rules.Generated {
		d, err := g.Eval(ec, row)
		if err != nil {
			return false, err
		}
		row[g.Num-1] = d
	}
	return true, w.checkRow(row)
}

// Write stores a row that was accepted, and its index entries.
func (w *CopyInsert) Write(row types.Row) error {
	put := w.rel.Heap.Insert
	if w.Freeze {
		put = w.rel.Heap.InsertFrozen
	}
	tid, err := put(w.c.Sess.Txn, row)
	if err != nil {
		return err
	}
	if err := w.insertEntries(row, tid); err != nil {
		return err
	}
	return w.inserted(tid)
}
