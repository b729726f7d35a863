package expr

// This file walks expressions and tells what is in them.

import "slices"

// children returns the inputs of a node, in order; nil entries are left out.
func children(e Expr) []Expr {
	switch e := e.(type) {
	case *FuncCall:
		return e.Args
	case *OpCall:
		return e.Args
	case *Distinct:
		return []Expr{e.L, e.R}
	case *NullIf:
		return []Expr{e.L, e.R}
	case *ArrayOp:
		return []Expr{e.L, e.R}
	case *Bool:
		return e.Args
	case *NullTest:
		return []Expr{e.Arg}
	case *BoolTest:
		return []Expr{e.Arg}
	case *Case:
		out := []Expr{e.Arg}
		for _, w := range e.Whens {
			out = append(out, w.Cond, w.Result)
		}
		return present(append(out, e.Else))
	case *Coalesce:
		return e.Args
	case *MinMax:
		return e.Args
	case *Array:
		return e.Elems
	case *RowCons:
		return e.Args
	case *RowCompare:
		return slices.Concat(e.L, e.R)
	case *Subscript:
		return present(slices.Concat(e.Hi, e.Lo, []Expr{e.Arg, e.Value}))
	case *FieldStore:
		return slices.Concat([]Expr{e.Arg}, e.Values)
	case *FieldSelect:
		return []Expr{e.Arg}
	case *Relabel:
		return []Expr{e.Arg}
	case *PlaceHolder:
		return []Expr{e.Arg}
	case *CoerceIO:
		return []Expr{e.Arg}
	case *ConvertRow:
		return []Expr{e.Arg}
	case *ArrayCoerce:
		return []Expr{e.Arg, e.Elem}
	case *SubLink:
		return present([]Expr{e.Test})
	case *SubPlan:
		return present(append([]Expr{e.Test}, e.Args...))
	case *Agg:
		out := slices.Concat(e.Args, e.Direct, []Expr{e.Filter})
		for _, k := range e.Order {
			out = append(out, k.Expr)
		}
		return present(out)
	case *WindowCall:
		return present(append(slices.Clone(e.Args), e.Filter))
	case *Grouping:
		return e.Args
	}
	return nil
}

func present(es []Expr) []Expr {
	return slices.DeleteFunc(es, func(e Expr) bool { return e == nil })
}

// Walk visits e and its descendants from the top; f returns false to leave out
// a node's children. Queries of sublinks are not entered.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch n := e.(type) {
	case *Var, *Const, *Param:
	case *OpCall:
		walkList(n.Args, f)
	case *FuncCall:
		walkList(n.Args, f)
	case *Bool:
		walkList(n.Args, f)
	case *Relabel:
		Walk(n.Arg, f)
	case *NullTest:
		Walk(n.Arg, f)
	default:
		MutateChildren(e, func(c Expr) (Expr, bool) {
			Walk(c, f)
			return c, true
		})
	}
}

func walkList(l []Expr, f func(Expr) bool) {
	for _, e := range l {
		Walk(e, f)
	}
}

// Any reports whether a node of the tree satisfies f.
func Any(e Expr, f func(Expr) bool) bool {
	found := false
	Walk(e, func(n Expr) bool {
		found = found || f(n)
		return !found
	})
	return found
}

// volatility returns the worst volatility of the functions that e calls itself.
func volatility(e Expr) Volatility {
	of := func(op *Operator) Volatility {
		if op == nil || op.Fn == nil {
			return Immutable
		}
		return op.Fn.Vol
	}
	switch e := e.(type) {
	case *FuncCall:
		return e.Fn.Vol
	case *OpCall:
		return of(e.Op)
	case *Distinct:
		return of(e.Op)
	case *NullIf:
		return of(e.Op)
	case *ArrayOp:
		return of(e.Op)
	case *SQLValue, *CoerceIO:
		// Text output and input may depend on settings; the input and output
		// functions of the plainest types do not.
		if c, ok := e.(*CoerceIO); ok && ioImmutable(c.Arg.Type()) && ioImmutable(c.T) {
			return Immutable
		}
		return Stable
	}
	return Immutable
}

// CallsMutable reports whether e itself, not what it is of, is not immutable.
func CallsMutable(e Expr) bool { return volatility(e) != Immutable }

// ContainsMutable reports whether e calls a function that is not immutable.
func ContainsMutable(e Expr) bool {
	return Any(e, func(x Expr) bool { return volatility(x) != Immutable })
}
