package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/planner"
	"minidb/types"
)

// COPY FROM writes its rows here: the same constraints, generated columns and
// indexes as INSERT's, without a plan.

// CopyInsert is a table that COPY FROM writes to.
type CopyInsert struct {
	rel       *resultRel
	where     expr.Filter
	checks    []planner.CheckFn
	generated []planner.GeneratedCol
	// Freeze: rows are to be visible to everybody once the table is.
	Freeze bool
}

// OpenCopyInsert opens a table for COPY FROM. where is COPY's condition, nil if
// there is none.
func OpenCopyInsert(c *Ctx, rel *catalog.Relation, where expr.Expr) (*CopyInsert, error) {
	c.Expr.Sess, c.Expr.Catalog = c.Sess, c.Access
	c.Touched = append(c.Touched, rel)
	w := &CopyInsert{}
	var err error
	if w.rel, err = newResultRel(c, rel); err != nil {
		return nil, err
	}
	if err := w.rel.open(); err != nil {
		return nil, err
	}
	if err := w.rel.lockIndexes(); err != nil {
		return nil, err
	}
	if where != nil {
		if w.where, err = expr.CompileFilter(tableRowExpr(where)); err != nil {
			return nil, err
		}
	}
	return w, w.compile(rel)
}

// Close gives the locks on the indexes up.
func (w *CopyInsert) Close() { w.rel.unlockIndexes() }

// compile makes closures of the table's stored expressions.
func (w *CopyInsert) compile(rel *catalog.Relation) error {
	for i := range rel.Checks {
		if rel.Checks[i].NotEnforced {
			continue
		}
		f, err := expr.Compile(tableRowExpr(planner.StoredRow(rel, rel.Checks[i].Expr)))
		if err != nil {
			return err
		}
		w.checks = append(w.checks, planner.CheckFn{Name: rel.Checks[i].Name, Fn: f})
	}
	for i := range rel.Columns {
		c := &rel.Columns[i]
		if !c.Generated || c.Virtual || c.Dropped || c.Default == nil {
			continue
		}
		f, err := expr.Compile(tableRowExpr(c.Default))
		if err != nil {
			return err
		}
		w.generated = append(w.generated, planner.GeneratedCol{Attr: c.Num, Fn: f})
	}
	return nil
}

// Accept tells whether a row meets COPY's condition; if so it fills in the
// generated columns and tests the constraints.
func (w *CopyInsert) Accept(row types.Row) (bool, error) {
	ec := &w.rel.c.Expr
	if w.where != nil {
		if ok, err := w.where(ec, row); !ok || err != nil {
			return false, err
		}
	}
	for _, g := range w.generated {
		d, err := g.Fn(ec, row)
		if err != nil {
			return false, err
		}
		row[g.Attr-1] = d
	}
	return true, w.rel.checkRow(row, w.checks)
}

// Write stores a row that was accepted, and its index entries.
func (w *CopyInsert) Write(row types.Row) error {
	put := w.rel.rel.Heap.Insert
	if w.Freeze {
		put = w.rel.rel.Heap.InsertFrozen
	}
	tid, err := put(w.rel.c.Sess.Txn, row)
	if err != nil {
		return err
	}
	if err := w.rel.insertEntries(row, tid); err != nil {
		return err
	}
	return w.rel.inserted(tid)
}
