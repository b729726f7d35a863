package planner

// Ordered-set aggregates: f(direct arguments) WITHIN GROUP (ORDER BY arguments).

import (
	"strings"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// withinGroup adds the ORDER BY items of WITHIN GROUP to a call's arguments.
func (p *parseState) withinGroup(f *tree.FuncCall, c *callArgs) error {
	for _, s := range f.OrderBy {
		x, err := p.tx(s.Expr)
		if err != nil {
			return err
		}
		c.args = append(c.args, x)
	}
	return nil
}

// checkWithinGroup refuses calls with WITHIN GROUP of what has no such form, and
// calls without it of what has no other.
func (p *parseState) checkWithinGroup(f *tree.FuncCall, fn *expr.Func) error {
	name := strings.Join(f.Name, ".")
	ordered := fn.Agg != nil && fn.Agg.OrderedSet
	switch {
	case f.WithinGroup && fn.Kind != expr.AggFunc:
		return pgerr.New(pgerr.WrongObjectType, "WITHIN GROUP specified, but %s is not an aggregate function", name).At(int(f.Pos))
	case f.WithinGroup && !ordered:
		return pgerr.New(pgerr.WrongObjectType, "%s is not an ordered-set aggregate, so it cannot have WITHIN GROUP", name).At(int(f.Pos))
	case ordered && !f.WithinGroup:
		return pgerr.New(pgerr.WrongObjectType, "WITHIN GROUP is required for ordered-set aggregate %s", name).At(int(f.Pos))
	case ordered && f.Over != nil:
		return pgerr.New(pgerr.FeatureNotSupported, "OVER is not supported for ordered-set aggregate %s", name).At(int(f.Pos))
	}
	return nil
}

// orderedSet makes the call of an ordered-set aggregate.
func (p *parseState) orderedSet(f *tree.FuncCall, c *callArgs, m *expr.FuncMatch) (expr.Expr, error) {
	direct := len(c.args) - len(f.OrderBy)
	if err := p.checkDirect(f, c, m, direct); err != nil {
		return nil, err
	}
	args, err := p.r.CoerceArgs(m, c.args)
	if err != nil {
		return nil, err
	}
	if m.Fn.Agg.Hypothetical {
		for i := range direct {
			pair := []expr.Expr{args[direct+i], args[i]}
			t, err := p.common(pair, "WITHIN GROUP")
			if err != nil {
				return nil, err
			}
			for k, at := range [...]int{direct + i, i} {
				if args[at], err = p.toCommon(pair[k], t, "WITHIN GROUP"); err != nil {
					return nil, err
				}
			}
		}
	}
	out := &expr.Agg{Loc: expr.Loc(f.Pos), Fn: m.Fn.Agg, Direct: args[:direct], Args: args[direct:],
		Filter: c.filter, T: m.Ret, Mod: -1, Slot: -1}
	for i, s := range f.OrderBy {
		x, err := p.knownType(out.Args[i])
		if err != nil {
			return nil, err
		}
		out.Args[i] = x
		g, err := p.sortGroup(x.Type(), s, exprLoc(x))
		if err != nil {
			return nil, err
		}
		out.Order = append(out.Order, expr.SortKey{Expr: x, Desc: g.Desc, NullsFirst: g.NullsFirst, Op: g.Lt})
	}
	return out, p.placeAggregate(out)
}

// checkDirect checks the number of direct arguments.
func (p *parseState) checkDirect(f *tree.FuncCall, c *callArgs, m *expr.FuncMatch, direct int) error {
	name := strings.Join(f.Name, ".")
	missing := func() *pgerr.Error {
		ts := make([]string, len(c.args))
		for i, a := range c.args {
			ts[i] = p.r.TypeName(a.Type())
		}
		return pgerr.New(pgerr.UndefinedFunction, "function %s(%s) does not exist", name, strings.Join(ts, ", ")).At(int(f.Pos))
	}
	if m.Fn.Agg.Hypothetical {
		if direct != len(f.OrderBy) {
			return missing().WithHint("To use the hypothetical-set aggregate %s, the number of hypothetical direct arguments (here %d) must match the number of ordering columns (here %d).",
				name, direct, len(f.OrderBy))
		}
		return nil
	}
	if want := len(m.Fn.Args) - 1; direct != want {
		plural := "s"
		if want == 1 {
			plural = ""
		}
		return missing().WithHint("There is an ordered-set aggregate %s, but it requires %d direct argument%s, not %d.", name, want, plural, direct)
	}
	return nil
}
