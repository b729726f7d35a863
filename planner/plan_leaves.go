package planner

// Strategy S5, the planner's half: how UPDATE and DELETE of a partitioned table are
// planned.
//
//	modify_plan     plans of the query     a generic plan's execution, k of P leaves left
//	per_partition   1 for each leaf, + 1   P subplans set up, P run
//	single          1                      k subplans set up, k run
//
// per_partition is PostgreSQL until 13 (inheritance_planner): the query is planned
// once to see which leaves there are, and then for each of them as if it were the only
// one, with joins, indexes and costs of its own. single is PostgreSQL 14 (86dc90056d,
// Amit Langote): the table is read like that of a SELECT.

import (
	"slices"

	"minidb/settings"
	"minidb/types"
)

// leafPlan is the query planned for one leaf of its target.
type leafPlan struct {
	lv   *level
	path *path
}

// expansion is a partition as it was first opened; all plans of the query share it.
type expansion struct {
	parent int // range-table index of the table at the top
	oid    types.OID
}

// beforeJoins keeps the level as it is before its joins are planned, for plans of
// leaves; nil if there is to be one plan.
func (lv *level) beforeJoins() *level {
	q := lv.q
	if q.Command != Update && q.Command != Delete || !lv.rangeEntry(q.Result).partitioned() {
		return nil
	}
	lv.g.a.S.Counters.ModifyTable.SubplansPlanned++
	if lv.g.set.Enum(settings.ModifyPlan) == "single" {
		return nil
	}
	lv.g.expanded = map[expansion]*rel{}
	c := *lv
	c.q, c.relIdx = lv.ownQuery(), slices.Clone(lv.relIdx)
	return &c
}

func (lv *level) ownQuery() *Query {
	q := *lv.q
	q.From = slices.Clone(lv.q.From)
	return &q
}

// planLeaves plans the query for each leaf that the plan for all of them reads.
func (lv *level) planLeaves(start *level) {
	for _, leaf := range lv.leavesOf(lv.q.Result) {
		if lv.g.interrupted() {
			return
		}
		lv.g.a.S.Counters.ModifyTable.SubplansPlanned++
		s := *start
		s.q, s.relIdx, s.targets = start.ownQuery(), slices.Clone(start.relIdx), slices.Clone(start.targets)
		for r := leaf; r.of != nil; r = r.of.parent {
			s.only = append(s.only, r.relation.OID)
		}
		cur := s.planJoins()
		if lv.g.err != nil {
			return
		}
		cur = s.applyTargets(cur)
		lv.leafPlans = append(lv.leafPlans, leafPlan{&s, cur.cheapestFor(0)})
	}
}

// leftOut tells whether a partition is none that the level is planned for.
func (lv *level) leftOut(r *rel, oid types.OID) bool {
	return lv.only != nil && r.vars == lv.q.Result+lv.off && !slices.Contains(lv.only, oid)
}

// createLeaves makes the nodes of the leaves' plans, which put out the same columns.
func (lv *level) createLeaves() (first built, plans []Plan) {
	for i, l := range lv.leafPlans {
		b := l.lv.create(l.path, true)
		if i == 0 {
			first = b
		}
		plans = append(plans, b.plan)
	}
	return first, plans
}
