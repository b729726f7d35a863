package planner

// Function calls: plain functions, casts written as calls, aggregates
// (PostgreSQL's ParseFuncOrColumn).

import (
	"slices"
	"strings"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// maxFuncArgs is FUNC_MAX_ARGS, the longest argument list.
const maxFuncArgs = 100

// callArgs are the analyzed arguments of a call.
type callArgs struct {
	schema, name string
	args         []expr.Expr
	names        []string // of named arguments; nil if there are none
	filter       expr.Expr
}

func (p *parseState) funcCall(f *tree.FuncCall) (expr.Expr, error) {
	c, err := p.callArgs(f)
	if err != nil {
		return nil, err
	}
	if f.WithinGroup {
		if err := p.withinGroup(f, c); err != nil {
			return nil, err
		}
	}
	if len(c.args) > maxFuncArgs {
		return nil, pgerr.New(pgerr.TooManyArguments, "cannot pass more than %d arguments to a function", maxFuncArgs).At(int(f.Pos))
	}
	ts := make([]types.OID, len(c.args))
	for i, a := range c.args {
		ts[i] = a.Type()
	}
	plain := len(c.args) == 1 && c.names == nil && !f.Variadic && isPlainCall(f)
	if plain && (c.schema == "" || c.schema == "pg_catalog") {
		if t, ok := p.castLike(c.name, c.args[0]); ok {
			return p.r.Coerce(c.args[0], t, -1, expr.ExplicitCast, expr.CallExplicit, f.Pos)
		}
	}
	m, err := p.r.ResolveFunction(c.schema, c.name, ts, c.names, f.Variadic, f.Pos)
	if err != nil {
		if plain && c.schema == "" && p.isRow(ts[0]) {
			if x, err := p.field(c.args[0], c.name, f.Pos); x != nil || err != nil {
				return x, err
			}
		}
		return nil, err
	}
	if err := p.checkWithinGroup(f, m.Fn); err != nil {
		return nil, err
	}
	if err := checkCallForm(f, m.Fn); err != nil {
		return nil, err
	}
	switch {
	case f.Over != nil:
		return p.windowCall(f, c, m)
	case m.Fn.Kind == expr.AggFunc:
		return p.aggregate(f, c, m)
	}
	return p.plainCall(f, c, m)
}

func isPlainCall(f *tree.FuncCall) bool {
	return !f.WithinGroup && !f.Star && !f.Distinct && len(f.OrderBy) == 0 && f.Filter == nil && f.Over == nil
}

func (p *parseState) callArgs(f *tree.FuncCall) (*callArgs, error) {
	c := &callArgs{name: f.Name[len(f.Name)-1]}
	if len(f.Name) > 1 {
		c.schema = f.Name[len(f.Name)-2]
	}
	var written []tree.Expr
	for _, w := range f.Args {
		a := w
		if n, ok := a.(*tree.NamedArg); ok {
			a = n.Arg
		}
		x, err := p.tx(a)
		if err != nil {
			return nil, err
		}
		// JDBC writes an OUT parameter among the arguments, of type void.
		if _, ok := x.(*expr.Param); ok && x.Type() == types.VoidOID && !f.WithinGroup {
			continue
		}
		c.args, written = append(c.args, x), append(written, w)
	}
	if err := c.named(written); err != nil {
		return nil, err
	}
	if err := p.checkQualified(f.Name); err != nil {
		return nil, err.At(int(f.Pos))
	}
	if c.schema != "" {
		if _, err := p.a.UsableNamespace(c.schema); err != nil {
			return nil, pgerr.From(err).At(int(f.Pos))
		}
	}
	if f.Filter != nil {
		x, err := p.where(f.Filter, kindFilter, "FILTER")
		if err != nil {
			return nil, err
		}
		c.filter = x
	}
	return c, nil
}

// named notes the names of arguments.
func (c *callArgs) named(args []tree.Expr) error {
	for i, a := range args {
		n, ok := a.(*tree.NamedArg)
		if !ok {
			if c.names != nil {
				return pgerr.New(pgerr.SyntaxError, "positional argument cannot follow named argument").At(int(tree.Leftmost(a)))
			}
			continue
		}
		if c.names == nil {
			c.names = make([]string, len(args))
		}
		if slices.Contains(c.names, n.Name) {
			return pgerr.New(pgerr.SyntaxError, "argument name %q used more than once", n.Name).At(int(n.Pos))
		}
		c.names[i] = n.Name
	}
	return nil
}

// checkCallForm refuses what only aggregates and window functions may have.
func checkCallForm(f *tree.FuncCall, fn *expr.Func) error {
	name := strings.Join(f.Name, ".")
	wrong := func(format string, args ...any) error {
		return pgerr.New(pgerr.WrongObjectType, format, args...).At(int(f.Pos))
	}
	switch fn.Kind {
	case expr.AggFunc:
		if len(f.Args) == 0 && !f.Star && len(fn.Args) == 0 {
			return wrong("%s(*) must be used to call a parameterless aggregate function", name)
		}
		return nil
	case expr.WindowFunc:
		if f.Over == nil {
			return wrong("window function %s requires an OVER clause", name)
		}
		return nil
	}
	switch {
	case f.Star:
		return wrong("%s(*) specified, but %s is not an aggregate function", name, name)
	case f.Distinct:
		return wrong("DISTINCT specified, but %s is not an aggregate function", name)
	case len(f.OrderBy) > 0:
		return wrong("ORDER BY specified, but %s is not an aggregate function", name)
	case f.Filter != nil:
		return wrong("FILTER specified, but %s is not an aggregate function", name)
	case f.Over != nil:
		return wrong("OVER specified, but %s is not a window function nor an aggregate function", name)
	}
	return nil
}

func (p *parseState) plainCall(f *tree.FuncCall, c *callArgs, m *expr.FuncMatch) (expr.Expr, error) {
	form := expr.CallExplicit
	if f.SQLSyntax {
		form = expr.CallSQLSyntax
	}
	if m.Fn.RetSet {
		if err := p.kind.checkSRF(f.Pos); err != nil {
			return nil, err
		}
		if p.kind != kindFromFunction {
			p.q.HasSRF = true
		}
	}
	out, err := p.r.CallOf(m, c.args, f.Variadic, form, f.Pos)
	if err != nil {
		return nil, err
	}
	if n, ok := out.(*expr.FuncCall); ok && isCollationFor(n) {
		return n, p.collationFor(n)
	}
	return out, nil
}

// nestedSRF refuses a set-returning function inside another one of FROM.
func nestedSRF(args []expr.Expr) error {
	var err error
	for _, a := range args {
		walkExpr(a, 0, func(x expr.Expr, depth int) bool {
			if n, ok := x.(*expr.FuncCall); ok && depth == 0 && n.Fn.RetSet && err == nil {
				err = pgerr.New(pgerr.FeatureNotSupported, "set-returning functions must appear at top level of FROM").At(int(exprLoc(n)))
			}
			return err == nil && depth == 0
		})
	}
	return err
}

// aggregate makes the call of an aggregate and settles its query level.
func (p *parseState) aggregate(f *tree.FuncCall, c *callArgs, m *expr.FuncMatch) (expr.Expr, error) {
	agg := m.Fn.Agg
	if agg == nil || agg.New == nil {
		return nil, pgerr.Unsupported(int(f.Pos), "aggregate "+m.Fn.Name, "")
	}
	if agg.OrderedSet {
		return p.orderedSet(f, c, m)
	}
	args, err := p.r.CoerceArgs(m, c.args)
	if err != nil {
		return nil, err
	}
	out := &expr.Agg{Loc: expr.Loc(f.Pos), Fn: agg, Args: args, Star: f.Star, Distinct: f.Distinct,
		Filter: c.filter, T: m.Ret, Mod: -1, Slot: -1}
	for _, s := range f.OrderBy {
		k, err := p.sortKey(s)
		if err != nil {
			return nil, err
		}
		out.Order = append(out.Order, k)
	}
	if f.Distinct {
		if err := p.distinctArgs(f, out); err != nil {
			return nil, err
		}
	}
	return out, p.placeAggregate(out)
}

func containsExpr(l []expr.Expr, e expr.Expr) bool {
	for _, x := range l {
		if sameExpr(x, e) {
			return true
		}
	}
	return false
}

// distinctArgs checks an aggregate with DISTINCT: it sorts by its arguments.
func (p *parseState) distinctArgs(f *tree.FuncCall, agg *expr.Agg) error {
	if len(agg.Args) == 0 {
		return pgerr.New(pgerr.WrongObjectType, "DISTINCT requires at least one argument").At(int(f.Pos))
	}
	for _, k := range agg.Order {
		if !containsExpr(agg.Args, k.Expr) {
			return pgerr.New(pgerr.InvalidColumnReference,
				"in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list").At(int(exprLoc(k.Expr)))
		}
	}
	for _, a := range agg.Args {
		if _, err := p.groupOps(a.Type(), int32(exprLoc(a))); err != nil {
			return err
		}
		if p.r.SortOperator(a.Type(), -2) == nil {
			return pgerr.New(pgerr.UndefinedFunction, "could not identify an ordering operator for type %s", p.r.TypeName(a.Type())).
				WithDetail("Aggregates with DISTINCT must be able to sort their inputs.").At(int(exprLoc(a)))
		}
	}
	return nil
}

// sortKey analyzes an ORDER BY item of an aggregate, where numbers are no
// positions and names are no aliases.
func (p *parseState) sortKey(s *tree.SortBy) (expr.SortKey, error) {
	x, err := p.tx(s.Expr)
	if err != nil {
		return expr.SortKey{}, err
	}
	if x, err = p.knownType(x); err != nil {
		return expr.SortKey{}, err
	}
	g, err := p.sortGroup(x.Type(), s, exprLoc(x))
	if err != nil {
		return expr.SortKey{}, err
	}
	return expr.SortKey{Expr: x, Desc: g.Desc, NullsFirst: g.NullsFirst, Op: g.Lt}, nil
}

// knownType makes a literal of unknown type a text.
func (p *parseState) knownType(e expr.Expr) (expr.Expr, error) {
	if e.Type() != types.UnknownOID {
		return e, nil
	}
	return p.r.Coerce(e, types.TextOID, -1, expr.ImplicitCast, expr.CastImplicit, -1)
}
