package planner

// WITH: common table expressions and references to them.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// with analyzes a WITH clause; each item sees those before it, and with
// RECURSIVE itself.
func (p *parseState) with(w *tree.WithClause) error {
	if w == nil {
		return nil
	}
	for i, c := range w.CTEs {
		for _, o := range w.CTEs[:i] {
			if o.Name == c.Name {
				return pgerr.New(pgerr.DuplicateAlias, "WITH query name %q specified more than once", c.Name).At(int(c.Pos))
			}
		}
		if _, ok := c.Query.(*tree.SelectStmt); !ok {
			p.q.HasModifyingCTE = true
		}
	}
	p.q.Recursive = w.Recursive
	list := w.CTEs
	if w.Recursive {
		var err error
		if list, err = inOrder(list); err != nil {
			return err
		}
	}
	for i, c := range list {
		if !w.Recursive {
			p.futureCTEs = list[i:]
		}
		if err := p.cte(c, w.Recursive); err != nil {
			return err
		}
	}
	p.futureCTEs = nil
	return nil
}

// inOrder sorts the items of WITH RECURSIVE so that each comes after those it
// refers to. Only an item's references to itself may make a circle.
func inOrder(l []*tree.CTE) ([]*tree.CTE, error) {
	var out []*tree.CTE
	rest := append([]*tree.CTE(nil), l...)
	for len(rest) > 0 {
		ready := -1
	next:
		for i, c := range rest {
			for _, o := range rest {
				if o != c && refersTo(c.Query, o.Name) != nil {
					continue next
				}
			}
			ready = i
			break
		}
		if ready < 0 {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "mutual recursion between WITH items is not implemented").At(int(rest[0].Pos))
		}
		out = append(out, rest[ready])
		rest = append(rest[:ready], rest[ready+1:]...)
	}
	return out, nil
}

func (p *parseState) cte(c *tree.CTE, recursive bool) error {
	out := &CTE{Name: c.Name, Materialized: c.Materialized, pos: c.Pos}
	if c.Search != nil || c.Cycle != nil {
		var err error
		if c, err = p.searched(c, out, recursive); err != nil {
			return err
		}
	}
	return p.analyzeCTE(c, out, recursive)
}

func (p *parseState) analyzeCTE(c *tree.CTE, out *CTE, recursive bool) error {
	if recursive && refersTo(c.Query, c.Name) != nil {
		out.Recursive = true
		s, ok := c.Query.(*tree.SelectStmt)
		if !ok {
			return pgerr.New(pgerr.InvalidRecursion, "recursive query %q must not contain data-modifying statements", c.Name).At(int(c.Pos))
		}
		if err := checkRecursion(c, s); err != nil {
			return err
		}
	}
	child := p.child()
	if out.Recursive {
		p.ctes, p.q.CTEs = append(p.ctes, out), append(p.q.CTEs, out)
		child.parentCTE = out
		out.Columns = c.Columns
	}
	q, err := child.statement(c.Query)
	if err != nil {
		return err
	}
	if out.Modifying = q.Command != Select; out.Modifying && p.parent != nil {
		return pgerr.New(pgerr.FeatureNotSupported, "WITH clause containing a data-modifying statement must be at the top level").At(int(c.Pos))
	}
	if out.Recursive {
		err = p.checkRecursiveTypes(out, q)
	} else {
		err = out.setColumns(c, q)
		p.ctes, p.q.CTEs = append(p.ctes, out), append(p.q.CTEs, out)
	}
	out.Query = q
	return err
}

// setColumns takes the CTE's columns from its query, renamed as written.
func (out *CTE) setColumns(c *tree.CTE, q *Query) error {
	names, ts, mods := columnsOf(q)
	if len(c.Columns) > len(names) {
		return pgerr.New(pgerr.InvalidColumnReference, "WITH query %q has %d columns available but %d columns specified",
			c.Name, len(names), len(c.Columns)).At(int(c.Pos))
	}
	copy(names, c.Columns)
	out.Columns, out.Types, out.Mods = names, ts, mods
	return nil
}

// recursiveColumns settles the columns of a recursive CTE by its non-recursive
// term.
func (p *parseState) recursiveColumns(c *CTE, names []string, ts []types.OID, mods []int32) error {
	if len(c.Columns) > len(names) {
		return pgerr.New(pgerr.InvalidColumnReference, "WITH query %q has %d columns available but %d columns specified",
			c.Name, len(names), len(c.Columns)).At(int(c.pos))
	}
	n := append([]string(nil), names...)
	copy(n, c.Columns)
	c.Columns, c.Types, c.Mods = n, append([]types.OID(nil), ts...), append([]int32(nil), mods...)
	for i, t := range c.Types {
		if t == types.UnknownOID {
			c.Types[i] = types.TextOID
		}
	}
	return nil
}

func (p *parseState) checkRecursiveTypes(c *CTE, q *Query) error {
	i := 0
	for k := range q.Targets {
		t := &q.Targets[k]
		if t.Junk {
			continue
		}
		if i < len(c.Types) && (t.Expr.Type() != c.Types[i] || t.Expr.Typmod() != c.Mods[i]) {
			return pgerr.New(pgerr.DatatypeMismatch,
				"recursive query %q column %d has type %s in non-recursive term but type %s overall",
				c.Name, i+1, p.a.FormatTypmod(c.Types[i], c.Mods[i]), p.a.FormatTypmod(t.Expr.Type(), t.Expr.Typmod())).
				WithHint("Cast the output of the non-recursive term to the correct type.").At(int(exprLoc(t.Expr)))
		}
		i++
	}
	return nil
}

// refersTo finds a reference to a table of that name.
func refersTo(s tree.Node, name string) *tree.RangeVar {
	var found *tree.RangeVar
	tree.Walk(s, func(n tree.Node) bool {
		if v, ok := n.(*tree.RangeVar); ok && v.Schema == "" && v.Name == name && found == nil {
			found = v
		}
		return found == nil
	})
	return found
}

// checkRecursion holds a recursive CTE to the form that can be run.
func checkRecursion(c *tree.CTE, s *tree.SelectStmt) error {
	bad := func(pos int32, format string, args ...any) error {
		return pgerr.New(pgerr.InvalidRecursion, format, args...).At(int(pos))
	}
	if s.Op != tree.Union {
		return bad(c.Pos, "recursive query %q does not have the form non-recursive-term UNION [ALL] recursive-term", c.Name)
	}
	if ref := refersTo(s.Left, c.Name); ref != nil {
		return bad(ref.Pos, "recursive reference to query %q must not appear within its non-recursive term", c.Name)
	}
	for _, x := range []struct {
		what string
		e    tree.Expr
	}{{"OFFSET", s.LimitOffset}, {"LIMIT", s.LimitCount}} {
		if x.e != nil {
			return pgerr.New(pgerr.FeatureNotSupported, "%s in a recursive query is not implemented", x.what).At(int(tree.Leftmost(x.e)))
		}
	}
	if len(s.OrderBy) > 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "ORDER BY in a recursive query is not implemented").At(int(tree.Leftmost(s.OrderBy[0].Expr)))
	}
	if len(s.Locking) > 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "FOR UPDATE/SHARE in a recursive query is not implemented")
	}
	refs := 0
	var err error
	tree.Walk(s.Right, func(n tree.Node) bool {
		switch n := n.(type) {
		case *tree.RangeVar:
			if n.Schema == "" && n.Name == c.Name {
				if refs++; refs > 1 && err == nil {
					err = bad(n.Pos, "recursive reference to query %q must not appear more than once", c.Name)
				}
			}
		case *tree.SubLink:
			if r := refersTo(n.Query, c.Name); r != nil && err == nil {
				err = bad(r.Pos, "recursive reference to query %q must not appear within a subquery", c.Name)
			}
		case *tree.JoinExpr:
			if r := nullableRef(n, c.Name); r != nil && err == nil {
				err = bad(r.Pos, "recursive reference to query %q must not appear within an outer join", c.Name)
			}
		}
		return err == nil
	})
	return err
}

// nullableRef finds a reference on the side of an outer join that it may null.
func nullableRef(j *tree.JoinExpr, name string) *tree.RangeVar {
	var r *tree.RangeVar
	if j.Kind == tree.JoinLeft || j.Kind == tree.JoinFull {
		r = refersTo(j.Right, name)
	}
	if r == nil && (j.Kind == tree.JoinRight || j.Kind == tree.JoinFull) {
		r = refersTo(j.Left, name)
	}
	return r
}

// findCTE looks for a CTE in scope and how many levels out it is.
func (p *parseState) findCTE(name string) (*CTE, int) {
	up := 0
	for l := p; l != nil; l, up = l.parent, up+1 {
		for _, c := range l.ctes {
			if c.Name == name {
				return c, up
			}
		}
	}
	return nil, 0
}

func (p *parseState) isFutureCTE(name string) bool {
	for l := p; l != nil; l = l.parent {
		for _, c := range l.futureCTEs {
			if c.Name == name {
				return true
			}
		}
	}
	return false
}

func (p *parseState) fromCTE(t *tree.RangeVar, c *CTE, up int) (*fromResult, error) {
	rte := &RangeEntry{Kind: CTEEntry, Alias: c.Name, CTE: c.Name, CTEUp: up, CTERef: c, SelfRef: c.Query == nil,
		Columns: c.Columns, Types: c.Types, Mods: c.Mods, Pos: t.Pos}
	if rte.SelfRef && c.Types == nil {
		return nil, pgerr.New(pgerr.InvalidRecursion,
			"recursive reference to query %q must not appear within its non-recursive term", c.Name).At(int(t.Pos))
	}
	if !rte.SelfRef {
		if c.Modifying && len(c.Query.Returning) == 0 {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "WITH query %q does not have a RETURNING clause", c.Name).At(int(t.Pos))
		}
		c.Refs++
	}
	if err := applyAlias(rte, t.Alias, "table"); err != nil {
		return nil, err
	}
	it := p.addEntry(rte)
	for i := range it.columns() {
		it.columns()[i].added = up > 0 && i >= len(it.columns())-c.Added
	}
	return leaf(it), nil
}

// recursiveTermChecks refuses aggregates in the recursive term.
func recursiveTermChecks(q *Query) error {
	var err error
	for i := range q.Targets {
		walkExpr(q.Targets[i].Expr, 0, func(e expr.Expr, depth int) bool {
			if a, ok := e.(*expr.Agg); ok && depth == 0 && err == nil {
				err = pgerr.New(pgerr.InvalidRecursion, "aggregate functions are not allowed in a recursive query's recursive term").At(int(a.Pos()))
			}
			return err == nil && depth == 0
		})
	}
	return err
}
