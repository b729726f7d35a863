package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Proofs that conditions cannot be true together (predicate_refuted_by of predtest.c), for
// comparisons with constants, tests for NULL and for truth, and what AND, OR and NOT make
// of them.

// proof says what is proven of a predicate where the conditions are true.
type proof bool

const (
	notTrue proof = false // it is false or NULL: both cannot be true
	isFalse proof = true  // it is false: a constraint would not hold
)

// refute tells whether conditions, all of them true, prove one of the predicates to be
// so.
func (p proof) refute(conds, preds []expr.Expr) bool {
	return slices.ContainsFunc(preds, func(q expr.Expr) bool { return p.one(conds, q) })
}

func (p proof) one(conds []expr.Expr, q expr.Expr) bool {
	if p.refute(conds, itemsOf(q)) || p.all(armsOf(q), func(arm expr.Expr) bool { return p.one(conds, arm) }) {
		return true
	}
	for _, c := range conds {
		if items := itemsOf(c); items != nil && p.one(items, q) ||
			p.all(armsOf(c), func(arm expr.Expr) bool { return p.one([]expr.Expr{arm}, q) }) || p.simple(c, q) {
			return true
		}
	}
	return false
}

// all tells whether f holds for all arms, of which there are some.
func (p proof) all(arms []expr.Expr, f func(expr.Expr) bool) bool {
	return len(arms) > 0 && !slices.ContainsFunc(arms, func(e expr.Expr) bool { return !f(e) })
}

// itemsOf are the parts of an AND or the elements of x <> ALL (array); nil of anything
// else.
func itemsOf(e expr.Expr) []expr.Expr {
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op == expr.And {
			return n.Args
		}
	case *expr.ArrayOp:
		if n.All {
			return elementsOf(n)
		}
	}
	return nil
}

// armsOf are the arms of an OR or the elements of x = ANY (array); nil of anything
// else.
func armsOf(e expr.Expr) []expr.Expr {
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op == expr.Or {
			return n.Args
		}
	case *expr.ArrayOp:
		if !n.All {
			return elementsOf(n)
		}
	}
	return nil
}

// elementsOf are the comparisons with the elements of a constant array, nil of another.
func elementsOf(n *expr.ArrayOp) []expr.Expr {
	c, ok := n.R.(*expr.Const)
	if !ok || c.Value.IsNull() || len(c.Value.Array().Elems) > maxProofArms {
		return nil
	}
	var arms []expr.Expr
	for _, d := range c.Value.Array().Elems {
		arms = append(arms, &expr.OpCall{Loc: -1, Op: n.Op, Args: []expr.Expr{n.L, &expr.Const{Loc: -1, Value: d, T: n.Op.Right, Mod: -1}}, Ret: types.BoolOID})
	}
	return arms
}

// maxProofArms is the length of arrays that proofs look into: MAX_SAOP_ARRAY_SIZE.
const maxProofArms = 100

func (p proof) simple(c, q expr.Expr) bool {
	if not, ok := negatedArg(q); ok && implies(c, not) {
		return true
	}
	if not, ok := negatedArg(c); ok && equalExpr(not, q) {
		return true
	}
	if n, ok := q.(*expr.NullTest); ok && !n.Not {
		return notNullWhere(c, n.Arg)
	}
	if n, ok := c.(*expr.NullTest); ok && !n.Not {
		if o, ok := q.(*expr.NullTest); ok {
			return o.Not && equalExpr(n.Arg, o.Arg)
		}
		return p == notTrue && notNullWhere(q, n.Arg)
	}
	return p.disjoint(c, q)
}

// negatedArg is what must be false where e is true.
func negatedArg(e expr.Expr) (expr.Expr, bool) {
	switch n := e.(type) {
	case *expr.Bool:
		if n.Op == expr.Not {
			return n.Args[0], true
		}
	case *expr.BoolTest:
		if n.Kind == expr.IsFalse {
			return n.Arg, true
		}
	}
	return nil, false
}

// notNullWhere tells whether v is not NULL where e is true.
func notNullWhere(e, v expr.Expr) bool {
	if n, ok := e.(*expr.NullTest); ok {
		return n.Not && equalExpr(n.Arg, v)
	}
	if o, ok := e.(*expr.OpCall); ok && isStrict(o) && slices.ContainsFunc(o.Args, func(a expr.Expr) bool { return equalExpr(ecExpr(a), ecExpr(v)) }) {
		return true
	}
	x, ok := v.(*expr.Var)
	found := false
	nonNullVars(e, true, func(y *expr.Var) { found = found || ok && x.Attr == y.Attr && x.Rel == y.Rel })
	return found
}

// notEquals is the place of <> among comparisons; no btree has it.
const notEquals = 4

// comparisonWith is a comparison of something with a constant.
func comparisonWith(e expr.Expr) (l expr.Expr, strategy int, k *expr.Const) {
	o, ok := constLast(e)
	if !ok || len(o.Args) != 2 {
		return nil, 0, nil
	}
	strategy = o.Op.Btree
	if n := o.Op.Negator; strategy == 0 && n != nil && n.Btree == equalTo {
		strategy = notEquals
	}
	k, ok = o.Args[1].(*expr.Const)
	if strategy == 0 || !ok || k.T == types.BpcharOID {
		return nil, 0, nil
	}
	return o.Args[0], strategy, k
}

const equalTo = 3 // in the terms of Operator.Btree

// disjoint proves x < 3 and x = 5 and the like contradictory. A comparison with NULL is
// never true.
func (p proof) disjoint(a, b expr.Expr) bool {
	x, s, c := comparisonWith(a)
	y, t, d := comparisonWith(b)
	if c == nil || d == nil || !equalExpr(x, y) {
		return false
	}
	if c.Value.IsNull() || d.Value.IsNull() {
		return c.Value.IsNull() || p == notTrue
	}
	if c.Value.Kind() != d.Value.Kind() {
		return false
	}
	cmp := types.Compare(c.Value, d.Value)
	switch {
	case s == notEquals || t == notEquals:
		return cmp == 0 && s+t == notEquals+equalTo
	case s == equalTo:
		return !compareHolds(cmp, t)
	case t == equalTo:
		return !compareHolds(-cmp, s)
	case s < 0 && t > 0: // below c and above d
		return cmp < 0 || cmp == 0 && (s == -2 || t == 2)
	case s > 0 && t < 0:
		return cmp > 0 || cmp == 0 && (s == 2 || t == -2)
	}
	return false
}
