package tree

// Scalar expressions, as written: no types, no resolved names.

// ColumnRef is a possibly qualified name, or name.* if Star is set. A lone *
// has no Fields.
type ColumnRef struct {
	Pos    int32
	Fields []string
	Star   bool
}

// ParamRef is $Number.
type ParamRef struct {
	Pos    int32
	Number int
}

// ConstKind tells the kinds of literal apart.
type ConstKind uint8

// The kinds of literal.
const (
	ConstNull    ConstKind = iota
	ConstInt               // Int holds the value; an int4 or int8 by its size
	ConstNumeric           // Text is plain decimal: digits, point, exponent
	ConstString            // Text is the decoded string
	ConstBit               // Text is b or x followed by the digits
	ConstBool              // Bool holds the value
)

// Const is a literal. Strings are of unknown type until they are coerced. Text
// of an integer is as written; a sign belongs to the constant, as in
// PostgreSQL, when it stands before a number directly.
type Const struct {
	Text string
	Int  int64
	Pos  int32
	Kind ConstKind
	Bool bool
}

// TypeCast is Arg::Type, CAST(Arg AS Type) or Type 'literal'.
type TypeCast struct {
	Pos  int32
	Arg  Expr
	Type *TypeName
}

// OpExpr applies an operator. Left is nil for a prefix operator; Schema is
// set for OPERATOR(schema.op) only. (a, b) = (SELECT ...) is an OpExpr between
// a RowExpr and a SubLink.
type OpExpr struct {
	Pos    int32
	Schema string
	Op     string
	Left   Expr
	Right  Expr
}

// BoolOp is AND, OR or NOT.
type BoolOp uint8

// The boolean operators.
const (
	And BoolOp = iota
	Or
	Not
)

// BoolExpr is a AND b AND ..., a OR b OR ..., or NOT a.
type BoolExpr struct {
	Pos  int32
	Op   BoolOp
	Args []Expr
}

// NullTest is Arg IS [NOT] NULL.
type NullTest struct {
	Pos int32
	Arg Expr
	Not bool
}

// BoolValue is what IS TRUE and its like test for.
type BoolValue uint8

// The truth values of a BooleanTest.
const (
	True BoolValue = iota
	False
	Unknown
)

// BooleanTest is Arg IS [NOT] TRUE, FALSE or UNKNOWN.
type BooleanTest struct {
	Pos   int32
	Arg   Expr
	Value BoolValue
	Not   bool
}

// DistinctExpr is Left IS [NOT] DISTINCT FROM Right.
type DistinctExpr struct {
	Pos         int32
	Left, Right Expr
	Not         bool
}

// InExpr is Arg [NOT] IN (list). IN (subquery) is a SubLink.
type InExpr struct {
	Pos  int32
	Arg  Expr
	List []Expr
	Not  bool
}

// BetweenExpr is Arg [NOT] BETWEEN [SYMMETRIC] Low AND High.
type BetweenExpr struct {
	Pos            int32
	Arg, Low, High Expr
	Not, Symmetric bool
}

// LikeKind tells LIKE, ILIKE and SIMILAR TO apart.
type LikeKind uint8

// The kinds of LikeExpr.
const (
	Like LikeKind = iota
	ILike
	SimilarTo
)

// LikeExpr is Arg [NOT] LIKE Pattern [ESCAPE Escape]; Escape may be nil.
// PostgreSQL's operators for it are ~~, ~~* and ~, with ! in front for NOT.
type LikeExpr struct {
	Pos                  int32
	Kind                 LikeKind
	Arg, Pattern, Escape Expr
	Not                  bool
}

// AnyAllExpr is Left op ANY (array) or Left op ALL (array); with LIKE the
// operator is ~~. Over a subquery it is a SubLink.
type AnyAllExpr struct {
	Pos    int32
	Schema string
	Op     string
	Left   Expr
	Array  Expr
	All    bool
}

// SubLinkKind tells how an expression uses a subquery.
type SubLinkKind uint8

// The kinds of SubLink.
const (
	SubLinkExists SubLinkKind = iota // EXISTS (query)
	SubLinkAny                       // Test Op ANY (query), Test IN (query)
	SubLinkAll                       // Test Op ALL (query)
	SubLinkExpr                      // (query)
	SubLinkArray                     // ARRAY (query)
)

// SubLink is a subquery in an expression. Op is empty for IN, else the operator
// before ANY or ALL; NOT IN is a NOT over an IN.
type SubLink struct {
	Pos    int32
	Kind   SubLinkKind
	Test   Expr
	Schema string
	Op     string
	Query  *SelectStmt
}

// FuncCall is a call of a function, an aggregate or a window function.
type FuncCall struct {
	Pos         int32
	Name        []string // [schema] name
	Args        []Expr   // NamedArg for name => value
	Star        bool     // f(*)
	Distinct    bool     // f(DISTINCT ...)
	Variadic    bool     // the last argument is VARIADIC
	WithinGroup bool     // OrderBy is that of WITHIN GROUP
	SQLSyntax   bool     // written in SQL's own syntax: EXTRACT, AT TIME ZONE, ...
	OrderBy     []*SortBy
	Filter      Expr
	Over        *WindowDef
}

// NamedArg is Name => Arg in a call.
type NamedArg struct {
	Pos  int32
	Name string
	Arg  Expr
}

// CaseExpr is CASE [Arg] WHEN ... END. Else may be nil.
type CaseExpr struct {
	Pos   int32
	Arg   Expr
	Whens []*CaseWhen
	Else  Expr
}

// CaseWhen is one WHEN Cond THEN Result.
type CaseWhen struct {
	Pos    int32
	Cond   Expr
	Result Expr
}

// CoalesceExpr is COALESCE(Args).
type CoalesceExpr struct {
	Pos  int32
	Args []Expr
}

// MinMaxExpr is GREATEST(Args), or LEAST(Args) if Least is set.
type MinMaxExpr struct {
	Pos   int32
	Least bool
	Args  []Expr
}

// NullIf is NULLIF(Left, Right).
type NullIf struct {
	Pos         int32
	Left, Right Expr
}

// SQLValueFunction is a function without parentheses, such as CURRENT_DATE. Op
// is its name in lower case; Precision is that of CURRENT_TIME(n) and its
// like, -1 if none was given.
type SQLValueFunction struct {
	Pos       int32
	Op        string
	Precision int32
}

// RowExpr is ROW(Args) if Explicit, else (a, b, ...).
type RowExpr struct {
	Pos      int32
	Args     []Expr
	Explicit bool
}

// ArrayExpr is ARRAY[Elements]; inner brackets are ArrayExprs too.
type ArrayExpr struct {
	Pos      int32
	Elements []Expr
}

// Subscript is Arg[Upper], or Arg[Lower:Upper] if Slice is set, where both
// may be nil.
type Subscript struct {
	Pos          int32
	Arg          Expr
	Lower, Upper Expr
	Slice        bool
	Apart        bool // Arg was in parentheses: no part of the same list of subscripts
}

// FieldSelect is (Arg).Field, or (Arg).* if Star is set.
type FieldSelect struct {
	Pos   int32
	Arg   Expr
	Field string
	Star  bool
}

// CollateClause is Arg COLLATE Name.
type CollateClause struct {
	Pos  int32
	Arg  Expr
	Name []string
}

// GroupingSetKind tells the forms of a grouping set apart.
type GroupingSetKind uint8

// The kinds of GroupingSet.
const (
	GroupingEmpty GroupingSetKind = iota // ()
	GroupingRollup
	GroupingCube
	GroupingSets
)

// GroupingSet is an item of GROUP BY beyond plain expressions. Items of ROLLUP
// and CUBE are expressions, a RowExpr standing for (a, b); items of GROUPING
// SETS may be grouping sets again.
type GroupingSet struct {
	Pos   int32
	Kind  GroupingSetKind
	Items []Expr
}

// GroupingFunc is GROUPING(Args).
type GroupingFunc struct {
	Pos  int32
	Args []Expr
}

// SetToDefault is DEFAULT in VALUES or SET.
type SetToDefault struct{ Pos int32 }

// CurrentOf is the condition of WHERE CURRENT OF.
type CurrentOf struct {
	Pos    int32
	Cursor string
}

// TypeName is the name of a type as written. SQL's own names come as
// pg_catalog's: INTEGER is pg_catalog.int4, CHAR is pg_catalog.bpchar with
// modifier 1.
type TypeName struct {
	Pos   int32
	Names []string
	Mods  []Expr
	// IntervalFields restricts an interval: "year", "day to second", ...
	IntervalFields string
	// ArrayBounds has one entry per dimension, -1 if no bound was given.
	ArrayBounds []int32
	Setof       bool
}
