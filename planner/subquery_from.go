package planner

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// Subqueries in FROM that could not be merged are planned on their own, after
// the conditions on their output have been moved into them where that is safe.

// subPlanned is a planned subquery in FROM.
type subPlanned struct {
	lv *level
}

// uniqueCol tells whether an output column alone has no duplicates.
func (s *subPlanned) uniqueCol(attr int) bool {
	return s.uniqueOver(func(a int) bool { return a == attr })
}

// uniqueOver tells whether the output columns in has make rows distinct.
func (s *subPlanned) uniqueOver(has func(attr int) bool) bool {
	return distinctOver(s.lv.q, s.lv.targets, has)
}

// distinctOver is uniqueOver for a query with these targets.
func distinctOver(q *Query, targets []expr.Target, has func(attr int) bool) bool {
	covered := func(list []expr.SortGroup) bool {
		for _, g := range list {
			ok := false
			for i := range targets {
				ok = ok || targets[i].SortRef == g.Ref && has(i+1)
			}
			if !ok {
				return false
			}
		}
		return len(list) > 0
	}
	switch {
	case q.HasSRF && len(q.Distinct) == 0:
		return false
	case covered(q.Distinct):
		return true
	case len(q.GroupingSets) == 0 && covered(q.Group):
		return true
	case len(q.Group) == 0 && len(q.GroupingSets) <= 1 && (q.HasAggs || q.Having != nil):
		return true
	case q.SetOp != nil && !q.SetOp.All:
		for i := range q.SetOp.Types {
			if !has(i + 1) {
				return false
			}
		}
		return true
	}
	return false
}

// sizeSubquery plans the subquery and takes over its row estimate.
func (lv *level) sizeSubquery(r *rel) {
	q := lv.dropUnused(lv.pushDown(r), r)
	fraction := 0.0
	if len(lv.rels) == 1 && len(lv.q.Sort) == 0 && len(lv.q.Group) == 0 && !lv.q.HasAggs && len(lv.q.Distinct) == 0 {
		fraction = lv.fraction
	}
	saved := lv.planParams
	lv.planParams = nil
	sub := lv.g.planLevel(q, lv, fraction, nil)
	args := lv.planParams
	lv.planParams = saved
	for _, a := range args {
		r.subReq = append(r.subReq, subParam(a))
		r.lateral = r.lateral.or(lv.relidsOf(a.e))
	}
	r.sub = &subPlanned{lv: sub}
	if sub.final != nil && sub.final.cheapest != nil {
		r.tuples = sub.final.cheapest.rows
		r.dummy = r.dummy || sub.final.cheapest.empty()
	}
}

// pushDown moves conditions on the subquery's output into it.
func (lv *level) pushDown(r *rel) *Query {
	q := r.entry.Subquery
	if len(r.restrict) == 0 || !canPushInto(q) {
		return q
	}
	var keep []*clause
	var push []expr.Expr
	for _, c := range r.restrict {
		safety := pushUnsafe
		if !c.volatile && !c.pseudo && !hasSubPlan(c.e) {
			safety = pushSafe(q, c.e, r.rti)
		}
		switch {
		case safety == pushSafely:
			push = append(push, c.e)
		case safety == pushUnsafe || lv.pushRunCondition(&q, c.e, r.rti):
			keep = append(keep, c)
		}
	}
	r.restrict = keep
	if len(push) == 0 {
		return q
	}
	return pushQuals(q, push, r.rti)
}

// dropUnused makes the output columns of a subquery NULL that nothing outside
// reads: remove_unused_subquery_outputs.
func (lv *level) dropUnused(q *Query, r *rel) *Query {
	if hasInt(lv.pinned, r.rti) || q.Command != Select || q.SetOp != nil || len(q.Distinct) > 0 && !q.DistinctOn {
		return q
	}
	used := map[int]bool{}
	note := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			if v, ok := n.(*expr.Var); ok && v.Rel == r.rti {
				used[v.Attr] = true
			}
			return true
		})
	}
	for _, e := range r.target.exprs {
		note(e)
	}
	for _, c := range r.restrict {
		note(c.e)
	}
	if used[expr.WholeRow] {
		return q
	}
	c := *q
	attr := 0
	for i := range q.Targets {
		t := &q.Targets[i]
		if t.Junk {
			continue
		}
		attr++
		if t.SortRef != 0 || used[attr] || slices.ContainsFunc(q.runConditions, func(r runCondition) bool { return r.target == i }) || hasSRF(t.Expr) || isVolatile(t.Expr) {
			continue
		}
		if &c.Targets[0] == &q.Targets[0] {
			c.Targets = slices.Clone(q.Targets)
		}
		c.Targets[i].Expr = &expr.Const{Loc: -1, Value: types.NullDatum, T: t.Expr.Type(), Mod: t.Expr.Typmod()}
	}
	return &c
}

func canPushInto(q *Query) bool {
	if q.Limit != nil || q.Offset != nil || len(q.GroupingSets) > 0 || q.Command != Select || len(q.RowMarks) > 0 {
		return false
	}
	if q.SetOp == nil {
		return true
	}
	ok := true
	var visit func(n *SetOpNode)
	visit = func(n *SetOpNode) {
		if n.Rel > 0 {
			ok = ok && canPushInto(q.Range[n.Rel-1].Subquery)
			return
		}
		if n.Op == tree.Except {
			ok = false
			return
		}
		visit(n.Left)
		visit(n.Right)
	}
	visit(q.SetOp)
	return ok && len(q.CTEs) == 0 && !q.Recursive
}

// safety says whether a condition may be tested inside a subquery.
type safety uint8

const (
	pushUnsafe    safety = iota
	pushAsRunCond        // not as a condition on the rows of a partition, but perhaps on a window function
	pushSafely
)

// pushSafe tells whether every column that e reads may be tested inside.
func pushSafe(q *Query, e expr.Expr, rti int) safety {
	out := pushSafely
	expr.Walk(e, func(n expr.Expr) bool {
		v, isVar := n.(*expr.Var)
		if !isVar || v.Rel != rti {
			return true
		}
		if v.Attr <= 0 {
			out = pushUnsafe
		} else {
			out = min(out, columnSafe(q, v.Attr))
		}
		return true
	})
	return out
}

func columnSafe(q *Query, attr int) safety {
	if q.SetOp != nil {
		for _, r := range q.Range {
			if r.Kind == SubqueryEntry && columnSafe(r.Subquery, attr) != pushSafely {
				return pushUnsafe
			}
		}
		return pushSafely
	}
	t := visibleTarget(q, attr)
	in := func(l []expr.SortGroup) bool {
		return t.SortRef != 0 && slices.ContainsFunc(l, func(g expr.SortGroup) bool { return g.Ref == t.SortRef })
	}
	if t == nil || isVolatile(t.Expr) || hasSRF(t.Expr) || q.DistinctOn && !in(q.Distinct) {
		return pushUnsafe
	}
	if q.HasWindow && slices.ContainsFunc(q.Windows, func(w *WindowClause) bool { return !in(w.Partition) }) {
		return pushAsRunCond
	}
	return pushSafely
}

func visibleTarget(q *Query, attr int) *expr.Target {
	n := 0
	for i := range q.Targets {
		if !q.Targets[i].Junk {
			n++
			if n == attr {
				return &q.Targets[i]
			}
		}
	}
	return nil
}

// pushQuals returns a copy of q with the conditions added.
func pushQuals(q *Query, push []expr.Expr, rti int) *Query {
	c := *q
	if q.SetOp != nil {
		c.Range = append([]*RangeEntry(nil), q.Range...)
		for i, r := range q.Range {
			if r.Kind == SubqueryEntry {
				n := *r
				n.Subquery = pushQuals(r.Subquery, push, rti)
				c.Range[i] = &n
			}
		}
		return &c
	}
	for _, e := range push {
		e = expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
			if v, ok := n.(*expr.Var); ok && v.Rel == rti {
				return visibleTarget(q, v.Attr).Expr, true
			}
			return n, false
		})
		if q.HasAggs || len(q.Group) > 0 || q.Having != nil {
			c.Having = andWith(c.Having, e)
		} else {
			c.bare = q.bare || q.Where == nil
			c.Where = andWith(c.Where, e)
		}
	}
	return &c
}

// subqueryPaths makes one path for each path of the subquery.
func (lv *level) subqueryPaths(r *rel) {
	sub := r.sub.lv
	if sub.final == nil || sub.final.cheapest == nil {
		return
	}
	for _, p := range sub.final.paths {
		if !p.req.empty() {
			continue
		}
		n := lv.lateralPath(pathSubquery, r)
		n.child, n.from, n.disabled = p, sub, p.disabled
		n.startup, n.total = p.startup, p.total
		if len(r.restrict)+len(n.paramCl) > 0 || !trivialTarget(r, sub) {
			qs, qp := lv.g.clausesCost(n.paramCl)
			n.startup += r.baseCost[0] + qs
			n.total += r.baseCost[0] + qs + (lv.g.cost.cpuTuple+r.baseCost[1]+qp)*p.rows
		}
		n.keys = lv.usefulKeys(r, lv.subKeys(r, sub, p.keys))
		r.addPath(n)
	}
}

// trivialTarget tells whether the subquery's rows are handed on as they are.
func trivialTarget(r *rel, sub *level) bool {
	if len(r.target.exprs) != len(sub.targets) {
		return false
	}
	for i, e := range r.target.exprs {
		if v, ok := e.(*expr.Var); !ok || v.Attr != i+1 {
			return false
		}
	}
	return true
}

// subKeys translates the order of a subquery's rows to the outer level.
func (lv *level) subKeys(r *rel, sub *level, keys []*pathKey) []*pathKey {
	var out []*pathKey
	for _, k := range keys {
		var found *pathKey
		attr := 0
		for i := range sub.targets {
			t := &sub.targets[i]
			if t.Junk {
				continue
			}
			attr++
			if k.ec.find(ecExpr(t.Expr)) < 0 || k.ec.volatile {
				continue
			}
			v := &expr.Var{Loc: -1, Rel: r.rti, Attr: attr, Slot: -1, T: t.Expr.Type(), Mod: t.Expr.Typmod()}
			for _, ec := range lv.ecs {
				if !ec.volatile && ec.coll == k.ec.coll && ec.find(v) >= 0 {
					found = lv.keyFor(ec, k.desc, k.nullsFirst)
				}
			}
			if found != nil {
				break
			}
		}
		if found == nil {
			return out
		}
		out = addKey(out, found)
	}
	return out
}

func unsupportedRecursive() error {
	return pgerr.New(pgerr.FeatureNotSupported, "could not implement recursive UNION").
		WithDetail("All column datatypes must be hashable.")
}
