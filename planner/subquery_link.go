package planner

import (
	"fmt"

	"minidb/expr"
)

// Subqueries in expressions. One that needs nothing of the level around it
// becomes an initplan, run at most once; others become SubPlans, run per row or,
// for IN, answered from a hash table.

// makeSubPlan plans a sublink that was not turned into a join. topQual says
// that it is a condition by itself, where unknown counts as false.
func (lv *level) makeSubPlan(sl *expr.SubLink, topQual bool) expr.Expr {
	g := lv.g
	q := sl.Query.(*Query)
	if made := lv.multi[sl.Multi]; made != nil {
		return columnOfMulti(made, sl)
	}
	fraction := 0.0
	switch sl.Kind {
	case expr.ExistsLink:
		fraction = 1
		if s := g.simplifyExists(q); s != nil {
			q = s
		}
	case expr.AllLink, expr.AnyLink:
		fraction = 0.5
	}
	saved, start := lv.planParams, len(g.rng)
	lv.planParams = nil
	sub := g.planLevel(q, lv, fraction, nil)
	args := lv.planParams
	lv.planParams = saved
	if g.err != nil {
		return &expr.Const{Loc: sl.Loc, T: sl.Type(), Mod: -1}
	}
	best := sub.final.cheapestFor(fraction)
	b := sub.createPlan(best) // plans inside get their numbers first
	def := &SubPlanDef{Index: len(g.sub), Kind: sl.Kind, Stack: sl.Kind == expr.ArrayLink && sl.Query.(*Query).Targets[0].Expr.Type() == sl.T}
	g.sub = append(g.sub, def)
	g.own(start, def.Index)
	test := lv.prep(expr.Mutate(sl.Test, markColumns))
	if len(args) == 0 && initPlanKind(sl.Kind) {
		def.cost = best.startup + linkCost(sl.Kind, best, g.cost.cpuOp)
		return lv.makeInitPlan(def, sub, b, sl, test)
	}
	sp := &expr.SubPlan{Loc: sl.Loc, Kind: sl.Kind, Index: def.Index, T: sl.T, Mod: sl.Mod, Col: sl.Col}
	for i := range sub.targets {
		if !sub.targets[i].Junk {
			sp.FirstCols = append(sp.FirstCols, sub.targets[i].Expr.Type())
		}
	}
	for _, a := range args {
		sp.ParamIDs = append(sp.ParamIDs, a.id)
		sp.Args = append(sp.Args, a.e)
	}
	def.ParamIDs = sp.ParamIDs
	if test != nil {
		sp.TestIDs, sp.Test = lv.testParams(test, len(sp.FirstCols))
		def.test = sp.TestIDs
	}
	sp.Hashed = sl.Kind == expr.AnyLink && len(args) == 0 && lv.hashable(sp, best)
	def.Hashed = sp.Hashed
	lv.attachSubPlan(def, sub, b, best, sp)
	if sl.Kind == expr.MultiLink {
		lv.keepMulti(sl, &multiLink{plan: sp})
	}
	return sp
}

func initPlanKind(k expr.SubLinkKind) bool {
	return k != expr.AnyLink && k != expr.AllLink
}

// multiLink is the one subquery of a SET (a, b) = (query): a subplan, or the
// parameters of an initplan.
type multiLink struct {
	plan   *expr.SubPlan
	params []int
}

func (lv *level) keepMulti(sl *expr.SubLink, m *multiLink) {
	if lv.multi == nil {
		lv.multi = map[int]*multiLink{}
	}
	lv.multi[sl.Multi] = m
}

// columnOfMulti is the sublink's column of the subquery as it was planned for another one.
func columnOfMulti(m *multiLink, sl *expr.SubLink) expr.Expr {
	if m.plan == nil {
		return &expr.Param{Loc: sl.Loc, Kind: expr.ExecParam, ID: m.params[sl.Col], T: sl.T, Mod: sl.Mod}
	}
	sp := *m.plan
	sp.Loc, sp.Col, sp.T, sp.Mod = sl.Loc, sl.Col, sl.T, sl.Mod
	return &sp
}

// makeInitPlan gives the result's parameter.
func (lv *level) makeInitPlan(def *SubPlanDef, sub *level, b built, sl *expr.SubLink, test expr.Expr) expr.Expr {
	g := lv.g
	g.nSub++
	def.Name = fmt.Sprintf("InitPlan %d", g.nSub)
	def.Init = true
	def.Plan = b.plan
	b.plan.Base().InitPlans = append(b.plan.Base().InitPlans, sub.initPlans...)
	lv.initPlans = append(lv.initPlans, def)
	if g.names == nil {
		g.names = map[int]string{}
	}
	if sl.Kind == expr.RowCompareLink || sl.Kind == expr.MultiLink {
		n := 0
		for i := range sub.targets {
			if !sub.targets[i].Junk {
				n++
			}
		}
		var out expr.Expr
		def.OutIDs, out = lv.testParams(test, n)
		if sl.Kind == expr.MultiLink {
			m := &multiLink{params: def.OutIDs}
			lv.keepMulti(sl, m)
			out = columnOfMulti(m, sl)
		}
		for i, id := range def.OutIDs {
			g.names[id] = fmt.Sprintf("(%s).col%d", def.Name, i+1)
		}
		return out
	}
	id := g.newParam(nil)
	def.OutIDs = []int{id}
	g.names[id] = fmt.Sprintf("(%s).col1", def.Name)
	return &expr.Param{Loc: sl.Loc, Kind: expr.ExecParam, ID: id, T: sl.T, Mod: sl.Mod}
}

// columnMark is added to the numbers of a subquery's columns in a sublink's test
// while parameters of the plan, which count from 0 as well, come into it.
const columnMark = 1 << 30

func markColumns(e expr.Expr) (expr.Expr, bool) {
	if _, ok := e.(*expr.SubLink); ok {
		return e, true // its test has columns of its own
	}
	if p, ok := e.(*expr.Param); ok && p.Kind == expr.ExecParam {
		c := *p
		c.ID += columnMark
		return &c, true
	}
	return e, false
}

// testParams renumbers the parameters that stand for a subquery's columns in a
// sublink's test.
func (lv *level) testParams(test expr.Expr, n int) ([]int, expr.Expr) {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = lv.g.newParam(nil)
		lv.g.name(ids[i], fmt.Sprintf("(SubPlan %d).col%d", lv.g.nSub+1, i+1))
	}
	out := expr.Mutate(test, func(e expr.Expr) (expr.Expr, bool) {
		if p, ok := e.(*expr.Param); ok && p.Kind == expr.ExecParam && p.ID >= columnMark && p.ID < columnMark+n {
			c := *p
			c.ID = ids[p.ID-columnMark]
			return &c, true
		}
		return e, false
	})
	return ids, out
}

func (g *global) name(id int, s string) {
	if g.names == nil {
		g.names = map[int]string{}
	}
	g.names[id] = s
}

// attachSubPlan makes the plan and prices one evaluation.
func (lv *level) attachSubPlan(def *SubPlanDef, sub *level, b built, best *path, sp *expr.SubPlan) {
	g := lv.g
	g.nSub++
	def.Name = fmt.Sprintf("SubPlan %d", g.nSub)
	if len(sp.ParamIDs) == 0 && !sp.Hashed && g.cost.material && !materializes(best) && b.plan != nil {
		m := &Materialize{Unary: Unary{Child: b.plan}, Layout: layoutOf(b.outs)}
		mp := sub.materialPath(best)
		m.PlanBase.setCost(mp.startup, mp.total, mp.rows, b.plan.Base().Width)
		m.Targets = b.plan.Base().Targets
		b.plan, best = m, mp
	}
	def.Plan = b.plan
	b.plan.Base().InitPlans = append(b.plan.Base().InitPlans, sub.initPlans...)
	if g.subCost == nil {
		g.subCost = map[int][2]float64{}
	}
	var c [2]float64
	op := g.cost.cpuOp
	_, testPer := g.exprCost(sp.Test)
	switch {
	case sp.Hashed:
		c[0] = best.total + op*best.rows
		c[1] = testPer
	default:
		c[1] = linkCost(sp.Kind, best, op)
		if len(sp.ParamIDs) == 0 && materializes(best) {
			c[0] = best.startup
		} else {
			c[1] += best.startup
		}
		c[1] += testPer
	}
	g.subCost[def.Index] = c
}

// linkCost is what a subquery's rows cost as far as its kind reads them.
func linkCost(kind expr.SubLinkKind, best *path, op float64) float64 {
	run := best.total - best.startup
	switch kind {
	case expr.ExistsLink:
		return run / clampRows(best.rows)
	case expr.AnyLink, expr.AllLink:
		return 0.5*run + 0.5*best.rows*op
	}
	return run
}

// chargeInitPlans adds the cost of the level's initplans to its final paths.
func (lv *level) chargeInitPlans() {
	sum := 0.0
	for _, d := range lv.initPlans {
		sum += d.cost
	}
	if sum > 0 {
		for _, p := range lv.final.paths {
			p.startup += sum
			p.total += sum
		}
	}
}

// materializes tells whether a node keeps its output for rescans.
func materializes(p *path) bool {
	switch p.kind {
	case pathMaterial, pathSort, pathFunction, pathCTE, pathWorkTable:
		return true
	}
	return false
}

func (g *global) subPlanCost(sp *expr.SubPlan) (startup, per float64) {
	if sp.Col > 0 {
		return 0, 0
	}
	c := g.subCost[sp.Index]
	return c[0], c[1]
}

// hashable tells whether IN can be answered from a hash table: equality of
// hashable types, strict operators, a table within hash_mem.
func (lv *level) hashable(sp *expr.SubPlan, best *path) bool {
	if best.rows*(maxalign(best.emits().width)+heapHeader) > lv.g.cost.hashMem {
		return false
	}
	for _, c := range andList(sp.Test) {
		op, ok := c.(*expr.OpCall)
		if !ok || op.Op.Fn == nil || !op.Op.Fn.Strict || len(op.Args) != 2 || !canHash(op.Op, op.Args[0].Type()) {
			return false
		}
		if hasExecParam(op.Args[0], sp.TestIDs) || hasVar(op.Args[1]) {
			return false
		}
	}
	return true
}

func hasExecParam(e expr.Expr, ids []int) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		p, ok := n.(*expr.Param)
		if !ok || p.Kind != expr.ExecParam {
			return false
		}
		for _, id := range ids {
			if id == p.ID {
				return true
			}
		}
		return false
	})
}

// simplifyExists drops what does not matter to EXISTS: targets, ORDER BY,
// DISTINCT, LIMIT n. nil if the subquery cannot be simplified.
func (g *global) simplifyExists(q *Query) *Query {
	if q.Command != Select || q.SetOp != nil || q.HasAggs || q.HasWindow || q.HasSRF || len(q.GroupingSets) > 0 ||
		q.Having != nil || q.Offset != nil || len(q.RowMarks) > 0 || q.HasModifyingCTE {
		return nil
	}
	if q.Limit != nil {
		c, ok := g.simplify(q.Limit).(*expr.Const)
		if !ok || (!c.Value.IsNull() && c.Value.Int() <= 0) {
			return nil
		}
	}
	c := *q
	c.Targets, c.Group, c.Windows, c.Distinct, c.Sort, c.DistinctOn, c.Limit = nil, nil, nil, nil, nil, false, nil
	return &c
}

// pullUpSubLinks turns EXISTS, NOT EXISTS and IN conditions into joins.
func (lv *level) pullUpSubLinks() {
	q := lv.q
	if !q.HasSubLinks {
		return
	}
	items := make([]FromItem, len(q.From))
	for i, it := range q.From {
		items[i] = lv.linksOfItem(it)
	}
	q.From = items
	if q.Where == nil {
		return
	}
	top := FromItem(&fromList{items: items})
	var rest []expr.Expr
	for _, c := range lv.linkConds(q.Where) {
		if j := lv.linkJoin(c, localRels(top)); j != nil {
			j.Left, top = top, j
			continue
		}
		rest = append(rest, c)
	}
	if j, ok := top.(*Join); ok {
		q.From = []FromItem{j}
	}
	q.Where = andOf(rest)
}

// linksOfItem does the ON conditions of the joins in a FROM item.
func (lv *level) linksOfItem(it FromItem) FromItem {
	n, ok := it.(*Join)
	if !ok {
		if l, ok := it.(*fromList); ok {
			for i, x := range l.items {
				l.items[i] = lv.linksOfItem(x)
			}
		}
		return it
	}
	j := *n
	j.Left, j.Right = lv.linksOfItem(n.Left), lv.linksOfItem(n.Right)
	if j.Quals == nil || !hasSubLink(j.Quals) {
		return &j
	}
	var rest []expr.Expr
	side := func(it FromItem) FromItem {
		rest = nil
		for _, c := range lv.linkConds(j.Quals) {
			if s := lv.linkJoin(c, localRels(it)); s != nil {
				s.Left, it = it, s
				continue
			}
			rest = append(rest, c)
		}
		j.Quals = andOf(rest)
		return it
	}
	switch j.Kind {
	case LeftJoin:
		j.Right = side(j.Right)
	case RightJoin:
		j.Left = side(j.Left)
	case InnerJoin:
		top := FromItem(&j)
		quals := j.Quals
		j.Quals = nil
		for _, c := range lv.linkConds(quals) {
			if s := lv.linkJoin(c, localRels(top)); s != nil {
				s.Left, top = top, s
				continue
			}
			j.Quals = andWith(j.Quals, c)
		}
		return top
	}
	return &j
}

func hasSubLink(e expr.Expr) bool {
	return expr.Any(e, func(n expr.Expr) bool { _, ok := n.(*expr.SubLink); return ok })
}

// localRels are the local range indexes of the relations below a FROM item.
func localRels(it FromItem) map[int]bool {
	m := map[int]bool{}
	var visit func(FromItem)
	visit = func(it FromItem) {
		switch n := it.(type) {
		case *RangeRef:
			m[n.Rel] = true
		case *Join:
			visit(n.Left)
			if n.Kind != SemiJoin && n.Kind != AntiJoin {
				visit(n.Right)
			}
			if n.Rel != 0 {
				m[n.Rel] = true
			}
		case *fromList:
			for _, x := range n.items {
				visit(x)
			}
		}
	}
	visit(it)
	return m
}

// linkJoin makes the semi or anti join for one condition, nil if it is not of
// that kind. avail are the relations it may join to.
func (lv *level) linkJoin(e expr.Expr, avail map[int]bool) *Join {
	switch n := e.(type) {
	case *expr.SubLink:
		switch n.Kind {
		case expr.AnyLink:
			return lv.anyJoin(n, avail)
		case expr.ExistsLink:
			return lv.existsJoin(n, SemiJoin, avail)
		}
	case *expr.Bool:
		if sl, ok := n.Args[0].(*expr.SubLink); ok && n.Op == expr.Not && sl.Kind == expr.ExistsLink {
			return lv.existsJoin(sl, AntiJoin, avail)
		}
	}
	return nil
}

// anyJoin is convert_ANY_sublink_to_join.
func (lv *level) anyJoin(sl *expr.SubLink, avail map[int]bool) *Join {
	q := sl.Query.(*Query)
	if isVolatile(sl.Test) || hasSubLink(sl.Test) || !varsWithin(sl.Test, avail, true) {
		return nil
	}
	lateral := queryRefersUp(q, 1)
	if lateral && !refersOnly(q, avail) {
		return nil
	}
	r := &RangeEntry{Kind: SubqueryEntry, Alias: "ANY_subquery", HasAlias: true, Subquery: q, Lateral: lateral, Pos: -1}
	for i := range q.Targets {
		t := &q.Targets[i]
		if !t.Junk {
			r.Columns = append(r.Columns, t.Name)
			r.Types = append(r.Types, t.Expr.Type())
			r.Mods = append(r.Mods, t.Expr.Typmod())
		}
	}
	lv.g.planned = append(lv.g.planned, q.origin)
	idx := lv.addEntry(r)
	quals := expr.Mutate(sl.Test, func(e expr.Expr) (expr.Expr, bool) {
		if p, ok := e.(*expr.Param); ok && p.Kind == expr.ExecParam && p.ID < len(r.Types) {
			return &expr.Var{Loc: -1, Rel: idx, Attr: p.ID + 1, Slot: -1, T: r.Types[p.ID], Mod: r.Mods[p.ID]}, true
		}
		return e, false
	})
	return &Join{Kind: SemiJoin, Right: &RangeRef{Rel: idx}, Quals: quals}
}

func (lv *level) addEntry(r *RangeEntry) int {
	lv.q.Range = append(lv.q.Range[:len(lv.q.Range):len(lv.q.Range)], r)
	return len(lv.q.Range)
}

// varsWithin tells whether all of e's columns of this level are in avail; need:
// and that there is one.
func varsWithin(e expr.Expr, avail map[int]bool, need bool) bool {
	ok, some := true, false
	expr.Walk(e, func(n expr.Expr) bool {
		if v, isVar := n.(*expr.Var); isVar && v.Up == 0 {
			some = true
			ok = ok && avail[v.Rel]
		}
		return true
	})
	return ok && (some || !need)
}

// queryRefersUp tells whether q mentions columns n levels out.
func queryRefersUp(q *Query, n int) bool {
	found := false
	mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		switch v := e.(type) {
		case *expr.Var:
			found = found || v.Up == depth+n
		case *expr.Agg:
			found = found || v.Up == depth+n
		}
		return e, false
	})
	return found
}

// refersOnly tells whether all columns of the level around q that it mentions are
// of the relations in avail.
func refersOnly(q *Query, avail map[int]bool) bool {
	ok := true
	mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		switch v := e.(type) {
		case *expr.Var:
			ok = ok && (v.Up != depth+1 || avail[v.Rel])
		case *expr.Agg:
			ok = ok && v.Up <= depth
		}
		return e, false
	})
	return ok
}

// exprRefersUp is queryRefersUp for an expression.
func exprRefersUp(e expr.Expr, n int) bool {
	return e != nil && queryRefersUp(&Query{Where: e}, n)
}

// existsJoin is convert_EXISTS_sublink_to_join: the subquery's FROM becomes the
// join's right side and its WHERE the join condition.
func (lv *level) existsJoin(sl *expr.SubLink, kind JoinKind, avail map[int]bool) *Join {
	orig := sl.Query.(*Query)
	if len(orig.CTEs) > 0 {
		return nil
	}
	q := lv.g.simplifyExists(orig)
	if q == nil || len(q.From) == 0 || q.Where == nil || isVolatile(q.Where) {
		return nil
	}
	where := q.Where
	q.Where = nil
	if queryRefersUp(q, 1) || !exprRefersUp(where, 1) {
		return nil
	}
	if !refersOnly(&Query{Where: where}, avail) {
		return nil
	}
	lv.g.planned = append(lv.g.planned, orig.origin)
	base := len(lv.q.Range)
	q.Where = where
	moved := shiftQuery(q, base)
	lv.q.Range = append(lv.q.Range[:base:base], moved.Range...)
	var right FromItem = &fromList{items: moved.From}
	if len(moved.From) == 1 {
		right = moved.From[0]
	}
	if moved.HasSubLinks {
		lv.q.HasSubLinks = true
	}
	return &Join{Kind: kind, Right: lv.linksOfItem(right), Quals: andOf(lv.linkConds(moved.Where))}
}

// shiftQuery merges a subquery's numbering into its parent's: its range entries
// come after base entries and its outer references come one level closer.
func shiftQuery(q *Query, base int) *Query {
	out := mutateQuery(q, 0, func(e expr.Expr, depth int) (expr.Expr, bool) {
		switch v := e.(type) {
		case *expr.Var:
			c := *v
			switch {
			case v.Up == depth:
				c.Rel += base
			case v.Up > depth:
				c.Up--
			default:
				return e, true
			}
			return &c, true
		case *expr.Agg:
			if v.Up > depth {
				c := *v
				c.Up--
				return &c, false
			}
		}
		return e, false
	})
	lowerCTEs(out, 0)
	for i, it := range out.From {
		out.From[i] = shiftItem(it, base)
	}
	return out
}

// lowerCTEs brings references to CTEs further out one level closer. The entries
// are private copies of shiftQuery where they hold subqueries.
func lowerCTEs(q *Query, depth int) {
	for i, r := range q.Range {
		switch {
		case r.Kind == CTEEntry && r.CTEUp > depth:
			c := *r
			c.CTEUp--
			q.Range[i] = &c
		case r.Kind == SubqueryEntry:
			lowerCTEs(r.Subquery, depth+1)
		}
	}
	for _, c := range q.CTEs {
		lowerCTEs(c.Query, depth+1)
	}
	eachSubLink(q, func(sub *Query) { lowerCTEs(sub, depth+1) })
}

// eachSubLink calls f for the queries of q's own sublinks.
func eachSubLink(q *Query, f func(*Query)) {
	if !q.HasSubLinks {
		return
	}
	seen := map[*Query]bool{}
	ownExprs(q, func(e expr.Expr, _ bool) {
		expr.Walk(e, func(n expr.Expr) bool {
			if sl, ok := n.(*expr.SubLink); ok {
				if sub := sl.Query.(*Query); !seen[sub] {
					seen[sub] = true
					f(sub)
				}
			}
			return true
		})
	})
}

func shiftItem(it FromItem, base int) FromItem {
	switch n := it.(type) {
	case *RangeRef:
		return &RangeRef{Rel: n.Rel + base}
	case *Join:
		c := *n
		c.Left, c.Right = shiftItem(n.Left, base), shiftItem(n.Right, base)
		if c.Rel != 0 {
			c.Rel += base
		}
		return &c
	case *fromList:
		c := &fromList{quals: n.quals}
		for _, x := range n.items {
			c.items = append(c.items, shiftItem(x, base))
		}
		return c
	}
	return it
}
