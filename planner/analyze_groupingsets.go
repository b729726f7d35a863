package planner

// GROUPING SETS, ROLLUP and CUBE: GROUP BY's items become a list of sets, each of
// them the references of the targets that it groups by; and GROUPING().

import (
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/pgerr"
)

// Limits of PostgreSQL: sets in all, elements of a CUBE, arguments of GROUPING.
const (
	maxGroupingSets = 4096
	maxCube         = 12
	maxGroupingArgs = 31
)

// groupClause analyzes GROUP BY.
func (p *parseState) groupClause(items []tree.Expr, distinct bool) error {
	q := p.q
	sets := [][]int{nil}
	special := false
	for _, e := range items {
		if g, is := e.(*tree.GroupingSet); is && !special {
			special, q.groupingPos = true, g.Pos
		}
		alternatives, err := p.groupingItem(e)
		if err != nil {
			return err
		}
		if sets, err = crossSets(sets, alternatives); err != nil {
			return err
		}
	}
	if !special {
		return nil
	}
	if distinct {
		for _, s := range sets {
			slices.Sort(s)
		}
		slices.SortFunc(sets, slices.Compare)
		sets = slices.CompactFunc(sets, slices.Equal)
	}
	slices.SortStableFunc(sets, func(a, b []int) int { return len(a) - len(b) })
	if len(sets) == 1 && len(sets[0]) > 0 {
		return nil // one set is plain grouping
	}
	q.GroupingSets = sets
	return nil
}

// crossSets combines each set with each alternative.
func crossSets(sets, alternatives [][]int) ([][]int, error) {
	if len(sets)*len(alternatives) > maxGroupingSets {
		return nil, pgerr.New(pgerr.StatementTooComplex, "too many grouping sets present (maximum %d)", maxGroupingSets)
	}
	var out [][]int
	for _, s := range sets {
		for _, a := range alternatives {
			out = append(out, unite(s, a))
		}
	}
	return out, nil
}

func unite(a, b []int) []int {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// groupingItem returns the sets that an item of GROUP BY stands for.
func (p *parseState) groupingItem(e tree.Expr) ([][]int, error) {
	g, ok := e.(*tree.GroupingSet)
	if !ok {
		refs, err := p.groupRefs(e)
		return [][]int{refs}, err
	}
	var out [][]int
	switch g.Kind {
	case tree.GroupingEmpty:
		return [][]int{nil}, nil
	case tree.GroupingSets:
		for _, item := range g.Items {
			sets, err := p.groupingItem(item)
			if err != nil {
				return nil, err
			}
			if out = append(out, sets...); len(out) > maxGroupingSets {
				_, err := crossSets(out, [][]int{nil})
				return nil, err
			}
		}
		return out, nil
	}
	elems := make([][]int, len(g.Items))
	for i, item := range g.Items {
		var err error
		if elems[i], err = p.groupRefs(item); err != nil {
			return nil, err
		}
	}
	if g.Kind == tree.GroupingRollup {
		for n := len(elems); n >= 0; n-- {
			out = append(out, slices.Concat(elems[:n]...))
		}
		return uniteAll(out), nil
	}
	if len(elems) > maxCube {
		return nil, pgerr.New(pgerr.TooManyColumns, "CUBE is limited to %d elements", maxCube).At(int(g.Pos))
	}
	for bits := range 1 << len(elems) {
		var set []int
		for i, el := range elems {
			if bits&(1<<i) != 0 {
				set = append(set, el...)
			}
		}
		out = append(out, set)
	}
	return uniteAll(out), nil
}

// uniteAll drops what a set names twice.
func uniteAll(sets [][]int) [][]int {
	for i, s := range sets {
		sets[i] = unite(nil, s)
	}
	return sets
}

// groupRefs adds an expression, or each of a list in parentheses, to GROUP BY's
// targets and returns their references.
func (p *parseState) groupRefs(e tree.Expr) ([]int, error) {
	if row, ok := e.(*tree.RowExpr); ok && !row.Explicit {
		var out []int
		for _, a := range row.Args {
			refs, err := p.groupRefs(a)
			if err != nil {
				return nil, err
			}
			out = append(out, refs...)
		}
		return out, nil
	}
	i, err := p.findTarget(e, kindGroupBy, false)
	if err != nil {
		return nil, err
	}
	if p.q.Group, err = p.addGroup(p.q.Group, i, p.q.Sort); err != nil {
		return nil, whereGrouped(err, e)
	}
	return []int{p.q.Targets[i].SortRef}, nil
}

// groupingFunc is GROUPING(args): a bit for each argument, set where the row's
// grouping set does not have it.
func (p *parseState) groupingFunc(e *tree.GroupingFunc) (expr.Expr, error) {
	if len(e.Args) > maxGroupingArgs {
		return nil, pgerr.New(pgerr.TooManyArguments, "GROUPING must have fewer than 32 arguments").At(int(e.Pos))
	}
	args, err := p.exprs(e.Args)
	if err != nil {
		return nil, err
	}
	level, err := p.aggLevel("grouping operations", args, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	owner := p.level(level)
	if err := owner.kind.checkAggregate("grouping operations", e.Pos); err != nil {
		return nil, err
	}
	owner.grouping = true
	return &expr.Grouping{Loc: expr.Loc(e.Pos), Args: args, Up: level, Slot: -1}, nil
}

// settleGrouping finds the GROUP BY items that the arguments of a GROUPING are.
func (g *groupCheck) settleGrouping(n *expr.Grouping, depth int) {
	if n.Refs != nil || n.Up != depth {
		return
	}
	for _, a := range n.Args {
		ref := 0
		for i, x := range g.groups {
			if v, ok := a.(*expr.Var); ok && v.Up != depth {
				break // a column of a query around is no group
			}
			if sameExpr(shiftLevels(a, -depth), x) {
				ref = g.q.Group[i].Ref
			}
		}
		if ref == 0 {
			g.err = pgerr.New(pgerr.GroupingError, "arguments to GROUPING must be grouping expressions of the associated query level").
				At(int(exprLoc(a)))
			return
		}
		n.Refs = append(n.Refs, ref)
	}
	if depth > 0 {
		g.err = pgerr.Unsupported(int(n.Pos()), "GROUPING of an outer query", "Compute it in the outer query and pass its column on.")
	}
}

// commonGroups are the GROUP BY items that all grouping sets have.
func commonGroups(q *Query) []expr.SortGroup {
	if len(q.GroupingSets) == 0 {
		return q.Group
	}
	var out []expr.SortGroup
	for _, s := range q.Group {
		all := true
		for _, set := range q.GroupingSets {
			all = all && slices.Contains(set, s.Ref)
		}
		if all {
			out = append(out, s)
		}
	}
	return out
}
