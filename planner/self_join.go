package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/settings"
	"minidb/types"
)

// An inner join of a table with itself on a unique key meets each row with that row
// alone: one of the two is left out, and what was said of it is said of the other
// (PostgreSQL's remove_useless_self_joins). Here is which joins are such;
// self_join_merge.go has how a relation leaves.

// removeSelfJoins leaves out what enable_self_join_elimination says, once conditions
// are where they belong.
func (lv *level) removeSelfJoins() {
	if len(lv.rels) < 2 || !lv.g.set.Bool(settings.EnableSelfJoinElimination) {
		return
	}
	before := lv.gone
	lv.selfJoinsIn(lv.items)
	if lv.gone != before && len(lv.windows) > 0 { // their functions have other arguments now
		lv.windows = nil
		lv.findWindows()
	}
}

// selfJoinsIn looks among relations that are joined in any order, lists inside first.
func (lv *level) selfJoinsIn(items []joinItem) {
	groups := map[types.OID][]*rel{}
	var order []types.OID
	for _, it := range items {
		if it.rel == nil {
			lv.selfJoinsIn(it.list)
			continue
		}
		if !lv.mayLeave(it.rel) {
			continue
		}
		oid := it.rel.relation.OID
		if groups[oid] == nil {
			order = append(order, oid)
		}
		groups[oid] = append(groups[oid], it.rel)
	}
	slices.Sort(order)
	for _, oid := range order {
		g := groups[oid]
		slices.SortFunc(g, func(a, b *rel) int { return a.rti - b.rti })
		for left := 0; len(g) > 1 && len(g) != left; {
			left = len(g)
			g = lv.selfJoinsAmong(g)
		}
	}
}

// mayLeave tells whether a relation is an ordinary table that is only read.
func (lv *level) mayLeave(r *rel) bool {
	return r.entry.Kind == RelationEntry && r.relation != nil && r.relation.Kind == catalog.TableKind && hasHeap(r.entry) &&
		!(lv.q.Command != Select && lv.q.Result+lv.off == r.rti)
}

// selfJoinsAmong takes the relations of one table that another of them stands for as
// well out, and returns the others.
func (lv *level) selfJoinsAmong(g []*rel) []*rel {
	for i, r := range g {
		for _, k := range g[i+1:] {
			if conds, ok := lv.selfJoin(r, k); ok {
				lv.mergeSelfJoin(r, k, conds)
				break
			}
		}
	}
	return slices.DeleteFunc(g, func(r *rel) bool { return r.gone })
}

// selfJoin tells whether r and k always give the same row, and returns the conditions
// of their join that come from equivalence classes.
func (lv *level) selfJoin(r, k *rel) ([]*clause, bool) {
	apart := func(s relids) bool { return s.overlaps(r.ids) != s.overlaps(k.ids) }
	for _, sj := range lv.special {
		if apart(sj.synLeft) || apart(sj.synRight) {
			return nil, false
		}
	}
	if rm, km := lv.markOf(r), lv.markOf(k); (rm == nil) != (km == nil) ||
		rm != nil && (rm.Strength != km.Strength || rm.Wait != km.Wait) {
		return nil, false
	}
	if lv.readLaterally(r) {
		return nil, false
	}
	conds := lv.joinImplied(r.ids, k.ids)
	if len(conds) == 0 {
		return nil, false
	}
	var same []*clause
	for _, c := range conds {
		if sameSides(c, r, k) {
			same = append(same, c)
		}
	}
	fixed, ok := uniqueForSelf(k, same)
	return conds, ok && saidOf(r, k, fixed)
}

func (lv *level) markOf(r *rel) *RowMark {
	for i := range lv.q.RowMarks {
		if m := &lv.q.RowMarks[i]; m.Rel+lv.off == r.rti {
			return m
		}
	}
	return nil
}

// readLaterally tells whether a FROM item that is planned later reads r.
func (lv *level) readLaterally(r *rel) bool {
	for _, o := range lv.live() {
		if o.lateral.overlaps(r.ids) || o.entry.Kind != SubqueryEntry && lv.entryReads(o.entry, r.rti) {
			return true
		}
	}
	return false
}

// sameSides tells whether a condition equates an expression over r with the same over k.
func sameSides(c *clause, r, k *rel) bool {
	if !c.merge || c.ids.count() != 2 {
		return false
	}
	left, right := stripRelabel(c.l), stripRelabel(c.r)
	switch {
	case c.left == r.ids && c.right == k.ids:
		return equalExpr(moveVars(left, r.rti, k.rti), right)
	case c.left == k.ids && c.right == r.ids:
		return equalExpr(left, moveVars(right, r.rti, k.rti))
	}
	return false
}

// uniqueForSelf tells whether join conditions of the form that sameSides accepts and
// conditions "key = value" on k leave one row of k; fixed are the latter as far as an
// index needs them. Partial indexes say nothing: the row of the other side may be
// outside.
func uniqueForSelf(k *rel, same []*clause) (fixed []*clause, ok bool) {
	for _, ix := range k.indexes {
		if !ix.def.Unique || !ix.def.Immediate || ix.def.Predicate != nil || len(same) == 0 && len(k.restrict) == 0 {
			continue
		}
		fixed, ok = nil, true
		for i := range ix.def.NKeys {
			key := &ix.keys[i]
			if slices.ContainsFunc(same, func(c *clause) bool {
				return c.left == k.ids && key.matches(c.l) || c.right == k.ids && key.matches(c.r)
			}) {
				continue
			}
			at := slices.IndexFunc(k.restrict, func(c *clause) bool {
				e, _ := fixedSides(c)
				return e != nil && key.matches(e)
			})
			if ok = at >= 0; !ok {
				break
			}
			fixed = append(fixed, k.restrict[at])
		}
		if ok {
			return fixed, true
		}
	}
	return nil, false
}

// fixedSides takes a condition "expression = value" apart; nil if it is none.
func fixedSides(c *clause) (e, value expr.Expr) {
	switch {
	case !c.merge:
	case c.left.empty():
		return c.r, c.l
	case c.right.empty():
		return c.l, c.r
	}
	return nil, nil
}

// saidOf tells whether the conditions on k hold for r by conditions of its own.
func saidOf(r, k *rel, fixed []*clause) bool {
	for _, c := range fixed {
		e, value := fixedSides(c)
		e = moveVars(e, k.rti, r.rti)
		if !slices.ContainsFunc(r.restrict, func(o *clause) bool {
			oe, ov := fixedSides(o)
			return oe != nil && o.op == c.op && equalExpr(oe, e) && equalExpr(ov, value)
		}) {
			return false
		}
	}
	return true
}

// moveVars makes the columns of one range-table entry those of another.
func moveVars(e expr.Expr, from, to int) expr.Expr {
	return expr.Mutate(e, varMover(from, to))
}

func varMover(from, to int) expr.Rewrite {
	return func(e expr.Expr) (expr.Expr, bool) {
		switch n := e.(type) {
		case *expr.Var:
			if n.Rel != from || n.Up != 0 {
				return e, true
			}
			c := *n
			c.Rel = to
			return &c, true
		case *expr.RowCons:
			if n.Whole == nil || n.Whole.Rel != from {
				return e, false
			}
			c, whole := *n, *n.Whole
			whole.Rel = to
			c.Whole = &whole
			c.Args, _ = expr.MutateList(n.Args, varMover(from, to))
			return &c, true
		}
		return e, false
	}
}
