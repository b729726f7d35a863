// Package expr holds typed expressions: the tree that analysis makes of SQL
// expressions, the tables of operators, functions, casts and aggregates that
// give names their meaning, and the compiler that turns a tree into closures.
// A tree is read-only once made and may be shared by cached plans; everything
// of one execution is in Ctx.
package expr

import "minidb/types"

// Expr is a typed expression node, as PostgreSQL's Expr in primnodes.h.
type Expr interface {
	Type() types.OID // result type
	Typmod() int32   // result type modifier, -1 if none
	Pos() int32      // 0-based byte offset in the statement, -1 if unknown
}

// Loc is embedded in every node: where it stood in the statement's text.
type Loc int32

// Pos returns the byte offset, -1 if unknown.
func (l Loc) Pos() int32 { return int32(l) }

// Attribute numbers of system columns, and of a whole-row reference.
// (PostgreSQL has ctid -1, xmin -2, cmin -3, xmax -4, cmax -5, tableoid -6.)
const (
	WholeRow     = 0
	AttrCtid     = -1
	AttrXmin     = -2
	AttrCmin     = -3
	AttrXmax     = -4
	AttrCmax     = -5
	AttrTableOID = -6
)

// Var is a column of a range-table entry. Analysis makes it with Rel, Attr and
// Up; the planner's last step fills Slot, the index into the input row.
type Var struct {
	Loc
	Rel  int // 1-based index into the query's range table
	Attr int // 1-based column; WholeRow or a system column's number
	Up   int // how many query levels further out the range table is
	Slot int // index into the input row, set by the planner; -1 before
	T    types.OID
	Mod  int32
	// Nullable: an outer join may have nulled it below this place.
	Nullable bool
	Coll     types.OID // the column's collation, 0 if it is the type's; planning fills it
}

// Const is a constant. Value is SQL NULL for a null constant.
type Const struct {
	Loc
	Value types.Datum
	T     types.OID
	Mod   int32
	Coll  types.OID // from COLLATE, 0 if it is the type's
}

// ParamKind says where a parameter's value comes from.
type ParamKind uint8

const (
	ExternParam ParamKind = iota // $n of a prepared statement
	ExecParam                    // set by another node of the plan: correlated values, initplans
)

// Param is a value known only at run time. ID counts from 1 for ExternParam,
// from 0 for ExecParam.
type Param struct {
	Loc
	Kind ParamKind
	ID   int
	T    types.OID
	Mod  int32
}

// CallForm says how a function call was written, for deparsing.
type CallForm uint8

const (
	CallExplicit  CallForm = iota // f(x)
	CastExplicit                  // x::t, CAST(x AS t)
	CastImplicit                  // put in by analysis
	CallSQLSyntax                 // extract(.. from ..) and the like
	CallIdentity                  // nextval as an identity column's DEFAULT
	CollateClause                 // x COLLATE c, until constants are folded
)

// FuncCall calls a plain or set-returning function.
type FuncCall struct {
	Loc
	Fn       *Func
	Args     []Expr
	Form     CallForm
	Variadic bool        // the last argument is an array given with VARIADIC
	Ret      types.OID   // differs from Fn.Ret for polymorphic functions
	Outs     []types.OID // the columns where Fn.OutTypes are polymorphic, else nil
	Mod      int32
	// NoCollation: the arguments' collations conflict, an error if it matters.
	NoCollation bool
	// Partial: Args have more than was written, or another order. Written are the places in
	// Args of what was, the last Named of them by name. Planning forgets it.
	Partial bool
	Written []int
	Named   int
}

// OutTypes are the columns of what a function with OUT arguments returns.
func (e *FuncCall) OutTypes() []types.OID {
	if e.Outs != nil {
		return e.Outs
	}
	return e.Fn.OutTypes
}

// OpCall applies an operator: two arguments, or one for a prefix operator.
type OpCall struct {
	Loc
	Op   *Operator
	Args []Expr
	Ret  types.OID
	// NoCollation: the arguments' collations conflict, an error if it matters.
	NoCollation bool
}

// Distinct is x IS DISTINCT FROM y by the equality operator Op; IS NOT
// DISTINCT is a Not over it.
type Distinct struct {
	Loc
	Op   *Operator
	L, R Expr
}

// NullIf is NULLIF(l, r) by the equality operator Op; its type is L's.
type NullIf struct {
	Loc
	Op   *Operator
	L, R Expr
}

// ArrayOp is x op ANY (array) or, with All, x op ALL (array); IN lists are
// ArrayOp over an Array node.
type ArrayOp struct {
	Loc
	Op   *Operator
	All  bool
	L, R Expr
}

// BoolOp is AND, OR or NOT.
type BoolOp uint8

const (
	And BoolOp = iota
	Or
	Not
)

// Bool combines conditions: any number for And and Or (flattened), one for Not.
type Bool struct {
	Loc
	Op   BoolOp
	Args []Expr
}

// NullTest is x IS [NOT] NULL. RowWise marks tests of row values, which look
// at each field.
type NullTest struct {
	Loc
	Arg     Expr
	Not     bool
	RowWise bool
}

// BoolTestKind is the right side of x IS [NOT] TRUE|FALSE|UNKNOWN.
type BoolTestKind uint8

const (
	IsTrue BoolTestKind = iota
	IsNotTrue
	IsFalse
	IsNotFalse
	IsUnknown
	IsNotUnknown
)

// BoolTest is x IS TRUE and its kin.
type BoolTest struct {
	Loc
	Arg  Expr
	Kind BoolTestKind
}

// When is one branch of a Case.
type When struct{ Cond, Result Expr }

// Case is both forms of CASE. In the simple form Arg is set and the Conds
// compare a CaseTest with their value.
type Case struct {
	Loc
	Arg   Expr // nil in the searched form
	Whens []When
	Else  Expr // nil means NULL
	T     types.OID
	Mod   int32
}

// CaseTest stands for the value of the enclosing simple CASE's argument.
type CaseTest struct {
	Loc
	T   types.OID
	Mod int32
}

// Coalesce is COALESCE(args...).
type Coalesce struct {
	Loc
	Args []Expr
	T    types.OID
	Mod  int32
}

// MinMax is GREATEST or LEAST.
type MinMax struct {
	Loc
	Least bool
	Args  []Expr
	T     types.OID
	Mod   int32
}

// Array is ARRAY[...]; T is the array type. Multi marks elements that are
// arrays themselves.
type Array struct {
	Loc
	Elems []Expr
	Multi bool
	T     types.OID
}

// RowCons is ROW(...); T is record unless coerced to a named composite type.
type RowCons struct {
	Loc
	Args  []Expr
	Names []string
	T     types.OID
	Whole *Var // the table whose row this spells out, nil if none
}

// RowCompare is (a, b) < (c, d) for the four orderings; equality of rows is an
// And of OpCalls. Strategy: -2 is <, -1 <=, 1 >=, 2 >.
type RowCompare struct {
	Loc
	Strategy int
	Ops      []*Operator // per column: its equality operator's btree comparison
	L, R     []Expr
}

// Subscript is x[i] or, with Slice, x[lo:hi]. A nil bound is an omitted one.
// With Value it is the array x with that element or slice set to it; a FieldStore there
// has a CaseTest for what the element was.
type Subscript struct {
	Loc
	Arg    Expr
	Value  Expr
	Lo, Hi []Expr // Lo used only for slices
	Slice  bool
	T      types.OID
	Mod    int32
}

// FieldStore is the row Arg with some fields set, one after the other. A value that is
// itself an assignment to a part of its field has a CaseTest for what that field was.
type FieldStore struct {
	Loc
	Arg    Expr
	Values []Expr
	Fields []int // of Values, counted from 0
	Names  []string
	Types  []types.OID // of all fields, as Names
	T      types.OID
}

// FieldSelect is (row).field; Field counts from 0.
type FieldSelect struct {
	Loc
	Arg   Expr
	Field int
	Name  string
	T     types.OID
	Mod   int32
}

// Relabel changes an expression's type without work: binary-coercible casts.
type Relabel struct {
	Loc
	Arg  Expr
	T    types.OID
	Mod  int32
	Form CallForm
	// Collation is what a COLLATE clause gives, 0 if a cast leaves it as it is.
	Collation types.OID
}

// CoerceIO casts through text output and input.
type CoerceIO struct {
	Loc
	Arg  Expr
	T    types.OID
	Mod  int32
	Form CallForm
}

// ArrayCoerce casts an array element by element; Elem has a CaseTest for the
// element.
type ArrayCoerce struct {
	Loc
	Arg  Expr
	Elem Expr
	T    types.OID
	Mod  int32
	Form CallForm
}

// ConvertRow casts a row of a partition to the row type of a table above it: columns are
// found by their names. PostgreSQL: ConvertRowtypeExpr.
type ConvertRow struct {
	Loc
	Arg  Expr
	T    types.OID
	Form CallForm
}

// SubLinkKind is the form of a subquery in an expression.
type SubLinkKind uint8

const (
	ExistsLink SubLinkKind = iota
	AnyLink                // x op ANY (query), IN
	AllLink                // x op ALL (query), NOT IN is Not of AnyLink
	RowCompareLink
	ScalarLink
	ArrayLink // ARRAY(query)
	MultiLink // one column of the query in SET (a, b) = (query)
)

// SubLink is a subquery as analysis leaves it; the planner turns it into a
// SubPlan, a Param or a join. Query is the planner's analyzed query.
type SubLink struct {
	Loc
	Kind  SubLinkKind
	Test  Expr // AnyLink, AllLink, RowCompareLink: compares outer values with Params numbered from 0 for the subquery's columns (ExecParam kind)
	Query any  // *planner.Query
	T     types.OID
	Mod   int32
	Multi int // MultiLink: which query of the statement's SET list, from 1; its links have copies of it
	Col   int // MultiLink: the column, from 0
}

// SubPlan is a planned subquery that must run inside the expression. Index
// finds the running subplan in Ctx.SubPlans; Args are evaluated on the current
// row and assigned to the ExecParams ParamIDs before it runs.
type SubPlan struct {
	Loc
	Kind      SubLinkKind
	Index     int
	Test      Expr  // as SubLink.Test
	TestIDs   []int // ExecParam numbers that Test uses for the subquery's columns
	ParamIDs  []int
	Args      []Expr
	Hashed    bool // the result is kept in a hash table
	T         types.OID
	Mod       int32
	FirstCols []types.OID // types of the subquery's columns
	Col       int         // MultiLink: the column, from 0
}

// Agg is a call of an aggregate function. Slot is where the Agg node puts its
// result in the row that projections above read, set by the planner.
type Agg struct {
	Loc
	Fn       *Aggregate
	Args     []Expr
	Star     bool
	Distinct bool
	Order    []SortKey
	Direct   []Expr // ordered-set aggregates: direct arguments
	Filter   Expr
	Up       int
	Slot     int
	T        types.OID
	Mod      int32
}

// SortKey orders by one expression.
type SortKey struct {
	Expr       Expr
	Desc       bool
	NullsFirst bool
	Op         *Operator // the < or > operator
}

// WindowCall is a call over a window. Ref is the 1-based index of the query's
// window clause.
type WindowCall struct {
	Loc
	Fn     *Func      // a window function, or
	Agg    *Aggregate // an aggregate
	Args   []Expr
	Star   bool
	Filter Expr
	Ref    int
	Slot   int
	T      types.OID
	Mod    int32
}

// Grouping is GROUPING(...).
type Grouping struct {
	Loc
	Args []Expr
	Up   int // query levels up to the query whose groups it asks about
	Refs []int
	Slot int
}

// PlaceHolder is a grouping key without columns, such as a constant: grouping sets
// that lack it give NULL, so that it must be computed below grouping and not
// again above; or one that folding has made equal to another key. Input marks the same
// expression written again: a column of grouping's input, which is NULL where there was
// no row. Or it is a merged subquery's column under grouping sets, which PostgreSQL too
// keeps from being folded with what is around it.
type PlaceHolder struct {
	Loc
	Arg   Expr
	Key   int // which key: the reference of its target; 0 for all others
	Input bool
}

// SQLValueKind names the SQL-standard parameterless functions.
type SQLValueKind uint8

const (
	CurrentDate SQLValueKind = iota
	CurrentTime
	CurrentTimestamp
	LocalTime
	LocalTimestamp
	CurrentUser
	SessionUser
	CurrentRole
	UserKw
	CurrentCatalog
	CurrentSchema
)

// SQLValue is CURRENT_DATE and its kin; Mod is the precision or -1.
type SQLValue struct {
	Loc
	Kind SQLValueKind
	T    types.OID
	Mod  int32
}

// SetToDefault stands for DEFAULT in INSERT and UPDATE until rewriting.
type SetToDefault struct {
	Loc
	T   types.OID
	Mod int32
}

// Target is one column of a result: PostgreSQL's TargetEntry.
type Target struct {
	Expr    Expr
	Name    string
	SortRef int  // referenced by ORDER BY, GROUP BY, DISTINCT; 0 if not
	Junk    bool // needed inside the plan, not part of the result
	// OrigTable and OrigCol name the table column that the target is a plain
	// reference to, 0 otherwise (protocol's RowDescription).
	OrigCol   int16
	OrigTable types.OID
}

// SortGroup is one item of ORDER BY, GROUP BY, DISTINCT or a window's lists:
// PostgreSQL's SortGroupClause. Ref is the SortRef of a Target.
type SortGroup struct {
	Ref        int
	Eq         *Operator // equality, nil if the type has none
	Lt         *Operator // the ordering operator (<, or > for Desc); nil if the type cannot be sorted
	Desc       bool
	NullsFirst bool
	Hashable   bool
}
