package planner

import (
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

// pinnables lists the level's joined relations, also those that a semijoin or antijoin
// looks into: what it found, or that it found nothing, stays as it was.
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
			visit(n.Right, nullable || n.Kind == LeftJoin || n.Kind == FullJoin || n.Kind == AntiJoin)
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
		if hasHeap(e) || e.partitioned() {
			lv.addTargetOnce(lv.ctidVar(p.rel))
			if e.partitioned() {
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
		if hasHeap(e) || e.partitioned() {
			pin.Relation = e.Rel
			pin.CtidSlot, pin.TableSlot = lv.rowIdentity(p.rel, in)
			pin.Leaves = lv.markedLeaves(p.rel)
		} else {
			for _, x := range rawOuts(pin.Rel, e, nil) {
				pin.Cols = append(pin.Cols, in.find(x))
			}
		}
		out = append(out, pin)
	}
	return out
}
