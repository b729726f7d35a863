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
// followed by what Pins need; of a partitioned table the tableoid and the ctid come
// after that.
type ModifyTable struct {
	PlanBase
	Command Command
	Child   Plan
	// Subplans are the sources of rows, one for each of Rels, if each was planned on
	// its own: Child is the first of them. Nil otherwise.
	Subplans []Plan
	// Rel and Relation are what the statement names, Rels what rows are written to.
	Rel       int
	Relation  *catalog.Relation
	Rels      []ResultRel
	CtidSlot  int      // in the child's output
	TableSlot int      // the same of the tableoid, which tells the result relation; -1: there is one
	Moves     bool     // UPDATE may set columns of a partition key, so that rows move
	Pins      []RowPin // the other relations of the join
	SysCols   []int    // system columns that RETURNING, ON CONFLICT and views' checks read
	Returning []expr.Target
	OldNew    bool          // RETURNING reads the old or the new row by name
	Conflict  *ConflictPlan // nil without ON CONFLICT
	CanSetTag bool

	places relPlaces // of Rels
	prunes bool      // something below may be pruned at start
	// Indexes of Rels that nothing below scans, and of those that count as left over
	// whatever is pruned.
	unread, unprunable []int
}

// Children returns the sources of rows.
func (m *ModifyTable) Children() []Plan {
	if m.Subplans != nil {
		return m.Subplans
	}
	return []Plan{m.Child}
}

// ConflictPlan is ON CONFLICT as the statement has it.
type ConflictPlan struct {
	Arbiters []types.OID
	DoUpdate bool
	Where    []expr.Expr
}

// ResultRel is a relation that a ModifyTable writes to: the part of PostgreSQL's
// ResultRelInfo that the statement decides, made once for a plan. Its expressions
// read rows as the table that the statement names has them. What the relation itself
// decides is catalog.RowRules.
//
// RETURNING reads a row made of the new (INSERT, UPDATE) or old (DELETE) table
// row with SysCols after it, if OldNew is set the old row and the new row each with
// SysCols, of NULLs where there is no such row, and the child's output.
type ResultRel struct {
	Rel        int // range-table index
	Relation   *catalog.Relation
	UpdateCols []int // attnums that UPDATE sets, in the order of the child's output
	// Shown are the places in the relation's rows of the named table's columns, -1 for
	// those dropped there; nil if rows are the same.
	Shown      []int
	info       *AppendRelInfo // of a partition, for EXPLAIN
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
