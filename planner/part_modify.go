package planner

import (
	"math"
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// UPDATE and DELETE of a partitioned table, and row marks on one: a row is known by
// the oid of its partition and by its place there.

// partitioned tells whether an entry's rows are those of partitions.
func (e *RangeEntry) partitioned() bool {
	return e.Kind == RelationEntry && e.Rel != nil && e.Rel.Kind == catalog.PartitionedTableKind
}

func (lv *level) tableVar(rel int) *expr.Var {
	return &expr.Var{Loc: -1, Rel: rel + lv.off, Attr: expr.AttrTableOID, Slot: -1, T: types.OidOID, Mod: -1}
}

// rowIdentity finds where a row's ctid and tableoid are in the output of the node
// below; the latter is -1 for what is no partitioned table.
func (lv *level) rowIdentity(rel int, in inputs) (ctid, table int) {
	ctid, table = in.find(lv.ctidVar(rel)), -1
	partitioned := lv.rangeEntry(rel).partitioned()
	if partitioned {
		table = in.find(lv.tableVar(rel))
	}
	if ctid < 0 || partitioned && table < 0 {
		lv.g.failInternal("row identity not found")
	}
	return ctid, table
}

// leavesOf are the partitions of a relation of the level whose rows are read.
func (lv *level) leavesOf(entry int) (out []*rel) {
	r := lv.relOf(entry + lv.off)
	if r == nil || r.part == nil || r.dummy {
		return nil
	}
	r.eachLeaf(func(c *rel) {
		if !c.dummy {
			out = append(out, c)
		}
	})
	return out
}

func (lv *level) markedLeaves(rel int) (out []MarkedLeaf) {
	for _, c := range lv.leavesOf(rel) {
		out = append(out, MarkedLeaf{c.rti, c.relation})
	}
	return out
}

// leafRels makes the result relations of a statement that changes a partitioned
// table: its leaves. If none has rows that table stays, so that RETURNING has columns.
func (lv *level) leafRels(n *ModifyTable) {
	top := &n.Rels[0]
	leaves := lv.leavesOf(lv.q.Result)
	if len(leaves) == 0 || lv.gatedOff() && len(lv.rels) == 1 {
		return
	}
	rels := make([]ResultRel, len(leaves))
	for i, c := range leaves {
		r := &rels[i]
		*r = *top
		r.Rel, r.Relation, r.Shown, r.info = c.rti, c.relation, c.of.info.places(c.relation), c.of.info
		if r.Shown != nil {
			r.UpdateCols = make([]int, len(top.UpdateCols))
			for k, attr := range top.UpdateCols {
				r.UpdateCols[k] = r.Shown[attr-1] + 1
			}
		}
	}
	n.Rels, n.places = rels, newRelPlaces(rels)
	n.Moves = lv.q.Command == Update && (n.Relation.Bound != nil || lv.relOf(n.Rel).setsKey(lv.q.UpdateCols))
	n.findPrunes()
}

// places are the indexes in the partition's rows of the columns of the table above;
// nil if rows of the one are rows of the other.
func (a *AppendRelInfo) places(rel *catalog.Relation) []int {
	same := len(a.Attrs) == len(rel.Columns)
	for i, n := range a.Attrs {
		same = same && (int(n) == i+1 || n == 0 && rel.Columns[i].Dropped)
	}
	if same {
		return nil
	}
	out := make([]int, len(a.Attrs))
	for i, n := range a.Attrs {
		out[i] = int(n) - 1
	}
	return out
}

// setsKey tells whether columns are among the partition key of r or of a partition
// below it that is partitioned (has_partition_attrs).
func (r *rel) setsKey(cols []int) bool {
	if r.part == nil {
		return false
	}
	for i := range r.relation.PartKey.Columns {
		k := &r.relation.PartKey.Columns[i]
		if k.Attr > 0 {
			if slices.Contains(cols, r.column(k.Attr)) {
				return true
			}
			continue
		}
		if expr.Any(k.Expr, func(e expr.Expr) bool {
			v, ok := e.(*expr.Var)
			return ok && slices.Contains(cols, r.column(v.Attr))
		}) {
			return true
		}
	}
	return slices.ContainsFunc(r.part.rels, func(c *rel) bool { return c.setsKey(cols) })
}

// Place returns the index in Rels of a relation, -1 if it is none of them.
func (m *ModifyTable) Place(oid types.OID) int { return m.places.of(oid) }

// relPlaces are the places of relations in a list, by their OIDs. Partitions were mostly
// made one after the other: then a table from the least OID on is smaller than a hash
// table, and an entry is found by one look at memory.
type relPlaces struct {
	first types.OID
	near  []int32 // by OID from first on: the place plus 1, 0 for none
	far   map[types.OID]int
}

// sparse is how many OIDs there may be from a relation to the next, on average.
const sparse = 16

func newRelPlaces(rels []ResultRel) (p relPlaces) {
	last := types.OID(0)
	p.first = math.MaxUint32
	for i := range rels {
		oid := rels[i].Relation.OID
		p.first, last = min(p.first, oid), max(last, oid)
	}
	if int(last-p.first) <= sparse*len(rels) {
		p.near = make([]int32, last-p.first+1)
		for i := range rels {
			p.near[rels[i].Relation.OID-p.first] = int32(i) + 1
		}
		return p
	}
	p.far = make(map[types.OID]int, len(rels))
	for i := range rels {
		p.far[rels[i].Relation.OID] = i
	}
	return p
}

func (p *relPlaces) of(oid types.OID) int {
	if p.far == nil {
		if oid < p.first || int(oid-p.first) >= len(p.near) {
			return -1
		}
		return int(p.near[oid-p.first]) - 1
	}
	if i, ok := p.far[oid]; ok {
		return i
	}
	return -1
}

// findPrunes notes what Unpruned needs to know of the nodes below.
func (m *ModifyTable) findPrunes() {
	scanned := make([]bool, len(m.Rels))
	eachPlan(m, nil, func(p Plan) {
		if a := appendBase(p); a != nil && a.Prune != nil && a.Prune.atStart {
			m.prunes = true
			a.eachUnprunable(func(p Plan) {
				if i := m.scans(p); i >= 0 {
					m.unprunable = append(m.unprunable, i)
				}
			})
		}
		if i := m.scans(p); i >= 0 {
			scanned[i] = true
		}
	})
	for i, yes := range scanned {
		if !yes {
			m.unread = append(m.unread, i)
		}
	}
}

// scans returns the index in Rels of the relation that p scans, -1 if it scans none.
func (m *ModifyTable) scans(p Plan) int {
	if s := ScanOf(p); s != nil {
		if i := m.Place(s.Relation.OID); i >= 0 && m.Rels[i].Rel == s.Rel {
			return i
		}
	}
	return -1
}

// Unpruned returns the indexes in Rels of those that pruning at start left over,
// ascending: all if it could leave out none.
func (m *ModifyTable) Unpruned(survivors [][]int) []int {
	out := []int{}
	if !m.prunes || survivors == nil {
		for i := range m.Rels {
			out = append(out, i)
		}
		return out
	}
	out = append(append(out, m.unread...), m.unprunable...)
	eachPlan(m, survivors, func(p Plan) {
		if i := m.scans(p); i >= 0 {
			out = append(out, i)
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// eachPlan calls f for p and what is below it, without the members of an Append that
// are not among the survivors.
func eachPlan(p Plan, survivors [][]int, f func(Plan)) {
	f(p)
	if a := appendBase(p); a != nil && a.Prune != nil && survivors != nil && survivors[a.Prune.index] != nil {
		for _, i := range survivors[a.Prune.index] {
			eachPlan(a.Members[i], survivors, f)
		}
		return
	}
	for _, c := range p.Children() {
		eachPlan(c, survivors, f)
	}
}
