package planner

import (
	"slices"

	"minidb/expr"
)

// A relation that leaves its query for another of the same row (remove_self_join_rel):
// conditions, equivalence classes, columns, row marks and expressions of the level
// name the other instead.

// selfMerge is one relation's leaving.
type selfMerge struct {
	lv   *level
	r, k *rel // r goes, k stays
}

// mergeSelfJoin takes r out; conds are the conditions of its join with k.
func (lv *level) mergeSelfJoin(r, k *rel, conds []*clause) {
	m := &selfMerge{lv: lv, r: r, k: k}
	joins := r.joins
	for _, c := range joins {
		c.required.each(func(i int) {
			o := lv.rels[i]
			o.joins = slices.DeleteFunc(slices.Clone(o.joins), func(x *clause) bool { return x == c })
		})
	}
	all := slices.Concat(joins, r.restrict, conds)
	for _, c := range all {
		m.clause(c)
	}
	r.gone, r.joins, r.restrict = true, nil, nil
	lv.gone++
	for _, one := range [2]bool{true, false} { // conditions on k alone first
		for _, c := range all {
			if (c.required.count() == 1) == one && !m.known(c) {
				lv.placeClause(c)
			}
		}
	}
	for _, ec := range lv.ecs {
		m.class(ec)
	}
	m.columns()
	for _, sj := range lv.special {
		sj.minLeft, sj.minRight, sj.synLeft, sj.synRight = m.ids(sj.minLeft), m.ids(sj.minRight), m.ids(sj.synLeft), m.ids(sj.synRight)
		sj.semiExprs = m.exprs(sj.semiExprs)
	}
	lv.all = lv.all.minus(r.ids)
	lv.items = withoutItem(lv.items, r)
	lv.relIdx[r.rti-lv.off] = 0
	k.hasEC = k.hasEC || r.hasEC
	m.query()
}

func (m *selfMerge) ids(s relids) relids {
	if s.overlaps(m.r.ids) {
		return s.minus(m.r.ids).or(m.k.ids)
	}
	return s
}

func (m *selfMerge) expr(e expr.Expr) expr.Expr { return moveVars(e, m.r.rti, m.k.rti) }

func (m *selfMerge) exprs(l []expr.Expr) []expr.Expr {
	out, _ := expr.MutateList(l, varMover(m.r.rti, m.k.rti))
	return out
}

func (m *selfMerge) targets(l []expr.Target) []expr.Target {
	out := slices.Clone(l)
	for i := range out {
		out[i].Expr = m.expr(out[i].Expr)
	}
	return out
}

// clause rewrites a condition in its place. What equated a column with itself is a
// test that it is not NULL.
func (m *selfMerge) clause(c *clause) {
	if !c.required.overlaps(m.r.ids) {
		return
	}
	joined := c.ids.count() > 1
	n := m.lv.newClause(m.expr(c.e))
	if n.merge && joined && n.ids == m.k.ids && equalExpr(n.l, n.r) {
		n = m.lv.newClause(&expr.NullTest{Loc: -1, Arg: n.l, Not: true})
	} else {
		n.leftEC, n.rightEC, n.ec = c.leftEC, c.rightEC, c.ec
	}
	if c.required == c.ids {
		n.required = n.ids
	} else {
		n.required = m.ids(c.required)
	}
	n.pushed, n.delayed, n.nullable, n.outer = c.pushed, c.delayed, m.ids(c.nullable), m.ids(c.outer)
	*c = *n
}

// known tells whether a condition is among those of k already.
func (m *selfMerge) known(c *clause) bool {
	list := m.k.joins
	if c.required.count() == 1 {
		list = m.k.restrict
	}
	return slices.ContainsFunc(list, func(o *clause) bool {
		return o == c || o.ids == c.ids && o.required == c.required && o.pushed == c.pushed && o.outer == c.outer && equalExpr(o.e, c.e)
	})
}

// class has the members of r be those of k.
func (m *selfMerge) class(ec *eqClass) {
	if !ec.ids.overlaps(m.r.ids) {
		return
	}
	old := ec.members
	ec.members = make([]ecMember, 0, len(old))
	for _, x := range old {
		if x.ids.overlaps(m.r.ids) {
			x.e, x.ids = m.expr(x.e), m.ids(x.ids)
			if ec.find(x.e) >= 0 {
				continue
			}
		}
		ec.members = append(ec.members, x)
	}
	for _, c := range ec.sources {
		m.clause(c)
	}
	ec.derived = nil
	ec.ids = m.ids(ec.ids)
	if ec.domain != nil {
		ec.domain.ids = m.ids(ec.domain.ids)
	}
}

// columns gives k the columns that r had to give.
func (m *selfMerge) columns() {
	k := m.k
	for _, o := range m.lv.rels {
		for i := range o.attrs {
			o.attrs[i].where = m.ids(o.attrs[i].where)
		}
	}
	for _, a := range m.r.attrs {
		at := slices.IndexFunc(k.attrs, func(x needAttr) bool { return x.v.Attr == a.v.Attr })
		if at < 0 {
			a.v = m.expr(a.v).(*expr.Var)
			k.attrs = append(k.attrs, a)
			continue
		}
		k.attrs[at].where = k.attrs[at].where.or(a.where)
		k.attrs[at].top = k.attrs[at].top || a.top
	}
	m.r.attrs = nil
}

// query rewrites what else of the level names r. The join tree and the lists are made
// anew: other plans of the query may share them.
func (m *selfMerge) query() {
	lv, q, local := m.lv, m.lv.q, m.r.rti-m.lv.off
	lv.targets, lv.having = m.targets(lv.targets), m.exprs(lv.having)
	if q.Command != Select {
		q.Returning = m.targets(q.Returning)
	}
	q.RowMarks = slices.DeleteFunc(slices.Clone(q.RowMarks), func(r RowMark) bool { return r.Rel == local })
	var from []FromItem
	for _, it := range q.From {
		if it = m.item(it); it != nil {
			from = append(from, it)
		}
	}
	q.From = from
	for id, e := range lv.g.paramExprs { // EXPLAIN names the values of subplans
		lv.g.paramExprs[id] = m.expr(e)
	}
	for i := range lv.planParams {
		lv.planParams[i].e = m.expr(lv.planParams[i].e)
	}
}

// item is a part of the join tree without r, nil if nothing is left of it.
func (m *selfMerge) item(it FromItem) FromItem {
	switch n := it.(type) {
	case *RangeRef:
		if n.Rel+m.lv.off == m.r.rti {
			return nil
		}
	case *fromList:
		c := &fromList{quals: m.expr(n.quals)}
		for _, x := range n.items {
			if x = m.item(x); x != nil {
				c.items = append(c.items, x)
			}
		}
		if len(c.items) > 0 {
			return c
		}
		return nil
	case *Join:
		c := *n
		c.Left, c.Right, c.Quals = m.item(n.Left), m.item(n.Right), m.expr(n.Quals)
		switch {
		case c.Left == nil:
			return c.Right
		case c.Right == nil:
			return c.Left
		}
		return &c
	}
	return it
}

func withoutItem(items []joinItem, r *rel) []joinItem {
	var out []joinItem
	for _, it := range items {
		if it.rel == r {
			continue
		}
		if it.rel == nil {
			if it.list = withoutItem(it.list, r); len(it.list) == 0 {
				continue
			}
		}
		out = append(out, it)
	}
	return out
}

// live lists the base relations that have not left.
func (lv *level) live() []*rel {
	if lv.gone == 0 {
		return lv.rels
	}
	return slices.DeleteFunc(slices.Clone(lv.rels), func(r *rel) bool { return r.gone })
}
