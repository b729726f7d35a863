package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// What a partition's bound says of its rows, where the partition is partitioned
// itself and has a default partition: conditions may contradict the bound, and the
// default partition need not be read for values beyond it (partition_qual).

// boundQual is the bound of r, and those of the tables above it, as conditions on its
// columns; nil if it is no partition.
func (lv *level) boundQual(r *rel) []expr.Expr {
	if r.of != nil {
		up := r.of.parent
		return append(boundConditions(r.relation.Bound, up.part.keys), lv.boundQual(up)...)
	}
	var out []expr.Expr
	for at := r.relation; at.Parent != 0; {
		parent, err := lv.g.a.ByOID(at.Parent)
		if parent == nil || err != nil || parent.PartKey == nil {
			return out
		}
		keys := make([]indexKey, len(parent.PartKey.Columns))
		for i := range keys {
			keys[i] = lv.newPartKey(r, &parent.PartKey.Columns[i], func(attr int) int {
				if c := r.relation.ColumnByName(parent.Columns[attr-1].Name); c != nil {
					return c.Num
				}
				return 0
			})
		}
		out = append(out, boundConditions(at.Bound, keys)...)
		at = parent
	}
	return out
}

// boundConditions are those of one bound; that of a default partition, which depends on
// its siblings, and of hash partitions give none.
func boundConditions(b *catalog.PartitionBound, keys []indexKey) []expr.Expr {
	switch {
	case b == nil || b.Default:
		return nil
	case b.Strategy == catalog.ListPartitions:
		return listConditions(b, &keys[0])
	case b.Strategy == catalog.RangePartitions:
		return rangeConditions(b, keys)
	}
	return nil
}

// compareKey is a comparison of a column of the key with a constant.
func compareKey(k *indexKey, strategy int, v types.Datum) expr.Expr {
	t := ecType(k.e)
	op := btreeOperator(t, t, strategy)
	if op == nil {
		return &expr.Const{Loc: -1, Value: types.NewBool(true), T: types.BoolOID, Mod: -1}
	}
	return &expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{asOperand(k.e), &expr.Const{Loc: -1, Value: v, T: t, Mod: -1}}, Ret: types.BoolOID}
}

func listConditions(b *catalog.PartitionBound, k *indexKey) []expr.Expr {
	null := false
	var values []expr.Expr
	for _, v := range b.List {
		if v.IsNull() {
			null = true
		} else {
			values = append(values, compareKey(k, 3, v))
		}
	}
	if null {
		return []expr.Expr{orOf(append(values, &expr.NullTest{Loc: -1, Arg: k.e}))}
	}
	return []expr.Expr{&expr.NullTest{Loc: -1, Arg: k.e, Not: true}, orOf(values)}
}

func rangeConditions(b *catalog.PartitionBound, keys []indexKey) []expr.Expr {
	var out []expr.Expr
	for i := range keys {
		out = append(out, &expr.NullTest{Loc: -1, Arg: keys[i].e, Not: true})
	}
	same := 0
	for same < len(keys) {
		lo, hi := &b.Lower[same], &b.Upper[same]
		if lo.Infinite != 0 || hi.Infinite != 0 || types.Compare(lo.Value, hi.Value) != 0 {
			break
		}
		out = append(out, compareKey(&keys[same], 3, lo.Value))
		same++
	}
	for _, end := range []struct {
		bound         []catalog.RangeBound
		strict, equal int // strategies
		below         int // the infinity that leaves the column open
	}{{b.Lower, 2, 1, -1}, {b.Upper, -2, -1, 1}} {
		var arms []expr.Expr
		for n := same; n < len(keys) && end.bound[n].Infinite == 0; n++ {
			last := n == len(keys)-1 && end.below < 0 || n < len(keys)-1 && end.bound[n+1].Infinite == end.below
			strategy := end.strict
			if last {
				strategy = end.equal
			}
			var arm []expr.Expr
			for j := same; j < n; j++ {
				arm = append(arm, compareKey(&keys[j], 3, end.bound[j].Value))
			}
			arms = append(arms, andOf(append(arm, compareKey(&keys[n], strategy, end.bound[n].Value))))
			if last {
				break
			}
		}
		if len(arms) > 0 {
			out = append(out, orOf(arms))
		}
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
