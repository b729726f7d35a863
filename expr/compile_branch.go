package expr

// This file compiles the expressions that decide which arguments are evaluated:
// CASE, COALESCE, NULLIF, GREATEST and LEAST.

import "minidb/types"

func compileNullIf(e *NullIf) (Eval, error) {
	l, err := Compile(e.L)
	if err != nil {
		return nil, err
	}
	r, err := Compile(e.R)
	if err != nil {
		return nil, err
	}
	eq, err := callOp(e.Op)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		a, err := l(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		b, err := r(c, row)
		if err != nil || a.IsNull() || b.IsNull() {
			return a, err
		}
		d, err := eq(c, a, b)
		if err != nil || d.IsTrue() {
			return types.NullDatum, err
		}
		return a, nil
	}, nil
}

type caseBranch struct {
	cond   Filter
	result Eval
}

func compileCase(e *Case) (Eval, error) {
	branches := make([]caseBranch, len(e.Whens))
	for i, w := range e.Whens {
		cond, err := CompileFilter(w.Cond)
		if err != nil {
			return nil, err
		}
		res, err := Compile(w.Result)
		if err != nil {
			return nil, err
		}
		branches[i] = caseBranch{cond, res}
	}
	other := func(*Ctx, types.Row) (types.Datum, error) { return types.NullDatum, nil }
	if e.Else != nil {
		f, err := Compile(e.Else)
		if err != nil {
			return nil, err
		}
		other = f
	}
	pick := func(c *Ctx, row types.Row) (types.Datum, error) {
		for i := range branches {
			ok, err := branches[i].cond(c, row)
			if err != nil {
				return types.NullDatum, err
			}
			if ok {
				return branches[i].result(c, row)
			}
		}
		return other(c, row)
	}
	if e.Arg == nil {
		return pick, nil
	}
	arg, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		d, err := arg(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		saved := c.CaseValue
		c.CaseValue = d
		out, err := pick(c, row)
		c.CaseValue = saved
		return out, err
	}, nil
}

func compileCoalesce(e *Coalesce) (Eval, error) {
	args, err := CompileAll(e.Args)
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		return args[0], nil
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		for _, a := range args {
			if d, err := a(c, row); err != nil || !d.IsNull() {
				return d, err
			}
		}
		return types.NullDatum, nil
	}, nil
}

func compileMinMax(e *MinMax) (Eval, error) {
	args, err := CompileAll(e.Args)
	if err != nil {
		return nil, err
	}
	kind, sign := cmpGeneric, 1
	if e.T == types.BpcharOID {
		kind = cmpBpchar
	}
	if e.Least {
		sign = -1
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		var best types.Datum
		for _, a := range args {
			d, err := a(c, row)
			if err != nil {
				return types.NullDatum, err
			}
			if !d.IsNull() && (best.IsNull() || compareAs(kind, d, best)*sign > 0) {
				best = d
			}
		}
		return best, nil
	}, nil
}
