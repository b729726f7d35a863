package planner

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
)

// enable_partitionwise_join: tables with equal bounds that are joined by their partition
// keys can be joined partition by partition (try_partitionwise_join). A pair of
// partitions is joined with both in the places of their tables, so that conditions and
// columns stay as they are; the pairs' rows are put together by an Append. PostgreSQL
// also matches bounds that are not equal; that is not built, nor are row marks and
// targets, nor aggregation by partitions.

// partScheme says how the rows of a relation, a table or a join, are split up.
type partScheme struct {
	desc     *catalog.PartitionDesc
	keys     [][]expr.Expr // by key column: all that is equal to it
	children []*rel        // by member of desc; nil if it was pruned or can give no row
}

// partScheme is that of a partitioned table or of a join that was split; nil for others.
func (r *rel) partScheme() *partScheme {
	if r.split != nil || r.part == nil || r.dummy {
		return r.split
	}
	s := &partScheme{desc: r.part.desc, children: make([]*rel, len(r.part.desc.Members))}
	for i := range r.part.keys {
		s.keys = append(s.keys, []expr.Expr{r.part.keys[i].e})
	}
	for i, c := range r.part.rels {
		s.children[r.part.members[i]] = c
	}
	r.split = s
	return s
}

// splits tells whether the level's joins may be split.
func (lv *level) splits() bool {
	return lv.g.splitJoins && lv.q.Command == Select && len(lv.q.RowMarks) == 0
}

// joinParts adds the joins of a's partitions to b's to those of j. fresh: a and b are the
// first pair that j is made of; it decides whether j can be split.
func (lv *level) joinParts(j, a, b *rel, kind JoinKind, sj *specialJoin, clauses []*clause, fresh bool) {
	if !lv.splits() || !j.lateral.empty() || !a.lateral.empty() || !b.lateral.empty() {
		return
	}
	sa, sb := a.partScheme(), b.partScheme()
	if fresh && !j.dummy && sa != nil && sb != nil && sa.matches(sb, kind, clauses) {
		j.split = &partScheme{desc: sa.desc, children: make([]*rel, len(sa.children))}
		for i := range sa.keys {
			j.split.keys = append(j.split.keys, slices.Concat(sa.keys[i], sb.keys[i]))
		}
	}
	if j.split == nil || sa == nil || sb == nil {
		return
	}
	for i := range j.split.children {
		ca, cb := sa.children[i], sb.children[i]
		noA, noB := ca == nil || ca.dummy, cb == nil || cb.dummy
		switch kind {
		case InnerJoin, SemiJoin:
			noA = noA || noB
		case FullJoin:
			noA = noA && noB
		}
		switch {
		case noA:
			continue
		case ca == nil || cb == nil: // its rows stay, but nothing was planned for it
			j.split = nil
			return
		}
		lv.withChild(ca, func() { lv.withChild(cb, func() { lv.joinPart(j, i, ca, cb, kind, sj, clauses) }) })
	}
}

// joinPart joins two partitions, which stand in the places of their tables.
func (lv *level) joinPart(j *rel, i int, ca, cb *rel, kind JoinKind, sj *specialJoin, clauses []*clause) {
	defer newEstimates(clauses)()
	c := j.split.children[i]
	lv.emptyPart(ca)
	lv.emptyPart(cb)
	fresh := c == nil
	if fresh {
		c = &rel{ids: j.ids, considerStartup: j.considerStartup, bases: slices.Concat(ca.basePartitions(), cb.basePartitions())}
		c.target, c.width = j.target, j.width
		lv.sizeJoin(c, ca, cb, kind, clauses)
		j.split.children[i] = c
	}
	lv.pairPaths(c, ca, cb, kind, sj, clauses)
	lv.joinParts(c, ca, cb, kind, sj, clauses, fresh)
}

// emptyPart gives a partition that was proven empty, which no Append reads, a path.
func (lv *level) emptyPart(r *rel) {
	if !r.dummy || r.cheapest != nil {
		return
	}
	if r.target == nil {
		lv.buildTarget(r)
	}
	r.markDummy()
	r.setCheapest()
}

// newEstimates forgets what was estimated of conditions for the tables, until what it
// returns is called.
func newEstimates(clauses []*clause) (restore func()) {
	saved := make([][2]float64, len(clauses))
	for i, c := range clauses {
		saved[i] = [2]float64{c.sel, c.selJoin}
		c.sel, c.selJoin = -1, -1
	}
	return func() {
		for i, c := range clauses {
			c.sel, c.selJoin = saved[i][0], saved[i][1]
		}
	}
}

// withTop does f with the tables at the top in the places of the partitions that stand
// there, if r is one: as PostgreSQL, which estimates by them how often a nested loop's
// parameters repeat.
func (lv *level) withTop(r *rel, f func()) {
	if r.of == nil {
		f()
		return
	}
	saved := slices.Clone(lv.rels)
	for i, c := range lv.rels {
		for c.of != nil {
			c = c.of.parent
		}
		lv.rels[i] = c
	}
	f()
	copy(lv.rels, saved)
}

// basePartitions are the partitions that r is, or joins.
func (r *rel) basePartitions() []*rel {
	if r.bases != nil {
		return r.bases
	}
	return []*rel{r}
}

// matches tells whether both sides are split by equal bounds of the columns that the
// conditions equate.
func (s *partScheme) matches(o *partScheme, kind JoinKind, clauses []*clause) bool {
	if !s.desc.SameBounds(o.desc) {
		return false
	}
	for i := range s.keys {
		joined := slices.ContainsFunc(clauses, func(c *clause) bool {
			if !c.canJoin || !c.merge && !c.hash || c.pushed && kind != InnerJoin && kind != SemiJoin {
				return false
			}
			l, r := ecExpr(c.l), ecExpr(c.r)
			return isKey(s.keys[i], l) && isKey(o.keys[i], r) || isKey(s.keys[i], r) && isKey(o.keys[i], l)
		})
		if !joined {
			return false
		}
	}
	return true
}

func isKey(keys []expr.Expr, e expr.Expr) bool {
	return slices.ContainsFunc(keys, func(k expr.Expr) bool { return equalExpr(ecExpr(k), e) })
}

// splitPaths puts the joins of partitions together, once all pairs that j may be made of
// are known (generate_partitionwise_join_paths).
func (lv *level) splitPaths(j *rel) {
	if j.split == nil || j.part != nil || j.dummy {
		return
	}
	var live []*rel
	for _, c := range j.split.children {
		if c == nil {
			continue
		}
		lv.withChild(c, func() { lv.splitPaths(c) })
		if len(c.paths) == 0 {
			j.split = nil
			return
		}
		if c.setCheapest(); !c.dummy {
			live = append(live, c)
		}
	}
	if len(live) == 0 {
		j.markDummy()
		return
	}
	if j.ids == lv.all { // as PostgreSQL, which gives the query's columns to partitions only
		j.paths = nil
	}
	lv.addAppendPaths(j, live)
}
