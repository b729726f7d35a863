package planner

import (
	"minidb/catalog"
	"minidb/expr"
)

// A left join whose right side adds at most one row and no column that anyone
// reads changes nothing: it is left out (PostgreSQL's remove_useless_joins).

// removeJoins drops useless left joins from the join tree.
func (lv *level) removeJoins() {
	some := false
	for _, it := range lv.q.From {
		if j, ok := it.(*Join); ok && j.Kind != InnerJoin {
			some = true
		}
		if _, ok := it.(*fromList); ok {
			some = true
		}
	}
	if !some {
		return
	}
	for i, it := range lv.q.From {
		lv.q.From[i] = lv.removeIn(it)
	}
}

func (lv *level) removeIn(it FromItem) FromItem {
	switch n := it.(type) {
	case *fromList:
		for i, x := range n.items {
			n.items[i] = lv.removeIn(x)
		}
	case *Join:
		n.Left, n.Right = lv.removeIn(n.Left), lv.removeIn(n.Right)
		if n.Kind == LeftJoin && lv.useless(n) {
			if e := lv.rangeEntry(n.Right.(*RangeRef).Rel); e.Kind == RelationEntry {
				lv.lockIndexes(e)
			}
			return n.Left
		}
	}
	return it
}

// useless tells whether a left join has no effect.
func (lv *level) useless(j *Join) bool {
	ref, ok := j.Right.(*RangeRef)
	if !ok {
		return false
	}
	e := lv.rangeEntry(ref.Rel)
	rti := ref.Rel + lv.off
	switch {
	case e.Kind == RelationEntry && e.Rel != nil && len(e.Rel.Indexes) > 0:
	case e.Kind == SubqueryEntry && len(e.Subquery.RowMarks) == 0:
	default:
		return false
	}
	keys := map[int]bool{}
	for _, q := range andList(j.Quals) {
		op, ok := q.(*expr.OpCall)
		if !ok || len(op.Args) != 2 || op.Op.Btree != 3 {
			continue
		}
		for k, a := range op.Args {
			if v, ok := ecExpr(a).(*expr.Var); ok && v.Rel == rti && !mentions(op.Args[1-k], rti) {
				keys[v.Attr] = true
			}
		}
	}
	return (e.Kind == RelationEntry && lv.uniqueIndex(e.Rel, keys) ||
		e.Kind == SubqueryEntry && distinctOver(e.Subquery, e.Subquery.Targets, func(a int) bool { return keys[a] })) &&
		!lv.usedOutside(rti, j)
}

// uniqueIndex tells whether the relation has a unique index all of whose columns are
// in keys.
func (lv *level) uniqueIndex(rel *catalog.Relation, keys map[int]bool) bool {
	for _, ix := range rel.Indexes {
		if !ix.Unique || !ix.Immediate || ix.Predicate != nil || !ix.Valid || !lv.g.covers(ix) {
			continue
		}
		all := true
		for i := range ix.NKeys {
			all = all && keys[ix.Keys[i].Attr] && ix.Keys[i].Attr > 0
		}
		if all {
			return true
		}
	}
	return false
}

func mentions(e expr.Expr, rti int) bool {
	return expr.Any(e, func(n expr.Expr) bool {
		v, ok := n.(*expr.Var)
		return ok && v.Rel == rti
	})
}

// usedOutside tells whether anything but the join's own condition reads rti.
func (lv *level) usedOutside(rti int, skip *Join) bool {
	q := lv.q
	for _, l := range [][]expr.Target{lv.targets, q.Returning} {
		for i := range l {
			if mentions(l[i].Expr, rti) {
				return true
			}
		}
	}
	for _, h := range lv.having {
		if mentions(h, rti) {
			return true
		}
	}
	for _, p := range lv.planParams {
		if mentions(p.e, rti) {
			return true
		}
	}
	if mentions(lv.where, rti) || q.Command != Select && q.Result+lv.off == rti {
		return true
	}
	for i, r := range q.Range {
		if r.Lateral || r.Kind == FunctionEntry || r.Kind == ValuesEntry {
			if lv.entryReads(lv.rangeEntry(i+1), rti) {
				return true
			}
		}
	}
	found := false
	var visit func(FromItem)
	visit = func(it FromItem) {
		switch n := it.(type) {
		case *fromList:
			found = found || mentions(n.quals, rti)
			for _, x := range n.items {
				visit(x)
			}
		case *Join:
			found = found || n != skip && mentions(n.Quals, rti)
			visit(n.Left)
			visit(n.Right)
		}
	}
	for _, it := range q.From {
		visit(it)
	}
	return found
}

// entryReads tells whether a lateral FROM item may read rti.
func (lv *level) entryReads(r *RangeEntry, rti int) bool {
	switch r.Kind {
	case SubqueryEntry:
		return queryRefersUp(r.Subquery, 1)
	case FunctionEntry:
		for _, f := range r.Functions {
			if mentions(f.Call, rti) {
				return true
			}
		}
	case ValuesEntry:
		for _, row := range r.Values {
			for _, e := range row {
				if mentions(e, rti) {
					return true
				}
			}
		}
	}
	return false
}

// reduceSemiJoins makes inner joins of the semijoins whose right side has at
// most one match anyway (reduce_unique_semijoins).
func (lv *level) reduceSemiJoins() {
	var keep []*specialJoin
	for _, sj := range lv.special {
		if sj.kind != SemiJoin || !lv.semiUnique(sj) {
			keep = append(keep, sj)
		}
	}
	lv.special = keep
}

func (lv *level) semiUnique(sj *specialJoin) bool {
	i, ok := sj.minRight.singleton()
	if !ok || sj.minRight != sj.synRight {
		return false
	}
	if k := lv.rels[i].entry.Kind; k != RelationEntry && k != SubqueryEntry {
		return false
	}
	r, both := lv.rels[i], sj.minLeft.or(sj.minRight)
	own := lv.joinImplied(sj.minLeft, sj.minRight)
	for _, c := range r.joins {
		if c.required.subsetOf(both) {
			own = append(own, c)
		}
	}
	return lv.innerUnique(&pairCtx{inner: r}, own)
}
