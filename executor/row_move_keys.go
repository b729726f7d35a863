package executor

// Foreign keys to a row that moves to another partition: what a key to the table named sees
// is an update of the row, for which its trigger on that table is fired. After
// PostgreSQL 18, ExecCrossPartitionUpdateForeignKey.

import (
	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// movedKeys queues the events of a row that moved from one partition to another. row is
// its new version as one of the table named; in dest it is at retAt.
func (m *modifyTable) movedKeys(from *targetRel, old types.Row, tid storage.TID, dest *targetRel, row types.Row) error {
	root := m.plan.Relation
	if err := from.noKeysBetween(root); err != nil || len(root.Triggers) == 0 {
		return err
	}
	rules, err := root.RowRules()
	if err != nil {
		return err
	}
	for i := range rules.OnUpdate {
		t := &rules.OnUpdate[i]
		if t.ForeignKey == nil || t.Check || !from.keyMoves(old, row, t.ForeignKey.RefColumns) {
			continue // the row's own keys are tested where it is inserted
		}
		to := from.rel // whatever it is: who does not read the new row needs no kind for each pair
		if t.Func == catalog.RIFKeyCascadeUpd {
			to = dest.rel
		}
		first, err := m.c.Triggers.kindsOf(root, from.rel, to)
		if err != nil {
			return err
		}
		if err := m.c.Triggers.query.push(afterEvent{old: tid, new: dest.retAt, kind: first + t.Num}); err != nil {
			return err
		}
	}
	return nil
}

// keyMoves tells whether old, a row of t, has a key that row, its new version as one of
// the table named, has no more.
func (t *targetRel) keyMoves(old, row types.Row, attrs []int) bool {
	same := true
	for _, num := range attrs {
		at := num - 1
		if t.toRoot != nil {
			at = t.toRoot.from[at]
		}
		if old[at].IsNull() {
			return false
		}
		same = same && types.Same(old[at], row[num-1])
	}
	return !same
}

// noKeysBetween refuses to move a row out of a partition if a key refers to a table between
// that and the table named: whether the row stays there is not known.
func (t *targetRel) noKeysBetween(root *catalog.Relation) error {
	for i := range t.levels {
		table := t.levels[i].Table
		if table.OID == root.OID {
			break
		}
		for _, k := range table.Triggers {
			if k.ForeignKey == nil || k.Parent != 0 || k.Func == catalog.RIFKeyCheckIns || k.Func == catalog.RIFKeyCheckUpd {
				continue
			}
			return pgerr.New(pgerr.FeatureNotSupported,
				"cannot move tuple across partitions when a non-root ancestor of the source partition is directly referenced in a foreign key").
				WithDetail("A foreign key points to ancestor %q but not the root ancestor %q.", table.Name, root.Name).
				WithHint("Consider defining the foreign key on table %q.", root.Name)
		}
	}
	return nil
}
