package expr

import (
	"slices"

	"minidb/types"
)

// This file declares what a function, an operator, a cast and an aggregate
// are. The tables themselves stand in the funcs_*.go and ops_*.go files, with
// PostgreSQL's OIDs, and pg_proc, pg_operator and pg_cast are filled from them.

// Impl computes a strict or non-strict function on evaluated arguments. args
// is lent: it must not be kept.
type Impl func(c *Ctx, args []types.Datum) (types.Datum, error)

// SRF starts a set-returning function; the returned iterator yields rows of
// one or more columns until ok is false.
type SRF func(c *Ctx, args []types.Datum) (SRFIter, error)

// SRFIter yields the next row; it is lent until the following call.
type SRFIter func() (row types.Row, ok bool, err error)

// Volatility is a function's promise to the planner.
type Volatility uint8

const (
	Immutable Volatility = iota
	Stable
	Volatile
)

// FuncKind is pg_proc.prokind.
type FuncKind byte

const (
	PlainFunc  FuncKind = 'f'
	AggFunc    FuncKind = 'a'
	WindowFunc FuncKind = 'w'
)

// Func is one row of pg_proc.
type Func struct {
	OID      types.OID
	Schema   string // pg_catalog if empty
	Name     string
	Args     []types.OID
	ArgNames []string  // may be nil
	Defaults int       // how many trailing arguments may be left out
	Variadic types.OID // element type if the last argument is VARIADIC, 0 if not
	Ret      types.OID
	RetSet   bool
	OutTypes []types.OID // columns of a record-returning function with OUT arguments
	OutNames []string
	Kind     FuncKind
	Strict   bool
	Vol      Volatility
	Cost     float64 // in units of cpu_operator_cost; 0 means 1
	Src      string  // pg_proc.prosrc: the name of the code behind it
	// DefaultTexts are the values of the last Defaults arguments, as text.
	DefaultTexts []string
	// The code of a plain function: Impl takes any number of arguments; Impl1
	// to Impl3 are set where the number is fixed and spare the argument slice.
	// All are nil for a function that is known but not built.
	Impl  Impl
	Impl1 func(c *Ctx, a types.Datum) (types.Datum, error)
	Impl2 func(c *Ctx, a, b types.Datum) (types.Datum, error)
	Impl3 func(c *Ctx, a, b, d types.Datum) (types.Datum, error)
	// Bind makes the code of one call of a function whose work depends on its
	// argument types, as that of concat and of array_append does.
	Bind func(call CallInfo) Impl
	// Catalog marks functions that Ctx.Catalog runs, by Name.
	Catalog bool
	fuse    fusion // what the compiler may put inline
	SRF     SRF    // set-returning functions
	Agg     *Aggregate
	Window  any // window functions: an executor matter, see executor
}

// sqlFuncs are the functions that PostgreSQL 18 writes in SQL (pg_proc.prolang).
// It computes calls of constants by running that, which errors tell; others
// become part of the query.
var sqlFuncs = [...]types.OID{5023, 1386, 2059, 2004, 1811, 1810, 1216, 1384, 2550, 2546, 1848, 2548, 2549, 2547, 1741, 1481, 879, 1348, 1215,
	1306, 1311, 1310, 1309, 2042, 2044, 1305, 2043, 1307, 2325, 3935, 3936, 1285, 1290, 1708, 880, 1993, 2074, 2003, 1296, 1176, 1298, 1710, 13145}

// WrittenInSQL reports whether PostgreSQL's function is a SQL function.
func (f *Func) WrittenInSQL() bool { return slices.Contains(sqlFuncs[:], f.OID) }

// Operator is one row of pg_operator. Left is 0 for a prefix operator.
type Operator struct {
	OID         types.OID
	Name        string
	Left, Right types.OID
	Ret         types.OID
	Fn          *Func
	Commutator  *Operator // nil if none
	Negator     *Operator // nil if none
	// Btree is the operator's place in its btree family: -2 <, -1 <=, 3 =,
	// 1 >=, 2 >, 0 if it is in none.
	Btree      int
	CanHash    bool // an equality that hash joins and hash aggregation may use
	CanMerge   bool
	Rest, Join string // the selectivity estimators' names, empty for none
}

// CastContext says where a cast is taken without being asked for.
type CastContext byte

const (
	ImplicitCast   CastContext = 'i'
	AssignmentCast CastContext = 'a'
	ExplicitCast   CastContext = 'e'
)

// Cast is one row of pg_cast: by function, binary-coercible (Fn nil), or
// through text (IO).
type Cast struct {
	OID            types.OID
	Source, Target types.OID
	Context        CastContext
	Fn             *Func
	IO             bool
}

// Aggregate is one row of pg_aggregate together with its code.
type Aggregate struct {
	Fn *Func
	// New makes the state of one group. argTypes are the call's.
	New func(argTypes []types.OID) AggState
	// EmptyNull is unused by the executor: the state decides its own result.
	OrderedSet bool
	// Hypothetical: an ordered-set aggregate of one row among the others.
	Hypothetical bool
	SortOp       string // min and max: "<" or ">", for the index shortcut
}

// AggState accumulates one group. It is used by one goroutine.
type AggState interface {
	// Add takes the next row's arguments, which are lent. Strictness is the
	// state's own affair: it sees NULLs.
	Add(c *Ctx, args []types.Datum) error
	// Result may be called more than once and between Adds.
	Result(c *Ctx) (types.Datum, error)
	// Reset makes the state that of an empty group again.
	Reset()
}

// Collector is a state that keeps what it is given: its size counts against the
// statement's memory limit.
type Collector interface {
	AggState
	// Bytes is the size of what is kept.
	Bytes() int64
}

// CallInfo is what Func.Bind is told of a call: the actual types and whether
// the last argument was given with VARIADIC.
type CallInfo struct {
	Args     []types.OID
	Ret      types.OID
	Variadic bool
	Computed bool // the first argument is no column: a value that was never stored
}
