package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// eventKind is what events have in common: the trigger to fire, the role that does so, and
// the tables that their rows are in.
type eventKind struct {
	trigger  *catalog.Trigger
	role     types.OID         // that was the current one
	table    *catalog.Relation // the trigger's
	old, new eventRows
	batch    uint64 // when it was last seen that the trigger is there still
	gone     bool
	unique   *indexWriter // of a deferrable constraint, once it was fired
}

// eventTables are a table with triggers and those that an event's old and new row are
// in: the table itself, or partitions of it.
type eventTables struct {
	table, old, new *catalog.Relation
	role            types.OID
}

// eventRows finds the old or the new rows of events, as rows of the trigger's table.
type eventRows struct {
	shape rowShape
	up    *attrMap // to the trigger's table, of which rel is a partition; nil if rows are the same
	row   types.Row
}

// convert makes the conversion of rows of a partition.
func (r *eventRows) convert(q *AfterTriggers, table *catalog.Relation) (err error) {
	if r.up, r.row = nil, nil; r.rel() == table {
		return nil
	}
	maps := newAttrMaps(q.sess.Set, &q.sess.Counters.AttrMap)
	if r.up, err = maps.up(r.rel(), table, &catalog.LayoutCache{}); r.up != nil {
		r.row = make(types.Row, len(table.Columns))
	}
	return err
}

// shown is a stored row as one of the trigger's table.
func (r *eventRows) shown(row types.Row, tid storage.TID) types.Row {
	row = r.shape.complete(row, tid)
	if r.up == nil {
		return row
	}
	r.up.convert(row, r.row)
	return r.row
}

func (r *eventRows) rel() *catalog.Relation { return r.shape.rel }

// at returns a version that this transaction made or ended.
func (r *eventRows) at(t *storage.Txn, tid storage.TID) (types.Row, error) {
	row, ok := r.rel().Heap.FetchAny(t, tid)
	if !ok {
		return nil, pgerr.New(pgerr.Internal, "failed to fetch tuple %s for trigger", tid)
	}
	return r.shown(row, tid), nil
}

// seen returns the version at tid if the snapshot sees it.
func (r *eventRows) seen(sn *storage.Snapshot, tid storage.TID) (types.Row, bool) {
	row, ok := r.rel().Heap.FetchAt(sn, tid)
	if !ok {
		return nil, false
	}
	return r.shown(row, tid), true
}

// kindBytes is what a kind takes, about, without its rows of 24 bytes a column. Kinds of rows
// that move are charged to the statement: there may be some for each pair of partitions.
const kindBytes = 384

// kindsOf numbers the events of a table's triggers on rows of old and new. It returns
// the number of the first trigger's; the others follow.
func (q *AfterTriggers) kindsOf(table, old, new *catalog.Relation) (uint32, error) {
	tables := eventTables{table, old, new, q.sess.CurrentRole}
	first, ok := q.kindOf[tables]
	if ok {
		return first, nil
	}
	if old != table {
		if err := q.sess.Grow(int64(len(table.Triggers)) * (kindBytes + 2*24*int64(len(table.Columns)))); err != nil {
			return 0, err
		}
	}
	from, to := eventRows{shape: newRowShape(nil, old, nil)}, eventRows{shape: newRowShape(nil, new, nil)}
	for _, r := range []*eventRows{&from, &to} {
		if err := r.convert(q, table); err != nil {
			return 0, err
		}
	}
	first = uint32(len(q.kinds))
	for _, t := range table.Triggers {
		k := eventKind{trigger: t, role: tables.role, table: table, old: from, new: to}
		if from.up != nil {
			k.old.row = slices.Clone(from.row) // each may be at work while another is
		}
		if to.up != nil {
			k.new.row = slices.Clone(to.row)
		}
		q.kinds = append(q.kinds, k)
	}
	q.kindOf[tables] = first
	return first, nil
}

// there tells whether a trigger is still there, and the tables: its constraint may
// have been dropped since the event. The kind takes them as they are now, under other
// names perhaps.
func (q *AfterTriggers) there(k *eventKind) (bool, error) {
	if k.batch == q.batch {
		return !k.gone, nil
	}
	k.batch, k.gone = q.batch, true
	table, err := q.access.ByOID(k.table.OID)
	if table == nil || err != nil {
		return false, err
	}
	for _, r := range []*eventRows{&k.old, &k.new} {
		rel := table
		if r.rel().OID != table.OID {
			if rel, err = q.access.ByOID(r.rel().OID); rel == nil || err != nil {
				return false, err
			}
		}
		if rel == r.rel() && table == k.table {
			continue
		}
		r.shape = newRowShape(nil, rel, nil)
		if err := r.convert(q, table); err != nil {
			return false, err
		}
	}
	k.table, k.unique = table, nil
	for _, t := range table.Triggers {
		if t.OID == k.trigger.OID {
			k.trigger, k.gone = t, false
		}
	}
	return !k.gone, nil
}

// recheckUnique is unique_key_recheck: the entry was made although its key seemed
// to be taken.
func (q *AfterTriggers) recheckUnique(k *eventKind, e *afterEvent) error {
	sn := q.sess.Txn.CatalogSnapshot()
	defer sn.Release()
	rel := k.new.rel()
	row, _, ok := rel.Heap.Fetch(sn, e.new)
	if !ok {
		return nil // it is gone again
	}
	if k.unique == nil {
		w, err := uniqueWriter(rel, k.trigger.Index)
		if err != nil {
			return err
		}
		k.unique = w
	}
	w := k.unique
	if ok, err := w.form(&q.ec, k.new.shape.complete(row, e.new)); !ok || err != nil {
		return err
	}
	other, err := w.Tree.FindOther(q.sess.Ctx, q.sess.Txn, rel.Heap, w.key, e.new, true)
	if other != storage.InvalidTID && err == nil {
		err = w.duplicate(q.access, rel)
	}
	return waitedIn(err, rel.Name)
}

// uniqueWriter is for the index of a deferrable constraint.
func uniqueWriter(rel *catalog.Relation, index types.OID) (*indexWriter, error) {
	rules, err := rel.RowRules()
	if err != nil {
		return nil, err
	}
	for i, ix := range rules.Indexes {
		if ix.OID == index {
			return &newIndexWriters(rules.Indexes[i : i+1])[0], nil
		}
	}
	return nil, pgerr.New(pgerr.Internal, "index %d of a deferred constraint is gone", index)
}
