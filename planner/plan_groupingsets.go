package planner

import (
	"slices"
	"strings"

	"minidb/expr"
)

// Grouping sets: chains of sets that one sorted pass can compute, or a hash table
// for each set (PostgreSQL's consider_groupingsets_paths).

// rollupPath is a chain of grouping sets, each contained in the one before it.
type rollupPath struct {
	sets   [][]int // references of targets
	hashed bool    // one set, by a hash table
	groups float64
}

// rollups splits the grouping sets into as few chains as possible: each set is
// followed by at most one that it contains, which is a matching.
func rollups(sets [][]int) [][][]int {
	var empty, rest [][]int
	for _, s := range sets {
		if len(s) == 0 {
			empty = append(empty, s)
		} else {
			rest = append(rest, s)
		}
	}
	inside := func(small, big []int) bool {
		for _, x := range small {
			if !slices.Contains(big, x) {
				return false
			}
		}
		return true
	}
	above := make([]int, len(rest)) // the set that i follows, -1 for none
	below := make([]int, len(rest)) // the set that follows i
	for i := range above {
		above[i], below[i] = -1, -1
	}
	var augment func(i int, seen []bool) bool
	augment = func(i int, seen []bool) bool {
		for j := range i { // a free one, if there is one
			if above[j] < 0 && !seen[j] && inside(rest[j], rest[i]) {
				above[j], below[i] = i, j
				return true
			}
		}
		for j := range i {
			if seen[j] || !inside(rest[j], rest[i]) {
				continue
			}
			seen[j] = true
			if above[j] < 0 || augment(above[j], seen) {
				above[j], below[i] = i, j
				return true
			}
		}
		return false
	}
	for i := range rest {
		augment(i, make([]bool, len(rest)))
	}
	var out [][][]int
	for i := range rest {
		if below[i] >= 0 {
			continue
		}
		var chain [][]int
		for j := i; j >= 0; j = above[j] {
			chain = append(chain, rest[j])
		}
		slices.Reverse(chain)
		out = append(out, chain)
	}
	if len(out) == 0 {
		return [][][]int{empty}
	}
	out[0] = append(out[0], empty...)
	for _, chain := range out {
		alignChain(chain)
	}
	return out
}

// alignChain orders the columns of a chain's sets so that each is a prefix of the
// one before it.
func alignChain(chain [][]int) {
	var order []int
	for i := len(chain) - 1; i >= 0; i-- {
		order = unite(order, chain[i])
		chain[i] = slices.Clone(order)
	}
}

// groupOf finds a GROUP BY item by its reference.
func (lv *level) groupOf(ref int) expr.SortGroup {
	for _, g := range lv.q.Group {
		if g.Ref == ref {
			return g
		}
	}
	return expr.SortGroup{}
}

func (lv *level) setExprs(set []int) []expr.Expr {
	var out []expr.Expr
	for _, ref := range set {
		if t := targetOfRef(lv.targets, ref); t != nil && !hasExpr(out, t.Expr) {
			out = append(out, t.Expr)
		}
	}
	return out
}

// setsKeys is the order that the first chain wants.
func (lv *level) setsKeys() {
	lv.chains = rollups(lv.q.GroupingSets)
	var first []expr.SortGroup
	for _, ref := range lv.chains[0][0] {
		first = append(first, lv.groupOf(ref))
	}
	lv.groupKeys, _ = lv.keysOf(first, lv.targets)
	lv.sortable = true
	for _, g := range lv.q.Group {
		lv.sortable = lv.sortable && g.Lt != nil
	}
	if !lv.sortable {
		lv.groupKeys = nil
	}
}

// holdGroupKeys puts a PlaceHolder around grouping keys that may turn out to have
// no columns, or that have subqueries, wherever they stand.
func (lv *level) holdGroupKeys() {
	q := lv.q
	if len(q.Group) == 0 || len(q.GroupingSets) == 0 && !q.HasSubLinks {
		return
	}
	q.Targets = slices.Clone(q.Targets)
	var keys, constant, links []expr.Expr
	var refs []int // of keys
	for _, s := range q.Group {
		t := targetByRef(q.Targets, s.Ref)
		e := t.Expr
		if hasSubLink(e) {
			t.Expr = &expr.PlaceHolder{Loc: -1, Arg: e}
			links = append(links, e)
			continue
		}
		if len(q.GroupingSets) == 0 {
			continue
		}
		if !hasVar(e) { // written again it is a value of its own
			t.Expr = &expr.PlaceHolder{Loc: -1, Arg: e, Key: s.Ref}
			constant = append(constant, e)
			continue
		}
		if v, ok := e.(*expr.Var); !ok || v.Up == 0 && (q.Range[v.Rel-1].Kind != RelationEntry || virtualColumn(q.Range[v.Rel-1], v.Attr) != nil) {
			keys, refs = append(keys, e), append(refs, s.Ref)
		}
	}
	if len(keys)+len(constant)+len(links) == 0 {
		return
	}
	lv.holds = true
	hold := func(e expr.Expr) (expr.Expr, bool) {
		switch e.(type) {
		case *expr.Agg, *expr.Grouping, *expr.PlaceHolder:
			return e, true
		}
		for _, k := range links { // one subplan is to serve all
			if sameExpr(k, e) {
				return &expr.PlaceHolder{Loc: -1, Arg: k, Input: true}, true
			}
		}
		if hasExpr(constant, e) {
			return &expr.PlaceHolder{Loc: -1, Arg: e, Input: true}, true
		}
		for i, k := range keys {
			if sameExpr(k, e) {
				return &expr.PlaceHolder{Loc: -1, Arg: e, Key: refs[i]}, true
			}
		}
		return e, false
	}
	for i := range q.Targets {
		q.Targets[i].Expr = expr.Mutate(q.Targets[i].Expr, hold)
	}
	q.Having = expr.Mutate(q.Having, hold)
	if q.HasSubLinks && len(keys) > 0 {
		lv.keysInLinks(keys, refs)
	}
}

// keysInLinks lets subqueries read the keys that are columns from an entry of their own,
// as PostgreSQL's RTE_GROUP. What a column of a merged subquery stands for would not be
// NULL there for the grouping sets that lack it.
func (lv *level) keysInLinks(keys []expr.Expr, refs []int) {
	q := lv.q
	group := &RangeEntry{Kind: JoinEntry}
	rel := len(q.Range) + 1
	var columns []expr.Expr
	for i, k := range keys {
		if _, ok := k.(*expr.Var); ok {
			columns = append(columns, lv.joinedColumn(k))
			group.JoinVars = append(group.JoinVars, &expr.PlaceHolder{Loc: -1, Arg: k, Key: refs[i]})
		}
	}
	if len(columns) == 0 {
		return
	}
	m := &queryMutator{links: true, f: func(e expr.Expr, depth int) (expr.Expr, bool) {
		switch n := e.(type) {
		case *expr.Agg:
			return e, n.Up == depth // its arguments are of grouping's input
		case *expr.PlaceHolder:
			return e, true
		case *expr.Var:
			if depth == 0 || n.Up != depth {
				return e, true
			}
			own := *n
			own.Up = 0
			column := lv.joinedColumn(&own)
			if i := slices.IndexFunc(columns, func(k expr.Expr) bool { return sameExpr(k, column) }); i >= 0 {
				own.Rel, own.Attr, own.Up = rel, i+1, depth
				return &own, true
			}
		}
		return e, false
	}}
	q.Targets, q.Having = m.targets(q.Targets), m.expr(q.Having)
	q.Range = append(slices.Clip(q.Range), group)
}

// joinedColumn goes from a column of a join to the column that it is, if it is one.
func (lv *level) joinedColumn(e expr.Expr) expr.Expr {
	for {
		v, ok := e.(*expr.Var)
		if !ok {
			return e
		}
		r := lv.q.Range[v.Rel-1]
		if r.Kind != JoinEntry || v.Attr < 1 || v.Attr > len(r.JoinVars) {
			return e
		}
		e = r.JoinVars[v.Attr-1]
	}
}

// heldKey is a grouping key with a subquery, as written and planned.
type heldKey struct{ written, planned expr.Expr }

// planHeld plans a grouping key: wherever it is written it is the same value.
func (lv *level) planHeld(key expr.Expr) expr.Expr {
	for _, h := range lv.heldKeys {
		if sameExpr(h.written, key) {
			return h.planned
		}
	}
	planned := lv.prep(key)
	lv.heldKeys = append(lv.heldKeys, heldKey{key, planned})
	return planned
}

// releaseGroupKeys takes the PlaceHolders off that have columns, but those of keys that
// are equal now: a grouping set may have one of them and lack the other.
func (lv *level) releaseGroupKeys(having []expr.Expr) {
	var args []expr.Expr
	equal := map[int]bool{}
	for _, s := range lv.q.Group {
		if p, ok := targetByRef(lv.targets, s.Ref).Expr.(*expr.PlaceHolder); ok {
			equal[s.Ref] = hasExpr(args, p.Arg)
			args = append(args, p.Arg)
		}
	}
	release := releasing(func(p *expr.PlaceHolder) bool { return hasVar(p.Arg) && !equal[p.Key] })
	lv.targets = slices.Clone(lv.targets)
	for i := range lv.targets {
		lv.targets[i].Expr = expr.Mutate(lv.targets[i].Expr, release)
	}
	for i := range having {
		having[i] = expr.Mutate(having[i], release)
	}
}

// releasing takes off the PlaceHolders for which free is true.
func releasing(free func(*expr.PlaceHolder) bool) expr.Rewrite {
	var release expr.Rewrite
	release = func(e expr.Expr) (expr.Expr, bool) {
		if p, ok := e.(*expr.PlaceHolder); ok && free(p) {
			return expr.Mutate(p.Arg, release), true
		}
		return e, false
	}
	return release
}

// released takes the PlaceHolders out of conditions that have columns. One without is no
// condition on the whole query while it has one: it is tested where there are rows.
func (lv *level) released(e expr.Expr) expr.Expr {
	if !lv.holds {
		return e
	}
	release := releasing(func(*expr.PlaceHolder) bool { return true })
	list := andList(e)
	for i, c := range list {
		if hasVar(c) {
			list[i] = expr.Mutate(expr.Mutate(c, release), lv.foldSides)
		}
	}
	return andOf(list)
}

// foldSides folds what columns are compared with, which PostgreSQL does to estimate how
// many rows there are: it fails while planning.
func (lv *level) foldSides(e expr.Expr) (expr.Expr, bool) {
	switch e.(type) {
	case *expr.Bool:
		return e, false
	case *expr.OpCall, *expr.ArrayOp, *expr.RowCompare:
		if hasVar(e) {
			e = expr.MutateChildren(e, func(side expr.Expr) (expr.Expr, bool) {
				if !hasVar(side) {
					side = lv.g.simplify(side)
				}
				return side, true
			})
		}
	}
	return e, true
}

// addSetsPaths adds the ways to compute grouping sets.
func (lv *level) addSetsPaths(out, src *rel, group []expr.Expr, rows float64, hashable bool) {
	groupsOf := func(set []int) float64 {
		if len(set) == 0 {
			return 1
		}
		return lv.numGroups(lv.setExprs(set), rows)
	}
	if hashable {
		var hashed []rollupPath
		var empty rollupPath
		chains := lv.chains
		inOrder := sortedBy(src.cheapest.keys, lv.groupKeys) // by chance: the first chain needs no hash table
		if inOrder {
			chains = chains[1:]
		}
		for _, chain := range chains {
			for _, set := range chain {
				if len(set) == 0 {
					empty.sets, empty.groups = append(empty.sets, set), empty.groups+1
				} else {
					hashed = append(hashed, rollupPath{sets: [][]int{set}, hashed: true, groups: groupsOf(set)})
				}
			}
		}
		if len(hashed) > 0 {
			strategy := AggHashed
			switch {
			case inOrder:
				strategy, hashed = AggMixed, append(hashed, chainPath(lv.chains[0], groupsOf))
			case len(empty.sets) > 0:
				strategy, hashed = AggMixed, append(hashed, empty)
			}
			lv.addSetsPath(out, src.cheapest, group, strategy, hashed)
		}
	}
	if !lv.sortable {
		return
	}
	var sorted []rollupPath
	for _, chain := range lv.chains {
		sorted = append(sorted, chainPath(chain, groupsOf))
	}
	strategy := AggSorted
	if len(sorted) == 1 && len(sorted[0].sets[0]) == 0 {
		strategy = AggPlain
	}
	for _, p := range src.paths {
		if len(lv.groupKeys) == 0 {
			p = src.cheapest
		}
		if s := lv.ensureSorted(p, src, lv.groupKeys, 0); s != nil {
			lv.addSetsPath(out, s, group, strategy, sorted)
		}
		if len(lv.groupKeys) == 0 {
			return
		}
	}
}

// chainPath is a chain of sets that are grouped one within the other, by sorted rows.
func chainPath(chain [][]int, groupsOf func([]int) float64) rollupPath {
	r := rollupPath{sets: chain}
	for _, set := range chain {
		r.groups += groupsOf(set)
	}
	return r
}

func (lv *level) addSetsPath(out *rel, in *path, group []expr.Expr, strategy AggStrategy, chains []rollupPath) {
	p := &path{kind: pathAgg, rel: out, child: in, target: out.target, quals: lv.having,
		agg: &aggPath{strategy: strategy, group: group, aggs: lv.aggs, rollups: chains}}
	ac := lv.aggsCost()
	hs, hp := lv.g.exprsCost(lv.having)
	hsel := -1.0
	if len(lv.having) > 0 {
		hsel = lv.selAnd(lv.having, nil, nil)
	}
	for i, c := range chains {
		p.agg.groups += c.groups
		st := AggSorted
		if c.hashed {
			st = AggHashed
		}
		if i == 0 {
			if strategy == AggMixed {
				st = AggSorted // delivers its groups as it goes
				p.disabled += count(!lv.g.cost.hashAgg)
			}
			disabled := p.disabled
			lv.costAgg(p, st, len(c.sets[0]), c.groups, ac, hsel, hs, hp)
			p.disabled += disabled
			continue
		}
		more := &path{child: &path{rows: in.rows, target: in.emits()}, agg: p.agg}
		if !c.hashed && !chains[i-1].hashed {
			more.child = lv.sortPath(more.child, lv.chainKeys(c), 0)
		}
		lv.costAgg(more, st, len(c.sets[0]), c.groups, ac, hsel, hs, hp)
		p.disabled += more.disabled
		p.total += more.total
		p.rows += more.rows
	}
	p.startup += out.target.startup
	p.total += out.target.startup + out.target.perRow*p.rows
	out.addPath(p)
}

// chainKeys is the order that a chain needs.
func (lv *level) chainKeys(c rollupPath) []*pathKey {
	var groups []expr.SortGroup
	for _, ref := range c.sets[0] {
		groups = append(groups, lv.groupOf(ref))
	}
	keys, _ := lv.keysOf(groups, lv.targets)
	return keys
}

// planRollups describes the chains to the executor: sets by indexes into the Agg
// node's group columns.
func (lv *level) planRollups(n *Agg, a *aggPath) {
	for i, c := range a.rollups {
		r := Rollup{Hashed: c.hashed, NumGroups: c.groups}
		for _, set := range c.sets {
			s := GroupingSet{Exprs: lv.setExprs(set)}
			for _, e := range s.Exprs {
				s.Cols = append(s.Cols, inputs(a.group).find(e))
			}
			for _, g := range n.Groupings {
				v := int64(0)
				for _, ref := range g.Refs {
					if v <<= 1; !slices.Contains(set, ref) {
						v |= 1
					}
				}
				s.Groupings = append(s.Groupings, v)
			}
			r.Sets = append(r.Sets, s)
		}
		if !c.hashed && i > 0 && !a.rollups[i-1].hashed {
			for k, col := range r.Sets[0].Cols {
				g := lv.groupOf(c.sets[0][k])
				r.Sort = append(r.Sort, SortCol{Col: n.GroupCols[col], Type: n.GroupTypes[col], Desc: g.Desc, NullsFirst: g.NullsFirst})
			}
		}
		n.Rollups = append(n.Rollups, r)
	}
}

// findGroupings lists the GROUPING calls of an Agg node's output.
func findGroupings(lists ...[]expr.Expr) []*expr.Grouping {
	var out []*expr.Grouping
	for _, l := range lists {
		for _, e := range l {
			expr.Walk(e, func(x expr.Expr) bool {
				if g, ok := x.(*expr.Grouping); ok && !slices.ContainsFunc(out, func(o *expr.Grouping) bool { return expr.Equal(o, g) }) {
					out = append(out, g)
				}
				return true
			})
		}
	}
	return out
}

// groupingSets writes the sets of an Agg node, a line each; a chain that sorts again
// is indented below its sort keys.
func (b *explainer) groupingSets(n *xnode, p *Agg) {
	var all [][]prop // for JSON
	for i := range p.Rollups {
		r := &p.Rollups[i]
		name, indent := "Group Key", ""
		if r.Hashed {
			name = "Hash Key"
		}
		var group []prop
		line := func(name, indent string, exprs []expr.Expr) []string {
			keys, list := "()", []string{}
			if len(exprs) > 0 {
				list = b.groupKeys(p, exprs)
				keys = strings.Join(list, ", ")
			}
			n.props = append(n.props, prop{raw: indent + name + ": " + keys, textOnly: true})
			return list
		}
		if len(r.Sort) > 0 {
			group = append(group, prop{name: "Sort Key", val: line("Sort Key", "", r.Sets[0].Exprs)})
			indent = "  "
		}
		var sets [][]string
		for k := range r.Sets {
			sets = append(sets, line(name, indent, r.Sets[k].Exprs))
		}
		all = append(all, append(group, prop{name: name + "s", val: sets}))
	}
	if len(all) > 0 {
		n.props = append(n.props, prop{name: "Grouping Sets", val: all, jsonOnly: true})
	}
}
