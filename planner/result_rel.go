package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// ModifyTable inserts, updates or deletes. Its child's output is:
//
//	INSERT  the whole new row, attnum i at slot i-1
//	UPDATE  the new values of UpdateCols, in order, then the row's ctid
//	DELETE  the ctid
//
// followed by what Pins need.
type ModifyTable struct {
	PlanBase
	Command Command
	Child   Plan
	// Rel and Relation are what the statement names, Rels what rows are written to.
	Rel       int
	Relation  *catalog.Relation
	Rels      []*ResultRel
	CtidSlot  int      // in the child's output
	Pins      []RowPin // the other relations of the join
	SysCols   []int    // system columns that RETURNING, ON CONFLICT and views' checks read
	Returning []expr.Target
	OldNew    bool          // RETURNING reads the old or the new row by name
	Conflict  *ConflictPlan // nil without ON CONFLICT
	CanSetTag bool
}

// Children returns the source of rows.
func (m *ModifyTable) Children() []Plan { return []Plan{m.Child} }

// ConflictPlan is ON CONFLICT as the statement has it.
type ConflictPlan struct {
	Arbiters []types.OID
	DoUpdate bool
	Where    []expr.Expr
}

// ResultRel is a relation that a ModifyTable writes to: the part of PostgreSQL's
// ResultRelInfo that the statement decides, made once for a plan. Its expressions
// read rows of this very relation. What the relation itself decides is
// catalog.RowRules.
//
// RETURNING reads a row made of the new (INSERT, UPDATE) or old (DELETE) table
// row with SysCols after it, if OldNew is set the old row and the new row each with
// SysCols, of NULLs where there is no such row, and the child's output.
type ResultRel struct {
	Rel        int // range-table index
	Relation   *catalog.Relation
	UpdateCols []int // attnums that UPDATE sets, in the order of the child's output
	Returning  []expr.Eval
	ViewChecks []ViewCheckFn
	Conflict   *ConflictRel // nil without ON CONFLICT
}

// ViewCheckFn is a compiled WITH CHECK OPTION over the table's row with SysCols.
type ViewCheckFn struct {
	View string
	Fn   expr.Filter
}

// ConflictRel is ON CONFLICT in one relation. Its expressions read a row made of the
// existing table row with SysCols, then the excluded (proposed) row.
type ConflictRel struct {
	Arbiters []types.OID // all unique indexes if there are none
	SetCols  []int       // attnums that DO UPDATE sets
	Set      []expr.Eval
	Where    expr.Filter
}
