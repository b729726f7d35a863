package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/parser/tree"
)

// Partitioned tables are read as an Append of their partitions
// (expand_partitioned_rtentry, set_append_rel_size). A partition is planned like
// the table at the top, in whose place it stands in level.rels for the time: its
// conditions, keys and columns are those of that table, and only its indexes,
// its statistics and its plan nodes know that its own columns lie elsewhere. So
// nothing has to be translated for partitions that are many.

// partitions is what a rel has that is a partitioned table.
type partitions struct {
	desc    *catalog.PartitionDesc
	keys    []indexKey // the columns of the partition key
	rels    []*rel     // of the partitions that may have rows, in the order of their bounds
	members []int      // by rel: its place in desc.Members
	widths  []float64  // by rel.attrs
}

// partOf is what a rel has that is a partition.
type partOf struct {
	parent *rel
	info   *AppendRelInfo
}

// partitioned tells whether r is to be read by partitions.
func (r *rel) partitioned() bool {
	return r.relation != nil && r.relation.Kind == catalog.PartitionedTableKind
}

// attr is the column that the partition has for one of the table at the top.
func (r *rel) attr(n int) int {
	if r.of == nil || n < 1 {
		return n
	}
	return int(r.of.info.Attrs[n-1])
}

// column is the other direction of attr.
func (r *rel) column(n int) int {
	if r.of == nil || n < 1 {
		return n
	}
	return int(r.of.info.back[n-1])
}

// withChild does f with a partition in the place of the table at the top, or with those
// that a join is of.
func (lv *level) withChild(child *rel, f func()) {
	if len(child.bases) > 0 {
		saved := make([]*rel, len(child.bases))
		for i, c := range child.bases {
			saved[i], lv.rels[c.idx] = lv.rels[c.idx], c
		}
		f()
		for i, c := range child.bases {
			lv.rels[c.idx] = saved[i]
		}
		return
	}
	saved := lv.rels[child.idx]
	lv.rels[child.idx] = child
	f()
	lv.rels[child.idx] = saved
}

// expandPartitioned does so for all of the level's relations.
func (lv *level) expandPartitioned() {
	var t *translator
	for _, r := range lv.live() {
		if !r.partitioned() {
			r.dummy = r.dummy || lv.excluded(r)
			continue
		}
		if t == nil {
			t = newTranslator(lv.g.a)
		}
		lv.expand(r, t)
	}
}

// expand opens the partitions of r that conditions do not rule out, in the order
// of their bounds, and those of them that are partitioned likewise.
func (lv *level) expand(r *rel, t *translator) {
	desc, err := lv.g.a.Partitions(r.relation)
	if err != nil {
		lv.g.fail(err)
		return
	}
	r.part = &partitions{desc: desc}
	if r.entry.Inherit {
		r.part.keys = lv.partKeys(r)
		lv.openPartitions(r, t)
	}
	if len(r.part.rels) == 0 || r.of == nil && lv.exclusion() != "off" && contradictory(r.restrict) {
		r.dummy = true
	}
}

func (lv *level) openPartitions(r *rel, t *translator) {
	live, all := lv.livePartitions(r)
	n := len(live)
	if all {
		n = len(r.part.desc.Members)
	}
	for i := range n {
		m := i
		if !all {
			m = live[i]
		}
		if lv.g.interrupted() {
			return
		}
		if lv.g.a.Detached(&r.part.desc.Members[m]) || lv.leftOut(r, r.part.desc.Members[m].OID) {
			continue
		}
		if c := lv.openPartition(r, m, t); c != nil {
			r.part.rels, r.part.members = append(r.part.rels, c), append(r.part.members, m)
		}
	}
}

// openPartition makes the rel of one partition; nil if it is gone meanwhile.
func (lv *level) openPartition(r *rel, member int, t *translator) *rel {
	g := lv.g
	at := expansion{r.vars, r.part.desc.Members[member].OID}
	if known := g.expanded[at]; known != nil {
		return lv.partitionRel(r, known.rti, known.of.info, t)
	}
	relation, err := g.a.TryOpenOID(r.part.desc.Members[member].OID, r.entry.LockMode)
	if err != nil || relation == nil {
		if err != nil {
			g.fail(err)
		}
		return nil
	}
	to, err := t.columns(r.relation, relation)
	if err != nil {
		g.fail(err)
		return nil
	}
	if r.of != nil { // to is by the columns of r: make it by those of the table at the top
		up := r.of.info.Attrs
		through := make([]int16, len(up))
		for i, n := range up {
			if n > 0 {
				through[i] = to[n-1]
			}
		}
		to = through
	}
	e := relationEntry(relation, &tree.RangeVar{Only: !r.entry.Inherit})
	e.Alias, e.LockMode, e.partition = r.entry.Alias, r.entry.LockMode, true
	g.rng, g.depth = append(g.rng, e), append(g.depth, lv.up)
	c := lv.partitionRel(r, len(g.rng), newAppendRelInfo(r.vars, len(g.rng), relation, to), t)
	if g.expanded != nil {
		g.expanded[at] = c
	}
	return c
}

// partitionRel makes the rel of an opened partition.
func (lv *level) partitionRel(r *rel, rti int, info *AppendRelInfo, t *translator) *rel {
	c := &rel{ids: r.ids, idx: r.idx, rti: rti, vars: r.vars, entry: lv.g.rng[rti-1], joins: r.joins, attrs: r.attrs,
		hasEC: r.hasEC, lateral: r.lateral}
	c.of = &partOf{parent: r, info: info}
	lv.withChild(c, func() {
		lv.setupBaseRel(c)
		lv.inheritConditions(c, r)
	})
	c.dummy = c.dummy || lv.partitionExcluded(c)
	if c.partitioned() {
		lv.expand(c, t)
	}
	return c
}

// inheritConditions gives a partition its parent's conditions, with estimates of
// its own and without those that its NOT NULL columns make true.
func (lv *level) inheritConditions(c, parent *rel) {
	for _, cl := range copyClauses(parent.restrict) {
		lv.addRestriction(c, cl)
	}
}

// copyClauses copies conditions whose estimates are to be made anew.
func copyClauses(list []*clause) []*clause {
	slab := make([]clause, len(list))
	out := make([]*clause, len(list))
	for i, c := range list {
		slab[i] = *c
		out[i] = &slab[i]
		out[i].sel, out[i].selJoin = -1, -1
		if c.or != nil {
			out[i].or = copyClauses(c.or)
		}
	}
	return out
}

// own turns an expression of the catalog, whose columns are of relation 1, into
// one of the table at the top.
func (r *rel) own(e expr.Expr) expr.Expr {
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		if v, ok := n.(*expr.Var); ok {
			c := *v
			c.Rel, c.Attr = r.vars, r.column(v.Attr)
			return &c, true
		}
		return n, false
	})
}

// eachLeaf calls f for all partitions below r that are read, in order.
func (r *rel) eachLeaf(f func(*rel)) {
	for _, c := range r.part.rels {
		if c.part != nil {
			c.eachLeaf(f)
		} else {
			f(c)
		}
	}
}
