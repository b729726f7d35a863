package expr

// This file walks and rebuilds expression trees. children and withChildren are
// the only two places that know each node's inputs; they must list them in the
// same order.

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
		return present(slices.Concat([]Expr{e.Arg, e.Value}, e.Lo, e.Hi))
	case *FieldSelect:
		return []Expr{e.Arg}
	case *Relabel:
		return []Expr{e.Arg}
	case *CoerceIO:
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

// Walk visits e and everything under it, parents first. f returns false to skip
// a node's inputs. The queries of SubLinks are not entered.
func Walk(e Expr, f func(Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	for _, c := range children(e) {
		Walk(c, f)
	}
}

// Any reports whether f holds for e or anything under it.
func Any(e Expr, f func(Expr) bool) bool {
	found := false
	Walk(e, func(x Expr) bool {
		found = found || f(x)
		return !found
	})
	return found
}

// Mutate rebuilds a tree: f is asked for each node, parents first; what it
// returns replaces the node and is not entered, nil means that the node's inputs
// are to be mutated. Nodes are copied only where something under them changed.
func Mutate(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	if r := f(e); r != nil {
		return r
	}
	return mapChildren(e, func(c Expr) Expr { return Mutate(c, f) })
}

// MutateUp rebuilds a tree from the leaves: f gets each node after its inputs
// were rebuilt and returns its replacement.
func MutateUp(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	return f(mapChildren(e, func(c Expr) Expr { return MutateUp(c, f) }))
}

// mapper applies a function to inputs and notes whether one changed.
type mapper struct {
	f       func(Expr) Expr
	changed bool
}

func (m *mapper) one(e Expr) Expr {
	if e == nil {
		return nil
	}
	r := m.f(e)
	m.changed = m.changed || r != e
	return r
}

func (m *mapper) list(es []Expr) []Expr {
	if es == nil {
		return nil
	}
	out := make([]Expr, len(es))
	for i, e := range es {
		out[i] = m.one(e)
	}
	return out
}

// mapChildren returns e with its inputs replaced, e itself if none changed.
func mapChildren(e Expr, f func(Expr) Expr) Expr {
	m := &mapper{f: f}
	r := m.copyOf(e)
	if !m.changed {
		return e
	}
	return r
}

func (m *mapper) copyOf(e Expr) Expr {
	switch e := e.(type) {
	case *FuncCall:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *OpCall:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *Distinct:
		c := *e
		c.L, c.R = m.one(e.L), m.one(e.R)
		return &c
	case *NullIf:
		c := *e
		c.L, c.R = m.one(e.L), m.one(e.R)
		return &c
	case *ArrayOp:
		c := *e
		c.L, c.R = m.one(e.L), m.one(e.R)
		return &c
	case *Bool:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *NullTest:
		c := *e
		c.Arg = m.one(e.Arg)
		return &c
	case *BoolTest:
		c := *e
		c.Arg = m.one(e.Arg)
		return &c
	case *Case:
		c := *e
		c.Arg = m.one(e.Arg)
		c.Whens = make([]When, len(e.Whens))
		for i, w := range e.Whens {
			c.Whens[i] = When{m.one(w.Cond), m.one(w.Result)}
		}
		c.Else = m.one(e.Else)
		return &c
	case *Coalesce:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *MinMax:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *Array:
		c := *e
		c.Elems = m.list(e.Elems)
		return &c
	case *RowCons:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	case *RowCompare:
		c := *e
		c.L, c.R = m.list(e.L), m.list(e.R)
		return &c
	case *Subscript:
		c := *e
		c.Arg, c.Value, c.Lo, c.Hi = m.one(e.Arg), m.one(e.Value), m.list(e.Lo), m.list(e.Hi)
		return &c
	}
	return m.copyRest(e)
}

func (m *mapper) copyRest(e Expr) Expr {
	switch e := e.(type) {
	case *FieldSelect:
		c := *e
		c.Arg = m.one(e.Arg)
		return &c
	case *Relabel:
		c := *e
		c.Arg = m.one(e.Arg)
		return &c
	case *CoerceIO:
		c := *e
		c.Arg = m.one(e.Arg)
		return &c
	case *ArrayCoerce:
		c := *e
		c.Arg, c.Elem = m.one(e.Arg), m.one(e.Elem)
		return &c
	case *SubLink:
		c := *e
		c.Test = m.one(e.Test)
		return &c
	case *SubPlan:
		c := *e
		c.Test, c.Args = m.one(e.Test), m.list(e.Args)
		return &c
	case *Agg:
		c := *e
		c.Args, c.Direct, c.Filter = m.list(e.Args), m.list(e.Direct), m.one(e.Filter)
		c.Order = slices.Clone(e.Order)
		for i := range c.Order {
			c.Order[i].Expr = m.one(c.Order[i].Expr)
		}
		return &c
	case *WindowCall:
		c := *e
		c.Args, c.Filter = m.list(e.Args), m.one(e.Filter)
		return &c
	case *Grouping:
		c := *e
		c.Args = m.list(e.Args)
		return &c
	}
	return e
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

// ContainsMutable reports whether e calls a function that is not immutable.
func ContainsMutable(e Expr) bool {
	return Any(e, func(x Expr) bool { return volatility(x) != Immutable })
}
