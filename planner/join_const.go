package planner

import (
	"minidb/expr"
	"minidb/types"
)

// An outer join's condition "outer column = inner column", where the outer column is
// known to be a constant: rows of the inner side must have the constant too, so that
// they are looked for by it, and partitions without it are left out
// (reconsider_outer_join_clauses).

// outerEquality is such a condition, put off until all constants are known.
type outerEquality struct {
	c            *clause
	outer, inner expr.Expr
	place        qualPlace
}

// putOff keeps a condition of an outer join for equateOuter, if it is one of that form.
func (lv *level) putOff(c *clause, place qualPlace) bool {
	if place.oj.kind == FullJoin || !c.merge || !c.canJoin || c.volatile {
		return false
	}
	e := outerEquality{c: c, outer: c.l, inner: c.r, place: place}
	switch outer := place.nonNullable; {
	case c.left.subsetOf(outer) && !c.right.overlaps(outer):
	case c.right.subsetOf(outer) && !c.left.overlaps(outer):
		e.outer, e.inner = c.r, c.l
	default:
		return false
	}
	lv.outerEqualities = append(lv.outerEqualities, e)
	return true
}

// equateOuter gives the inner sides their constants, which may make others known. What
// says nothing of constants is a join condition.
func (lv *level) equateOuter() {
	for again := true; again; {
		again = false
		left := lv.outerEqualities
		lv.outerEqualities = nil
		for _, e := range left {
			if !lv.equateInner(&e) {
				lv.outerEqualities = append(lv.outerEqualities, e)
				continue
			}
			again = true
			// Within the nullable side of another join the outer column may be NULL, if
			// the joins are done in another order: then it is no constant.
			if e.place.domain != nil {
				lv.placeClause(e.c)
			}
		}
	}
	for _, e := range lv.outerEqualities {
		lv.placeClause(e.c)
	}
	lv.outerEqualities = nil
}

// equateInner makes "inner = constant" of each constant that outer is equal to; false if
// there is none.
func (lv *level) equateInner(e *outerEquality) (done bool) {
	outer, inner := ecExpr(e.outer), ecExpr(e.inner)
	for _, ec := range lv.ecs {
		if !ec.hasConst || ec.volatile || ec.coll != expr.InputCollation(e.outer, e.inner) || ec.domain != e.place.domain || ec.family != family(lv.ecType(outer)) || ec.find(outer) < 0 {
			continue
		}
		for i := range ec.members {
			m := &ec.members[i]
			if !m.isConst {
				continue
			}
			op := lv.btreeOperator(lv.ecType(inner), m.t, 3)
			if op == nil {
				continue
			}
			c := lv.newClause(&expr.OpCall{Loc: -1, Op: op, Args: []expr.Expr{ec.operand(e.inner), ec.operand(m.e)}, Ret: types.BoolOID})
			var delayed bool
			if c.required, delayed = lv.delayFor(c.ids, e.place.oj); delayed || !c.merge {
				continue
			}
			c.nullable = lv.nullableIn(c.required, e.place.oj)
			done = lv.addEquivalence(c, e.place.right) || done
		}
		return done
	}
	return false
}
