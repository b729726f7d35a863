package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// Conditions with OR as index conditions: k = 1 OR k = 2 is k = ANY, for a whole condition
// or for some of its arms (match_orclause_to_indexcol, group_similar_or_args).

// comparison is a comparison of the key column with the column on the left; nil if it is
// none that the index can answer.
func (k *indexKey) comparison(n *expr.OpCall) *expr.OpCall {
	if len(n.Args) != 2 || k.btree(n.Op) == 0 || !k.collated(n.Args...) {
		return nil
	}
	if k.matches(n.Args[0]) && k.accepts(n.Op.Left, n.Op.Right) {
		return n
	}
	if com := n.Op.Commutator; com != nil && k.matches(n.Args[1]) && k.accepts(com.Left, com.Right) {
		return &expr.OpCall{Loc: n.Loc, Op: com, Args: []expr.Expr{n.Args[1], n.Args[0]}, Ret: n.Ret}
	}
	return nil
}

// orToArray turns k = 1 OR x = k into k = ANY (ARRAY[1, x]); nil if the arms are not of
// that kind, all with one operator.
func (k *indexKey) orToArray(b *expr.Bool) *expr.ArrayOp {
	var first *expr.OpCall
	var elems []expr.Expr
	for _, a := range b.Args {
		o, ok := a.(*expr.OpCall)
		if !ok {
			return nil
		}
		if o = k.comparison(o); o == nil || o.Args[1].Type() == types.RecordOID {
			return nil
		}
		if first == nil {
			first = o
		}
		if o.Op != first.Op || o.Args[1].Type() != first.Args[1].Type() {
			return nil
		}
		elems = append(elems, o.Args[1])
	}
	elem := first.Args[1].Type()
	ty, ok := types.ByOID(elem)
	if !ok || ty.Array == 0 {
		return nil
	}
	return &expr.ArrayOp{Loc: -1, Op: first.Op, L: first.Args[0], R: arrayOf(elem, ty.Array, elems)}
}

// arrayOf is an array of values, a constant if they are.
func arrayOf(elem, array types.OID, elems []expr.Expr) expr.Expr {
	var vals []types.Datum
	for _, e := range elems {
		c, ok := e.(*expr.Const)
		if !ok {
			return &expr.Array{Loc: -1, Elems: elems, T: array}
		}
		vals = append(vals, c.Value)
	}
	return &expr.Const{Loc: -1, Value: types.NewArray1(elem, vals), T: array, Mod: -1}
}

// armKey says what an arm of an OR compares: two arms of one armKey make a group.
type armKey struct {
	index, column int
	op            *expr.Operator
}

// armKey finds the first index that can answer the arm.
func (lv *level) armKey(r *rel, arm *clause) (armKey, bool) {
	n, ok := arm.e.(*expr.OpCall)
	if !ok {
		return armKey{}, false
	}
	for i, ix := range r.indexes {
		for col := range ix.def.NKeys {
			if o := ix.keys[col].comparison(n); o != nil && !lv.relidsOf(o.Args[1]).overlaps(r.ids) && !isVolatile(o.Args[1]) {
				return armKey{i, col, o.Op}, true
			}
		}
	}
	return armKey{}, false
}

// groupArms makes one OR of arms that compare alike, where the first of them is.
func (lv *level) groupArms(r *rel, arms []*clause) (out []*clause, grouped bool) {
	keys := make([]armKey, 0, len(arms)) // of out; op is nil if there is none
	var groups [][]expr.Expr
	for _, arm := range arms {
		k, ok := lv.armKey(r, arm)
		at := -1
		if ok {
			at = slices.Index(keys, k)
		}
		if at >= 0 {
			groups[at], grouped = append(groups[at], arm.e), true
			continue
		}
		keys, groups, out = append(keys, k), append(groups, []expr.Expr{arm.e}), append(out, arm)
	}
	for i, g := range groups {
		if len(g) > 1 {
			out[i] = lv.newClause(&expr.Bool{Loc: -1, Op: expr.Or, Args: g})
		}
	}
	return out, grouped && len(out) > 1
}

// orBitmaps makes a BitmapOr of each OR condition of list all of whose arms an index can
// answer, alone or with some of the other conditions. Others may be read from the
// relations req.
func (lv *level) orBitmaps(r *rel, list, others []*clause, req relids) []*bitmapPath {
	var out []*bitmapPath
	for _, c := range list {
		if len(c.or) == 0 {
			continue
		}
		beside := slices.DeleteFunc(slices.Clone(others), func(o *clause) bool { return o == c })
		arms, grouped := lv.groupArms(r, c.or)
		if !grouped {
			arms = c.or
		}
		b := &bitmapPath{or: true, from: c, clauses: []*clause{c}, req: req}
		for _, arm := range arms {
			members := lv.groupBitmaps(r, arm, beside, req)
			if members == nil {
				b = nil
				break
			}
			b.members = append(b.members, members...)
		}
		if b != nil {
			for _, m := range b.members {
				for _, x := range m.clauses {
					if hasClause(beside, x) && !hasClause(b.clauses, x) {
						b.clauses = append(b.clauses, x)
					}
				}
			}
			out = append(out, b)
		}
	}
	return out
}

// groupBitmaps finds the cheapest bitmaps for an arm, which may be a group: one scan for
// all of it, or one for each.
func (lv *level) groupBitmaps(r *rel, arm *clause, beside []*clause, req relids) []*bitmapPath {
	joint := lv.armBitmap(r, arm, beside, req)
	if len(arm.or) == 0 || joint != nil && len(beside) == 0 {
		if joint == nil {
			return nil
		}
		joint.whole = joint.whole && len(arm.or) == 0
		return []*bitmapPath{joint}
	}
	var split []*bitmapPath
	cost := 0.0
	for _, a := range arm.or {
		m := lv.armBitmap(r, a, beside, req)
		if m == nil {
			split = nil
			break
		}
		c, _ := lv.costBitmapTree(m)
		cost += c
		split = append(split, m)
	}
	if joint != nil {
		if c, _ := lv.costBitmapTree(joint); split == nil || c < cost {
			joint.whole = false
			return []*bitmapPath{joint}
		}
	}
	return split
}

// armBitmap finds the cheapest bitmaps for one arm of an OR, nil if there are none.
func (lv *level) armBitmap(r *rel, arm *clause, beside []*clause, req relids) *bitmapPath {
	var list []*clause
	for _, e := range andList(arm.e) {
		list = append(list, lv.newClause(e))
	}
	all := slices.Concat(list, beside)
	rows, loops := r.rows, 1.0
	if !req.empty() {
		rows, loops = lv.paramFor(r, req).rows, lv.loopCount(r, req)
	}
	var found []*bitmapPath
	for _, ix := range r.indexes {
		if !ix.usable() && !armImplies(ix, list) {
			continue
		}
		conds := lv.matchAll(ix, all)
		if !slices.ContainsFunc(conds, func(c *indexCond) bool { return hasClause(list, c.from) }) {
			continue
		}
		p := &path{kind: pathIndexScan, rel: r, rows: rows, req: req, idx: &indexPath{info: ix, conds: conds, rows: rows}}
		lv.costIndexScan(p, loops)
		found = append(found, &bitmapPath{idx: p.idx, clauses: condClauses(conds), req: req})
	}
	if len(list) > 1 {
		found = append(found, lv.orBitmaps(r, list, all, req)...)
	}
	if len(found) == 0 {
		return nil
	}
	b := lv.chooseBitmapAnd(r, found)
	b.whole = b.covers(list)
	return b
}

// armImplies tells whether a partial index covers an OR's arm.
func armImplies(ix *indexInfo, arm []*clause) bool {
	for _, p := range ix.pred {
		if !impliedBy(p, arm) && !impliedBy(p, ix.rel.restrict) {
			return false
		}
	}
	return true
}

// paramOrBitmaps makes bitmaps of join conditions with OR.
func (lv *level) paramOrBitmaps(r *rel) []*bitmapPath {
	var out []*bitmapPath
	for _, c := range r.joins {
		req := c.ids.minus(r.ids)
		if len(c.or) == 0 || req.empty() || !movable(c, r.ids, req) {
			continue
		}
		out = append(out, lv.orBitmaps(r, []*clause{c}, r.restrict, req)...)
	}
	return out
}
