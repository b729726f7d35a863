package planner

import (
	"minidb/expr"
	"minidb/types"
)

// Path keys say how rows are ordered. They are shared per level, so that equal
// keys are equal pointers.

// pathKey orders by an equivalence class.
type pathKey struct {
	ec         *eqClass
	desc       bool
	nullsFirst bool
}

// keyFor returns the level's one key of that meaning.
func (lv *level) keyFor(ec *eqClass, desc, nullsFirst bool) *pathKey {
	ec = ec.root()
	for _, k := range lv.keyPool {
		if k.ec == ec && k.desc == desc && k.nullsFirst == nullsFirst {
			return k
		}
	}
	k := &pathKey{ec: ec, desc: desc, nullsFirst: nullsFirst}
	lv.keyPool = append(lv.keyPool, k)
	return k
}

// addKey appends a key unless it cannot matter: its value is constant or it is
// in the list already.
func addKey(list []*pathKey, k *pathKey) []*pathKey {
	if k.ec.hasConst && k.ec.domain == nil {
		return list
	}
	for _, o := range list {
		if o.ec == k.ec {
			return list
		}
	}
	return append(list, k)
}

// keysOf makes path keys of a clause list like ORDER BY. ok is false if a type
// has no order.
func (lv *level) keysOf(groups []expr.SortGroup, targets []expr.Target) (keys []*pathKey, ok bool) {
	for _, s := range groups {
		t := targetOfRef(targets, s.Ref)
		if t == nil || s.Lt == nil {
			return nil, false
		}
		keys = addKey(keys, lv.keyFor(lv.sortClass(t.Expr, s.Ref), s.Desc, s.NullsFirst))
	}
	return keys, true
}

// neededGroups leaves out of a clause list, in place, what the items before it or a
// condition determine, but for the last item. All of groups must have an order.
func (lv *level) neededGroups(groups []expr.SortGroup) []expr.SortGroup {
	var keys []*pathKey
	out := make([]expr.SortGroup, 0, len(groups))
	for i, s := range groups {
		n := len(keys)
		keys = addKey(keys, lv.keyFor(lv.sortClass(targetOfRef(lv.targets, s.Ref).Expr, s.Ref), s.Desc, s.NullsFirst))
		if len(keys) > n || len(out) == 0 && i == len(groups)-1 {
			out = append(out, s)
		}
	}
	return out
}

func (lv *level) sortClass(e expr.Expr, ref int) *eqClass {
	if lv.apart && !lv.g.isOuter(e) || isVolatile(e) || hasSRF(e) {
		for _, ec := range lv.ecs {
			if ec.volatile && ec.sortRef == ref && equalExpr(ec.members[0].e, e) {
				return ec
			}
		}
		ec := &eqClass{family: family(lv.ecType(e)), coll: expr.Collation(e), volatile: true, sortRef: ref}
		ec.add(e, lv.ecType(e), lv.relidsOf(e))
		ec.hasConst = false
		lv.ecs = append(lv.ecs, ec)
		return ec
	}
	return lv.classFor(e, lv.relidsOf(e))
}

// isOuter tells whether e is made of columns of queries further out alone. PostgreSQL 18
// forgets that grouping sets null one among their keys: its value counts as constant.
func (g *global) isOuter(e expr.Expr) bool {
	outer := false
	other := expr.Any(e, func(n expr.Expr) bool {
		switch n := n.(type) {
		case *expr.Var, *expr.Agg, *expr.Grouping, *expr.WindowCall, *expr.SubPlan:
			return true
		case *expr.PlaceHolder:
			return n.Key != 0
		case *expr.Param:
			of := g.paramExprs[n.ID]
			column := n.Kind == expr.ExecParam && of != nil && !hasAgg(of)
			outer = outer || column
			return !column && n.Kind == expr.ExecParam
		}
		return false
	})
	return outer && !other
}

func targetOfRef(targets []expr.Target, ref int) *expr.Target {
	for i := range targets {
		if targets[i].SortRef == ref {
			return &targets[i]
		}
	}
	return nil
}

// compareKeys says which order includes the other.
func compareKeys(a, b []*pathKey) costCmp {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return costDifferent
		}
	}
	switch {
	case len(a) > len(b):
		return costBetter1
	case len(a) < len(b):
		return costBetter2
	}
	return costEqual
}

// sortedBy tells whether rows ordered by have are ordered by want.
func sortedBy(have, want []*pathKey) bool {
	c := compareKeys(have, want)
	return c == costEqual || c == costBetter1
}

// commonKeys counts the leading keys that two orders share.
func commonKeys(a, b []*pathKey) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// usefulKeys cuts keys to the prefix that something above can use: ORDER BY and
// its kin, or merge joins still to come.
func (lv *level) usefulKeys(r *rel, keys []*pathKey) []*pathKey {
	n := 0
	for n < len(keys) && lv.mergeDirection(keys[n]) && lv.mergeUseful(r, keys[n]) {
		n++
	}
	for _, want := range [][]*pathKey{lv.queryKeys, lv.groupKeys, lv.distinctKeys, lv.sortKeys} {
		n = max(n, commonKeys(keys, want))
	}
	if len(lv.groupKeys) > 0 {
		m := 0
		for m < len(keys) && hasClass(lv.groupKeys, keys[m].ec) {
			m++
		}
		n = max(n, m)
	}
	return keys[:n]
}

// mergeDirection tells whether merges want the key's direction: that of ORDER BY,
// or else the ascending one. Right either way, but one of both is enough.
func (lv *level) mergeDirection(k *pathKey) bool {
	for _, q := range lv.queryKeys {
		if q.ec == k.ec {
			return q.desc == k.desc
		}
	}
	return !k.desc
}

func hasClass(keys []*pathKey, ec *eqClass) bool {
	for _, k := range keys {
		if k.ec == ec {
			return true
		}
	}
	return false
}

// mergeUseful tells whether a join outside r could merge on the key.
func (lv *level) mergeUseful(r *rel, k *pathKey) bool {
	if len(k.ec.members) > 1 && !k.ec.hasConst && !k.ec.ids.subsetOf(r.ids) {
		return true
	}
	found := false
	r.ids.each(func(i int) {
		for _, c := range lv.rels[i].joins {
			if c.merge && c.canJoin && !c.required.subsetOf(r.ids) &&
				(c.leftEC != nil && c.leftEC.root() == k.ec || c.rightEC != nil && c.rightEC.root() == k.ec) {
				found = true
			}
		}
	})
	return found
}

// keyMember returns the member of the key's class that can be computed from
// relations ids, nil if none: one of what outs has if there is one.
func keyMember(k *pathKey, ids relids, outs inputs) (first *ecMember) {
	for i := range k.ec.members {
		m := &k.ec.members[i]
		if m.isConst || !m.ids.subsetOf(ids) || m.ids.empty() {
			continue
		}
		if outs.compute(m.e) {
			return m
		}
		if first == nil {
			first = m
		}
	}
	return first
}

// compute tells whether e can be computed from the columns.
func (in inputs) compute(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(n expr.Expr) bool {
		if in.find(n) >= 0 {
			return false
		}
		_, isVar := n.(*expr.Var)
		ok = ok && !isVar
		return ok
	})
	return ok
}

// indexKeys is the order of an index scan.
func (lv *level) indexKeys(ix *indexInfo, backward bool) []*pathKey {
	var keys []*pathKey
	for i := range ix.def.NKeys {
		k := &ix.keys[i]
		if k.pattern {
			return keys
		}
		desc := ix.def.Keys[i].Desc != backward
		nulls := ix.def.Keys[i].NullsFirst != backward
		e := k.e
		var ec *eqClass
		fam := family(lv.ecType(e))
		for _, c := range lv.ecs {
			if c.family == fam && c.coll == k.coll && !c.volatile && c.find(e) >= 0 {
				ec = c
				break
			}
		}
		if ec == nil {
			// An order nobody asks for ends the useful part, but a boolean
			// column fixed by a condition does not.
			if e.Type() == types.BoolOID && boolFixed(ix.rel, e) {
				continue
			}
			return keys
		}
		keys = addKey(keys, lv.keyFor(ec, desc, nulls))
	}
	return keys
}

// boolFixed tells whether a condition says "b" or "NOT b" of a boolean column.
func boolFixed(r *rel, e expr.Expr) bool {
	for _, c := range r.restrict {
		x := c.e
		if b, ok := x.(*expr.Bool); ok && b.Op == expr.Not {
			x = b.Args[0]
		}
		if equalExpr(x, e) {
			return true
		}
	}
	return false
}
