package planner

import "minidb/expr"

// This file rewrites queries, all that is in them included; expressions are
// rewritten by package expr (mutate.go).

// mutateQuery rewrites every expression of a query and, with depth counting how
// many levels further in, of the queries inside it. It returns q itself if
// nothing changed. f is called with the depth and returns as a rewrite does, but
// what it returns with false is gone into;
// a SubLink's query is entered whether or not f stops at the SubLink's parent.
func mutateQuery(q *Query, depth int, f func(e expr.Expr, depth int) (expr.Expr, bool)) *Query {
	m := &queryMutator{f: f, depth: depth}
	return m.query(q)
}

type queryMutator struct {
	f     func(e expr.Expr, depth int) (expr.Expr, bool)
	depth int
	links bool // a sublink came into the query at hand
}

func (m *queryMutator) expr(e expr.Expr) expr.Expr {
	return expr.Mutate(e, m.step)
}

func (m *queryMutator) step(e expr.Expr) (expr.Expr, bool) {
	r, done := m.f(e, m.depth)
	if done {
		if _, ok := r.(*expr.Var); !ok && hasSubLink(r) {
			m.links = true
		}
		return r, true
	}
	sl, ok := r.(*expr.SubLink)
	if !ok {
		return expr.MutateChildren(r, m.step), true
	}
	c := *sl
	c.Test = m.expr(sl.Test)
	m.depth++
	c.Query = m.query(sl.Query.(*Query))
	m.depth--
	return &c, true
}

// query copies q with its expressions rewritten.
func (m *queryMutator) query(q *Query) *Query {
	c := *q
	around := m.links
	m.links = q.HasSubLinks
	defer func() { c.HasSubLinks, m.links = m.links, around }()
	c.Targets = m.targets(q.Targets)
	c.Returning = m.targets(q.Returning)
	c.Where, c.Having = m.expr(q.Where), m.expr(q.Having)
	c.Limit, c.Offset = m.expr(q.Limit), m.expr(q.Offset)
	c.From = m.from(q.From)
	c.Range = make([]*RangeEntry, len(q.Range))
	for i, r := range q.Range {
		c.Range[i] = m.entry(r)
	}
	m.ctes(&c)
	if q.Conflict != nil {
		oc := *q.Conflict
		oc.Set, oc.Where = m.targets(oc.Set), m.expr(oc.Where)
		c.Conflict = &oc
	}
	if len(q.Checks) > 0 {
		c.Checks = make([]*ViewCheck, len(q.Checks))
		for i, v := range q.Checks {
			n := *v
			n.Qual = m.expr(v.Qual)
			c.Checks[i] = &n
		}
	}
	if len(q.Windows) > 0 {
		c.Windows = append([]*WindowClause(nil), q.Windows...)
		for i, w := range q.Windows {
			wc := *w
			wc.StartOff, wc.EndOff = m.expr(w.StartOff), m.expr(w.EndOff)
			c.Windows[i] = &wc
		}
	}
	return &c
}

// ctes copies the WITH queries and lets the range entries point to the copies.
func (m *queryMutator) ctes(c *Query) {
	if len(c.CTEs) == 0 {
		return
	}
	old := c.CTEs
	c.CTEs = make([]*CTE, len(old))
	m.depth++
	for i, cte := range old {
		n := *cte
		n.Query = m.query(cte.Query)
		c.CTEs[i] = &n
	}
	m.depth--
}

func (m *queryMutator) targets(in []expr.Target) []expr.Target {
	out := in
	for i := range in {
		if e := m.expr(in[i].Expr); e != in[i].Expr {
			if &out[0] == &in[0] {
				out = append([]expr.Target(nil), in...)
			}
			out[i].Expr = e
		}
	}
	return out
}

func (m *queryMutator) from(in []FromItem) []FromItem {
	out := make([]FromItem, len(in))
	for i, it := range in {
		out[i] = m.item(it)
	}
	return out
}

func (m *queryMutator) item(it FromItem) FromItem {
	if l, ok := it.(*fromList); ok {
		return &fromList{items: m.from(l.items), quals: m.expr(l.quals)}
	}
	j, ok := it.(*Join)
	if !ok {
		return it
	}
	c := *j
	c.Left, c.Right, c.Quals = m.item(j.Left), m.item(j.Right), m.expr(j.Quals)
	return &c
}

func (m *queryMutator) entry(r *RangeEntry) *RangeEntry {
	c := *r
	switch r.Kind {
	case SubqueryEntry:
		m.depth++
		c.Subquery = m.query(r.Subquery)
		m.depth--
	case JoinEntry:
		c.JoinVars, _ = expr.MutateList(r.JoinVars, m.step)
	case FunctionEntry:
		c.Functions = append([]*RangeFunc(nil), r.Functions...)
		for i, fn := range r.Functions {
			f := *fn
			f.Call = m.expr(fn.Call)
			c.Functions[i] = &f
		}
	case ValuesEntry:
		c.Values = make([][]expr.Expr, len(r.Values))
		for i, row := range r.Values {
			c.Values[i], _ = expr.MutateList(row, m.step)
		}
	default:
		return r
	}
	return &c
}
