package expr

// This file compiles conditions. Inside, a condition yields a truth, one small
// integer for SQL's three values, so that AND, OR and NOT neither allocate nor
// build datums; filters and boolean values are made from it at the edge.

import (
	"minidb/pgerr"
	"minidb/types"
)

// truth is a value of SQL's three-valued logic.
type truth int8

const (
	isFalse truth = iota
	isTrue
	isNull
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// truthEval computes a condition.
type truthEval func(c *Ctx, row types.Row) (truth, error)

func evalOfTruth(t truthEval) Eval {
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		v, err := t(c, row)
		if err != nil || v == isNull {
			return types.NullDatum, err
		}
		return types.NewBool(v == isTrue), nil
	}
}

// CompileFilter makes the closure that reports whether e is true. A top-level
// AND stops at the first part that is not true, as a list of quals does.
func CompileFilter(e Expr) (Filter, error) {
	if b, ok := e.(*Bool); ok && b.Op == And {
		return filterAnd(b.Args)
	}
	if b, ok := e.(*Bool); ok && b.Op == Or {
		return filterOr(b.Args)
	}
	if op, ok := e.(*OpCall); ok && len(op.Args) == 2 && op.Op.Fn != nil && !op.NoCollation {
		if f := filterCompare(op.Op.Fn.fuse, op.Args[0], op.Args[1]); f != nil {
			return f, nil
		}
	}
	if k, ok := e.(*Const); ok {
		v := k.Value.IsTrue()
		return func(*Ctx, types.Row) (bool, error) { return v, nil }, nil
	}
	t, err := compileTruth(e)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (bool, error) {
		v, err := t(c, row)
		return v == isTrue && err == nil, err
	}, nil
}

// CompileFilters makes one filter of a list of quals; nil for an empty list.
func CompileFilters(quals []Expr) (Filter, error) {
	switch len(quals) {
	case 0:
		return nil, nil
	case 1:
		return CompileFilter(quals[0])
	}
	return filterAnd(quals)
}

func filterList(es []Expr) ([]Filter, error) {
	fs := make([]Filter, len(es))
	for i, e := range es {
		f, err := CompileFilter(e)
		if err != nil {
			return nil, err
		}
		fs[i] = f
	}
	return fs, nil
}

func filterAnd(es []Expr) (Filter, error) {
	fs, err := filterList(es)
	if err != nil {
		return nil, err
	}
	if len(fs) == 2 {
		f, g := fs[0], fs[1]
		return func(c *Ctx, row types.Row) (bool, error) {
			if ok, err := f(c, row); !ok || err != nil {
				return false, err
			}
			return g(c, row)
		}, nil
	}
	return func(c *Ctx, row types.Row) (bool, error) {
		for _, f := range fs {
			if ok, err := f(c, row); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	}, nil
}

func filterOr(es []Expr) (Filter, error) {
	fs, err := filterList(es)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (bool, error) {
		for _, f := range fs {
			if ok, err := f(c, row); ok || err != nil {
				return ok && err == nil, err
			}
		}
		return false, nil
	}, nil
}

func compileTruth(e Expr) (truthEval, error) {
	switch e := e.(type) {
	case *Bool:
		return compileBool(e)
	case *NullTest:
		return compileNullTest(e)
	case *BoolTest:
		return compileBoolTest(e)
	case *Distinct:
		return compileDistinct(e)
	case *ArrayOp:
		return compileArrayOp(e)
	case *OpCall:
		if len(e.Args) == 2 && e.Op.Fn != nil && !e.NoCollation && isCompare(e.Op.Fn.fuse.kind) {
			return compileCompare(e.Op.Fn.fuse, e.Args[0], e.Args[1])
		}
	}
	if e.Type() != types.BoolOID {
		return nil, pgerr.New(pgerr.Internal, "condition of type %d", e.Type())
	}
	f, err := Compile(e)
	if err != nil {
		return nil, err
	}
	return func(c *Ctx, row types.Row) (truth, error) {
		d, err := f(c, row)
		if err != nil || d.IsNull() {
			return isNull, err
		}
		return truthOf(d.Bool()), nil
	}, nil
}

func truthList(es []Expr) ([]truthEval, error) {
	ts := make([]truthEval, len(es))
	for i, e := range es {
		t, err := compileTruth(e)
		if err != nil {
			return nil, err
		}
		ts[i] = t
	}
	return ts, nil
}

func compileBool(e *Bool) (truthEval, error) {
	ts, err := truthList(e.Args)
	if err != nil {
		return nil, err
	}
	if e.Op == Not {
		t := ts[0]
		return func(c *Ctx, row types.Row) (truth, error) {
			v, err := t(c, row)
			if v != isNull {
				v ^= 1
			}
			return v, err
		}, nil
	}
	decided := truthOf(e.Op == Or)
	return func(c *Ctx, row types.Row) (truth, error) {
		out := decided ^ 1
		for _, t := range ts {
			v, err := t(c, row)
			if err != nil {
				return isNull, err
			}
			if v == decided {
				return decided, nil
			}
			if v == isNull {
				out = isNull
			}
		}
		return out, nil
	}, nil
}

func compileNullTest(e *NullTest) (truthEval, error) {
	f, err := Compile(e.Arg)
	if err != nil {
		return nil, err
	}
	not, t := e.Not, e.Arg.Type()
	if e.RowWise {
		return func(c *Ctx, row types.Row) (truth, error) {
			d, err := f(c, row)
			if err != nil {
				return isNull, err
			}
			if d.IsNull() || d.Kind() != types.Record {
				return truthOf(d.IsNull() != not), nil
			}
			if !allFields(c, t, d.Record(), !not) {
				return isFalse, nil
			}
			return isTrue, nil
		}, nil
	}
	return func(c *Ctx, row types.Row) (truth, error) {
		d, err := f(c, row)
		return truthOf(d.IsNull() != not), err
	}, nil
}

// allFields tells whether the fields of a row are all null, or all not null.
// Dropped columns, of type 0, do not count; a table's row type may have lost and
// gained some since the row was made.
func allFields(c *Ctx, t types.OID, r *types.RecordVal, null bool) bool {
	ts, n := r.Types, len(r.Fields)
	if t >= types.FirstNormalOID && c.Sess != nil && c.Sess.Env != nil {
		if _, now, _, ok := c.Sess.Env.Names.RowType(t); ok {
			ts, n = now, len(now)
		}
	}
	for i := range n {
		if i < len(ts) && ts[i] == 0 {
			continue
		}
		if isNull := i >= len(r.Fields) || r.Fields[i].IsNull(); isNull != null {
			return false
		}
	}
	return true
}

func compileBoolTest(e *BoolTest) (truthEval, error) {
	t, err := compileTruth(e.Arg)
	if err != nil {
		return nil, err
	}
	want := map[BoolTestKind]truth{IsTrue: isTrue, IsNotTrue: isTrue, IsFalse: isFalse,
		IsNotFalse: isFalse, IsUnknown: isNull, IsNotUnknown: isNull}[e.Kind]
	not := e.Kind == IsNotTrue || e.Kind == IsNotFalse || e.Kind == IsNotUnknown
	return func(c *Ctx, row types.Row) (truth, error) {
		v, err := t(c, row)
		return truthOf((v == want) != not), err
	}, nil
}

func compileDistinct(e *Distinct) (truthEval, error) {
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
	return func(c *Ctx, row types.Row) (truth, error) {
		a, err := l(c, row)
		if err != nil {
			return isNull, err
		}
		b, err := r(c, row)
		if err != nil {
			return isNull, err
		}
		if a.IsNull() || b.IsNull() {
			return truthOf(a.IsNull() != b.IsNull()), nil
		}
		d, err := eq(c, a, b)
		return truthOf(!d.IsTrue()), err
	}, nil
}

// callOp returns an operator's code for two arguments that are not null.
func callOp(op *Operator) (func(c *Ctx, a, b types.Datum) (types.Datum, error), error) {
	fn := op.Fn
	switch {
	case fn == nil:
	case fn.Impl2 != nil:
		return fn.Impl2, nil
	case fn.Impl != nil:
		return func(c *Ctx, a, b types.Datum) (types.Datum, error) {
			return fn.Impl(c, []types.Datum{a, b})
		}, nil
	case fn.Bind != nil:
		f := fn.Bind(CallInfo{Args: []types.OID{op.Left, op.Right}, Ret: op.Ret})
		return func(c *Ctx, a, b types.Datum) (types.Datum, error) {
			return f(c, []types.Datum{a, b})
		}, nil
	}
	return nil, pgerr.Unsupported(-1, "operator "+op.Name, "")
}
