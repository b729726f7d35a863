package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/types"
)

// Which rows a joined row was made of. UPDATE, DELETE and FOR UPDATE test a row
// again that another transaction changed meanwhile; for that every other relation
// of the join is pinned to the row it gave. Junk columns say which that was: a
// table's ctid, all columns of anything else (PostgreSQL's row marks REFERENCE
// and COPY).

// pinnable is a relation of the level that can be pinned.
type pinnable struct {
	rel      int // local range index
	nullable bool
}

// pinnables lists the level's joined relations, without those that a semijoin or
// antijoin only looks into: they put out no columns.
func (lv *level) pinnables() []pinnable {
	var out []pinnable
	var visit func(it FromItem, nullable bool)
	visit = func(it FromItem, nullable bool) {
		switch n := it.(type) {
		case *RangeRef:
			if lv.rangeEntry(n.Rel).Kind != ResultEntry {
				out = append(out, pinnable{n.Rel, nullable})
			}
		case *fromList:
			for _, x := range n.items {
				visit(x, nullable)
			}
		case *Join:
			visit(n.Left, nullable || n.Kind == RightJoin || n.Kind == FullJoin)
			if n.Kind != SemiJoin && n.Kind != AntiJoin {
				visit(n.Right, nullable || n.Kind == LeftJoin || n.Kind == FullJoin)
			}
		}
	}
	for _, it := range lv.q.From {
		visit(it, false)
	}
	return out
}

// hasHeap tells whether rows of an entry can be found by their ctid.
func hasHeap(e *RangeEntry) bool {
	return e.Kind == RelationEntry && e.Rel != nil && e.Rel.Heap != nil && e.Rel.Virtual == nil
}

// inPartitions tells whether rows of an entry are found by tableoid and ctid.
func inPartitions(e *RangeEntry) bool {
	return e.Kind == RelationEntry && e.Rel != nil && e.Rel.Kind == catalog.PartitionedTableKind
}

func (lv *level) tableVar(rel int) *expr.Var {
	return &expr.Var{Loc: -1, Rel: rel + lv.off, Attr: expr.AttrTableOID, Slot: -1, T: types.OidOID, Mod: -1}
}

// rowParts are the partitions of a table that the plan reads.
func (lv *level) rowParts(local int, in inputs) RowParts {
	out := RowParts{TableSlot: in.find(lv.tableVar(local)), Parts: map[types.OID]RowPart{}}
	if out.TableSlot < 0 {
		lv.g.failInternal("row identity not found")
	}
	if r := lv.relOf(local + lv.off); r != nil && r.part != nil {
		r.eachLeaf(func(c *rel) { out.Parts[c.relation.OID] = RowPart{c.rti, c.relation} })
	}
	return out
}

func (lv *level) ctidVar(rel int) *expr.Var {
	return &expr.Var{Loc: -1, Rel: rel + lv.off, Attr: expr.AttrCtid, Slot: -1, T: types.TidOID, Mod: -1}
}

// pinJunk adds the junk columns of all relations but the one that is changed.
func (lv *level) pinJunk() {
	for _, p := range lv.pinnables() {
		if lv.q.Command != Select && p.rel == lv.q.Result {
			continue
		}
		e := lv.rangeEntry(p.rel)
		if hasHeap(e) || inPartitions(e) {
			lv.addTargetOnce(lv.ctidVar(p.rel))
			if inPartitions(e) {
				lv.late = append(lv.late, lv.tableVar(p.rel))
			}
			continue
		}
		for _, x := range rawOuts(p.rel+lv.off, e, nil) {
			if v, ok := x.(*expr.Var); ok {
				lv.addTargetOnce(v)
			}
		}
		lv.pinned = append(lv.pinned, p.rel+lv.off)
	}
}

// rowPins finds the junk columns in the output of the node below.
func (lv *level) rowPins(in inputs) []RowPin {
	var out []RowPin
	for _, p := range lv.pinnables() {
		if lv.q.Command != Select && p.rel == lv.q.Result {
			continue
		}
		e := lv.rangeEntry(p.rel)
		pin := RowPin{Rel: p.rel + lv.off, CtidSlot: -1, Nullable: p.nullable}
		if hasHeap(e) || inPartitions(e) {
			pin.Relation, pin.CtidSlot = e.Rel, in.find(lv.ctidVar(p.rel))
			if pin.CtidSlot < 0 {
				lv.g.failInternal("row identity not found")
			}
			if inPartitions(e) {
				pin.RowParts = lv.rowParts(p.rel, in)
			}
		} else {
			for _, x := range rawOuts(pin.Rel, e, nil) {
				pin.Cols = append(pin.Cols, in.find(x))
			}
		}
		out = append(out, pin)
	}
	return out
}
