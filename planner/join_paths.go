package planner

import (
	"slices"

	"minidb/expr"
	"minidb/pgerr"
)

// The ways to join one relation to another: nested loops, merges and hash
// joins, in both directions (joinpath.c).

// pairCtx is what all paths of one direction share.
type pairCtx struct {
	j, outer, inner *rel
	kind            JoinKind
	unique          bool // inner side has at most one match per outer row
	clauses         []*clause
	merge           []*clause
	factors         joinFactors
	outerUniq       *path // replace the side's paths: made unique
	innerUniq       *path
	semiLeft        relids // innerUniq: the relations that the semijoin's condition compares with
}

// pairPaths adds the paths of a joined to b.
func (lv *level) pairPaths(j, a, b *rel, kind JoinKind, sj *specialJoin, clauses []*clause) {
	if lv.dummyPair(j, a, b, kind, sj, clauses) {
		return
	}
	add := func(o, i *rel, k JoinKind, ou *path) {
		lv.addJoinPaths(&pairCtx{j: j, outer: o, inner: i, kind: k, clauses: clauses, outerUniq: ou})
	}
	switch kind {
	case InnerJoin:
		add(a, b, InnerJoin, nil)
		add(b, a, InnerJoin, nil)
	case LeftJoin:
		add(a, b, LeftJoin, nil)
		add(b, a, RightJoin, nil)
	case FullJoin:
		add(a, b, FullJoin, nil)
		add(b, a, FullJoin, nil)
		switch {
		case len(j.paths) > 0 || len(clauses) == 0:
		case lv.gatedOff():
			j.addPath(&path{kind: pathResult, rel: j, quals: []expr.Expr{falseConst()}})
		default:
			lv.g.fail(pgerr.New(pgerr.FeatureNotSupported, "FULL JOIN is only supported with merge-joinable or hash-joinable join conditions"))
		}
	case SemiJoin:
		if sj.minLeft.subsetOf(a.ids) && sj.minRight.subsetOf(b.ids) {
			add(a, b, SemiJoin, nil)
			add(b, a, RightSemiJoin, nil)
		}
		if sj.synRight == b.ids {
			if u := lv.uniquePath(b, sj); u != nil {
				lv.addJoinPaths(&pairCtx{j: j, outer: a, inner: b, kind: InnerJoin, clauses: clauses, innerUniq: u, semiLeft: sj.minLeft})
				add(b, a, InnerJoin, u)
			}
		}
	case AntiJoin:
		add(a, b, AntiJoin, nil)
		add(b, a, RightAntiJoin, nil)
	}
}

// dummyPair marks the join empty if a side that matters is or a condition from
// above is never true, and the nullable side if the join's own one never is.
func (lv *level) dummyPair(j, a, b *rel, kind JoinKind, sj *specialJoin, clauses []*clause) bool {
	empty := false
	switch kind {
	case InnerJoin, SemiJoin:
		empty = a.dummy || b.dummy || neverTrue(clauses, false)
	case LeftJoin, AntiJoin:
		empty = a.dummy || neverTrue(clauses, true)
		if !b.dummy && neverTrue(clauses, false) && b.ids.subsetOf(sj.synRight) {
			b.markDummy()
			b.setCheapest()
		}
	case FullJoin:
		empty = a.dummy && b.dummy || neverTrue(clauses, true)
	}
	if empty && !j.dummy {
		j.markDummy()
	}
	return empty || j.dummy
}

// neverTrue looks for a condition that is constantly false or null, among those
// from above the join only if so asked.
func neverTrue(clauses []*clause, pushed bool) bool {
	return slices.ContainsFunc(clauses, func(c *clause) bool {
		v, ok := boolConst(c.e)
		return ok && !v && (c.pushed || !pushed)
	})
}

// markDummy replaces the paths of a relation without rows.
func (r *rel) markDummy() {
	r.dummy, r.rows, r.paths = true, 0, nil
	r.addPath(&path{kind: pathResult, rel: r, quals: []expr.Expr{falseConst()}})
}

func (lv *level) addJoinPaths(c *pairCtx) {
	lv.analyzePair(c)
	if lv.mergeAllowed(c) {
		lv.sortMerge(c)
	}
	if c.kind != RightSemiJoin {
		lv.unsortedOuter(c)
	}
	lv.hashPaths(c)
}

// isOuterKind: conditions pushed down from above are not join conditions.
func isOuterKind(k JoinKind) bool {
	switch k {
	case LeftJoin, FullJoin, RightJoin, AntiJoin, RightAntiJoin:
		return true
	}
	return false
}

// ownClauses are the conditions that decide whether rows match.
func (c *pairCtx) ownClauses() []*clause {
	if !isOuterKind(c.kind) {
		return c.clauses
	}
	var out []*clause
	for _, x := range c.clauses {
		if !x.pushed {
			out = append(out, x)
		}
	}
	return out
}

// variable counts the own clauses that are not constants: FULL JOIN ON FALSE is
// a merge without keys.
func (c *pairCtx) variable() int {
	n := 0
	for _, x := range c.ownClauses() {
		if !isConst(x.e) {
			n++
		}
	}
	return n
}

// faces tells whether one side of the clause is of outer and the other of inner.
func (c *pairCtx) faces(x *clause) bool {
	return x.canJoin && (x.left.subsetOf(c.outer.ids) && x.right.subsetOf(c.inner.ids) ||
		x.right.subsetOf(c.outer.ids) && x.left.subsetOf(c.inner.ids))
}

// analyzePair finds merge clauses, uniqueness of the inner side and match
// fractions.
func (lv *level) analyzePair(c *pairCtx) {
	own := c.ownClauses()
	merge := lv.g.cost.mergeJoin || c.kind == FullJoin // which may have no other way
	for _, x := range own {
		if merge && x.merge && c.faces(x) {
			lv.clauseECs(x)
			c.merge = append(c.merge, x)
		}
	}
	switch c.kind {
	case InnerJoin, LeftJoin, RightJoin, FullJoin, RightAntiJoin, RightSemiJoin:
		c.unique = c.innerUniq == nil && lv.innerUnique(c, own)
		if c.innerUniq != nil {
			c.unique = c.semiLeft.subsetOf(c.outer.ids)
			if c.innerUniq == c.inner.cheapest {
				c.unique = lv.innerUnique(c, own)
			}
		}
	case SemiJoin, AntiJoin:
		// One match is enough anyway.
	}
	if semiLike(c.kind, c.unique) {
		k := SemiJoin
		if c.kind == AntiJoin {
			k = AntiJoin
		}
		js, ns := 1.0, 1.0
		if c.kind != SemiJoin && c.kind != AntiJoin && c.innerUniq == nil && c.outerUniq == nil {
			k = InnerJoin // as PostgreSQL estimates inner-unique joins, but for semijoins with a side made unique
		}
		for _, x := range own {
			if c.kind == RightAntiJoin || c.kind == RightSemiJoin || c.outerUniq != nil { // as of the join in its own direction
				js *= lv.joinClauseSel(x, SemiJoin, c.inner, c.outer)
			} else {
				js *= lv.joinClauseSel(x, k, c.outer, c.inner)
			}
			ns *= lv.joinClauseSel(x, InnerJoin, c.outer, c.inner)
		}
		c.factors = joinFactors{outerMatch: js, matchCount: 1}
		if js > 0 {
			c.factors.matchCount = max(ns*c.inner.rows/js, 1)
		}
	}
}

// innerUnique tells whether an outer row matches at most one inner row.
func (lv *level) innerUnique(c *pairCtx, own []*clause) bool {
	if c.inner.rti == 0 {
		return false
	}
	var list []expr.Expr
	for _, x := range own {
		if x.op == nil || x.op.Btree != 3 {
			continue
		}
		switch {
		case x.right == c.inner.ids && !x.left.overlaps(c.inner.ids):
			list = append(list, x.r)
		case x.left == c.inner.ids && !x.right.overlaps(c.inner.ids):
			list = append(list, x.l)
		}
	}
	return len(list) > 0 && lv.uniqueBy(c.inner, list)
}

func (lv *level) mergeAllowed(c *pairCtx) bool {
	switch c.kind {
	case RightSemiJoin:
		return false
	case FullJoin, RightJoin, RightAntiJoin:
		for _, x := range c.ownClauses() {
			if !hasClause(c.merge, x) && !isConst(x.e) {
				return false
			}
		}
	}
	return true
}

// outerEC is the class of the clause's outer side.
func (c *pairCtx) outerEC(x *clause) *eqClass {
	if x.left.subsetOf(c.outer.ids) {
		return x.leftEC.root()
	}
	return x.rightEC.root()
}

func (c *pairCtx) innerEC(x *clause) *eqClass {
	if x.left.subsetOf(c.outer.ids) {
		return x.rightEC.root()
	}
	return x.leftEC.root()
}

func (c *pairCtx) outerPath() *path {
	if c.outerUniq != nil {
		return c.outerUniq
	}
	return c.outer.cheapest
}

func (c *pairCtx) innerPath() *path {
	if c.innerUniq != nil {
		return c.innerUniq
	}
	return c.inner.cheapest
}

// sortMerge sorts both cheapest inputs and merges them, once for each key that
// can come first.
func (lv *level) sortMerge(c *pairCtx) {
	o, in := c.outerPath(), c.innerPath()
	if o.req.overlaps(c.inner.ids) || in.req.overlaps(c.outer.ids) {
		return
	}
	if len(c.merge) == 0 {
		if c.kind == FullJoin && c.variable() == 0 {
			lv.addMerge(c, o, in, nil, nil, nil, nil)
		}
		return
	}
	keys := lv.mergeKeys(c)
	for first := range keys {
		if lv.g.interrupted() { // there may be as many as a table has columns
			return
		}
		order := []*pathKey{keys[first]}
		for i, k := range keys {
			if i != first {
				order = append(order, k)
			}
		}
		clauses := c.clausesFor(order)
		innerKeys := lv.innerKeys(c, order, clauses)
		var os, is []*pathKey
		if !sortedBy(o.keys, order) {
			os = order
		}
		if !sortedBy(in.keys, innerKeys) {
			is = innerKeys
		}
		lv.addMerge(c, o, in, clauses, os, is, order)
	}
}

// mergeKeys are the outer sort keys, those of ORDER BY first.
func (lv *level) mergeKeys(c *pairCtx) []*pathKey {
	var ecs []*eqClass
	for _, x := range c.merge {
		if ec := c.outerEC(x); !slices.Contains(ecs, ec) {
			ecs = append(ecs, ec)
		}
	}
	var keys []*pathKey
	asked := 0 // by how many keys of ORDER BY the merge can sort
	for asked < len(lv.queryKeys) && slices.Contains(ecs, lv.queryKeys[asked].ec) {
		asked++
	}
	if asked == len(lv.queryKeys) || asked == len(c.merge) { // behind the latter an incremental sort may follow
		keys = append(keys, lv.queryKeys[:asked]...)
	}
	for _, ec := range ecs {
		if !hasClass(keys, ec) {
			keys = append(keys, lv.keyFor(ec, false, false))
		}
	}
	return keys
}

// clausesFor orders the merge clauses by outer keys, as far as each has one.
func (c *pairCtx) clausesFor(keys []*pathKey) []*clause {
	var out []*clause
	for _, k := range keys {
		n := len(out)
		for _, x := range c.merge {
			if c.outerEC(x) == k.ec {
				out = append(out, x)
			}
		}
		if len(out) == n {
			break
		}
	}
	return out
}

// innerKeys is the inner order that matches the outer one.
func (lv *level) innerKeys(c *pairCtx, outer []*pathKey, clauses []*clause) []*pathKey {
	var keys []*pathKey
	for _, x := range clauses {
		ec := c.outerEC(x)
		for _, k := range outer {
			if k.ec == ec {
				keys = addKey(keys, lv.keyFor(c.innerEC(x), k.desc, k.nullsFirst))
				break
			}
		}
	}
	return keys
}

func (lv *level) addMerge(c *pairCtx, o, in *path, clauses []*clause, os, is, outerKeys []*pathKey) {
	p := lv.newJoin(pathMergeJoin, c, o, in)
	if p == nil {
		return
	}
	p.join.keyClauses, p.join.outerSort, p.join.innerSort, p.join.mergeKeys = clauses, os, is, outerKeys
	p.join.clauses = withoutClauses(p.join.clauses, clauses)
	keys := o.keys
	if os != nil {
		keys = os
	}
	p.keys = lv.joinKeys(c, keys)
	lv.costMergeJoin(p, c.factors)
	lv.addJoin(p)
}

// joinKeys is the order a join keeps of its outer side's.
func (lv *level) joinKeys(c *pairCtx, keys []*pathKey) []*pathKey {
	switch c.kind {
	case FullJoin, RightJoin, RightAntiJoin, RightSemiJoin:
		return nil
	}
	return lv.usefulKeys(c.j, keys)
}

func withoutClauses(list, drop []*clause) []*clause {
	var out []*clause
	for _, c := range list {
		if !hasClause(drop, c) {
			out = append(out, c)
		}
	}
	return out
}

// newJoin starts a join path; nil if its inputs cannot go together.
func (lv *level) newJoin(kind pathKind, c *pairCtx, o, in *path) *path {
	req := o.req.or(in.req)
	clauses := c.clauses
	if kind == pathNestLoop {
		if o.req.overlaps(c.inner.ids) {
			return nil
		}
		req = o.req.or(in.req.minus(c.outer.ids))
		if !req.empty() && !req.subsetOf(c.j.lateral) && !(in.req.overlaps(c.outer.ids) && !in.req.subsetOf(c.outer.ids)) {
			return nil
		}
		if in.req.overlaps(c.outer.ids) {
			clauses = nil
			for _, x := range c.clauses {
				if !movable(x, c.inner.ids, in.req) || !innerTests(in, x) {
					clauses = append(clauses, x)
				}
			}
		}
	} else if o.req.overlaps(c.inner.ids) || in.req.overlaps(c.outer.ids) || !req.subsetOf(c.j.lateral) {
		return nil
	}
	p := take(&lv.spares.join)
	j := p.join
	if j == nil {
		j = new(joinPath)
	}
	*j = joinPath{kind: c.kind, outer: o, inner: in, clauses: clauses, innerUnique: c.unique}
	*p = path{kind: kind, rel: c.j, rows: c.j.rows, req: req, join: j}
	return p
}

// spares are paths that no relation keeps, to be made anew: so end most.
type spares struct{ join, memo, material *path }

func take(spare **path) *path {
	p := *spare
	if *spare = nil; p == nil {
		p = new(path)
	}
	return p
}

// addJoin offers a path to its relation, whose paths nothing else knows yet, and
// tells whether it is kept.
func (lv *level) addJoin(p *path) bool {
	out := p.rel.addPath(p)
	if out != nil && out.join != nil {
		lv.spares.join = out
	}
	return out != p
}

// innerTests tells whether a parameterized inner path tests the clause itself.
func innerTests(p *path, c *clause) bool {
	switch p.kind {
	case pathMaterial, pathSort, pathMemoize:
		return innerTests(p.child, c)
	case pathNestLoop, pathHashJoin, pathMergeJoin:
		j := p.join
		return innerTests(j.outer, c) && (j.kind != RightJoin && j.kind != FullJoin && j.kind != RightAntiJoin) ||
			j.kind == InnerJoin && innerTests(j.inner, c)
	case pathIndexScan, pathBitmapHeap, pathSeqScan, pathAppend, pathFunction, pathValues, pathSubquery:
		if c.ec == nil {
			return hasClause(p.paramCl, c)
		}
		for _, x := range p.paramCl {
			if x.ec == c.ec {
				return true
			}
		}
	}
	return false
}

// unsortedOuter joins each outer path with the inner paths that fit: nested
// loops, and merges that use the order the outer path has.
func (lv *level) unsortedOuter(c *pairCtx) {
	nest, merge := true, lv.mergeAllowed(c)
	switch c.kind {
	case RightJoin, RightAntiJoin, FullJoin:
		nest = false
	}
	outers := c.outer.paths
	if c.outerUniq != nil {
		outers = []*path{c.outerUniq}
	}
	var mat *path
	in := c.innerPath()
	if nest && c.innerUniq == nil && lv.g.cost.material && in.req.empty() && !materializes(in) {
		mat = lv.materialPath(in)
	}
	used := false
	for _, o := range outers {
		if o.req.overlaps(c.inner.ids) {
			continue
		}
		if nest {
			used = lv.nestPaths(c, o, in, mat) || used
		}
		if merge && (c.outerUniq == nil) {
			lv.presortedMerge(c, o)
		}
	}
	if mat != nil && !used {
		lv.spares.material = mat
	}
}

// nestPaths tells whether mat, which is in materialized or nil, has its use.
func (lv *level) nestPaths(c *pairCtx, o, in, mat *path) bool {
	keys := lv.joinKeys(c, o.keys)
	add := func(i *path) bool {
		p := lv.newJoin(pathNestLoop, c, o, i)
		if p == nil {
			return false
		}
		if !p.req.empty() {
			p.rows = clampRows(c.j.rows)
		}
		p.keys = keys
		lv.costNestLoop(p, c.factors)
		return lv.addJoin(p)
	}
	if c.innerUniq != nil {
		add(in)
		return false
	}
	cached := func(i *path) {
		add(i)
		if m := lv.memoizePath(c, o, i); m != nil && !add(m) {
			lv.spares.memo = m
		}
	}
	cached(in)
	if c.inner.startup != nil && c.inner.startup != in {
		add(c.inner.startup)
	}
	for _, i := range c.inner.paths {
		if !i.req.empty() && i != in {
			cached(i)
		}
	}
	return mat != nil && add(mat)
}

// presortedMerge merges on the order that the outer path has.
func (lv *level) presortedMerge(c *pairCtx, o *path) {
	in := c.innerPath()
	if len(o.keys) == 0 || in.req.overlaps(c.outer.ids) {
		return
	}
	clauses := c.clausesFor(o.keys)
	if len(clauses) == 0 {
		return
	}
	if (c.kind == FullJoin || c.kind == RightJoin || c.kind == RightAntiJoin) && len(clauses) != c.variable() {
		return
	}
	innerKeys := lv.innerKeys(c, o.keys, clauses)
	var is []*pathKey
	if !sortedBy(in.keys, innerKeys) {
		is = innerKeys
	}
	lv.addMerge(c, o, in, clauses, nil, is, o.keys)
	if c.innerUniq != nil {
		return
	}
	for n := len(innerKeys); n > 0; n-- {
		want := innerKeys[:n]
		var best *path
		for _, p := range c.inner.paths {
			if p.req.empty() && sortedBy(p.keys, want) && (best == nil || p.total < best.total) {
				best = p
			}
		}
		if best == nil {
			continue
		}
		sub := clauses
		if n < len(innerKeys) {
			if c.kind == FullJoin || c.kind == RightJoin || c.kind == RightAntiJoin {
				return
			}
			sub = nil
			for _, x := range clauses {
				if hasClass(want, c.innerEC(x)) {
					sub = append(sub, x)
				}
			}
		}
		if len(sub) > 0 {
			lv.addMerge(c, o, best, sub, nil, nil, o.keys)
		}
	}
}

// hashPaths builds a hash table of the inner side.
func (lv *level) hashPaths(c *pairCtx) {
	if !lv.g.cost.hashJoin && c.kind != FullJoin {
		return
	}
	var keys []*clause
	for _, x := range c.ownClauses() {
		if x.hash && c.faces(x) {
			keys = append(keys, x)
		}
	}
	if len(keys) == 0 {
		return
	}
	in := c.innerPath()
	add := func(o *path) {
		p := lv.newJoin(pathHashJoin, c, o, in)
		if p == nil {
			return
		}
		p.join.keyClauses = keys
		p.join.clauses = withoutClauses(p.join.clauses, keys)
		lv.costHashJoin(p, c.factors)
		lv.addJoin(p)
	}
	o := c.outerPath()
	add(o)
	if c.outerUniq == nil && c.outer.startup != nil && c.outer.startup != o {
		add(c.outer.startup)
	}
}
