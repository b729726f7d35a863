package planner

// Expressions with several results of one type: CASE, COALESCE, GREATEST,
// NULLIF.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// common finds the type that all of es are cast to; context names the construct.
func (p *parseState) common(es []expr.Expr, context string) (types.OID, error) {
	t, err := p.r.SelectCommonType(es, context)
	if err == nil {
		return t, nil
	}
	for i := range es {
		if u, e2 := p.r.SelectCommonType(es[:i+1], ""); e2 == nil && u == 0 {
			cp := *pgerr.From(err)
			return 0, cp.At(int(exprLoc(es[i])))
		}
	}
	return 0, err
}

// toCommon casts e to the common type.
func (p *parseState) toCommon(e expr.Expr, t types.OID, context string) (expr.Expr, error) {
	if e.Type() == t {
		return e, nil
	}
	if !p.canCoerce(e.Type(), t, expr.ImplicitCast) {
		return nil, pgerr.New(pgerr.CannotCoerce, "%s could not convert type %s to %s",
			context, p.r.TypeName(e.Type()), p.r.TypeName(t)).At(int(exprLoc(e)))
	}
	return p.r.Coerce(e, t, -1, expr.ImplicitCast, expr.CastImplicit, -1)
}

// allToCommon analyzes args and casts them to their common type.
func (p *parseState) allToCommon(args []tree.Expr, context string) ([]expr.Expr, types.OID, error) {
	es, err := p.exprs(args)
	if err != nil {
		return nil, 0, err
	}
	t, err := p.common(es, context)
	if err != nil {
		return nil, 0, err
	}
	for i := range es {
		if es[i], err = p.toCommon(es[i], t, context); err != nil {
			return nil, 0, err
		}
	}
	return es, t, nil
}

// noSRF refuses set-returning calls inside a conditional expression.
func noSRF(construct string, es ...expr.Expr) error {
	var err error
	for _, e := range es {
		walkExpr(e, 0, func(x expr.Expr, depth int) bool {
			if f, ok := x.(*expr.FuncCall); ok && depth == 0 && f.Fn.RetSet && err == nil {
				err = pgerr.New(pgerr.FeatureNotSupported, "set-returning functions are not allowed in %s", construct).At(int(exprLoc(f))).
					WithHint("You might be able to move the set-returning function into a LATERAL FROM item.")
			}
			switch x.(type) {
			case *expr.Case, *expr.Coalesce: // was looked through when it was made
				return false
			}
			return err == nil && depth == 0
		})
	}
	return err
}

func (p *parseState) caseExpr(e *tree.CaseExpr) (expr.Expr, error) {
	out := &expr.Case{Loc: expr.Loc(e.Pos)}
	var test expr.Expr
	if e.Arg != nil {
		arg, err := p.tx(e.Arg)
		if err != nil {
			return nil, err
		}
		if arg.Type() == types.UnknownOID {
			if arg, err = p.r.Coerce(arg, types.TextOID, -1, expr.ImplicitCast, expr.CastImplicit, -1); err != nil {
				return nil, err
			}
		}
		out.Arg = arg
		test = &expr.CaseTest{Loc: -1, T: arg.Type(), Mod: arg.Typmod()}
	}
	results := make([]expr.Expr, 1, len(e.Whens)+1)
	for _, w := range e.Whens {
		cond, err := p.tx(w.Cond)
		if err == nil && test != nil {
			cond, err = p.makeOp("", "=", test, cond, w.Pos)
		}
		if err == nil {
			cond, err = p.boolean(cond, "CASE/WHEN")
		}
		if err != nil {
			return nil, err
		}
		res, err := p.tx(w.Result)
		if err != nil {
			return nil, err
		}
		out.Whens = append(out.Whens, expr.When{Cond: cond})
		results = append(results, res)
	}
	results[0] = &expr.Const{Loc: -1, T: types.UnknownOID, Mod: -1}
	if e.Else != nil {
		els, err := p.tx(e.Else)
		if err != nil {
			return nil, err
		}
		results[0] = els
	}
	return p.caseResults(out, results)
}

func (p *parseState) caseResults(out *expr.Case, results []expr.Expr) (expr.Expr, error) {
	t, err := p.common(results, "CASE")
	if err != nil {
		return nil, err
	}
	for i, context := 0, "CASE/ELSE"; i < len(results); i, context = i+1, "CASE/WHEN" {
		if results[i], err = p.toCommon(results[i], t, context); err != nil {
			return nil, err
		}
	}
	out.T, out.Else, out.Mod = t, results[0], expr.CommonTypmod(results, t)
	for i := range out.Whens {
		out.Whens[i].Result = results[i+1]
	}
	conds := append([]expr.Expr(nil), results...)
	if out.Arg != nil {
		conds = append(conds, out.Arg)
	}
	for _, w := range out.Whens {
		conds = append(conds, w.Cond)
	}
	return out, noSRF("CASE", conds...)
}

func (p *parseState) coalesce(e *tree.CoalesceExpr) (expr.Expr, error) {
	es, t, err := p.allToCommon(e.Args, "COALESCE")
	if err != nil {
		return nil, err
	}
	return &expr.Coalesce{Loc: expr.Loc(e.Pos), Args: es, T: t, Mod: expr.CommonTypmod(es, t)}, noSRF("COALESCE", es...)
}

func (p *parseState) minMax(e *tree.MinMaxExpr) (expr.Expr, error) {
	name := "GREATEST"
	if e.Least {
		name = "LEAST"
	}
	es, t, err := p.allToCommon(e.Args, name)
	if err != nil {
		return nil, err
	}
	return &expr.MinMax{Loc: expr.Loc(e.Pos), Least: e.Least, Args: es, T: t, Mod: expr.CommonTypmod(es, t)}, nil
}

func (p *parseState) nullIf(e *tree.NullIf) (expr.Expr, error) {
	l, err := p.tx(e.Left)
	if err != nil {
		return nil, err
	}
	r, err := p.tx(e.Right)
	if err != nil {
		return nil, err
	}
	o, err := p.equality(l, r, "NULLIF", e.Pos)
	if err != nil {
		return nil, err
	}
	return &expr.NullIf{Loc: expr.Loc(e.Pos), Op: o.Op, L: o.Args[0], R: o.Args[1]}, nil
}
