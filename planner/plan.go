package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// This file declares the plan tree: what to run, read-only once made, shared by
// cached plans and concurrent sessions. Package executor builds one running
// node for each plan node per execution.
//
// Rows and slots. Every expression of a node reads one input row; its Vars
// carry the index into it (Slot):
//
//	scan of a relation       the stored row, attnum i at slot i-1, then one slot
//	                         for each entry of SysCols
//	scan of anything else    the columns of the function, list, query, in order
//	join                     the outer child's output followed by the inner's
//	Agg                      for Targets and Qual: the group columns (GroupCols, in
//	                         order) followed by the aggregates (Aggs, in order);
//	                         for aggregate arguments: the child's output
//	WindowAgg                the child's output followed by the window results
//	all others               the child's output
//
// If Proj is nil the node hands on its input row as it is.

// Plan is a node of the plan tree.
type Plan interface {
	// Base is what all nodes have.
	Base() *PlanBase
	// Children in the order EXPLAIN shows them (outer, inner, members).
	Children() []Plan
}

// PlanBase is embedded in every plan node.
type PlanBase struct {
	StartupCost float64
	TotalCost   float64
	Rows        float64
	Width       int
	Disabled    bool          // an enable_ setting forbids the node: nothing else was possible
	Targets     []expr.Target // output columns; nil on a scan that hands on its raw row
	Qual        []expr.Expr   // condition, implicitly ANDed
	uses        []int         // ExecParams that the node's own expressions read
	slots       []int         // columns of the input row that they read, ascending

	// What an execution looks at stands together, beside the node's own.
	ID        int           // unique within a plan, from 0: where counters are kept
	NOut      int           // how many columns the node puts out
	Proj      []expr.Eval   // compiled Targets; nil: pass the input row on
	ProjSlots []int         // of Proj, the slot that each is; -1 for what must be computed
	Filter    expr.Filter   // compiled Qual; nil if none
	InitPlans []*SubPlanDef // run on first use of their output parameters
	SubPlans  []*SubPlanDef // referenced by this node's expressions
	// ExtParams are the ExecParams from outside that the subtree reads: a
	// Rescan is needed when one of them changes.
	ExtParams []int
}

// Base returns b itself.
func (b *PlanBase) Base() *PlanBase { return b }

// Reads are the columns of the node's input row that anything looks at, ascending. If
// all of them may be, as the row is handed on, some is false.
func (b *PlanBase) Reads() (slots []int, some bool) { return b.slots, b.Proj != nil }

// Children of a leaf.
func (b *PlanBase) Children() []Plan { return nil }

// SubPlanDef is a planned subquery: a SubPlan of an expression or an initplan.
type SubPlanDef struct {
	Index    int    // into PlannedStmt.SubPlans and Ctx.SubPlans
	Name     string // as EXPLAIN prints it: "InitPlan 1", "SubPlan 2", "CTE x"
	Plan     Plan
	Kind     expr.SubLinkKind
	Init     bool
	OutIDs   []int // initplans: ExecParams that receive the result; of WITH: one that stands for the rows
	ParamIDs []int // SubPlans: ExecParams set from the expression's Args
	Hashed   bool
	CTE      bool
	Stack    bool // ARRAY(query) of arrays: one array of one more dimension

	cost float64 // of initplans, as their level is charged for them
	seen bool    // numbered
	ext  []int   // parameters it needs from outside
	test []int   // parameters that stand for the columns in the test of ANY or ALL
}

// PlannedStmt is a finished plan: PostgreSQL's PlannedStmt.
type PlannedStmt struct {
	Command   Command
	Root      Plan
	Range     []*RangeEntry // flat range table; scans refer to it by Rel
	SubPlans  []*SubPlanDef
	NumExec   int // how many ExecParam slots an execution needs
	NumNodes  int
	Returning bool // the root returns rows though Command is DML
	Columns   []ResultColumn
	// Generic is set if the plan holds for any parameter values.
	Generic bool
	// Transient plans leave out an index that is too young for the transaction's
	// snapshot: a later one should be planned anew.
	Transient bool
	// ReadsStats is set if the plan reads a view of the strategies' counters, which
	// must then not be replaced by its own.
	ReadsStats   bool
	HasRowMarks  bool
	CanModify    bool         // writes: not allowed in a read-only transaction
	WritesInWith bool         // a WITH query writes: the plan must run to its end
	Prunes       []*PruneInfo // of all nodes that leave out members while they run
	// Survivors is what Prune found for the one execution that this is for; nil if it
	// is to be found.
	Survivors [][]int
	// The root's rows may have junk columns after len(Columns); they are not part
	// of the result.

	Source *Query // of which it was made: CheckPermissions
	perms  *permissionList

	// What EXPLAIN wants to know of parameters and of subqueries without a node.
	ParamExprs map[int]expr.Expr      // ExecParam: the expression whose value it carries
	ParamNames map[int]string         // ExecParam: "(InitPlan 1).col1"
	Elided     map[int][]expr.Expr    // range-table index: what the columns stand for
	only       map[int]*AppendRelInfo // range-table index of a partitioned table without a node: its only partition
	depth      []int                  // sorts the range table for EXPLAIN: nameOrder
}

// ResultColumn describes one output column to the client.
type ResultColumn struct {
	Name  string
	Type  types.OID
	Mod   int32
	Table types.OID
	Attr  int
	// Collation is the derived one, 0 for the type's.
	Collation types.OID
}

// Unary is embedded by nodes with one child.
type Unary struct {
	PlanBase
	Child Plan
}

// Children returns the one child.
func (u *Unary) Children() []Plan { return []Plan{u.Child} }

// Result evaluates its targets once per input row, or once if it has no child.
// OneTime is checked before anything runs.
type Result struct {
	PlanBase
	Child     Plan // nil for FROM-less queries
	OneTime   []expr.Expr
	OneTimeFn expr.Filter
	Consts    bool // of an INSERT: Targets are all constants and stand for Proj
}

// Children returns the child if there is one.
func (r *Result) Children() []Plan {
	if r.Child == nil {
		return nil
	}
	return []Plan{r.Child}
}

// ProjectSet evaluates targets that contain set-returning functions. SRFs[i]
// is set where target i is a call of one at top level.
type ProjectSet struct {
	Unary
	SRFs []*expr.FuncCall // nil for ordinary targets
	Args [][]expr.Eval
}

// ScanBase is embedded by scans of a relation.
type ScanBase struct {
	PlanBase
	Rel      int // range-table index
	Relation *catalog.Relation
	LockMode lmgr.Mode
	SysCols  []int // system columns wanted after the row's own: AttrCtid etc.
}

// ScanOf returns what scans of tables share, nil for other nodes.
func ScanOf(p Plan) *ScanBase {
	switch p := p.(type) {
	case *SeqScan:
		return &p.ScanBase
	case *IndexScan:
		return &p.ScanBase
	case *BitmapHeapScan:
		return &p.ScanBase
	case *TidScan:
		return &p.ScanBase
	}
	return nil
}

// SeqScan reads a whole heap.
type SeqScan struct{ ScanBase }

// IndexCond is one usable condition "key column Op Arg" of an index scan. Arg
// reads no column of the scanned relation.
type IndexCond struct {
	Key      int // 0-based key column of the index
	Op       *expr.Operator
	Strategy int // -2 <, -1 <=, 0 =, 1 >=, 2 >; IsNull, NotNull, AnyArray below
	Arg      expr.Expr
	Value    expr.Eval // Arg compiled; nil for the null tests
	Kind     IndexCondKind
	Orig     expr.Expr // for EXPLAIN's Index Cond
	// Of CondRow, whose Arg is a row: the members' key columns and operators.
	Columns []int
	Ops     []*expr.Operator
}

// IndexCondKind tells ordinary conditions from the special ones.
type IndexCondKind uint8

const (
	CondCompare IndexCondKind = iota
	CondIsNull
	CondNotNull
	CondAnyArray // key = ANY (array)
	CondRow      // (key, key) > (1, 2)
)

// IndexScan reads heap rows in index order.
type IndexScan struct {
	ScanBase
	Index    *catalog.Index
	Conds    []IndexCond
	Backward bool
	Only     bool // EXPLAIN calls it Index Only Scan; the heap is visited all the same
}

// BitmapIndexScan collects TIDs; its parent is a BitmapHeapScan, BitmapAnd or
// BitmapOr.
type BitmapIndexScan struct {
	ScanBase
	Index *catalog.Index
	Conds []IndexCond
}

// BitmapOp combines bitmaps.
type BitmapOp struct {
	PlanBase
	Or      bool
	Members []Plan
}

// Children returns the members.
func (b *BitmapOp) Children() []Plan { return b.Members }

// BitmapHeapScan fetches the rows of a bitmap in physical order. Recheck is
// shown by EXPLAIN; bitmaps here are exact and need none.
type BitmapHeapScan struct {
	ScanBase
	Bitmap  Plan
	Recheck []expr.Expr
}

// Children returns the bitmap's plan.
func (b *BitmapHeapScan) Children() []Plan { return []Plan{b.Bitmap} }

// TidScan fetches rows by ctid = value (or any of an array), or the one that a
// cursor stands on.
type TidScan struct {
	ScanBase
	CurrentOf *string // WHERE CURRENT OF: the cursor
	Conds     []expr.Expr
	Tids      []expr.Eval
}

// SubqueryScan passes on a subquery's rows.
type SubqueryScan struct {
	Unary
	Rel int
}

// FunctionScan runs functions in FROM, side by side, padded with NULLs.
type FunctionScan struct {
	PlanBase
	Rel        int
	Functions  []FuncScanItem
	Ordinality bool
	FuncParams []int // parameters that the functions' arguments read
	Layout     *types.RowLayout

	funcSubs int // how many of SubPlans are in the arguments: the first ones
}

// FuncRow tells how the rows that a function returns are spread over columns.
type FuncRow struct {
	Attrs []int       // see RangeFunc
	Want  []types.OID // types of the column definition list, for rows of no known type
}

// FuncScanItem is one function of a FunctionScan.
type FuncScanItem struct {
	Call  expr.Expr
	Fn    *expr.Func  // nil if Call is not set-returning
	Args  []expr.Eval // set-returning: compiled arguments
	Value expr.Eval   // otherwise: compiled Call
	NCols int
	Row   *FuncRow // its results are rows to be spread over the columns, nil if they are the columns
	// Volatile: running it again may give other rows.
	Volatile bool
}

// ValuesScan yields literal rows.
type ValuesScan struct {
	PlanBase
	Rel  int
	Rows [][]expr.Expr
	// Const rows are evaluated at plan time: RowsConst[i] is nil where row i has
	// to be evaluated by Evals[i].
	RowsConst []types.Row
	Evals     [][]expr.Eval
}

// CTEScan reads a shared CTE; WorkTableScan reads a recursive one's working table.
type CTEScan struct {
	PlanBase
	Rel   int
	Name  string
	Index int // SubPlanDef.Index of the CTE

	Layout *types.RowLayout // of the WITH query's rows
}

// WorkTableScan reads the working table of the RecursiveUnion with the same WTParam.
type WorkTableScan struct {
	PlanBase
	Rel     int
	WTParam int
}

// RecursiveUnion is WITH RECURSIVE.
type RecursiveUnion struct {
	PlanBase
	Outer, Inner Plan
	WTParam      int
	Distinct     []SortCol // nil for UNION ALL
	Layout       *types.RowLayout
}

// Children returns the non-recursive and the recursive term.
func (r *RecursiveUnion) Children() []Plan { return []Plan{r.Outer, r.Inner} }

// JoinBase is embedded by joins. JoinQual is the join's own condition, tested
// before an outer row is called unmatched; Qual is tested after.
type JoinBase struct {
	PlanBase
	Kind           JoinKind
	Outer, Inner   Plan
	JoinQual       []expr.Expr
	JoinFilter     expr.Filter
	NOuter, NInner int  // widths of the two children's outputs
	InnerUnique    bool // at most one match: stop at the first

	// The columns of the children's rows that the join's expressions read.
	ReadOuter, ReadInner []int
}

// Children returns outer and inner.
func (j *JoinBase) Children() []Plan { return []Plan{j.Outer, j.Inner} }

// NestLoop runs the inner side once per outer row, handing it Params.
type NestLoop struct {
	JoinBase
	Params []NestParam
}

// NestParam hands the outer row's column Slot to ExecParam ID.
type NestParam struct{ ID, Slot int }

// Hash is the inner side of a HashJoin; it has a node of its own for EXPLAIN.
type Hash struct {
	Unary
	KeyExprs []expr.Expr
}

// HashJoin joins by equality of keys. OuterKeys read the outer row, InnerKeys
// the inner child's row; a NULL key never matches.
type HashJoin struct {
	JoinBase
	HashQuals []expr.Expr
	OuterKeys []expr.Eval
	InnerKeys []expr.Eval
	KeyTypes  []types.OID // of both sides after coercion
	Bpchar    []bool
	WordKey   bool // one key, of a kind with a types.Datum.Word
}

// MergeJoin joins two inputs sorted by the keys.
type MergeJoin struct {
	JoinBase
	MergeQuals []expr.Expr
	OuterCols  []int // slots in the outer row
	InnerCols  []int // slots in the inner row
	Cols       []SortCol
	Cross      []*CrossCompare // by key: how to compare its sides if they are of two types, else nil
}

// Materialize keeps its child's rows for rescans.
type Materialize struct {
	Unary
	Layout *types.RowLayout // of the rows that it keeps
	Merged bool             // it is a merge join's inner input
}

// SortCol orders by a column of the child's output.
type SortCol struct {
	Col        int
	Type       types.OID
	Collation  types.OID // for EXPLAIN, 0 if it is the type's
	Desc       bool
	NullsFirst bool
}

// Sort sorts. Bound > 0 is never set here: a Limit above tells it at run time.
type Sort struct {
	Unary
	Keys     []SortCol
	KeyExprs []expr.Expr // for EXPLAIN
	Layout   *types.RowLayout
	Reread   bool // the input may be read twice: see rereads
}

// IncrementalSort sorts groups of rows that are already ordered by the first
// Presorted keys.
type IncrementalSort struct {
	Unary
	Keys      []SortCol
	Presorted int
	KeyExprs  []expr.Expr // for EXPLAIN
	Layout    *types.RowLayout
}

// AggStrategy is how groups are found.
type AggStrategy uint8

const (
	AggPlain  AggStrategy = iota // one group
	AggSorted                    // input sorted by the group columns
	AggHashed
	AggMixed
)

// Agg groups and aggregates.
type Agg struct {
	Unary
	Strategy   AggStrategy
	GroupCols  []int // slots in the child's output
	GroupTypes []types.OID
	Aggs       []*AggCall
	NumGroups  float64
	// Carried counts the last GroupCols that do not tell groups apart: a group
	// has them of its first row.
	Carried int
	// For EXPLAIN: the GROUP BY expressions. GroupCols may have further columns
	// that these determine.
	GroupExprs []expr.Expr
	IsGroup    bool // no aggregates, sorted input: EXPLAIN says Group
	// Rollups are the chains of grouping sets, nil for plain grouping. Output rows
	// have the values of Groupings behind the aggregates.
	Rollups   []Rollup
	Groupings []*expr.Grouping
}

// Rollup is a chain of grouping sets that one pass over sorted rows computes, or a
// single hashed set.
type Rollup struct {
	Hashed bool
	Sort   []SortCol // to sort the child's rows by; nil for the hashed and for the first of the others
	Sets   []GroupingSet
	// NumGroups is the estimate for the one set of a hashed rollup.
	NumGroups float64
}

// GroupingSet is one of the sets that an Agg node groups by.
type GroupingSet struct {
	Cols      []int   // indexes into GroupCols
	Groupings []int64 // what the node's Groupings are for the set
	Exprs     []expr.Expr
}

// AggCall is one distinct aggregate of an Agg node.
type AggCall struct {
	Agg      *expr.Agg
	Args     []expr.Eval
	ArgTypes []types.OID
	Filter   expr.Filter // nil if none
	Sort     []SortCol   // DISTINCT or ORDER BY: over the arguments' columns (order columns after the arguments)
	Extra    []expr.Eval // order columns that are not arguments
	// Presorted: the node's input arrives in the order of Sort already.
	Presorted bool
}

// WindowStrategy is how a WindowAgg gets at the rows that its functions look at.
type WindowStrategy uint8

const (
	WindowStored WindowStrategy = iota // partitions one after the other, in a tuplestore
	WindowStream                       // partitions one after the other, no row but the last is kept
	WindowHashed                       // partitions in any order: functions over all of them
)

// WindowAgg computes the functions of one window.
type WindowAgg struct {
	Unary
	Window              *WindowClause
	Strategy            WindowStrategy
	PartCols, OrderCols []SortCol // of the child's output
	Calls               []*WindowFunc
	Start, End          expr.Eval // offsets of the frame; nil if it has none
	StartIn, EndIn      expr.InRange
	Run                 []expr.Expr
	RunFilter           expr.Filter // compiled Run; nil if none
	Top                 bool        // no other window reads its rows: those that Run refuses are left out
	InTypes             []types.OID // of the child's output
	KeyExprs            []expr.Expr // of PartCols, then of OrderCols, for EXPLAIN
	Reread              bool        // hashed: the input is read twice and not kept, see rereads
	Preceding           int         // of ROWS n PRECEDING, where a stream may keep n rows; else -1
}

// WindowFunc is one function of a WindowAgg.
type WindowFunc struct {
	Call     *expr.WindowCall
	Args     []expr.Eval // over the child's output
	ArgTypes []types.OID
	Filter   expr.Filter // nil if none
	Constant []bool      // by argument: the same for all rows
	// Stable: the arguments give the same again, so that rows may be taken out of an
	// aggregate.
	Stable bool
}

// Unique drops adjacent duplicates.
type Unique struct {
	Unary
	Cols []SortCol
}

// SetOp is INTERSECT and EXCEPT over two inputs.
type SetOp struct {
	PlanBase
	Op           tree.SetOp
	All          bool
	Hashed       bool
	Outer, Inner Plan
	Cols         []SortCol
	NumGroups    float64
}

// Children returns both inputs.
func (s *SetOp) Children() []Plan { return []Plan{s.Outer, s.Inner} }

// AppendBase is embedded by nodes that put members together: arms of UNION ALL, or
// the partitions of a table.
type AppendBase struct {
	PlanBase
	Members []Plan
	Rel     int        // range-table index of the partitioned table, 0 for none
	Prune   *PruneInfo // nil: all members run

	infos  [][]*AppendRelInfo // by member: what the columns of the tables at the top are there
	joined []int              // the tables, if members are joins of their partitions
}

// Children returns the members.
func (a *AppendBase) Children() []Plan { return a.Members }

// Append concatenates its members.
type Append struct{ AppendBase }

// MergeAppend merges sorted members.
type MergeAppend struct {
	AppendBase
	Keys     []SortCol
	KeyExprs []expr.Expr
}

// Limit is LIMIT and OFFSET.
type Limit struct {
	Unary
	Count, Offset     expr.Expr
	CountFn, OffsetFn expr.Eval
	WithTies          bool
	TieCols           []SortCol
}

// LockRows locks each row it passes on, re-checking it if it has changed.
type LockRows struct {
	Unary
	Marks []PlanRowMark
	Pins  []RowPin
}

// RowPin is one relation of a joined row, and where the child's output has what
// its row can be found by when the joined row is tested again.
type RowPin struct {
	Rel      int
	Relation *catalog.Relation // nil if it is no table
	CtidSlot int               // of a table
	// Leaves are those of a partitioned table, whose row TableSlot tells by tableoid.
	TableSlot int
	Leaves    []MarkedLeaf
	Cols      []int // of anything else: by column, -1 where there is none
	Nullable  bool  // a row of NULLs is that of an outer join
}

// PlanRowMark is one relation whose rows LockRows locks; CtidSlot is where the
// child's output has the row's TID.
type PlanRowMark struct {
	Rel      int
	Relation *catalog.Relation
	Mode     storage.LockMode
	Wait     storage.WaitPolicy
	CtidSlot int
	// As in RowPin.
	TableSlot int
	Leaves    []MarkedLeaf
}

// MarkedLeaf is a partition that rows of a partitioned table may come from.
type MarkedLeaf struct {
	Rel      int
	Relation *catalog.Relation
}
