package planner

// Aggregates and grouping: which query level an aggregate belongs to, where
// aggregates may stand, and that a grouped query uses no ungrouped column
// (PostgreSQL's parse_agg.c).

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
)

// aggLevel finds the level that an aggregate over args belongs to: that of the
// innermost column it uses, its own if it uses none. It refuses nesting.
func (p *parseState) aggLevel(what string, args, direct []expr.Expr, order []expr.SortKey, filter expr.Expr) (int, error) {
	minVar, minAgg, aggPos := -1, -1, int32(-1)
	var err error
	visit := func(e expr.Expr, depth int) bool {
		level := -1
		switch e := e.(type) {
		case *expr.Var:
			if level = e.Up - depth; level >= 0 && (minVar < 0 || level < minVar) {
				minVar = level
			}
		case *expr.Agg:
			if level = e.Up - depth; level >= 0 && (minAgg < 0 || level < minAgg) {
				minAgg, aggPos = level, e.Pos()
			}
		case *expr.Grouping:
			if level = e.Up - depth; level >= 0 && (minAgg < 0 || level < minAgg) {
				minAgg, aggPos = level, e.Pos()
			}
		case *expr.WindowCall:
			if depth == 0 && err == nil {
				err = pgerr.New(pgerr.GroupingError, "%s cannot contain window function calls", what).At(int(e.Pos()))
			}
		case *expr.FuncCall:
			if depth == 0 && e.Fn.RetSet && err == nil {
				err = pgerr.New(pgerr.FeatureNotSupported, "%s cannot contain set-returning function calls", what).At(int(exprLoc(e))).
					WithHint("You might be able to move the set-returning function into a LATERAL FROM item.")
			}
		}
		return err == nil
	}
	for _, e := range args {
		walkExpr(e, 0, visit)
	}
	for _, k := range order {
		walkExpr(k.Expr, 0, visit)
	}
	walkExpr(filter, 0, visit)
	if err != nil {
		return 0, err
	}
	level := 0
	switch {
	case minVar < 0 && minAgg >= 0:
		level = minAgg
	case minVar >= 0 && (minAgg < 0 || minVar <= minAgg):
		level = minVar
	case minVar >= 0:
		level = minAgg
	}
	if minAgg >= 0 && minAgg == level {
		return 0, pgerr.New(pgerr.GroupingError, "aggregate function calls cannot be nested").At(int(aggPos))
	}
	return level, nil
}

// placeAggregate settles the level of an analyzed aggregate and checks that it
// may stand there.
func (p *parseState) placeAggregate(a *expr.Agg) error {
	level, err := p.aggLevel("aggregate function calls", a.Args, a.Direct, a.Order, a.Filter)
	if err != nil {
		return err
	}
	a.Up = level
	owner := p.level(level)
	if err := owner.kind.checkAggregate("aggregate functions", a.Pos()); err != nil {
		return err
	}
	owner.q.HasAggs = true
	return nil
}

// groupCheck looks for ungrouped columns in one query.
type groupCheck struct {
	q      *Query
	groups []expr.Expr
	common []expr.Expr // those that all grouping sets have
	nonVar bool        // one of groups is no plain column
	err    error
}

// checkGrouping refuses ungrouped columns in what a grouped query computes
// after grouping.
func (p *parseState) checkGrouping() error {
	q := p.q
	if !q.HasAggs && len(q.Group) == 0 && q.Having == nil && !p.grouping && len(q.GroupingSets) == 0 {
		return nil
	}
	g := &groupCheck{q: q}
	for _, s := range q.Group {
		e := targetByRef(q.Targets, s.Ref).Expr
		if _, ok := e.(*expr.Var); !ok {
			g.nonVar = true
		}
		g.groups = append(g.groups, e)
	}
	for _, s := range commonGroups(q) {
		g.common = append(g.common, targetByRef(q.Targets, s.Ref).Expr)
	}
	// As PostgreSQL, GROUPING first, so that its error comes before others.
	for _, visit := range []func(expr.Expr, int) bool{g.visitGrouping, g.visit} {
		for i := range q.Targets {
			walkExpr(q.Targets[i].Expr, 0, visit)
		}
	}
	walkExpr(q.Having, 0, g.visitGrouping)
	walkExpr(q.Having, 0, g.visit)
	return g.err
}

func (g *groupCheck) visitGrouping(e expr.Expr, depth int) bool {
	switch e := e.(type) {
	case *expr.Agg:
		if e.Up == depth {
			for _, d := range e.Direct {
				walkExpr(d, depth, g.visitGrouping)
			}
		}
		return g.err == nil && e.Up < depth
	case *expr.Grouping:
		if g.err == nil {
			g.settleGrouping(e, depth)
		}
		return false
	}
	return g.err == nil
}

func (g *groupCheck) visit(e expr.Expr, depth int) bool {
	if g.err != nil {
		return false
	}
	if g.nonVar && depth == 0 {
		for _, x := range g.groups {
			if sameExpr(e, x) {
				return false
			}
		}
	}
	switch e := e.(type) {
	case *expr.Agg:
		if e.Up == depth {
			for _, d := range e.Direct {
				walkExpr(d, depth, g.visit)
			}
			if g.err != nil && len(e.Direct) > 0 {
				g.err = pgerr.From(g.err).WithDetail("Direct arguments of an ordered-set aggregate must use only grouped columns.")
			}
		}
		return e.Up < depth
	case *expr.Grouping:
		return e.Up < depth
	case *expr.Var:
		if e.Up == depth && !g.grouped(e) {
			g.err = g.ungrouped(e, depth)
		}
	}
	return true
}

func (g *groupCheck) grouped(v *expr.Var) bool {
	for _, x := range g.groups {
		if w, ok := x.(*expr.Var); ok && w.Up == 0 && w.Rel == v.Rel && w.Attr == v.Attr {
			return true
		}
	}
	return g.dependsOnKey(v.Rel)
}

// dependsOnKey reports whether all columns of the entry's primary key are
// grouped, so that its other columns depend on them.
func (g *groupCheck) dependsOnKey(rel int) bool {
	rte := g.q.Range[rel-1]
	if rte.Kind != RelationEntry || rte.Rel == nil {
		return false
	}
	for _, ix := range rte.Rel.Indexes {
		if !ix.Primary || !ix.Immediate {
			continue
		}
		for _, k := range ix.Keys[:ix.NKeys] {
			found := false
			for _, x := range g.common {
				w, ok := x.(*expr.Var)
				found = found || ok && w.Up == 0 && w.Rel == rel && w.Attr == k.Attr
			}
			if !found {
				return false
			}
		}
		if !slices.Contains(g.q.keys, ix.ConstraintOID) {
			g.q.keys = append(g.q.keys, ix.ConstraintOID)
		}
		return true
	}
	return false
}

func (g *groupCheck) ungrouped(v *expr.Var, depth int) error {
	rte := g.q.Range[v.Rel-1]
	name := attrName(rte, v.Attr)
	if depth > 0 {
		return pgerr.New(pgerr.GroupingError, "subquery uses ungrouped column \"%s.%s\" from outer query", rte.Alias, name).At(int(v.Pos()))
	}
	return pgerr.New(pgerr.GroupingError,
		"column \"%s.%s\" must appear in the GROUP BY clause or be used in an aggregate function", rte.Alias, name).At(int(v.Pos()))
}

// attrName is the name of a column of rte, "*" for the whole row.
func attrName(rte *RangeEntry, attr int) string {
	switch {
	case attr == expr.WholeRow:
		return "*"
	case attr > 0 && attr <= len(rte.Columns):
		return rte.Columns[attr-1]
	}
	for _, n := range []string{"ctid", "xmin", "cmin", "xmax", "cmax", "tableoid"} {
		if a, _ := systemColumn(n); a == attr {
			return n
		}
	}
	return "?column?"
}

// targetByRef finds the target with a SortRef.
func targetByRef(ts []expr.Target, ref int) *expr.Target {
	for i := range ts {
		if ts[i].SortRef == ref {
			return &ts[i]
		}
	}
	return nil
}
