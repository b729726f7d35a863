package expr

// This file turns expression trees into closures. A closure is shared by every
// execution of a cached plan, so it keeps no state: what a call needs is on the
// Go stack or in Ctx. The shapes that queries are full of (column, constant,
// column op constant, column op column) have closures of their own in
// compile_compare.go and compile_arith.go, which spare two indirect calls a row.

import (
	"minidb/pgerr"
	"minidb/types"
)

// Compile makes the closure that computes e.
func Compile(e Expr) (Eval, error) {
	switch e := e.(type) {
	case *Var:
		return compileSlot(e.Slot)
	case *Const:
		v := e.Value
		return func(*Ctx, types.Row) (types.Datum, error) { return v, nil }, nil
	case *Param:
		return compileParam(e)
	case *FuncCall:
		if what := needsCollation(e.Fn.Name); what != "" && e.NoCollation {
			return compileNoCollation(what, e.Args)
		}
		return compileFunc(e)
	case *OpCall:
		if what := needsCollation(e.Op.Fn.Name); what != "" && e.NoCollation {
			return compileNoCollation(what, e.Args)
		}
		return compileOp(e)
	case *Bool, *NullTest, *BoolTest, *Distinct, *ArrayOp:
		t, err := compileTruth(e)
		if err != nil {
			return nil, err
		}
		return evalOfTruth(t), nil
	case *NullIf:
		return compileNullIf(e)
	case *Case:
		return compileCase(e)
	case *CaseTest:
		return func(c *Ctx, _ types.Row) (types.Datum, error) { return c.CaseValue, nil }, nil
	case *Coalesce:
		return compileCoalesce(e)
	case *MinMax:
		return compileMinMax(e)
	case *Array:
		return compileArray(e)
	case *RowCons:
		return compileRow(e)
	case *RowCompare:
		return compileRowCompare(e)
	case *Subscript:
		return compileSubscript(e)
	case *FieldSelect:
		return compileField(e)
	case *Relabel:
		return compileRelabel(e)
	case *PlaceHolder:
		return Compile(e.Arg)
	case *CoerceIO:
		return compileCoerceIO(e)
	case *FieldStore:
		return compileFieldStore(e)
	case *ConvertRow:
		return compileConvertRow(e)
	case *ArrayCoerce:
		return compileArrayCoerce(e)
	case *SubPlan:
		return compileSubPlan(e)
	case *Agg:
		return compileSlot(e.Slot)
	case *WindowCall:
		return compileSlot(e.Slot)
	case *Grouping:
		return compileSlot(e.Slot)
	case *SQLValue:
		return compileSQLValue(e)
	}
	return nil, pgerr.New(pgerr.Internal, "unrecognized node type: %T", e)
}

// CompileAll compiles a list of expressions.
func CompileAll(es []Expr) ([]Eval, error) {
	out := make([]Eval, len(es))
	for i, e := range es {
		f, err := Compile(e)
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}

func badSlot(slot int, row types.Row) error {
	return pgerr.New(pgerr.Internal, "slot %d of a row of %d columns", slot, len(row))
}

func compileSlot(slot int) (Eval, error) {
	if uint(slot) < uint(len(slotEvals)) {
		return slotEvals[slot], nil
	}
	return evalSlot(slot), nil
}

// The functions of the first slots and parameters are made once for all: the plan of a
// table with many partitions has them for each, and an execution meets another one.
var slotEvals, paramEvals = func() (s, p [64]Eval) {
	for i := range s {
		s[i], p[i] = evalSlot(i), evalParam(i)
	}
	return s, p
}()

func evalSlot(slot int) Eval {
	return func(_ *Ctx, row types.Row) (types.Datum, error) {
		if uint(slot) >= uint(len(row)) {
			return types.NullDatum, badSlot(slot, row)
		}
		return row[slot], nil
	}
}

func evalParam(id int) Eval {
	return func(c *Ctx, _ types.Row) (types.Datum, error) {
		if id < 1 || id > len(c.Params) {
			return types.NullDatum, pgerr.New(pgerr.UndefinedObject, "no value found for parameter %d", id)
		}
		return c.Params[id-1], nil
	}
}

func compileParam(e *Param) (Eval, error) {
	id := e.ID
	if e.Kind == ExternParam {
		if uint(id) < uint(len(paramEvals)) {
			return paramEvals[id], nil
		}
		return evalParam(id), nil
	}
	return func(c *Ctx, _ types.Row) (types.Datum, error) {
		if uint(id) >= uint(len(c.Exec)) {
			return types.NullDatum, pgerr.New(pgerr.Internal, "no value for execution parameter %d", id)
		}
		s := &c.Exec[id]
		if s.Pending != nil {
			run := s.Pending
			s.Pending = nil
			if err := run(c); err != nil {
				c.Exec[id].Pending = run
				return types.NullDatum, err
			}
			s = &c.Exec[id]
		}
		return s.Value, nil
	}, nil
}

// SlotOf returns the row slot that e reads, -1 if e is not a plain column.
func SlotOf(e Expr) int { return slotOf(e) }

func slotOf(e Expr) int {
	switch e := e.(type) {
	case *Var:
		return e.Slot
	case *Agg:
		return e.Slot
	case *WindowCall:
		return e.Slot
	case *Relabel:
		if e.signs() {
			return -1
		}
		return slotOf(e.Arg)
	}
	return -1
}

// constOf returns the value of a constant.
func constOf(e Expr) (types.Datum, bool) {
	switch e := e.(type) {
	case *Const:
		return e.Value, true
	case *Relabel:
		if e.signs() {
			return types.NullDatum, false
		}
		return constOf(e.Arg)
	}
	return types.NullDatum, false
}

func compileOp(e *OpCall) (Eval, error) {
	if len(e.Args) == 2 && e.Op.Fn != nil {
		if e.Op.Fn.fuse.kind == arithInt {
			return compileArith(e.Op.Fn.fuse, e.Args[0], e.Args[1])
		}
		if isCompare(e.Op.Fn.fuse.kind) {
			t, err := compileCompare(e.Op.Fn.fuse, e.Args[0], e.Args[1])
			if err != nil {
				return nil, err
			}
			return evalOfTruth(t), nil
		}
	}
	return compileCall(e.Op.Fn, e.Args, e.Ret, false)
}

func compileFunc(e *FuncCall) (Eval, error) {
	if len(e.Args) == 2 && e.Fn.fuse.kind == arithInt {
		return compileArith(e.Fn.fuse, e.Args[0], e.Args[1])
	}
	return compileCall(e.Fn, e.Args, e.Ret, e.Variadic)
}

// compileCall compiles the call of any function.
func compileCall(fn *Func, argExprs []Expr, ret types.OID, variadic bool) (Eval, error) {
	if fn == nil || !fn.Built() || fn.Impl == nil && fn.Bind == nil {
		name := "?"
		if fn != nil {
			name = fn.Name
		}
		if fn != nil && fn.RetSet {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "set-valued function called in context that cannot accept a set")
		}
		return nil, pgerr.Unsupported(-1, "function "+name, "")
	}
	args, err := CompileAll(argExprs)
	if err != nil {
		return nil, err
	}
	if fn.Bind != nil {
		return callMany(fn.Bind(CallInfo{exprTypes(argExprs), ret, variadic, computed(argExprs)}), args, fn.Strict), nil
	}
	switch {
	case fn.Impl1 != nil && fn.Strict && len(args) == 1:
		return callOne(fn, argExprs[0], args[0]), nil
	case fn.Impl2 != nil && fn.Strict && len(args) == 2:
		return callTwo(fn, argExprs, args), nil
	case fn.Impl3 != nil && fn.Strict && len(args) == 3:
		return callThree(fn, args), nil
	}
	return callMany(fn.Impl, args, fn.Strict), nil
}

func callOne(fn *Func, e Expr, arg Eval) Eval {
	f := fn.Impl1
	if slot := slotOf(e); slot >= 0 {
		return func(c *Ctx, row types.Row) (types.Datum, error) {
			if uint(slot) >= uint(len(row)) {
				return types.NullDatum, badSlot(slot, row)
			}
			if row[slot].IsNull() {
				return types.NullDatum, nil
			}
			d, err := f(c, row[slot])
			if d.Large() && err == nil {
				err = c.keep(d, row[slot])
			}
			return d, err
		}
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		a, err := arg(c, row)
		if err != nil || a.IsNull() {
			return types.NullDatum, err
		}
		d, err := f(c, a)
		if d.Large() && err == nil {
			err = c.keep(d, a)
		}
		return d, err
	}
}

func callTwo(fn *Func, es []Expr, args []Eval) Eval {
	f := fn.Impl2
	l, r := args[0], args[1]
	if k, ok := constOf(es[1]); ok && !k.IsNull() {
		return func(c *Ctx, row types.Row) (types.Datum, error) {
			a, err := l(c, row)
			if err != nil || a.IsNull() {
				return types.NullDatum, err
			}
			d, err := f(c, a, k)
			if d.Large() && err == nil {
				err = c.keep(d, a, k)
			}
			return d, err
		}
	}
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		a, err := l(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		b, err := r(c, row)
		if err != nil || a.IsNull() || b.IsNull() {
			return types.NullDatum, err
		}
		d, err := f(c, a, b)
		if d.Large() && err == nil {
			err = c.keep(d, a, b)
		}
		return d, err
	}
}

func callThree(fn *Func, args []Eval) Eval {
	f := fn.Impl3
	x, y, z := args[0], args[1], args[2]
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		a, err := x(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		b, err := y(c, row)
		if err != nil {
			return types.NullDatum, err
		}
		d, err := z(c, row)
		if err != nil || a.IsNull() || b.IsNull() || d.IsNull() {
			return types.NullDatum, err
		}
		made, err := f(c, a, b, d)
		if made.Large() && err == nil {
			err = c.keep(made, a, b, d)
		}
		return made, err
	}
}

// callMany evaluates the arguments onto the argument stack of Ctx and lends
// that piece of it to the function.
func callMany(f Impl, args []Eval, strict bool) Eval {
	n := len(args)
	return func(c *Ctx, row types.Row) (types.Datum, error) {
		base := len(c.args)
		for _, a := range args {
			d, err := a(c, row)
			if err != nil {
				c.args = c.args[:base]
				return types.NullDatum, err
			}
			if strict && d.IsNull() {
				c.args = c.args[:base]
				return types.NullDatum, nil
			}
			c.args = append(c.args, d)
		}
		d, err := f(c, c.args[base:base+n:base+n])
		if d.Large() && err == nil {
			err = c.keep(d, c.args[base:base+n]...)
		}
		clear(c.args[base : base+n])
		c.args = c.args[:base]
		return d, err
	}
}

// Call runs a built-in function on values, as code outside of expressions does.
func Call(c *Ctx, fn *Func, args ...types.Datum) (types.Datum, error) {
	if fn.Strict {
		for _, a := range args {
			if a.IsNull() {
				return types.NullDatum, nil
			}
		}
	}
	if fn.Impl == nil {
		if fn.Bind != nil {
			return fn.Bind(CallInfo{Args: fn.Args, Ret: fn.Ret})(c, args)
		}
		return types.NullDatum, pgerr.Unsupported(-1, "function "+fn.Name, "")
	}
	return fn.Impl(c, args)
}

// computed reports whether the first of args is anything but a column.
func computed(args []Expr) bool {
	if len(args) == 0 {
		return true
	}
	_, column := args[0].(*Var)
	return !column
}
