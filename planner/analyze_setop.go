package planner

// UNION, INTERSECT, EXCEPT. Each plain SELECT becomes a subquery in the range
// table and a leaf of the tree of operations. A leaf yields the very types of
// the operation it belongs to: where it would not, a query that casts is put
// around it.

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

var setOpNames = map[tree.SetOp]string{tree.Union: "UNION", tree.Intersect: "INTERSECT", tree.Except: "EXCEPT"}

// setArm is one analyzed arm: its node and its columns. Of a leaf, q is the
// query.
type setArm struct {
	node  *SetOpNode
	q     *Query
	exprs []expr.Expr // one for each column, for types and places
	names []string
	at    []int32 // places of the leftmost arm's columns
}

// column stands for a column in a comparison of types.
func (a *setArm) column(i int) expr.Expr {
	e := a.exprs[i]
	if a.q == nil || exprLoc(e) == a.at[i] {
		return e
	}
	return &expr.Var{Loc: expr.Loc(a.at[i]), T: e.Type(), Mod: e.Typmod(), Slot: -1}
}

func (p *parseState) setOperation(s *tree.SelectStmt) error {
	q := p.q
	if err := p.with(s.With); err != nil {
		return err
	}
	if len(s.Locking) > 0 {
		return lockedSetOp(s)
	}
	arm, err := p.setTree(s, true)
	if err != nil {
		return err
	}
	q.SetOp = arm.node
	first := arm.node
	for first.Rel == 0 {
		first = first.Left
	}
	it := &nsItem{rel: first.Rel, rte: &RangeEntry{Kind: JoinEntry, Alias: "unnamed_join"}, names: arm.names, lateralOK: true, colsVisible: true}
	for i, n := range arm.names {
		c := nsColumn{rel: first.Rel, attr: i + 1, typ: arm.node.Types[i], mod: arm.node.Mods[i]}
		it.cols = append(it.cols, c)
		q.Targets = append(q.Targets, expr.Target{Name: n, Expr: p.columnVar(&c, 0, arm.at[i])})
	}
	p.namespace = []*nsItem{it}
	n := len(q.Targets)
	if q.Sort, err = p.sortClause(s.OrderBy, kindOrderBy, false); err != nil {
		return err
	}
	if len(q.Targets) > n {
		return pgerr.New(pgerr.FeatureNotSupported, "invalid UNION/INTERSECT/EXCEPT ORDER BY clause").
			WithDetail("Only result column names can be used, not expressions or functions.").
			WithHint("Add the expression/function to every SELECT, or move the UNION into a FROM clause.").
			At(int(exprLoc(q.Targets[n].Expr)))
	}
	p.namespace = nil
	return p.limits(s)
}

func lockedSetOp(s *tree.SelectStmt) error {
	return pgerr.New(pgerr.FeatureNotSupported, "%s is not allowed with UNION/INTERSECT/EXCEPT", lockName(s.Locking[0].Strength))
}

// setTree analyzes one arm, or the whole of the operation at the top.
func (p *parseState) setTree(s *tree.SelectStmt, top bool) (*setArm, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if !top && len(s.Locking) > 0 && s.Into == nil {
		return nil, lockedSetOp(s)
	}
	if s.Op == tree.SetNone || !top && (len(s.OrderBy) > 0 || s.LimitCount != nil || s.LimitOffset != nil || s.With != nil) {
		return p.setLeaf(s)
	}
	mark := len(p.q.Range)
	arm, again, err := p.setNode(s, top, false)
	if again && err == nil {
		p.q.Range = p.q.Range[:mark]
		arm, _, err = p.setNode(s, top, true)
	}
	return arm, err
}

func (p *parseState) setLeaf(s *tree.SelectStmt) (*setArm, error) {
	if s.Into != nil {
		return nil, pgerr.New(pgerr.SyntaxError, "INTO is only allowed on first SELECT of UNION/INTERSECT/EXCEPT").At(int(s.Into.Relation.Pos))
	}
	c := p.child()
	c.resolveLater = true
	q, err := c.selectStmt(s)
	if err != nil {
		return nil, err
	}
	var outer error
	walkQuery(q, 1, func(e expr.Expr, depth int) bool {
		if v, ok := e.(*expr.Var); ok && v.Up == depth && outer == nil {
			outer = pgerr.New(pgerr.InvalidColumnReference,
				"UNION/INTERSECT/EXCEPT member statement cannot refer to other relations of same query level").At(int(v.Pos()))
		}
		return outer == nil
	})
	if outer != nil {
		return nil, outer
	}
	rte := &RangeEntry{Kind: SubqueryEntry, Alias: "*SELECT* " + itoa(len(p.q.Range)+1), HasAlias: true, Subquery: q, Pos: -1}
	rte.Columns, rte.Types, rte.Mods = columnsOf(q)
	it := p.addEntry(rte)
	arm := &setArm{node: &SetOpNode{Rel: it.rel}, q: q}
	for i := range q.Targets {
		if t := &q.Targets[i]; !t.Junk {
			arm.exprs, arm.names = append(arm.exprs, t.Expr), append(arm.names, t.Name)
			arm.at = append(arm.at, columnLoc(q, t.Expr))
		}
	}
	return arm, nil
}

// setNode analyzes an operation. again is true if one of its arms is an
// operation of other types and must become a query of its own (asLeaf).
func (p *parseState) setNode(s *tree.SelectStmt, top, asLeaf bool) (arm *setArm, again bool, err error) {
	sub := func(x *tree.SelectStmt) (*setArm, error) {
		if asLeaf {
			return p.setLeaf(x)
		}
		return p.setTree(x, false)
	}
	l, err := sub(s.Left)
	if err != nil {
		return nil, false, err
	}
	if top && p.parentCTE != nil {
		if err := p.recursiveLeft(l); err != nil {
			return nil, false, err
		}
	}
	r, err := sub(s.Right)
	if err != nil {
		return nil, false, err
	}
	name := setOpNames[s.Op]
	if len(l.exprs) != len(r.exprs) {
		pos := int32(-1)
		if len(r.exprs) > 0 {
			pos = exprLoc(r.column(0))
		}
		return nil, false, pgerr.New(pgerr.SyntaxError, "each %s query must have the same number of columns", name).At(int(pos))
	}
	if top && p.parentCTE != nil && r.q != nil {
		if err := recursiveTermChecks(r.q); err != nil {
			return nil, false, err
		}
	}
	node := &SetOpNode{Op: s.Op, All: s.All, Left: l.node, Right: r.node}
	arm = &setArm{node: node, names: l.names, at: l.at}
	for i := range l.exprs {
		e, err := p.setColumn(l, r, i, name, node)
		if err != nil {
			return nil, false, err
		}
		arm.exprs = append(arm.exprs, e)
	}
	for _, a := range []*setArm{l, r} {
		if p.armFits(a, node.Types) {
			continue
		}
		if a.q == nil {
			return nil, true, nil
		}
		if err := p.castLeaf(a, node); err != nil {
			return nil, false, err
		}
	}
	p.fillLeaf(l)
	p.fillLeaf(r)
	return arm, false, nil
}

// recursiveLeft settles the columns of the CTE whose non-recursive term l is.
func (p *parseState) recursiveLeft(l *setArm) error {
	ts, mods := make([]types.OID, len(l.exprs)), make([]int32, len(l.exprs))
	for i, e := range l.exprs {
		ts[i], mods[i] = e.Type(), e.Typmod()
	}
	return p.recursiveColumns(p.parentCTE, l.names, ts, mods)
}

// setColumn settles the type of one column. Literals of unknown type in a leaf
// are read as that type.
func (p *parseState) setColumn(l, r *setArm, i int, name string, node *SetOpNode) (expr.Expr, error) {
	both := []expr.Expr{l.exprs[i], r.exprs[i]}
	t, err := p.common([]expr.Expr{l.column(i), r.column(i)}, name)
	if err != nil {
		return nil, err
	}
	for k, a := range []*setArm{l, r} {
		x, err := p.toCommon(a.exprs[i], t, name)
		if err != nil {
			return nil, err
		}
		if a.exprs[i].Type() == types.UnknownOID && a.q != nil {
			a.setExpr(i, x)
		}
		both[k] = x
	}
	node.Types = append(node.Types, t)
	node.Mods = append(node.Mods, expr.CommonTypmod(both, t))
	if node.Op != tree.Union || !node.All {
		g, err := p.groupOps(t, exprLoc(l.column(i)))
		if err != nil {
			return nil, err
		}
		if p.parentCTE != nil && !g.Hashable { // there is no other way to do a recursive UNION
			g.Hashable = g.Eq.CanHash
		}
		node.Group = append(node.Group, g)
	}
	best := l.column(i)
	if best.Type() != t && r.exprs[i].Type() == t {
		best = r.column(i)
	}
	return &expr.SetToDefault{Loc: expr.Loc(exprLoc(best)), T: t, Mod: node.Mods[i]}, nil
}

// setExpr replaces the expression of a leaf's column.
func (a *setArm) setExpr(i int, x expr.Expr) {
	a.exprs[i] = x
	n := 0
	for k := range a.q.Targets {
		if a.q.Targets[k].Junk {
			continue
		}
		if n == i {
			a.q.Targets[k].Expr = x
		}
		n++
	}
}

func (p *parseState) armFits(a *setArm, ts []types.OID) bool {
	for i, e := range a.exprs {
		if e.Type() != ts[i] {
			return false
		}
	}
	return true
}

// castLeaf makes a leaf yield the operation's types: in its own select list if
// nothing else depends on that, else in a query around it.
func (p *parseState) castLeaf(a *setArm, node *SetOpNode) error {
	rte := p.q.Range[a.node.Rel-1]
	q := a.q
	direct := q.SetOp == nil && len(q.Distinct) == 0
	for i := range q.Targets {
		direct = direct && (q.Targets[i].Junk || q.Targets[i].SortRef == 0)
	}
	if !direct {
		inner := &RangeEntry{Kind: SubqueryEntry, Alias: rte.Alias, HasAlias: true, Subquery: shiftOuter(q), Pos: -1}
		inner.Columns, inner.Types, inner.Mods = columnsOf(q)
		outer := &Query{Range: []*RangeEntry{inner}, From: []FromItem{&RangeRef{Rel: 1}}}
		for i, n := range inner.Columns {
			v := &expr.Var{Loc: -1, Rel: 1, Attr: i + 1, Slot: -1, T: inner.Types[i], Mod: inner.Mods[i]}
			outer.Targets = append(outer.Targets, expr.Target{Expr: v, Name: n})
			a.exprs[i] = v
		}
		a.q, rte.Subquery = outer, outer
	}
	for i := range a.exprs {
		x, err := p.toCommon(a.exprs[i], node.Types[i], setOpNames[node.Op])
		if err != nil {
			return err
		}
		a.setExpr(i, x)
	}
	return nil
}

// shiftOuter moves all references from q to levels outside of it one level
// further out, as q is now nested one deeper.
func shiftOuter(q *Query) *Query {
	shiftCTEs(q, 0)
	return mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		if v, ok := e.(*expr.Var); ok && v.Up > depth {
			c := *v
			c.Up++
			return &c, true
		}
		return e, false
	})
}

// shiftCTEs does the same for references to CTEs.
func shiftCTEs(q *Query, depth int) {
	for _, r := range q.Range {
		if r.Kind == CTEEntry && r.CTEUp > depth {
			r.CTEUp++
		}
		if r.Subquery != nil {
			shiftCTEs(r.Subquery, depth+1)
		}
	}
	for _, c := range q.CTEs {
		if c.Query != nil {
			shiftCTEs(c.Query, depth+1)
		}
	}
	walkQuery(q, depth, func(e expr.Expr, d int) bool {
		if s, ok := e.(*expr.SubLink); ok && d == depth {
			if sq, ok := s.Query.(*Query); ok {
				shiftCTEs(sq, depth+1)
			}
		}
		return d == depth
	})
}

// fillLeaf describes a leaf's columns, once they are settled.
func (p *parseState) fillLeaf(a *setArm) {
	if a.q == nil {
		return
	}
	rte := p.q.Range[a.node.Rel-1]
	rte.Columns, rte.Types, rte.Mods = columnsOf(a.q)
	a.node.Types, a.node.Mods = rte.Types, rte.Mods
}
