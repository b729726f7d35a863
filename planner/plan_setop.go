package planner

import (
	"math"
	"slices"

	"minidb/expr"
	"minidb/parser/tree"
	"minidb/types"
)

// UNION, INTERSECT, EXCEPT and the recursive union of WITH RECURSIVE
// (prepunion.c).

// planSetOps plans the level's tree of set operations.
func (lv *level) planSetOps() *rel {
	q := lv.q
	var r *rel
	if lv.recursion != nil && q.SetOp.Op == tree.Union {
		r = lv.planRecursive(q.SetOp)
	} else {
		r = lv.setOpRel(q.SetOp)
	}
	if r == nil || lv.g.err != nil {
		return nil
	}
	lv.setKeys()
	t := lv.finalTarget()
	t.width = r.target.width
	out := upperRel(r)
	out.target = t
	for _, p := range r.paths {
		n := *p
		n.target = t
		out.paths = append(out.paths, &n)
	}
	out.setCheapest()
	return out
}

// setVars are a node's output columns: those of its first leaf.
func (lv *level) setVars(n *SetOpNode) *target {
	first := n
	for first.Rel == 0 {
		first = first.Left
	}
	r := lv.rangeEntry(first.Rel)
	t := &target{}
	for i := range r.Types {
		t.exprs = append(t.exprs, &expr.Var{Loc: -1, Rel: first.Rel + lv.off, Attr: i + 1, Slot: -1, T: r.Types[i], Mod: r.Mods[i]})
		t.width += typeWidth(r.Types[i], r.Mods[i])
	}
	return t
}

// setOpRel plans one node.
func (lv *level) setOpRel(n *SetOpNode) *rel {
	if lv.g.err != nil {
		return nil
	}
	if n.Rel > 0 {
		return lv.setLeaf(n)
	}
	if n.Op == tree.Union {
		return lv.planUnion(n)
	}
	return lv.planIntersect(n)
}

// setLeaf plans one arm.
func (lv *level) setLeaf(n *SetOpNode) *rel {
	i := n.Rel
	r := &rel{rti: i + lv.off, entry: lv.rangeEntry(i), target: lv.setVars(n)}
	sub := lv.g.planLevel(r.entry.Subquery, lv, 0, func(s *level) { s.setArm = true })
	if lv.g.err != nil {
		return nil
	}
	r.sub = &subPlanned{lv: sub}
	best := sub.final.cheapest
	r.target.width = best.emits().width
	r.rows, r.tuples, r.width = best.rows, best.rows, r.target.width
	r.paths = []*path{{kind: pathSubquery, rel: r, child: best, from: sub, rows: best.rows, startup: best.startup, total: best.total, disabled: best.disabled}}
	r.groups = r.rows
	if q := sub.q; len(q.Group) == 0 && len(q.Distinct) == 0 && len(q.GroupingSets) == 0 && q.Having == nil && !q.HasSRF && q.SetOp == nil {
		var exprs []expr.Expr
		for i := range sub.targets {
			if !sub.targets[i].Junk {
				exprs = append(exprs, sub.targets[i].Expr)
			}
		}
		r.groups = sub.numGroups(exprs, r.rows)
	}
	for _, p := range sub.final.paths {
		if len(sub.armKeys) > 0 && sortedBy(p.keys, sub.armKeys) && (r.sorted == nil || p.total < r.sorted.total) {
			r.sorted = &path{kind: pathSubquery, rel: r, child: p, from: sub, rows: p.rows, startup: p.startup, total: p.total, disabled: p.disabled}
		}
	}
	r.setCheapest()
	return r
}

// unionArms flattens nested unions that mean the same.
func (lv *level) unionArms(n *SetOpNode, op *SetOpNode) []*rel {
	if n.Rel == 0 && n.Op == tree.Union && (n.All == op.All || !op.All) && (n.All || !op.All) && sameTypes(n.Types, op.Types) {
		return append(lv.unionArms(n.Left, op), lv.unionArms(n.Right, op)...)
	}
	r := lv.setOpRel(n)
	if r == nil {
		return nil
	}
	return []*rel{r}
}

func sameTypes(a, b []types.OID) bool {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return false
		}
	}
	return true
}

func (lv *level) planUnion(n *SetOpNode) *rel {
	arms := append(lv.unionArms(n.Left, n), lv.unionArms(n.Right, n)...)
	if lv.g.err != nil {
		return nil
	}
	t := lv.setVars(n)
	out := &rel{target: t, width: t.width, considerStartup: true}
	if arms = lv.armsWithRows(arms, n); len(arms) == 0 {
		out.markDummy()
		out.setCheapest()
		return out
	}
	app := &path{kind: pathAppend, rel: out}
	for i, a := range arms {
		p := a.cheapest
		app.members = append(app.members, p)
		if i == 0 {
			app.startup = p.startup
		}
		app.total += p.total
		app.rows += p.rows
		app.disabled += p.disabled
	}
	app.total += 0.5 * lv.g.cost.cpuTuple * app.rows
	if lv.simpleUnionAll(arms, n) {
		lv.flattenArms(app)
	}
	out.width = armsWidth(app.members)
	t.width = out.width
	out.rows, out.tuples, out.groups = app.rows, app.rows, app.rows
	if n.All {
		out.paths = []*path{app}
		out.setCheapest()
		return out
	}
	lv.uniqueUnion(out, app, n, arms)
	return out
}

// simpleUnionAll tells whether the level is nothing but arms after one another, of the
// same types (is_simple_union_all).
func (lv *level) simpleUnionAll(arms []*rel, n *SetOpNode) bool {
	return n.All && n == lv.q.SetOp && !slices.ContainsFunc(arms, func(a *rel) bool {
		return a.cheapest.kind != pathSubquery || !sameTypes(a.entry.Types, n.Types)
	})
}

// armsWithRows leaves out arms that were proven empty. One without FROM is not by its own
// condition: PostgreSQL tests even a false one when it runs.
func (lv *level) armsWithRows(arms []*rel, n *SetOpNode) []*rel {
	if !lv.simpleUnionAll(arms, n) {
		return arms
	}
	return slices.DeleteFunc(arms, func(a *rel) bool {
		c := a.cheapest.child
		return c.empty() && (c.rel.dummy || a.cheapest.from.q.bare)
	})
}

// empty tells whether the path was made of a relation that was proven empty.
func (p *path) empty() bool {
	if p.kind != pathResult || p.child != nil || len(p.quals) == 0 {
		return false
	}
	v, ok := boolConst(p.quals[0])
	return ok && !v
}

// flattenArms lets the partitions of arms that are nothing but a partitioned table be
// members themselves (flatten_simple_union_all, is_safe_append_member).
func (lv *level) flattenArms(app *path) {
	for _, m := range app.members {
		if c := m.child; c.kind == pathAppend && c.isAppend() && len(c.members) > 1 && (m.from.where == nil || m.from.q.bare) {
			app.total -= 0.5 * lv.g.cost.cpuTuple * c.rows
			m.flat = true
		}
	}
}

// uniqueUnion drops a union's duplicates.
func (lv *level) uniqueUnion(out *rel, app *path, n *SetOpNode, arms []*rel) {
	hashable, sortable := setGrouping(n)
	cols := out.target.exprs
	rows := app.rows
	if hashable && len(cols) > 0 {
		h := &path{kind: pathAgg, rel: out, child: app, agg: &aggPath{strategy: AggHashed, group: cols, groups: rows, distinct: true}}
		lv.costAgg(h, AggHashed, len(cols), rows, aggCost{}, -1, 0, 0)
		out.addPath(h)
	}
	if sortable || len(cols) == 0 {
		keys := lv.setKeysOf(n, cols)
		s := app
		if len(keys) > 0 {
			s = lv.sortPath(app, keys, 0)
		}
		u := &path{kind: pathUnique, rel: out, child: s, keys: keys, groups: cols, rows: rows, numKeys: len(cols)}
		lv.costUnique(u, len(cols))
		out.addPath(u)
		if len(keys) > 0 {
			m := lv.mergeArms(out, n, arms, keys)
			u = &path{kind: pathUnique, rel: out, child: m, keys: keys, groups: cols, rows: rows, numKeys: len(cols)}
			lv.costUnique(u, len(cols))
			out.addPath(u)
		}
	}
	out.rows, out.groups = rows, rows
	out.setCheapest()
	if out.cheapest == nil {
		lv.g.unsupported(-1, "UNION of types that can be neither hashed nor sorted")
	}
}

// mergeArms merges arms that are ordered by all columns: cost_merge_append.
func (lv *level) mergeArms(out *rel, n *SetOpNode, arms []*rel, keys []*pathKey) *path {
	m := &path{kind: pathMergeAppend, rel: out, keys: keys}
	for _, a := range arms {
		p := lv.sortedArm(n, a, a.target.exprs)
		m.members = append(m.members, p)
		m.startup += p.startup
		m.total += p.total
		m.rows += p.rows
		m.disabled += p.disabled
	}
	c := &lv.g.cost
	streams := max(float64(len(arms)), 2)
	compare := 2 * c.cpuOp * log2(streams)
	m.startup += compare * streams
	m.total += compare*streams + compare*m.rows + 0.5*c.cpuTuple*m.rows
	return m
}

// armsWidth is the average width of the arms' rows.
func armsWidth(arms []*path) float64 {
	width, rows := 0.0, 0.0
	for _, a := range arms {
		width += a.rows * a.emits().width
		rows += a.rows
	}
	if rows == 0 {
		return 0
	}
	return math.RoundToEven(width / rows)
}

func setGrouping(n *SetOpNode) (hashable, sortable bool) {
	hashable, sortable = true, true
	for _, g := range n.Group {
		hashable = hashable && g.Hashable
		sortable = sortable && g.Lt != nil
	}
	return hashable, sortable
}

func (lv *level) setKeysOf(n *SetOpNode, cols []expr.Expr) []*pathKey {
	var keys []*pathKey
	for _, e := range cols {
		keys = addKey(keys, lv.keyFor(lv.classFor(e, relids{}), false, false))
	}
	return keys
}

// planIntersect plans INTERSECT and EXCEPT.
func (lv *level) planIntersect(n *SetOpNode) *rel {
	l, r := lv.setOpRel(n.Left), lv.setOpRel(n.Right)
	if l == nil || r == nil {
		return nil
	}
	t := lv.setVars(n)
	out := &rel{target: t, width: t.width, considerStartup: true}
	groups, others := l.groups, r.groups
	if n.Op == tree.Intersect && groups > others {
		l, r, groups = r, l, others // the side with fewer groups is kept in memory
	}
	rows := groups
	switch {
	case n.All && n.Op == tree.Intersect:
		rows = min(l.rows, r.rows)
	case n.All:
		rows = l.rows
	}
	hashable, sortable := setGrouping(n)
	c := &lv.g.cost
	cols := float64(len(t.exprs))
	mk := func(sorted bool) {
		p := &path{kind: pathSetOp, rel: out, setOp: n, rows: rows, members: []*path{l.cheapest, r.cheapest},
			agg: &aggPath{strategy: AggHashed, groups: groups}}
		if sorted {
			p.agg.strategy = AggSorted
			p.members = []*path{lv.sortedArm(n, l, varying(l)), lv.sortedArm(n, r, varying(r))}
		}
		a, b := p.members[0], p.members[1]
		compare := c.cpuOp * (a.rows + b.rows) * cols
		if sorted {
			p.startup = a.startup + b.startup
			p.total = a.total + b.total + compare + c.cpuOp*rows
			p.keys = lv.setKeysOf(n, varying(l))
		} else {
			p.startup = a.total + b.total + compare
			p.total = p.startup + c.cpuOp*rows
			p.disabled = count(!c.hashAgg)
		}
		p.disabled += a.disabled + b.disabled
		out.addPath(p)
	}
	if hashable && len(t.exprs) > 0 {
		mk(false)
	}
	if sortable || len(t.exprs) == 0 {
		mk(true)
	}
	out.rows, out.tuples, out.groups = rows, rows, groups
	out.setCheapest()
	if out.cheapest == nil {
		lv.g.unsupported(-1, "a set operation on a type that can be neither hashed nor sorted")
		return nil
	}
	return out
}

// varying are an arm's columns that are no constants of its SELECT.
func varying(r *rel) []expr.Expr {
	if r.sub == nil {
		return r.target.exprs
	}
	var out []expr.Expr
	n := 0
	for _, t := range r.sub.lv.targets {
		if t.Junk {
			continue
		}
		if !isConst(t.Expr) {
			out = append(out, r.target.exprs[n])
		}
		n++
	}
	return out
}

// sortedArm orders an arm by these columns, by an index if that is cheaper.
func (lv *level) sortedArm(n *SetOpNode, r *rel, cols []expr.Expr) *path {
	keys := lv.setKeysOf(n, cols)
	var best *path
	if len(keys) > 0 {
		best = lv.sortPath(r.cheapest, keys, 0)
	} else {
		best = r.cheapest
	}
	if r.sorted != nil && r.sorted.disabled <= best.disabled && r.sorted.total < best.total {
		best = r.sorted
	}
	return best
}

// planRecursive plans the body of a recursive WITH query.
func (lv *level) planRecursive(n *SetOpNode) *rel {
	seed := lv.setOpRel(n.Left)
	if seed == nil {
		return nil
	}
	lv.recursion.seed = seed.cheapest
	rec := lv.setOpRel(n.Right)
	if rec == nil {
		return nil
	}
	if h, _ := setGrouping(n); !n.All && !h {
		lv.g.fail(unsupportedRecursive())
		return nil
	}
	t := lv.setVars(n)
	out := &rel{target: t, width: t.width, considerStartup: true}
	a, b := seed.cheapest, rec.cheapest
	p := &path{kind: pathRecursive, rel: out, setOp: n, members: []*path{a, b}}
	p.startup = a.startup
	p.rows = a.rows + 10*b.rows
	p.total = a.total + 10*b.total + lv.g.cost.cpuTuple*p.rows
	p.disabled = a.disabled + b.disabled
	out.rows, out.tuples, out.groups = p.rows, p.rows, p.rows
	out.paths = []*path{p}
	out.setCheapest()
	return out
}
