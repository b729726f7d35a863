package executor

// A row that is written to a partition by name, or changed in one, must belong
// there. PostgreSQL evaluates the partition's constraint; here the row's keys are
// looked up in the tables above, which is the same and does not grow with the
// number of partitions that a default one must not overlap.

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/types"
)

// level is a table above the partition, as this execution sees it.
type level struct {
	catalog.PartitionLevel
	desc *catalog.PartitionDesc
	key  []types.Datum
}

// openLevels makes ready for checkPlace; relations that are no partitions take
// nothing.
func (r *resultRel) openLevels() error {
	r.levels = r.levels[:0]
	above, err := r.c.Access.LevelsAbove(r.rel)
	if err != nil {
		return err
	}
	for _, l := range above {
		desc, err := r.c.Access.Partitions(l.Table)
		if err != nil {
			return err
		}
		r.levels = append(r.levels, level{l, desc, make([]types.Datum, len(l.Key))})
	}
	return nil
}

// belongs tells whether a row of the relation is in the right partition.
func (r *resultRel) belongs(row types.Row) (bool, error) {
	for i := range r.levels {
		l := &r.levels[i]
		if err := l.Key.Form(&r.c.Expr, row, l.key); err != nil {
			return false, err
		}
		var ignored int64 // bound_comparisons are those of routing
		if m := l.desc.Find(l.key, &ignored); m < 0 || l.desc.Members[m].OID != l.Child {
			return false, nil
		}
	}
	return true, nil
}

// checkPlace refuses a row that does not belong into the relation.
func (r *resultRel) checkPlace(row types.Row) error {
	ok, err := r.belongs(row)
	if ok || err != nil {
		return err
	}
	return r.misplaced(row, r.rel)
}

// misplaced words the error for a row, which is one of shown.
func (r *resultRel) misplaced(row types.Row, shown *catalog.Relation) error {
	return pgerr.New(pgerr.CheckViolation, "new row for relation %q violates partition constraint", r.rel.Name).
		WithDetail("%s", failingRow(r.describe(shown, row))).On(r.rel.Schema, r.rel.Name, "")
}
