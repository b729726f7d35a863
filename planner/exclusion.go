package planner

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/settings"
)

// Relations whose constraints say that none of their rows can meet the conditions are not
// read (relation_excluded_by_constraints). constraint_exclusion says of which: partitions,
// whose bounds pruning has looked at, or all.

const (
	excludePartitions = "partition"
	excludeAll        = "on"
)

// excluded tells whether no row of r, which is no partition or was named itself, can meet
// its conditions.
func (lv *level) excluded(r *rel) bool {
	if r.dummy || len(r.restrict) == 0 || lv.exclusion() != excludeAll {
		return false
	}
	if contradictory(r.restrict) {
		return true
	}
	if r.relation == nil || r.relation.Kind != catalog.TableKind {
		return false
	}
	return isFalse.refute(provable(r.restrict), lv.boundQual(r)) || lv.againstChecks(r)
}

// partitionExcluded tells the same of a partition that is read for the table above it. Its
// conditions are known not to contradict each other.
func (lv *level) partitionExcluded(c *rel) bool {
	return len(c.restrict) > 0 && lv.exclusion() != "off" && lv.againstChecks(c)
}

func (lv *level) exclusion() string { return lv.g.a.S.Set.Enum(settings.ConstraintExclusion) }

// againstChecks tells whether conditions contradict a CHECK or NOT NULL constraint of r.
func (lv *level) againstChecks(r *rel) bool {
	var preds []expr.Expr
	for i := range r.relation.Checks {
		if k := &r.relation.Checks[i]; k.Validated && !k.NotEnforced && !expr.ContainsMutable(k.Expr) {
			preds = append(preds, andList(r.own(lv.g.simplify(k.Expr)))...)
		}
	}
	return len(preds) > 0 && isFalse.refute(provable(r.restrict), preds)
}

// contradictory tells whether conditions cannot be true together.
func contradictory(list []*clause) bool {
	if len(list) == 0 {
		return false
	}
	conds := provable(list)
	return notTrue.refute(conds, conds)
}

// provable are the conditions that proofs may go by.
func provable(list []*clause) (out []expr.Expr) {
	for _, c := range list {
		if !expr.ContainsMutable(c.e) {
			out = append(out, andList(c.e)...)
		}
	}
	return out
}
