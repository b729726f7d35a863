package planner

import "minidb/expr"

// This file walks and rewrites expressions. The planner's needs differ from
// those of package expr in one thing: a rewrite that changes nothing must give
// back the very same tree without allocating, since most statements pass
// through all of the planner's rewrites unchanged.

// rewrite returns a replacement and true to stop there, or anything and false
// to go on into the children.
type rewrite func(e expr.Expr) (expr.Expr, bool)

// mutate rewrites a tree from the top.
func mutate(e expr.Expr, f rewrite) expr.Expr {
	if e == nil {
		return nil
	}
	if r, done := f(e); done {
		return r
	}
	return mutateChildren(e, f)
}

// mutateList rewrites a list, copying it only if something changed.
func mutateList(in []expr.Expr, f rewrite) ([]expr.Expr, bool) {
	var out []expr.Expr
	for i, e := range in {
		r := mutate(e, f)
		if out == nil && r != e {
			out = append(make([]expr.Expr, 0, len(in)), in[:i]...)
		}
		if out != nil {
			out = append(out, r)
		}
	}
	if out == nil {
		return in, false
	}
	return out, true
}

// mutateChildren rewrites the children of e and copies e if one changed.
func mutateChildren(e expr.Expr, f rewrite) expr.Expr {
	switch n := e.(type) {
	case *expr.FuncCall:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.OpCall:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.Bool:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.Distinct:
		if l, r := mutate(n.L, f), mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *expr.NullIf:
		if l, r := mutate(n.L, f), mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *expr.ArrayOp:
		if l, r := mutate(n.L, f), mutate(n.R, f); l != n.L || r != n.R {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *expr.NullTest:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.BoolTest:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.Relabel:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.PlaceHolder:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.CoerceIO:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.FieldSelect:
		if a := mutate(n.Arg, f); a != n.Arg {
			c := *n
			c.Arg = a
			return &c
		}
	case *expr.ArrayCoerce:
		if a, el := mutate(n.Arg, f), mutate(n.Elem, f); a != n.Arg || el != n.Elem {
			c := *n
			c.Arg, c.Elem = a, el
			return &c
		}
	case *expr.Case:
		return mutateCase(n, f)
	case *expr.Coalesce:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.MinMax:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.Array:
		if el, ch := mutateList(n.Elems, f); ch {
			c := *n
			c.Elems = el
			return &c
		}
	case *expr.RowCons:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	case *expr.RowCompare:
		l, ch1 := mutateList(n.L, f)
		r, ch2 := mutateList(n.R, f)
		if ch1 || ch2 {
			c := *n
			c.L, c.R = l, r
			return &c
		}
	case *expr.Subscript:
		a, val := mutate(n.Arg, f), mutate(n.Value, f)
		lo, ch1 := mutateList(n.Lo, f)
		hi, ch2 := mutateList(n.Hi, f)
		if a != n.Arg || val != n.Value || ch1 || ch2 {
			c := *n
			c.Arg, c.Value, c.Lo, c.Hi = a, val, lo, hi
			return &c
		}
	case *expr.SubLink:
		if t := mutate(n.Test, f); t != n.Test {
			c := *n
			c.Test = t
			return &c
		}
	case *expr.SubPlan:
		t := mutate(n.Test, f)
		args, ch := mutateList(n.Args, f)
		if t != n.Test || ch {
			c := *n
			c.Test, c.Args = t, args
			return &c
		}
	case *expr.Agg:
		return mutateAgg(n, f)
	case *expr.WindowCall:
		args, ch := mutateList(n.Args, f)
		fl := mutate(n.Filter, f)
		if ch || fl != n.Filter {
			c := *n
			c.Args, c.Filter = args, fl
			return &c
		}
	case *expr.Grouping:
		if args, ch := mutateList(n.Args, f); ch {
			c := *n
			c.Args = args
			return &c
		}
	}
	return e
}

func mutateCase(n *expr.Case, f rewrite) expr.Expr {
	arg, els := mutate(n.Arg, f), mutate(n.Else, f)
	changed := arg != n.Arg || els != n.Else
	whens := n.Whens
	for i, w := range n.Whens {
		c, r := mutate(w.Cond, f), mutate(w.Result, f)
		if c == w.Cond && r == w.Result {
			continue
		}
		if !changed || &whens[0] == &n.Whens[0] {
			whens = append([]expr.When(nil), n.Whens...)
			changed = true
		}
		whens[i] = expr.When{Cond: c, Result: r}
	}
	if !changed {
		return n
	}
	c := *n
	c.Arg, c.Else, c.Whens = arg, els, whens
	return &c
}

func mutateAgg(n *expr.Agg, f rewrite) expr.Expr {
	args, ch1 := mutateList(n.Args, f)
	direct, ch2 := mutateList(n.Direct, f)
	fl := mutate(n.Filter, f)
	changed := ch1 || ch2 || fl != n.Filter
	order := n.Order
	for i := range n.Order {
		if e := mutate(n.Order[i].Expr, f); e != n.Order[i].Expr {
			if &order[0] == &n.Order[0] {
				order = append([]expr.SortKey(nil), n.Order...)
				changed = true
			}
			order[i].Expr = e
		}
	}
	if !changed {
		return n
	}
	c := *n
	c.Args, c.Direct, c.Filter, c.Order = args, direct, fl, order
	return &c
}

// walk visits e and its descendants from the top; f returns false to leave out
// a node's children. Queries of sublinks are not entered.
func walk(e expr.Expr, f func(expr.Expr) bool) {
	if e == nil || !f(e) {
		return
	}
	switch n := e.(type) {
	case *expr.Var, *expr.Const, *expr.Param:
	case *expr.OpCall:
		walkList(n.Args, f)
	case *expr.FuncCall:
		walkList(n.Args, f)
	case *expr.Bool:
		walkList(n.Args, f)
	case *expr.Relabel:
		walk(n.Arg, f)
	case *expr.NullTest:
		walk(n.Arg, f)
	default:
		mutateChildren(e, func(c expr.Expr) (expr.Expr, bool) {
			walk(c, f)
			return c, true
		})
	}
}

func walkList(l []expr.Expr, f func(expr.Expr) bool) {
	for _, e := range l {
		walk(e, f)
	}
}

// any reports whether a node of the tree satisfies f.
func anyNode(e expr.Expr, f func(expr.Expr) bool) bool {
	found := false
	walk(e, func(n expr.Expr) bool {
		found = found || f(n)
		return !found
	})
	return found
}

// mutateQuery rewrites every expression of a query and, with depth counting how
// many levels further in, of the queries inside it. It returns q itself if
// nothing changed. f is called with the depth and returns as a rewrite does;
// a SubLink's query is entered whether or not f stops at the SubLink's parent.
func mutateQuery(q *Query, depth int, f func(e expr.Expr, depth int) (expr.Expr, bool)) *Query {
	m := &queryMutator{f: f, depth: depth}
	return m.query(q)
}

type queryMutator struct {
	f     func(e expr.Expr, depth int) (expr.Expr, bool)
	depth int
}

func (m *queryMutator) expr(e expr.Expr) expr.Expr {
	return mutate(e, m.step)
}

func (m *queryMutator) step(e expr.Expr) (expr.Expr, bool) {
	if r, done := m.f(e, m.depth); done {
		return r, true
	}
	sl, ok := e.(*expr.SubLink)
	if !ok {
		return e, false
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
		c.JoinVars, _ = mutateList(r.JoinVars, m.step)
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
			c.Values[i], _ = mutateList(row, m.step)
		}
	default:
		return r
	}
	return &c
}
