package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/storage/lmgr"
	"minidb/types"
)

// This file declares the analyzed query: what Analyze makes of a syntax tree
// once names are resolved and types are known. It is PostgreSQL's Query node,
// read-only after analysis; the planner works on copies of what it changes.

// Command is what a query does.
type Command uint8

const (
	Select Command = iota
	Insert
	Update
	Delete
)

// Query is one analyzed SELECT, INSERT, UPDATE or DELETE.
type Query struct {
	Command      Command
	Range        []*RangeEntry    // range table; Var.Rel counts from 1
	Result       int              // target relation of DML, an index into Range from 1; 0 for SELECT
	Targets      []expr.Target    // select list; INSERT: one per live column in column order; UPDATE: Name/col of UpdateCols
	UpdateCols   []int            // UPDATE: attnum of each Target that is not junk
	From         []FromItem       // join tree: implicitly cross joined
	Where        expr.Expr        // nil if none
	CurrentOf    *string          // WHERE CURRENT OF: the cursor
	Group        []expr.SortGroup // GROUP BY items, by Target.SortRef
	GroupingSets [][]int          // each the references of its targets; nil without GROUPING SETS and the like
	groupingPos  int32            // where GROUPING SETS and the like stand
	Having       expr.Expr
	Windows      []*WindowClause
	Distinct     []expr.SortGroup // SELECT DISTINCT [ON]
	DistinctOn   bool
	Sort         []expr.SortGroup // ORDER BY
	Limit        expr.Expr        // int8; nil if none
	Offset       expr.Expr
	WithTies     bool
	RowMarks     []RowMark
	SetOp        *SetOpNode // set operations: leaves are subquery range entries
	CTEs         []*CTE
	Recursive    bool
	Conflict     *OnConflict
	Returning    []expr.Target
	Checks       []*ViewCheck // what the views demand of the rows that are written
	// ValuesRows is set for INSERT ... VALUES and VALUES: the range entry that
	// holds the lists, or for a single row the targets hold it directly.
	HasAggs, HasWindow, HasSubLinks, HasSRF bool
	HasModifyingCTE                         bool
	collations                              []types.OID    // of the result columns, 0 undecided; nil if all are their types'
	explicit                                []bool         // which of them a COLLATE clause gave
	keys                                    []types.OID    // primary keys, by which columns depend on those of GROUP BY
	runConditions                           []runCondition // on window functions, from outside
	bare                                    bool           // Where has only what came from outside
	// OverridingUser ... kept for identity columns.
	Overriding tree.Overriding
	// For permissions: the columns that INSERT names; what the views behind the target
	// and their table need; and the role that is asked, of a view's query.
	insertCols []*catalog.Column
	viewPerms  []*permission
	as         *types.OID
	// origin is the same in the copies that planning makes; nil if no text stands for the
	// query.
	origin *queryOrigin
}

// queryOrigin is known by its address.
type queryOrigin struct{ _ byte }

// newQuery makes a query to be analyzed or read.
func newQuery() *Query { return &Query{origin: &queryOrigin{}} }

// output lists the columns of the rows that the query gives, junk ones too.
func (q *Query) output() []expr.Target {
	if q.Command != Select {
		return q.Returning
	}
	return q.Targets
}

// RangeKind says what a range-table entry is.
type RangeKind uint8

const (
	RelationEntry RangeKind = iota
	SubqueryEntry
	JoinEntry
	FunctionEntry
	ValuesEntry
	CTEEntry
	ResultEntry
)

// RangeEntry is one entry of the range table.
type RangeEntry struct {
	Kind     RangeKind
	Alias    string   // name that columns are qualified with: alias or relation name
	HasAlias bool     // an alias was written (EXPLAIN shows "t a")
	Columns  []string // visible column names after aliasing, in column order ("" for dropped)
	Types    []types.OID
	Mods     []int32

	ownNames []string          // the relation's column names, of entries that are relations
	Rel      *catalog.Relation // RelationEntry, and the view of a SubqueryEntry: as of analysis
	RelOID   types.OID
	LockMode lmgr.Mode // taken at analysis, again when a cached plan is used
	Inherit  bool      // no ONLY
	NoIndex  bool      // read the table alone, in its own order: COPY

	partition bool // added by planning: a partition of another entry

	Subquery *Query // SubqueryEntry
	Lateral  bool

	// JoinEntry: the join's kind and, per column, the expression over the two sides.
	JoinKind   JoinKind
	JoinVars   []expr.Expr
	JoinMerged int    // how many leading columns are merged by USING
	UsingAlias string // of USING (...) AS alias

	Functions  []*RangeFunc // FunctionEntry
	Ordinality bool

	Values [][]expr.Expr // ValuesEntry

	CTE     string // CTEEntry
	CTEUp   int
	CTERef  *CTE
	SelfRef bool // recursive reference

	replaced bool       // a view that was the target before
	Excluded bool       // the row that ON CONFLICT is about
	whole    bool       // the statement names its rows as a whole, if only to take columns out of them
	Returned rowVersion // the old or new row of RETURNING
	Pos      int32
}

// rowVersion tells which row of its target an entry of RETURNING stands for.
type rowVersion uint8

const (
	anyRow rowVersion = iota
	oldRow
	newRow
)

// RangeFunc is one function in FROM.
type RangeFunc struct {
	Call  expr.Expr // FuncCall, set-returning or not
	Names []string
	Types []types.OID
	Mods  []int32
	Attrs []int // of Composite: which fields of its rows the columns are, from 0; dropped columns are none
	// Composite: the function returns rows, and a whole-row reference is one.
	Composite bool
}

// JoinKind is the kind of a join; Semi and Anti come from the planner only.
type JoinKind uint8

const (
	InnerJoin JoinKind = iota
	LeftJoin
	FullJoin
	RightJoin
	SemiJoin
	AntiJoin
	RightSemiJoin
	RightAntiJoin
)

// FromItem is a node of the join tree: a *RangeRef or a *Join.
type FromItem interface{ fromItem() }

// RangeRef is a leaf of the join tree.
type RangeRef struct{ Rel int }

// Join joins two items. Rel is the range-table index of its JoinEntry, 0 if
// the planner made it.
type Join struct {
	Kind  JoinKind
	Left  FromItem
	Right FromItem
	Quals expr.Expr // nil for a cross join
	Rel   int
}

func (*RangeRef) fromItem() {}
func (*Join) fromItem()     {}

// WindowClause is one window of a query.
type WindowClause struct {
	Name             string
	RefName          string
	Partition        []expr.SortGroup
	Order            []expr.SortGroup
	CopiedOrder      bool // Order is that of RefName
	Frame            Frame
	StartOff, EndOff expr.Expr
}

// RowMark is FOR UPDATE and its kin on one range-table entry.
type RowMark struct {
	Rel      int
	Strength tree.LockStrength
	Wait     tree.LockWait
	Pushed   bool // came down from an outer query level
}

// SetOpNode is a tree of set operations. A leaf has Rel set.
type SetOpNode struct {
	Op          tree.SetOp
	All         bool
	Left, Right *SetOpNode
	Rel         int
	Types       []types.OID
	Mods        []int32
	Group       []expr.SortGroup // for each column, for the non-ALL forms
}

// CTE is one WITH query.
type CTE struct {
	Name         string
	Columns      []string
	Query        *Query
	Types        []types.OID
	Mods         []int32
	Materialized tree.Materialize
	Recursive    bool
	Refs         int // how often it is referenced
	Modifying    bool
	// Added counts the columns at the end that SEARCH and CYCLE made, which * leaves
	// out inside the CTE's query; Level is the number of the one that begins with
	// the depth, 0 if there is none.
	Added, Level int
	pos          int32
}

// ViewCheck is a view's WITH CHECK OPTION; Qual is nil if the view has no condition.
type ViewCheck struct {
	View     string
	Qual     expr.Expr
	Cascaded bool
}

// OnConflict is INSERT ... ON CONFLICT.
type OnConflict struct {
	Arbiters []types.OID // indexes; empty means any
	infer    *inferred   // by which they are found when the statement is planned, or nil
	Named    bool        // by ON CONSTRAINT
	DoUpdate bool
	Set      []expr.Target
	SetCols  []int
	Where    expr.Expr
	Excluded int // range-table index of "excluded"
}
