package expr

// This file rewrites expressions. A rewrite that changes nothing gives back the
// very same tree and allocates nothing, since most statements pass through all
// rewrites unchanged. MutateChildren and children (walk.go) are the only two
// places that know each node's inputs; they list them in the same order.

import "slices"

// Rewrite returns a replacement and true to stop there, or anything and false
// to go on into the children.
type Rewrite func(e Expr) (Expr, bool)

// Mutate rewrites a tree from the top.
func Mutate(e Expr, f Rewrite) Expr {
	if e == nil {
		return nil
	}
	if r, done := f(e); done {
		return r
	}
	return MutateChildren(e, f)
}

// MutateList rewrites a list, copying it only if something changed.
func MutateList(in []Expr, f Rewrite) ([]Expr, bool) {
	var out []Expr
	for i, e := range in {
		r := Mutate(e, f)
		if out == nil && r != e {
			out = append(make([]Expr, 0, len(in)), in[:i]...)
		}
		if out != nil {
			out = append(out, r)
		}
	}
	if out == nil {
		return in, false
	}
	return out, true
}

// MutateChildren rewrites the children of e and copies e if one changed.
func MutateChildren(e Expr, f Rewrite) Expr {
	switch n := e.(type) {
	case *FuncCall:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *OpCall:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *Bool:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *Distinct:
		if l, r := Mutate(n.L, f), Mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *NullIf:
		if l, r := Mutate(n.L, f), Mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *ArrayOp:
		if l, r := Mutate(n.L, f), Mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *NullTest:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *BoolTest:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *Relabel:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *PlaceHolder:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *CoerceIO:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *ConvertRow:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *FieldSelect:
		if a := Mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *ArrayCoerce:
		if a, el := Mutate(n.Arg, f), Mutate(n.Elem, f); a != n.Arg || el != n.Elem {
			c := *n
			c.Arg, c.Elem = a, el
			return &c
		}
	case *Case:
		return mutateCase(n, f)
	case *Coalesce:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *MinMax:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *Array:
		if el, ch := MutateList(n.Elems, f); ch {
			c := *n
			c.Elems = el
			return &c
		}
	case *RowCons:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *RowCompare:
		l, ch1 := MutateList(n.L, f)
		r, ch2 := MutateList(n.R, f)
		if ch1 || ch2 {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *Subscript:
		hi, ch2 := MutateList(n.Hi, f)
		lo, ch1 := MutateList(n.Lo, f)
		a, val := Mutate(n.Arg, f), Mutate(n.Value, f)
		if a != n.Arg || val != n.Value || ch1 || ch2 {
			c := *n
			c.Arg, c.Value, c.Lo, c.Hi = a, val, lo, hi
			return &c
		}
	case *FieldStore:
		a := Mutate(n.Arg, f)
		vals, ch := MutateList(n.Values, f)
		if a != n.Arg || ch {
			c := *n
			c.Arg, c.Values = a, vals
			return &c
		}
	case *SubLink:
		if t := Mutate(n.Test, f); t != n.Test {
			c := *n
			c.Test = t
			return &c
		}
	case *SubPlan:
		t := Mutate(n.Test, f)
		args, ch := MutateList(n.Args, f)
		if t != n.Test || ch {
			c := *n
			c.Test, c.Args = t, args
			return &c
		}
	case *Agg:
		return mutateAgg(n, f)
	case *WindowCall:
		args, ch := MutateList(n.Args, f)
		fl := Mutate(n.Filter, f)
		if ch || fl != n.Filter {
			c := *n
			c.Args, c.Filter = args, fl
			return &c
		}
	case *Grouping:
		if args, ch := MutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	}
	return e
}

func mutateCase(n *Case, f Rewrite) Expr {
	arg := Mutate(n.Arg, f)
	changed := arg != n.Arg
	whens := n.Whens
	for i, w := range n.Whens {
		c, r := Mutate(w.Cond, f), Mutate(w.Result, f)
		if c == w.Cond && r == w.Result {
			continue
		}
		if !changed || &whens[0] == &n.Whens[0] {
			whens = slices.Clone(n.Whens)
			changed = true
		}
		whens[i] = When{Cond: c, Result: r}
	}
	els := Mutate(n.Else, f)
	if !changed && els == n.Else {
		return n
	}
	c := *n
	c.Arg, c.Else, c.Whens = arg, els, whens
	return &c
}

func mutateAgg(n *Agg, f Rewrite) Expr {
	direct, ch2 := MutateList(n.Direct, f)
	args, ch1 := MutateList(n.Args, f)
	changed := ch1 || ch2
	order := n.Order
	for i := range n.Order {
		if e := Mutate(n.Order[i].Expr, f); e != n.Order[i].Expr {
			if &order[0] == &n.Order[0] {
				order = slices.Clone(n.Order)
				changed = true
			}
			order[i].Expr = e
		}
	}
	fl := Mutate(n.Filter, f)
	if !changed && fl == n.Filter {
		return n
	}
	c := *n
	c.Args, c.Direct, c.Filter, c.Order = args, direct, fl, order
	return &c
}
