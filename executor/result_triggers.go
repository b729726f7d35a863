package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// The events that writing to a relation causes, left out where the trigger would
// find nothing to do (PostgreSQL 18, AfterTriggerSaveEvent).

// resultTrigger is a trigger of a result relation.
type resultTrigger struct {
	*catalog.Trigger
	kind uint32
	// check tells that rows of the relation refer to others; otherwise, if it is
	// a foreign key's, others refer to them.
	check bool
}

// openTriggers picks the relation's triggers by what they fire for.
func (r *resultRel) openTriggers() error {
	if len(r.rel.Triggers) == 0 {
		return nil
	}
	q := r.c.Triggers
	if q == nil {
		return pgerr.New(pgerr.Internal, "no queue for the triggers of table %q", r.rel.Name)
	}
	for _, t := range r.rel.Triggers {
		rt := resultTrigger{Trigger: t, kind: q.kind(r.rel, t)}
		rt.check = t.Func == catalog.RIFKeyCheckIns || t.Func == catalog.RIFKeyCheckUpd
		if t.Insert {
			r.onInsert = append(r.onInsert, rt)
		}
		if t.Update {
			r.onUpdate = append(r.onUpdate, rt)
		}
		if t.Delete {
			r.onDelete = append(r.onDelete, rt)
		}
	}
	return nil
}

// inserted queues the events of a new row, whose index entries are made.
func (r *resultRel) inserted(tid storage.TID) error {
	for i := range r.onInsert {
		t := &r.onInsert[i]
		if t.ForeignKey == nil && !slices.Contains(r.recheck, t.Index) {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: storage.InvalidTID, new: tid, kind: t.kind}); err != nil {
			return err
		}
	}
	return nil
}

// updated queues the events of a row that was replaced.
func (r *resultRel) updated(old types.Row, from storage.TID, row types.Row, tid storage.TID) error {
	for i := range r.onUpdate {
		t := &r.onUpdate[i]
		due := false
		switch {
		case t.ForeignKey == nil:
			due = slices.Contains(r.recheck, t.Index)
		case t.check:
			due = r.checkDue(t.ForeignKey, old, from, row)
		default:
			due = !anyNull(old, t.ForeignKey.RefColumns) && !sameKey(old, row, t.ForeignKey.RefColumns)
		}
		if !due {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: from, new: tid, kind: t.kind}); err != nil {
			return err
		}
	}
	return nil
}

// deleted queues the events of a row that is gone.
func (r *resultRel) deleted(old types.Row, tid storage.TID) error {
	for i := range r.onDelete {
		t := &r.onDelete[i]
		if anyNull(old, t.ForeignKey.RefColumns) {
			continue
		}
		if err := r.c.Triggers.query.push(afterEvent{old: tid, new: storage.InvalidTID, kind: t.kind}); err != nil {
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
