package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/storage"
	"minidb/types"
)

// The events that writing to a relation causes, left out where the trigger would
// find nothing to do (PostgreSQL 18, AfterTriggerSaveEvent).

// inserted queues the events of a new row, whose index entries are made.
func (r *resultRel) inserted(tid storage.TID) error {
	for i := range r.rules.OnInsert {
		t := &r.rules.OnInsert[i]
		if t.ForeignKey == nil && !slices.Contains(r.recheck, t.Index) {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: storage.InvalidTID, new: tid, kind: r.events + t.Num}); err != nil {
			return err
		}
	}
	return nil
}

// updated queues the events of a row that was replaced.
func (r *resultRel) updated(old types.Row, from storage.TID, row types.Row, tid storage.TID) error {
	for i := range r.rules.OnUpdate {
		t := &r.rules.OnUpdate[i]
		due := false
		switch {
		case t.ForeignKey == nil:
			due = slices.Contains(r.recheck, t.Index)
		case t.Check:
			due = r.checkDue(t.ForeignKey, old, from, row)
		default:
			due = !anyNull(old, t.ForeignKey.RefColumns) && !sameKey(old, row, t.ForeignKey.RefColumns)
		}
		if !due {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: from, new: tid, kind: r.events + t.Num}); err != nil {
			return err
		}
	}
	return nil
}

// deleted queues the events of a row that is gone. Of one that moves to another partition
// only keys to this very partition take notice: others see the row change (moved).
func (r *resultRel) deleted(old types.Row, tid storage.TID, moves bool) error {
	for i := range r.rules.OnDelete {
		t := &r.rules.OnDelete[i]
		if moves && t.Parent != 0 || anyNull(old, t.ForeignKey.RefColumns) {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: tid, new: storage.InvalidTID, kind: r.events + t.Num}); err != nil {
			return err
		}
	}
	return nil
}

// checkDue is RI_FKey_fk_upd_check_required.
func (r *resultRel) checkDue(fk *catalog.ForeignKey, old types.Row, from storage.TID, row types.Row) bool {
	switch nulls := countNulls(row, fk.Columns); {
	case nulls == len(fk.Columns):
		return false
	case nulls > 0:
		return fk.Match == catalog.MatchFull // an error
	}
	if anyNull(old, fk.Columns) {
		return true
	}
	// A row of this very transaction may still wait for its check, which then
	// finds it replaced.
	if sys, ok := r.rel.Heap.System(from); !ok || r.c.Sess.Txn.Owns(sys.Xmin) {
		return true
	}
	for _, num := range fk.Columns {
		x, y := old[num-1], row[num-1]
		if r.rel.Columns[num-1].Type == types.BpcharOID && types.CompareBpchar(x, y) == 0 {
			continue
		}
		if types.Compare(x, y) != 0 {
			return true
		}
	}
	return false
}

func countNulls(row types.Row, attrs []int) int {
	n := 0
	for _, num := range attrs {
		if row[num-1].IsNull() {
			n++
		}
	}
	return n
}

func anyNull(row types.Row, attrs []int) bool { return countNulls(row, attrs) > 0 }

// sameKey tells whether the columns are the same to the last bit.
func sameKey(old, row types.Row, attrs []int) bool {
	for _, num := range attrs {
		if !types.Same(old[num-1], row[num-1]) {
			return false
		}
	}
	return true
}
