package planner

// ORDER BY, GROUP BY and DISTINCT: each item is found in the select list, or
// added to it as junk, and gets the operators to sort and compare by
// (PostgreSQL's parse_clause.c).

import (
	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
	"minidb/types"
)

// sortRef gives the target a number to be referred to by.
func (p *parseState) sortRef(i int) int {
	t := &p.q.Targets[i]
	if t.SortRef == 0 {
		for j := range p.q.Targets {
			t.SortRef = max(t.SortRef, p.q.Targets[j].SortRef)
		}
		t.SortRef++
	}
	return t.SortRef
}

// findTarget finds the target that an item of kind means: by SQL92's rules an
// output name or position first, unless sql99 is set; else an equal expression.
// What is not there is added as junk. The answer is an index into Targets.
func (p *parseState) findTarget(e tree.Expr, kind exprKind, sql99 bool) (int, error) {
	if !sql99 {
		i, err := p.findTarget92(e, kind)
		if i >= 0 || err != nil {
			return i, err
		}
	}
	x, err := p.expr(e, kind)
	if err != nil {
		return 0, err
	}
	for i := range p.q.Targets {
		if sameExpr(x, stripImplicit(p.q.Targets[i].Expr)) {
			return i, nil
		}
	}
	p.q.Targets = append(p.q.Targets, expr.Target{Expr: x, Name: p.columnName(e), Junk: true})
	return len(p.q.Targets) - 1, nil
}

// findTarget92 returns -1 if e is neither a name nor a position.
func (p *parseState) findTarget92(e tree.Expr, kind exprKind) (int, error) {
	switch e := e.(type) {
	case *tree.ColumnRef:
		if len(e.Fields) != 1 || e.Star {
			return -1, nil
		}
		name := e.Fields[0]
		if kind == kindGroupBy {
			if x, err := p.unqualified(name, e.Pos, true); x != nil || err != nil {
				return -1, err
			}
		}
		found := -1
		for i := range p.q.Targets {
			t := &p.q.Targets[i]
			if t.Junk || t.Name != name {
				continue
			}
			if found >= 0 && !sameExpr(t.Expr, p.q.Targets[found].Expr) {
				return -1, pgerr.New(pgerr.AmbiguousColumn, "%s %q is ambiguous", kindTexts[kind].clause, name).At(int(e.Pos))
			}
			if found < 0 {
				found = i
			}
		}
		if found >= 0 {
			return found, p.checkTarget92(found, kind)
		}
	case *tree.Const:
		if e.Kind != tree.ConstInt || e.Int != int64(int32(e.Int)) {
			return -1, pgerr.New(pgerr.SyntaxError, "non-integer constant in %s", kindTexts[kind].clause).At(int(e.Pos))
		}
		n := int64(0)
		for i := range p.q.Targets {
			if p.q.Targets[i].Junk {
				continue
			}
			if n++; n == e.Int {
				return i, p.checkTarget92(i, kind)
			}
		}
		return -1, pgerr.New(pgerr.InvalidColumnReference, "%s position %d is not in select list", kindTexts[kind].clause, e.Int).At(int(e.Pos))
	}
	return -1, nil
}

// checkTarget92 refuses to group by a target that is computed after grouping.
func (p *parseState) checkTarget92(i int, kind exprKind) error {
	if kind != kindGroupBy {
		return nil
	}
	var err error
	walkExpr(p.q.Targets[i].Expr, 0, func(e expr.Expr, depth int) bool {
		if err == nil {
			switch e := e.(type) {
			case *expr.Agg:
				if e.Up == depth {
					err = kind.checkAggregate("aggregate functions", e.Pos())
				}
			case *expr.WindowCall:
				if depth == 0 {
					err = kind.checkWindow(e.Pos())
				}
			}
		}
		return err == nil
	})
	return err
}

// stripImplicit takes off casts that analysis put in.
func stripImplicit(e expr.Expr) expr.Expr {
	switch n := e.(type) {
	case *expr.FuncCall:
		if n.Form == expr.CastImplicit && len(n.Args) > 0 {
			return stripImplicit(n.Args[0])
		}
	case *expr.Relabel:
		if n.Form == expr.CastImplicit {
			return stripImplicit(n.Arg)
		}
	case *expr.CoerceIO:
		if n.Form == expr.CastImplicit {
			return stripImplicit(n.Arg)
		}
	case *expr.ConvertRow:
		if n.Form == expr.CastImplicit {
			return stripImplicit(n.Arg)
		}
	case *expr.ArrayCoerce:
		if n.Form == expr.CastImplicit {
			return stripImplicit(n.Arg)
		}
	}
	return e
}

func noOrdering(typ string, pos int32) error {
	return pgerr.New(pgerr.UndefinedFunction, "could not identify an ordering operator for type %s", typ).
		WithHint("Use an explicit ordering operator or modify the query.").At(int(pos))
}

// sortGroup finds the operators for sorting by a value of type t.
func (p *parseState) sortGroup(t types.OID, by *tree.SortBy, pos int32) (expr.SortGroup, error) {
	g := expr.SortGroup{Desc: by.Dir == tree.SortDesc}
	strategy := -2
	if g.Desc {
		strategy = 2
	}
	if by.Dir == tree.SortUsing {
		op, err := p.usingOperator(t, by)
		if err != nil {
			return g, err
		}
		g.Lt, g.Desc = op, op.Btree == 2
	} else {
		g.Lt = p.r.SortOperator(t, strategy)
	}
	g.Eq = p.r.SortOperator(t, 3)
	if g.Lt == nil || g.Eq == nil {
		return g, noOrdering(p.r.TypeName(t), pos)
	}
	g.Hashable = canHash(g.Eq, t)
	g.NullsFirst = by.Nulls == tree.NullsFirst || by.Nulls == tree.NullsDefault && g.Desc
	return g, nil
}

// patternOrder has the members < and > of the families text_pattern_ops and
// bpchar_pattern_ops: they order as < and > do, since all collations sort by bytes.
var patternOrder = map[string]int{"~<~": -2, "~>~": 2}

func (p *parseState) usingOperator(t types.OID, by *tree.SortBy) (*expr.Operator, error) {
	schema, name := "", by.Using[len(by.Using)-1]
	if len(by.Using) > 1 {
		schema = by.Using[0]
	}
	op, err := p.r.ResolveOperator(schema, name, t, t, by.Pos)
	if err != nil {
		return nil, err
	}
	if s, ok := patternOrder[op.Name]; ok {
		return p.r.SortOperator(op.Left, s), nil
	}
	if op.Btree != -2 && op.Btree != 2 {
		return nil, pgerr.New(pgerr.WrongObjectType, "operator %s is not a valid ordering operator", name).
			WithHint("Ordering operators must be \"<\" or \">\" members of btree operator families.").At(int(by.Pos))
	}
	return op, nil
}

// canHash tells whether values of type t, which op compares for equality, may be hashed.
// Rows without a named type may not: only when they are there it is known what they hold.
func canHash(op *expr.Operator, t types.OID) bool {
	return op.CanHash && t != types.RecordOID && t != types.RecordArrayOID
}

// groupOps finds the operators for grouping by a value of type t.
func (p *parseState) groupOps(t types.OID, pos int32) (expr.SortGroup, error) {
	g := expr.SortGroup{Eq: p.r.SortOperator(t, 3), Lt: p.r.SortOperator(t, -2)}
	if g.Eq == nil {
		g.Eq = p.r.HashEquality(t)
	}
	if g.Eq == nil {
		return g, pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type %s", p.r.TypeName(t)).At(int(pos))
	}
	g.Hashable = canHash(g.Eq, t)
	return g, nil
}

func inGroups(l []expr.SortGroup, ref int) *expr.SortGroup {
	for i := range l {
		if ref != 0 && l[i].Ref == ref {
			return &l[i]
		}
	}
	return nil
}

// sortClause analyzes an ORDER BY list over the query's targets.
func (p *parseState) sortClause(l []*tree.SortBy, kind exprKind, sql99 bool) ([]expr.SortGroup, error) {
	var out []expr.SortGroup
	for _, s := range l {
		i, err := p.findTarget(s.Expr, kind, sql99)
		if err != nil {
			return nil, err
		}
		t := &p.q.Targets[i]
		if t.Expr, err = p.knownType(t.Expr); err != nil {
			return nil, err
		}
		pos := exprLoc(t.Expr)
		switch e := s.Expr.(type) {
		case *tree.Const, *tree.ColumnRef: // of a target elsewhere
			pos = e.Position()
		}
		g, err := p.sortGroup(t.Expr.Type(), s, pos)
		if err != nil {
			return nil, err
		}
		if inGroups(out, t.SortRef) != nil {
			continue
		}
		g.Ref = p.sortRef(i)
		out = append(out, g)
	}
	return out, nil
}

// groupItem adds one GROUP BY or PARTITION BY item. An item that ORDER BY has
// too is grouped in that order.
func (p *parseState) groupItem(out []expr.SortGroup, e tree.Expr, order []expr.SortGroup, kind exprKind, sql99 bool) ([]expr.SortGroup, error) {
	i, err := p.findTarget(e, kind, sql99)
	if err != nil {
		return nil, err
	}
	out, err = p.addGroup(out, i, order)
	return out, whereGrouped(err, e)
}

// whereGrouped puts the error of a target at the item that names it.
func whereGrouped(err error, e tree.Expr) error {
	switch e.(type) {
	case *tree.Const, *tree.ColumnRef:
		if err != nil {
			return pgerr.From(err).At(int(e.Position()))
		}
	}
	return err
}

// addGroup adds a target to a grouping list unless it is in it.
func (p *parseState) addGroup(out []expr.SortGroup, i int, order []expr.SortGroup) ([]expr.SortGroup, error) {
	t := &p.q.Targets[i]
	var err error
	if t.Expr, err = p.knownType(t.Expr); err != nil {
		return nil, err
	}
	if inGroups(out, t.SortRef) != nil {
		return out, nil
	}
	if g := inGroups(order, t.SortRef); g != nil {
		return append(out, *g), nil
	}
	g, err := p.groupOps(t.Expr.Type(), exprLoc(t.Expr))
	if err != nil {
		return nil, err
	}
	g.Ref = p.sortRef(i)
	return append(out, g), nil
}

// distinctAll is SELECT DISTINCT: ORDER BY's columns first, then the others.
func (p *parseState) distinctAll() error {
	q := p.q
	out := append([]expr.SortGroup(nil), q.Sort...)
	for _, s := range q.Sort {
		if t := targetByRef(q.Targets, s.Ref); t.Junk {
			return pgerr.New(pgerr.InvalidColumnReference,
				"for SELECT DISTINCT, ORDER BY expressions must appear in select list").At(int(exprLoc(t.Expr)))
		}
	}
	var err error
	for i := range q.Targets {
		if q.Targets[i].Junk {
			continue
		}
		if out, err = p.addGroup(out, i, nil); err != nil {
			return err
		}
	}
	if len(out) == 0 {
		return pgerr.New(pgerr.SyntaxError, "SELECT DISTINCT must have at least one column")
	}
	q.Distinct = out
	return nil
}

// distinctOn is SELECT DISTINCT ON: its items must come first in ORDER BY.
func (p *parseState) distinctOn(l []tree.Expr) error {
	q := p.q
	refs, at := make([]int, len(l)), make([]int, len(l))
	for i, e := range l {
		t, err := p.findTarget(e, kindDistinctOn, false)
		if err != nil {
			return err
		}
		refs[i], at[i] = p.sortRef(t), t
	}
	mismatch := func(i int) error {
		return pgerr.New(pgerr.InvalidColumnReference,
			"SELECT DISTINCT ON expressions must match initial ORDER BY expressions").At(int(tree.Leftmost(l[i])))
	}
	skipped := false
	var out []expr.SortGroup
	for _, s := range q.Sort {
		found := -1
		for i, r := range refs {
			if r == s.Ref {
				found = i
				break
			}
		}
		switch {
		case found < 0:
			skipped = true
		case skipped:
			return mismatch(found)
		default:
			out = append(out, s)
		}
	}
	var err error
	for i, t := range at {
		if inGroups(out, refs[i]) != nil {
			continue
		}
		if skipped {
			return mismatch(i)
		}
		if out, err = p.addGroup(out, t, nil); err != nil {
			return err
		}
	}
	q.Distinct, q.DistinctOn = out, true
	return nil
}
