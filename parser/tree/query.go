package tree

// Queries: SELECT, VALUES, set operations, and what stands in FROM.

// SetOp is the operation of a SelectStmt.
type SetOp uint8

// The set operations.
const (
	SetNone SetOp = iota // a plain SELECT or VALUES
	Union
	Intersect
	Except
)

// SelectStmt is a SELECT, a VALUES list if ValuesLists is set, or a set
// operation over Left and Right if Op is set. OrderBy, limits, Locking and With
// apply to the result of any of them. TABLE t comes as SELECT * FROM t.
type SelectStmt struct {
	Pos           int32
	With          *WithClause
	Distinct      bool
	DistinctOn    []Expr // of DISTINCT ON; Distinct is set too
	TargetList    []*ResTarget
	Into          *IntoClause // of SELECT INTO
	From          []TableRef
	Where         Expr
	GroupBy       []Expr
	GroupDistinct bool
	Having        Expr
	Windows       []*WindowDef

	ValuesLists [][]Expr

	Op          SetOp
	All         bool
	Left, Right *SelectStmt

	OrderBy     []*SortBy
	LimitCount  Expr // NULL for LIMIT ALL
	LimitOffset Expr
	WithTies    bool
	Locking     []*LockingClause
}

// ResTarget is one item of a select list or of RETURNING. Name is empty unless
// an alias was given.
type ResTarget struct {
	Pos  int32
	Name string
	Val  Expr
}

// SortDir is the direction of a SortBy.
type SortDir uint8

// The directions of a SortBy.
const (
	SortDefault SortDir = iota
	SortAsc
	SortDesc
	SortUsing
)

// NullsOrder is where nulls sort.
type NullsOrder uint8

// Where nulls sort.
const (
	NullsDefault NullsOrder = iota
	NullsFirst
	NullsLast
)

// SortBy is one item of an ORDER BY; Pos is the operator's if it has USING.
type SortBy struct {
	Pos   int32
	Expr  Expr
	Dir   SortDir
	Nulls NullsOrder
	Using []string // [schema] operator, of SortUsing
}

// LockStrength is the strength of a row lock, weakest first.
type LockStrength uint8

// The strengths of row locks.
const (
	ForKeyShare LockStrength = iota
	ForShare
	ForNoKeyUpdate
	ForUpdate
)

// LockWait is what to do when a row is locked.
type LockWait uint8

// What to do when a row is locked.
const (
	LockBlock LockWait = iota
	LockSkip
	LockError // NOWAIT
)

// LockingClause is FOR UPDATE and its like. Of is empty for all relations.
type LockingClause struct {
	Pos      int32
	Strength LockStrength
	Of       []*RangeVar
	Wait     LockWait
}

// FrameMode is the unit in which a window frame counts.
type FrameMode uint8

// The units of window frames.
const (
	FrameRange FrameMode = iota
	FrameRows
	FrameGroups
)

// BoundKind is one end of a window frame.
type BoundKind uint8

// The ends of window frames.
const (
	UnboundedPreceding BoundKind = iota
	OffsetPreceding
	CurrentRow
	OffsetFollowing
	UnboundedFollowing
)

// FrameBound is one end of a window frame; Offset is set for the offset kinds.
type FrameBound struct {
	Kind   BoundKind
	Offset Expr
}

// FrameExclusion is the EXCLUDE of a window frame.
type FrameExclusion uint8

// What a window frame excludes.
const (
	ExcludeNoOthers FrameExclusion = iota
	ExcludeCurrentRow
	ExcludeGroup
	ExcludeTies
)

// WindowFrame is the frame clause of a window. Without BETWEEN the end is the
// current row.
type WindowFrame struct {
	Pos     int32
	Mode    FrameMode
	Between bool
	Start   FrameBound
	End     FrameBound
	Exclude FrameExclusion
}

// WindowDef is a window: WINDOW Name AS (RefName ...), OVER Name, or
// OVER (RefName ...). Frame is nil if none was written.
type WindowDef struct {
	Pos         int32
	Name        string
	RefName     string
	PartitionBy []Expr
	OrderBy     []*SortBy
	Frame       *WindowFrame
}

// WithClause is WITH [RECURSIVE] ...
type WithClause struct {
	Pos       int32
	Recursive bool
	CTEs      []*CTE
}

// Materialize is the MATERIALIZED option of a CTE.
type Materialize uint8

// The MATERIALIZED options of a CTE.
const (
	MaterializeDefault Materialize = iota
	MaterializeAlways
	MaterializeNever
)

// CTE is one common table expression. Query is a *SelectStmt or a
// data-modifying statement.
type CTE struct {
	Pos          int32
	Name         string
	Columns      []string
	Materialized Materialize
	Query        Statement
	Search       *SearchClause // nil if there is none
	Cycle        *CycleClause  // nil if there is none
}

// SearchClause is SEARCH DEPTH|BREADTH FIRST BY Columns SET Sequence.
type SearchClause struct {
	Pos      int32
	Breadth  bool
	Columns  []string
	Sequence string
}

// CycleClause is CYCLE Columns SET Mark [TO Value DEFAULT Default] USING Path;
// Value and Default are constants, never nil.
type CycleClause struct {
	Pos            int32
	Columns        []string
	Mark           string
	Value, Default Expr
	Path           string
}

// Alias renames a FROM item and, if Columns is set, its columns.
type Alias struct {
	Pos     int32
	Name    string
	Columns []string
}

// RangeVar names a relation. Only excludes inheritance children.
type RangeVar struct {
	Pos                   int32
	Catalog, Schema, Name string
	Only                  bool
	Alias                 *Alias
	Sample                *TableSample
}

// TableSample is TABLESAMPLE Method (Args) [REPEATABLE (Repeatable)].
type TableSample struct {
	Pos        int32
	Method     []string
	Args       []Expr
	Repeatable Expr
}

// RangeSubselect is a subquery in FROM. Alias may be nil.
type RangeSubselect struct {
	Pos     int32
	Lateral bool
	Query   *SelectStmt
	Alias   *Alias
}

// RangeFunction is one function in FROM, or several if RowsFrom is set.
// ColDefs is the column definition list after the alias.
type RangeFunction struct {
	Pos        int32
	Lateral    bool
	Ordinality bool
	RowsFrom   bool
	Functions  []*RangeFunctionItem
	Alias      *Alias
	ColDefs    []*ColumnDef
}

// RangeFunctionItem is one function of a RangeFunction; ColDefs is the list
// given inside ROWS FROM. Call is a FuncCall or an expression written as one.
type RangeFunctionItem struct {
	Pos     int32
	Call    Expr
	ColDefs []*ColumnDef
}

// JoinKind is the kind of a join.
type JoinKind uint8

// The kinds of joins. CROSS JOIN is an inner join without a condition.
const (
	JoinInner JoinKind = iota
	JoinLeft
	JoinFull
	JoinRight
)

// JoinExpr is a join. At most one of Natural, Using and On is set.
type JoinExpr struct {
	Pos         int32
	Kind        JoinKind
	Natural     bool
	Left, Right TableRef
	Using       []string
	UsingAlias  *Alias
	On          Expr
	Alias       *Alias
}
