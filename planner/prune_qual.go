package planner

import (
	"minidb/expr"
	"minidb/types"
)

// What a partition's bound says of its rows, where the partition is partitioned
// itself and has a default partition: conditions may contradict the bound, and the
// default partition need not be read for values beyond it (partition_qual).

// boundQual is the bound of r, and those of the tables above it, as conditions on its
// columns; nil if it is no partition.
func (lv *level) boundQual(r *rel) (out []expr.Expr) {
	list, err := lv.g.a.PartitionConstraint(r.relation)
	if err != nil {
		lv.g.fail(err)
	}
	for _, e := range list {
		out = append(out, andList(r.own(e))...)
	}
	return out
}

// contradict tells whether two lists of ANDed conditions cannot both be true:
// predicate_refuted_by, for comparisons with constants and null tests.
func contradict(a, b []expr.Expr) bool {
	for _, x := range a {
		for _, y := range b {
			if refutes(x, y) {
				return true
			}
		}
	}
	return false
}

func refutes(a, b expr.Expr) bool {
	for range 2 {
		if arms := armsOf(a); arms != nil {
			for _, arm := range arms {
				if !contradict(andList(arm), andList(b)) {
					return false
				}
			}
			return true
		}
		if n, ok := a.(*expr.Bool); ok && n.Op == expr.And {
			return contradict(n.Args, andList(b))
		}
		a, b = b, a
	}
	return refutesSimple(a, b) || refutesSimple(b, a)
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
		c, ok := n.R.(*expr.Const)
		if n.All || !ok || c.Value.IsNull() || len(c.Value.Array().Elems) > maxProofArms {
			return nil
		}
		arms := []expr.Expr{}
		for _, d := range c.Value.Array().Elems {
			arms = append(arms, &expr.OpCall{Loc: -1, Op: n.Op, Args: []expr.Expr{n.L, &expr.Const{Loc: -1, Value: d, T: n.Op.Right, Mod: -1}}, Ret: types.BoolOID})
		}
		return arms
	}
	return nil
}

// maxProofArms is the length of arrays that proofs look into: MAX_SAOP_ARRAY_SIZE.
const maxProofArms = 100

// refutesSimple proves two simple conditions contradictory.
func refutesSimple(a, b expr.Expr) bool {
	if n, ok := a.(*expr.NullTest); ok && !n.Not {
		switch o := b.(type) {
		case *expr.NullTest:
			return o.Not && equalExpr(n.Arg, o.Arg)
		case *expr.OpCall:
			return o.Op.Btree != 0 && len(o.Args) == 2 && (equalExpr(ecExpr(o.Args[0]), ecExpr(n.Arg)) || equalExpr(ecExpr(o.Args[1]), ecExpr(n.Arg)))
		}
		return false
	}
	x, ok := constLast(a)
	y, ok2 := constLast(b)
	if !ok || !ok2 || len(x.Args) != 2 || len(y.Args) != 2 || x.Op.Btree == 0 || y.Op.Btree == 0 || !equalExpr(x.Args[0], y.Args[0]) {
		return false
	}
	c, ok := x.Args[1].(*expr.Const)
	d, ok2 := y.Args[1].(*expr.Const)
	if !ok || !ok2 || c.Value.IsNull() || d.Value.IsNull() || c.Value.Kind() != d.Value.Kind() || c.T == types.BpcharOID {
		return false
	}
	cmp := types.Compare(c.Value, d.Value)
	switch {
	case x.Op.Btree == 3:
		return !compareHolds(cmp, y.Op.Btree)
	case y.Op.Btree == 3:
		return !compareHolds(-cmp, x.Op.Btree)
	case x.Op.Btree < 0 && y.Op.Btree > 0: // below c and above d
		return cmp < 0 || cmp == 0 && (x.Op.Btree == -2 || y.Op.Btree == 2)
	case x.Op.Btree > 0 && y.Op.Btree < 0:
		return cmp > 0 || cmp == 0 && (x.Op.Btree == 2 || y.Op.Btree == -2)
	}
	return false
}
