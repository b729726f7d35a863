package planner

import "minidb/expr"

// What a partition's bound says of its rows, where the partition is partitioned
// itself and has a default partition: conditions may contradict the bound, and the
// default partition need not be read for values beyond it (partition_qual).

// boundQual is the bound of r, and those of the tables above it, as conditions on its
// columns; nil if it is no partition.
func (lv *level) boundQual(r *rel) (out []expr.Expr) {
	list, err := lv.g.a.PartitionConstraint(r.relation)
	if err != nil {
		lv.g.fail(err)
	}
	for _, e := range list {
		out = append(out, andList(r.own(lv.g.simplify(e)))...)
	}
	return out
}
