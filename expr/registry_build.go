package expr

// This file turns the tables of facts (proc_*.go, oper_table.go, cast_table.go,
// agg_table.go: rows copied from PostgreSQL 18's catalogs) and the code tables
// (funcs_*.go) into Funcs, Operators, Casts and Aggregates, once, when the
// program starts.

import (
	"strings"

	"minidb/types"
)

// procRow is one row of pg_proc. args is written as
// pg_get_function_arguments writes it, with pg_type.typname for type names:
// "years int4 = 0, VARIADIC any, OUT name text". attrs has the words strict,
// stable, volatile (immutable is the default) and window, agg.
type procRow struct {
	oid   types.OID
	name  string
	args  string
	ret   string // "setof int4" if it returns a set
	attrs string
	src   string
}

// operRow is one row of pg_operator with what pg_amop says of it. left is
// empty for a prefix operator.
type operRow struct {
	oid         types.OID
	name        string
	left, right string
	ret         string
	fn          types.OID
	com, neg    types.OID
	btree       int    // see Operator.Btree
	attrs       string // "hash", "merge"
	rest, join  string
}

// castRow is one row of pg_cast.
type castRow struct {
	oid            types.OID
	source, target string
	fn             types.OID
	context        CastContext
	method         byte // 'f' by function, 'b' binary-coercible, 'i' through text
}

// code is what stands behind a prosrc name; one field of the first group is set.
type code struct {
	f0   func(c *Ctx) (types.Datum, error)
	f1   func(c *Ctx, a types.Datum) (types.Datum, error)
	f2   func(c *Ctx, a, b types.Datum) (types.Datum, error)
	f3   func(c *Ctx, a, b, d types.Datum) (types.Datum, error)
	fn   Impl
	bind func(call CallInfo) Impl
	srf  SRF

	fuse fusion
}

type codeTable map[string]code

var (
	funcByOID   = make(map[types.OID]*Func, 2048)
	funcsByName = make(map[string][]*Func, 1024)
	funcList    []*Func

	operByOID   = make(map[types.OID]*Operator, 512)
	opersByName = make(map[string][]*Operator, 64)
	operList    []*Operator

	castByPair = make(map[[2]types.OID]*Cast, 256)
	castList   []*Cast

	aggByOID = make(map[types.OID]*Aggregate, 128)
	aggList  []*Aggregate
)

func init() {
	codes := make(codeTable, 1024)
	for _, t := range codeTables() {
		for name, c := range t {
			codes[name] = c
		}
	}
	for _, rows := range procTables() {
		for i := range rows {
			addFunc(&rows[i], codes)
		}
	}
	addOperators()
	addCasts()
	addAggregates()
}

// typeOID reads a type name of the tables, which name built-in types only.
func typeOID(name string) types.OID {
	t, ok := types.ByName(name)
	if !ok {
		panic("expr: no type " + name)
	}
	return t.OID
}

func addFunc(r *procRow, codes codeTable) {
	schema, name, ok := strings.Cut(r.name, ".")
	if !ok {
		schema, name = "", r.name
	}
	f := &Func{OID: r.oid, Schema: schema, Name: name, Src: r.src, Kind: PlainFunc, Cost: 1}
	parseArgs(f, r.args)
	ret, set := strings.CutPrefix(r.ret, "setof ")
	f.Ret, f.RetSet = typeOID(ret), set
	for _, w := range strings.Fields(r.attrs) {
		switch w {
		case "strict":
			f.Strict = true
		case "stable":
			f.Vol = Stable
		case "volatile":
			f.Vol = Volatile
		case "window":
			f.Kind = WindowFunc
		case "agg":
			f.Kind = AggFunc
		case "sql":
			f.Cost = 100
		case "catalog":
			f.Catalog = true
		}
	}
	attach(f, codes[r.src])
	funcByOID[f.OID] = f
	funcsByName[f.Name] = append(funcsByName[f.Name], f)
	funcList = append(funcList, f)
}

func parseArgs(f *Func, args string) {
	if args == "" {
		return
	}
	var names []string
	named := false
	for _, a := range strings.Split(args, ", ") {
		a, def, hasDef := strings.Cut(a, " = ")
		words := strings.Fields(a)
		mode := ""
		if w := words[0]; w == "OUT" || w == "INOUT" || w == "VARIADIC" {
			mode, words = w, words[1:]
		}
		name := ""
		if len(words) == 2 {
			name, words = words[0], words[1:]
		}
		t := typeOID(words[0])
		if mode == "OUT" || mode == "INOUT" {
			f.OutTypes, f.OutNames = append(f.OutTypes, t), append(f.OutNames, name)
			if mode == "OUT" {
				continue
			}
		}
		if mode == "VARIADIC" {
			f.Variadic = types.AnyOID
			if ty, _ := types.ByOID(t); ty.Elem != 0 {
				f.Variadic = ty.Elem
			} else if t == types.AnyArrayOID {
				f.Variadic = types.AnyElementOID
			}
		}
		if hasDef {
			f.Defaults++
			f.DefaultTexts = append(f.DefaultTexts, def)
		}
		f.Args, names = append(f.Args, t), append(names, name)
		named = named || name != ""
	}
	if named {
		f.ArgNames = names
	}
}

// attach gives f its code, also in the general form Impl.
func attach(f *Func, c code) {
	f.fuse, f.SRF, f.Bind = c.fuse, c.srf, c.bind
	switch {
	case f.Catalog:
		name := f.Name
		f.Impl = func(c *Ctx, args []types.Datum) (types.Datum, error) {
			return callCatalog(c, name, args)
		}
		if f.RetSet {
			f.SRF = func(c *Ctx, args []types.Datum) (SRFIter, error) { return catalogRows(c, name, args) }
		}
	case c.f0 != nil:
		f0 := c.f0
		f.Impl = func(c *Ctx, _ []types.Datum) (types.Datum, error) { return f0(c) }
	case c.f1 != nil:
		f1 := c.f1
		f.Impl1 = f1
		f.Impl = func(c *Ctx, a []types.Datum) (types.Datum, error) { return f1(c, a[0]) }
	case c.f2 != nil:
		f2 := c.f2
		f.Impl2 = f2
		f.Impl = func(c *Ctx, a []types.Datum) (types.Datum, error) { return f2(c, a[0], a[1]) }
	case c.f3 != nil:
		f3 := c.f3
		f.Impl3 = f3
		f.Impl = func(c *Ctx, a []types.Datum) (types.Datum, error) { return f3(c, a[0], a[1], a[2]) }
	default:
		f.Impl = c.fn
	}
}

func addOperators() {
	for i := range operTable {
		r := &operTable[i]
		o := &Operator{OID: r.oid, Name: r.name, Right: typeOID(r.right), Ret: typeOID(r.ret),
			Btree: r.btree, Rest: r.rest, Join: r.join}
		if r.left != "" {
			o.Left = typeOID(r.left)
		}
		o.CanHash = strings.Contains(r.attrs, "hash")
		o.CanMerge = strings.Contains(r.attrs, "merge")
		o.Fn = funcByOID[r.fn]
		operByOID[o.OID] = o
		opersByName[o.Name] = append(opersByName[o.Name], o)
		operList = append(operList, o)
	}
	for i := range operTable {
		r := &operTable[i]
		o := operByOID[r.oid]
		o.Commutator, o.Negator = operByOID[r.com], operByOID[r.neg]
	}
}

func addCasts() {
	for i := range castTable {
		r := &castTable[i]
		c := &Cast{OID: r.oid, Source: typeOID(r.source), Target: typeOID(r.target),
			Context: r.context, Fn: funcByOID[r.fn], IO: r.method == 'i'}
		castByPair[[2]types.OID{c.Source, c.Target}] = c
		castList = append(castList, c)
	}
}

func addAggregates() {
	for i := range aggTable {
		r := &aggTable[i]
		f := funcByOID[r.fn]
		if f == nil {
			continue
		}
		a := &Aggregate{Fn: f, New: aggStates[r.state], SortOp: r.sortOp, OrderedSet: r.kind != 'n', Hypothetical: r.kind == 'h'}
		if a.OrderedSet {
			a.New = orderedSetStates[r.state]
		}
		f.Agg = a
		aggByOID[f.OID] = a
		aggList = append(aggList, a)
	}
}

// aggRow is one row of pg_aggregate. state names the code in aggStates, empty
// where there is none.
type aggRow struct {
	fn     types.OID
	kind   byte // 'n' normal, 'o' ordered set, 'h' hypothetical
	sortOp string
	state  string
}

// Funcs returns every built-in function. The slice must not be changed.
func Funcs() []*Func { return funcList }

// FuncByOID finds a built-in function.
func FuncByOID(o types.OID) (*Func, bool) {
	f, ok := funcByOID[o]
	return f, ok
}

// FuncsByName returns the overloads of a built-in function's name.
func FuncsByName(name string) []*Func { return funcsByName[name] }

// Operators returns every built-in operator. The slice must not be changed.
func Operators() []*Operator { return operList }

// OperatorByOID finds a built-in operator.
func OperatorByOID(o types.OID) (*Operator, bool) {
	op, ok := operByOID[o]
	return op, ok
}

// Casts returns every built-in cast. The slice must not be changed.
func Casts() []*Cast { return castList }

// Aggregates returns every built-in aggregate. The slice must not be changed.
func Aggregates() []*Aggregate { return aggList }

// AggregateByOID finds a built-in aggregate by its function's OID.
func AggregateByOID(o types.OID) (*Aggregate, bool) {
	a, ok := aggByOID[o]
	return a, ok
}

// Built reports whether f has code behind it.
func (f *Func) Built() bool {
	return f.Impl != nil || f.Bind != nil || f.SRF != nil || f.Kind != PlainFunc
}
