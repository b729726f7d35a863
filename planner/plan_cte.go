package planner

import (
	"minidb/expr"
	"minidb/parser/tree"
)

// WITH queries. One that is referenced once and has no side effects is merged
// into the place of its reference; others run once, as CTE subplans.

// cteInfo is a planned WITH query.
type cteInfo struct {
	def  *SubPlanDef
	sub  *level
	path *path
	cols *target
}

// recursion is set on the level of a recursive WITH query's body.
type recursion struct {
	name  string
	param int
	seed  *path // the non-recursive term, once planned
}

// processCTEs inlines or plans each WITH query of the level.
func (lv *level) processCTEs() {
	if len(lv.q.CTEs) == 0 {
		return
	}
	lv.ctes, lv.hadCTEs = map[string]*cteInfo{}, true
	private := false
	for i := 0; i < len(lv.q.CTEs); i++ {
		switch c := lv.q.CTEs[i]; {
		case c.Modifying:
			lv.planCTE(c)
		case c.Refs == 0:
		case inlinable(c):
			if !private {
				lv.q = mutateQuery(lv.q, 0, func(e expr.Expr, _ int) (expr.Expr, bool) { return e, false })
				c, private = lv.q.CTEs[i], true
			}
			inlineCTE(lv.q, c.Name, c, 0)
		default:
			lv.planCTE(c)
		}
		if lv.g.interrupted() {
			return
		}
	}
	lv.q.CTEs = nil // later rewrites of the query need not carry them along
}

func inlinable(c *CTE) bool {
	if c.Recursive || c.Modifying || c.Query.Command != Select || len(c.Query.RowMarks) > 0 {
		return false
	}
	switch c.Materialized {
	case tree.MaterializeNever:
		return !queryVolatile(c.Query)
	case tree.MaterializeDefault:
		return c.Refs == 1 && !queryVolatile(c.Query)
	}
	return false
}

// inlineCTE turns the references to c in q, a private copy, into subqueries.
func inlineCTE(q *Query, name string, c *CTE, depth int) {
	for i, r := range q.Range {
		switch {
		case r.Kind == CTEEntry && r.CTEUp == depth && r.CTE == name:
			n := *r
			n.Kind = SubqueryEntry
			n.Subquery = raiseQuery(c.Query, depth)
			q.Range[i] = &n
		case r.Kind == SubqueryEntry:
			inlineCTE(r.Subquery, name, c, depth+1)
		}
	}
	for _, o := range q.CTEs {
		if depth > 0 || o.Name != name {
			inlineCTE(o.Query, name, c, depth+1)
		}
	}
	eachSubLink(q, func(sub *Query) { inlineCTE(sub, name, c, depth+1) })
}

// raiseQuery copies a query that moves n levels further in.
func raiseQuery(q *Query, n int) *Query {
	out := mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		switch v := e.(type) {
		case *expr.Var:
			if v.Up > depth && n > 0 {
				c := *v
				c.Up += n
				return &c, true
			}
		case *expr.Agg:
			if v.Up > depth && n > 0 {
				c := *v
				c.Up += n
				return &c, false
			}
		}
		return e, false
	})
	raiseCTEs(out, 0, n)
	return out
}

func raiseCTEs(q *Query, depth, n int) {
	for i, r := range q.Range {
		switch {
		case r.Kind == CTEEntry && r.CTEUp > depth:
			c := *r
			c.CTEUp += n
			q.Range[i] = &c
		case r.Kind == SubqueryEntry:
			raiseCTEs(r.Subquery, depth+1, n)
		}
	}
	for _, c := range q.CTEs {
		raiseCTEs(c.Query, depth+1, n)
	}
	eachSubLink(q, func(sub *Query) { raiseCTEs(sub, depth+1, n) })
}

// planCTE plans c as a subplan of the level.
func (lv *level) planCTE(c *CTE) {
	g := lv.g
	var rec *recursion
	setup := func(sub *level) {}
	if c.Recursive {
		rec = &recursion{name: c.Name, param: g.newParam(nil)}
		setup = func(sub *level) { sub.recursion = rec }
	}
	saved := lv.planParams
	lv.planParams = nil
	sub := g.planLevel(c.Query, lv, 0, setup)
	lv.planParams = saved
	if g.err != nil {
		return
	}
	best := sub.final.cheapest
	def := &SubPlanDef{Index: len(g.sub), Name: "CTE " + c.Name, Init: true, CTE: true, OutIDs: []int{g.newParam(nil)}}
	g.sub = append(g.sub, def)
	b := sub.createPlan(best)
	def.Plan = b.plan
	if b.plan != nil {
		b.plan.Base().InitPlans = append(b.plan.Base().InitPlans, sub.initPlans...)
	}
	if c.Modifying && b.plan != nil {
		g.writes = true
		g.modCTEs = append(g.modCTEs, b.plan)
	}
	lv.initPlans = append(lv.initPlans, def)
	lv.ctes[c.Name] = &cteInfo{def: def, sub: sub, path: best, cols: best.emits()}
}

// findCTE finds the planned WITH query that an entry refers to.
func (lv *level) findCTE(r *RangeEntry) *cteInfo {
	l := lv
	for range r.CTEUp {
		if l.parent == nil {
			return nil
		}
		l = l.parent
	}
	return l.ctes[r.CTE]
}

// findRecursion finds the recursive query that a self reference belongs to.
func (lv *level) findRecursion(name string) *recursion {
	for l := lv; l != nil; l = l.parent {
		if l.recursion != nil && l.recursion.name == name {
			return l.recursion
		}
	}
	return nil
}
