package planner

import (
	"slices"

	"minidb/expr"
	"minidb/types"
)

// GROUP BY and aggregates: sorted, hashed or plain, and min and max answered
// from an index.

// aggPath is the part of a path that grouping has.
type aggPath struct {
	strategy AggStrategy
	group    []expr.Expr
	aggs     []*expr.Agg
	groups   float64
	distinct bool
	isGroup  bool // PostgreSQL's Group node: no aggregates
	presort  bool
	rollups  []rollupPath // of grouping sets
}

// findAggs lists the distinct aggregates of targets and HAVING.
func (lv *level) findAggs() {
	visit := func(e expr.Expr) {
		expr.Walk(e, func(n expr.Expr) bool {
			a, ok := n.(*expr.Agg)
			if !ok {
				return true
			}
			for _, o := range lv.aggs {
				if o == a || expr.Equal(o, a) {
					return false
				}
			}
			lv.aggs = append(lv.aggs, a)
			return false
		})
	}
	if !lv.q.HasAggs {
		return
	}
	for i := range lv.targets {
		visit(lv.targets[i].Expr)
	}
	for _, h := range lv.having {
		visit(h)
	}
}

// orderedAggKeys finds the order that spares most aggregates with DISTINCT or
// ORDER BY their own sort (PostgreSQL's adjust_group_pathkeys_for_groupagg).
func (lv *level) orderedAggKeys() {
	type ordered struct {
		agg  *expr.Agg
		keys []*pathKey
	}
	var left []ordered
	for _, a := range lv.aggs {
		if !a.Distinct && len(a.Order) == 0 || a.Fn.OrderedSet {
			continue
		}
		if keys := lv.aggInputKeys(a); len(keys) > 0 {
			left = append(left, ordered{a, keys})
		}
	}
	var best []*pathKey
	for len(left) > 0 {
		keys := left[0].keys
		var served []*expr.Agg
		var rest []ordered
		for _, o := range left {
			switch compareKeys(keys, o.keys) {
			case costDifferent:
				rest = append(rest, o)
				continue
			case costBetter2:
				keys = o.keys
			}
			served = append(served, o.agg)
		}
		if len(served) > len(lv.orderedAggs) {
			best, lv.orderedAggs = keys, served
		}
		left = rest
	}
	if len(best) > len(lv.groupKeys) {
		lv.aggKeys = best
	}
}

// aggInputKeys is the order of an aggregate's input within its groups, nil if
// there is no such order.
func (lv *level) aggInputKeys(a *expr.Agg) []*pathKey {
	keys := append([]*pathKey(nil), lv.groupKeys...)
	for _, s := range aggOrder(a) {
		if isVolatile(s.Expr) {
			return nil
		}
		keys = addKey(keys, lv.keyFor(lv.classFor(s.Expr, lv.relidsOf(s.Expr)), s.Desc, s.NullsFirst))
	}
	return keys
}

// aggOrder is the order in which an aggregate wants its input: ORDER BY, then
// for DISTINCT the arguments not in it.
func aggOrder(a *expr.Agg) []expr.SortKey {
	out := append([]expr.SortKey(nil), a.Order...)
	if !a.Distinct {
		return out
	}
	for _, arg := range a.Args {
		found := false
		for _, o := range out {
			found = found || equalExpr(o.Expr, arg)
		}
		if !found {
			out = append(out, expr.SortKey{Expr: arg})
		}
	}
	return out
}

// planGroups makes the grouped relation.
func (lv *level) planGroups(cur *rel) *rel {
	q := lv.q
	var group []expr.Expr
	hashable := len(lv.group) > 0
	for _, g := range lv.group {
		if t := targetOfRef(lv.targets, g.Ref); t != nil && !hasExpr(group, t.Expr) {
			group = append(group, t.Expr)
		}
		hashable = hashable && g.Hashable
	}
	in := lv.groupInput(group)
	src := upperRel(cur)
	src.target = in
	for _, p := range cur.paths {
		if p.req.empty() {
			src.paths = append(src.paths, lv.projectSets(p, in))
		}
	}
	for _, e := range group {
		if q.HasSRF && hasSRF(e) {
			lv.groupedSets = append(lv.groupedSets, e)
		}
	}
	src.setCheapest()
	for _, a := range lv.aggs {
		if a.Distinct || len(a.Order) > 0 {
			hashable = false
		}
	}
	rows := 1.0
	if len(group) > 0 {
		rows = lv.numGroups(group, cur.rows)
	} else if len(lv.group) > 0 {
		rows = 1
	}
	final := lv.groupingTarget()
	out := upperRel(cur)
	out.target = final
	if q.HasSRF {
		out.target = lv.preSRFTarget(final)
	}
	if len(q.GroupingSets) > 0 {
		lv.apart = false
		lv.addSetsPaths(out, src, group, cur.rows, hashable)
		lv.apart = true
	} else {
		lv.addGroupPaths(out, src, group, rows, hashable)
	}
	lv.addMinMax(out)
	out.setCheapest()
	if out.cheapest == nil {
		lv.g.unsupported(-1, "grouping by columns that can be neither sorted nor hashed")
		return cur
	}
	out.rows = out.cheapest.rows
	if q.HasSRF {
		top := upperRel(out)
		top.target = final
		for _, p := range out.paths {
			top.addPath(lv.projectSets(p, final))
		}
		top.setCheapest()
		return top
	}
	return out
}

func (lv *level) addGroupPaths(out, src *rel, group []expr.Expr, rows float64, hashable bool) {
	ac := lv.aggsCost()
	hs, hp := lv.g.exprsCost(lv.having)
	hsel := -1.0
	if len(lv.having) > 0 {
		hsel = lv.selAnd(lv.having, nil, nil)
	}
	mk := func(in *path, st AggStrategy) {
		p := &path{kind: pathAgg, rel: out, child: in, target: out.target, quals: lv.having,
			agg: &aggPath{strategy: st, group: group, aggs: lv.aggs, groups: rows, presort: len(lv.aggKeys) > 0 && sortedBy(in.keys, lv.aggKeys)}}
		p.agg.isGroup = st == AggSorted && len(lv.aggs) == 0
		lv.costAgg(p, st, len(group), rows, ac, hsel, hs, hp)
		if st == AggSorted {
			p.keys = in.keys
			if len(p.keys) > len(lv.groupKeys) {
				p.keys = lv.groupKeys
			}
		}
		p.startup += out.target.startup
		p.total += out.target.startup + out.target.perRow*p.rows
		out.addPath(p)
	}
	keys := lv.groupKeys
	if len(lv.aggKeys) > 0 {
		keys = lv.aggKeys
	}
	switch {
	case len(lv.group) == 0:
		if len(keys) == 0 {
			mk(src.cheapest, AggPlain)
			break
		}
		for _, p := range src.paths {
			if s := lv.ensureSorted(p, src, keys, 0); s != nil {
				mk(s, AggPlain)
			}
		}
	case lv.sortable:
		for _, p := range src.paths {
			if s := lv.ensureSorted(p, src, keys, 0); s != nil {
				mk(s, AggSorted)
			}
		}
	}
	if hashable {
		mk(src.cheapest, AggHashed)
	}
}

// aggsCost adds up the aggregates' own costs.
func (lv *level) aggsCost() aggCost {
	var c aggCost
	for _, a := range lv.aggs {
		c.trans += lv.g.cost.cpuOp
		s, p := lv.g.exprsCost(a.Args)
		c.transStartup += s
		c.trans += p
		if a.Filter != nil {
			s, p := lv.g.exprCost(a.Filter)
			c.transStartup += s
			c.trans += p
		}
		switch a.Fn.Fn.Name {
		case "count", "min", "max", "bool_and", "bool_or", "every":
		case "sum":
			if a.T != types.Int8OID && a.T != types.Float8OID && a.T != types.Float4OID {
				c.final += lv.g.cost.cpuOp
			}
		default:
			c.final += lv.g.cost.cpuOp
		}
	}
	return c
}

// groupInput is what grouping reads: the group columns, then the variables in
// everything else.
func (lv *level) groupInput(group []expr.Expr) *target {
	var exprs, rest []expr.Expr
	add := func(e expr.Expr) {
		if !hasExpr(exprs, e) {
			exprs = append(exprs, e)
		}
	}
	for i := range lv.targets {
		e := lv.targets[i].Expr
		if hasExpr(group, e) {
			add(e)
		} else {
			rest = append(rest, e)
		}
	}
	for _, g := range group {
		add(g)
	}
	rest = append(rest, lv.having...)
	for _, e := range rest {
		expr.Walk(e, func(n expr.Expr) bool {
			if hasExpr(group, n) {
				return false
			}
			switch n := n.(type) {
			case *expr.Var:
				add(n)
			case *expr.PlaceHolder:
				if n.Input {
					add(n)
					return false
				}
			}
			return true
		})
	}
	return lv.g.makeTarget(exprs, lv.exprWidth)
}

// minMaxAgg is one min or max answered by the first row of an index.
type minMaxAgg struct {
	agg  *expr.Agg
	sub  *level
	path *path
}

// addMinMax adds the path that answers every aggregate from an index, or from any
// one row if its argument is constant (planagg.c). There may be none left, nobody
// reads them: then nothing has to be scanned.
func (lv *level) addMinMax(out *rel) {
	q := lv.merged
	if q == nil || len(q.GroupingSets) > 0 || q.HasWindow || lv.hadCTEs || q.HasSubLinks || len(lv.rels) != 1 ||
		lv.rels[0].entry.Kind != RelationEntry || !onlyRange(q.From) {
		return
	}
	var list []*minMaxAgg
	startup := 0.0
	for _, a := range lv.aggs {
		m := lv.planMinMax(q, a)
		if m == nil {
			return
		}
		list = append(list, m)
		startup += m.path.total
	}
	p := &path{kind: pathMinMax, rel: out, rows: 1, target: out.target, quals: lv.having, minmax: list}
	p.startup = startup + out.target.startup
	p.total = p.startup + out.target.perRow + lv.g.cost.cpuTuple
	out.addPath(p)
}

// onlyRange tells whether a FROM list is one range entry, however merged
// subqueries wrap it.
func onlyRange(items []FromItem) bool {
	if len(items) != 1 {
		return false
	}
	switch n := items[0].(type) {
	case *RangeRef:
		return true
	case *fromList:
		return onlyRange(n.items)
	}
	return false
}

// planMinMax plans SELECT x FROM ... WHERE x IS NOT NULL ORDER BY x LIMIT 1.
func (lv *level) planMinMax(q *Query, a *expr.Agg) *minMaxAgg {
	if a.Fn.SortOp == "" || len(a.Args) != 1 || a.Distinct || len(a.Order) > 0 || a.Filter != nil || hasAgg(a.Args[0]) || mutable(a.Args[0]) {
		return nil
	}
	arg := a.Args[0]
	constant := !hasVar(arg)
	if !constant && len(lv.rels[0].indexes) == 0 && lv.rels[0].part == nil {
		return nil
	}
	if lv.off > 0 {
		off := lv.off
		arg = expr.Mutate(arg, func(e expr.Expr) (expr.Expr, bool) {
			if v, ok := e.(*expr.Var); ok {
				c := *v
				c.Rel -= off
				return &c, true
			}
			return e, false
		})
	}
	if hasExecParams(arg) {
		return nil
	}
	t := lv.ecType(arg)
	desc := a.Fn.SortOp == ">"
	sg := expr.SortGroup{Ref: 1, Eq: lv.btreeOperator(t, t, 3), Lt: lv.btreeOperator(t, t, -2), Desc: desc}
	if sg.Lt == nil || sg.Eq == nil {
		return nil
	}
	// There are no nulls: either place of them will do, the usual one first.
	for _, sg.NullsFirst = range []bool{desc, !desc} {
		if m := lv.planFirst(q, a, arg, sg); m != nil || lv.g.err != nil {
			return m
		}
	}
	return nil
}

// planFirst plans the first row of planMinMax, arg being the argument of a, in the order of sg.
func (lv *level) planFirst(q *Query, a *expr.Agg, arg expr.Expr, sg expr.SortGroup) *minMaxAgg {
	constant := !hasVar(arg)
	c := *q
	c.HasAggs, c.Having, c.Sort, c.Distinct, c.DistinctOn, c.RowMarks, c.Command = false, nil, []expr.SortGroup{sg}, nil, false, nil, Select
	c.Targets = []expr.Target{{Expr: arg, Name: a.Fn.Fn.Name, SortRef: 1}}
	some := &expr.NullTest{Loc: -1, Arg: arg, Not: true}
	var setup func(*level)
	if constant {
		setup = func(sub *level) { sub.gating = append(sub.gating, some) }
	} else if conds := andList(q.Where); !hasExpr(conds, some) {
		c.Where = andOf(append([]expr.Expr{some}, conds...))
	}
	c.Limit, c.Offset = intConst(1), nil
	g := lv.g
	saved, rng := *g, len(g.rng)
	sub := g.planLevel(&c, lv.parent, 1, setup)
	if g.err != nil || sub.final.cheapest == nil {
		*g = saved
		return nil
	}
	best := sub.final.cheapestFor(1)
	p := best.child
	if p != nil && p.kind == pathFilter {
		p = p.child
	}
	if !constant && !p.fromIndex() {
		g.rng, g.depth = g.rng[:rng], g.depth[:rng]
		return nil
	}
	return &minMaxAgg{agg: a, sub: sub, path: best}
}

// fromIndex tells whether p gives rows in the order of an index, or of those of
// partitions.
func (p *path) fromIndex() bool {
	if p == nil {
		return false
	}
	if p.isAppend() {
		return !slices.ContainsFunc(p.members, func(m *path) bool { return !m.fromIndex() })
	}
	return p.kind == pathIndexScan
}

func hasExecParams(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		p, ok := n.(*expr.Param)
		return ok && p.Kind == expr.ExecParam
	})
}

// projectSets puts ProjectSet nodes over p until every set-returning call in t
// is computed, the innermost calls first.
func (lv *level) projectSets(p *path, t *target) *path {
	have := slices.Clone(lv.groupedSets)
	for {
		calls, direct := lv.g.pendingSRFs(t.exprs, have)
		if len(calls) == 0 {
			return lv.retarget(p, t)
		}
		if p.isAppend() {
			return lv.pushTarget(p, t, lv.projectSets)
		}
		rows := p.rows
		mult := 1.0
		for _, c := range calls {
			mult = max(mult, lv.g.funcRows(c))
		}
		exprs := t.exprs
		if !direct {
			exprs = append([]expr.Expr(nil), calls...)
			for _, e := range t.exprs {
				expr.Walk(e, func(n expr.Expr) bool {
					if hasExpr(calls, n) {
						return false
					}
					if hasExpr(have, n) || isLeaf(n) {
						if !hasExpr(exprs, n) {
							exprs = append(exprs, n)
						}
						return false
					}
					return true
				})
			}
		}
		nt := lv.g.makeTarget(exprs, lv.exprWidth)
		in := lv.retarget(p, lv.srfInput(p, exprs, have))
		n := &path{kind: pathProjectSet, rel: p.rel, child: in, target: nt, keys: p.keys, rows: clampRows(rows * mult), srf: true, disabled: p.disabled}
		n.startup = in.startup + nt.startup
		n.total = in.total + nt.startup + (lv.g.cost.cpuTuple+nt.perRow)*rows + (n.rows-rows)*lv.g.cost.cpuTuple/2
		n.groups = calls
		if direct {
			n.target.cols = t.cols
			return n
		}
		have = append(have, exprs...)
		p = n
	}
}

func isLeaf(e expr.Expr) bool {
	switch e.(type) {
	case *expr.Var, *expr.Agg, *expr.WindowCall:
		return true
	}
	return false
}

// srfInput is what a ProjectSet reads: columns and aggregates.
func (lv *level) srfInput(p *path, exprs, have []expr.Expr) *target {
	var list []expr.Expr
	for _, e := range exprs {
		expr.Walk(e, func(n expr.Expr) bool {
			if isLeaf(n) || hasExpr(have, n) || hasExpr(p.emits().exprs, n) && !isConst(n) && !isParam(n) {
				if !hasExpr(list, n) {
					list = append(list, n)
				}
				return false
			}
			return true
		})
	}
	return lv.g.makeTarget(list, lv.exprWidth)
}

func isParam(e expr.Expr) bool { _, ok := e.(*expr.Param); return ok }

// preSRFTarget is what grouping emits for the ProjectSet above it.
func (lv *level) preSRFTarget(t *target) *target {
	var list []expr.Expr
	for i, e := range t.exprs {
		if (t.cols == nil || t.cols[i].SortRef > 0) && !hasSRF(e) && !isConst(e) {
			if !hasExpr(list, e) {
				list = append(list, e)
			}
			continue
		}
		expr.Walk(e, func(n expr.Expr) bool {
			if isLeaf(n) || lv.isGroupExpr(n) || hasExpr(lv.groupedSets, n) {
				if !hasExpr(list, n) {
					list = append(list, n)
				}
				return false
			}
			return true
		})
	}
	return lv.g.makeTarget(list, lv.exprWidth)
}

func (lv *level) isGroupExpr(e expr.Expr) bool {
	for _, g := range lv.group {
		if t := targetOfRef(lv.targets, g.Ref); t != nil && equalExpr(t.Expr, e) && !isConst(e) {
			return true
		}
	}
	return false
}

// pendingSRFs lists the innermost set-returning calls that are not in have;
// direct is true if all of them are output columns by themselves.
func (g *global) pendingSRFs(exprs, have []expr.Expr) (calls []expr.Expr, direct bool) {
	direct = true
	for _, e := range exprs {
		expr.Walk(e, func(n expr.Expr) bool {
			if g.err != nil || hasExpr(have, n) {
				return false
			}
			f, ok := n.(*expr.FuncCall)
			if !ok || !f.Fn.RetSet {
				return true
			}
			if g.interrupted() {
				return false
			}
			inner, _ := g.pendingSRFs(f.Args, have)
			if len(inner) == 0 {
				inner = []expr.Expr{n}
			} else {
				direct = false
			}
			if n != e {
				direct = false
			}
			for _, c := range inner {
				if !hasExpr(calls, c) {
					calls = append(calls, c)
				}
			}
			return false
		})
	}
	return calls, direct
}
