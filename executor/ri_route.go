package executor

import (
	"minidb/catalog"
	"minidb/expr"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// keyRouter is the keyFinder of a partitioned table. A unique key has all columns that rows
// are divided by, so that one partition may have the row: it alone is locked and looked
// at. PostgreSQL plans a query over all of them and prunes it.
type keyRouter struct {
	on   keyOn // for the table itself
	ref  *catalog.Relation
	r    *expr.Resolver
	cols []probeColumn // in the order of the key
	// exact tells that all columns have the types of those referred to.
	exact bool
	vals  []types.Datum
	top   *keyLevel
}

// keyLevel is a partitioned table that keys have come to.
type keyLevel struct {
	on     keyOn
	rel    *catalog.Relation
	desc   *catalog.PartitionDesc
	places []int         // in the key of what rows are divided by
	key    []types.Datum // by that
	levels map[types.OID]*keyLevel
	leaves map[types.OID]*keyProbe
	uses   int    // ever
	opened uint64 // in which batch last
}

func newKeyRouter(fk *catalog.ForeignKey, from *catalog.Relation, attrs []int, ops []types.OID, ref *catalog.Relation, r *expr.Resolver) (*keyRouter, error) {
	k := &keyRouter{on: keyOn{from: from, attrs: attrs, ops: ops, columns: fk.RefColumns, index: fk.Index}, ref: ref, r: r, exact: true}
	for i, num := range fk.RefColumns {
		to := &ref.Columns[num-1]
		t, _ := types.ByOID(to.Type)
		c, exact, err := newProbeColumn(&from.Columns[attrs[i]-1], to, ops[i], t.Kind, len(ref.Columns), r)
		if err != nil {
			return nil, err
		}
		k.exact = k.exact && exact
		k.cols = append(k.cols, c)
	}
	k.vals = make([]types.Datum, len(k.cols))
	return k, nil
}

// lock is keyFinder's.
func (k *keyRouter) lock(q *AfterTriggers, sn *storage.Snapshot, source types.Row) (bool, error) {
	if k.top == nil {
		k.top = newKeyLevel(k.on, k.ref)
	}
	if k.top.opened != q.batch {
		if err := mayProbe(q.access, k.ref, k.on.columns); err != nil {
			return false, err
		}
	}
	ec := expr.Ctx{Sess: q.sess, Catalog: q.access}
	if ok, err := castKey(&ec, k.vals, k.cols, source, k.exact); !ok {
		return false, err
	}
	for level := k.top; ; {
		if err := level.open(q); err != nil {
			return false, err
		}
		for i, at := range level.places {
			level.key[i] = k.vals[at]
		}
		var ignored int64 // bound_comparisons are those of routing rows
		i := level.desc.Find(level.key, &ignored)
		if i < 0 || level.desc.Members[i].Detaching {
			return false, nil
		}
		m := &level.desc.Members[i]
		if !m.Leaf {
			next, err := level.below(q, m.OID)
			if err != nil {
				return false, err
			}
			level = next
			continue
		}
		p, err := level.leaf(q, m.OID, k.r)
		if err != nil {
			return false, err
		}
		return p.lock(q, sn, source)
	}
}

func newKeyLevel(on keyOn, rel *catalog.Relation) *keyLevel {
	l := &keyLevel{on: on, rel: rel, levels: map[types.OID]*keyLevel{}, leaves: map[types.OID]*keyProbe{}}
	for i := range rel.PartKey.Columns {
		for j, num := range on.columns {
			if num == rel.PartKey.Columns[i].Attr {
				l.places = append(l.places, j)
			}
		}
	}
	l.key = make([]types.Datum, len(l.places))
	return l
}

// open locks the table, once a batch, and looks at what partitions it has. Its indexes are
// locked as long as PostgreSQL plans each check.
func (l *keyLevel) open(q *AfterTriggers) error {
	l.uses++
	if l.opened == q.batch {
		return nil
	}
	rel, err := q.access.OpenOID(l.rel.OID, lmgr.RowShare)
	if err != nil {
		return err
	}
	if l.desc, err = q.access.Partitions(rel); err != nil {
		return err
	}
	if l.uses <= riCustomTries {
		if err := q.access.LockIndexes(rel, lmgr.RowShare); err != nil {
			return err
		}
	}
	l.opened = q.batch
	return nil
}

// onPart describes the key in a partition.
func (l *keyLevel) onPart(part *catalog.Relation) keyOn {
	on := l.on
	on.columns = make([]int, len(l.on.columns))
	for i, num := range l.on.columns {
		on.columns[i] = part.ColumnByName(l.rel.Columns[num-1].Name).Num
	}
	on.index = 0
	for _, ix := range part.Indexes {
		if ix.Parent == l.on.index {
			on.index = ix.OID
		}
	}
	return on
}

// below returns the level of a partition that is divided itself.
func (l *keyLevel) below(q *AfterTriggers, oid types.OID) (*keyLevel, error) {
	next := l.levels[oid]
	if next != nil && next.opened == q.batch {
		return next, nil
	}
	rel, err := q.access.OpenOID(oid, lmgr.RowShare)
	if err != nil {
		return nil, err
	}
	if next == nil || next.rel.Version != rel.Version {
		next = newKeyLevel(l.onPart(rel), rel)
		l.levels[oid] = next
	}
	return next, nil
}

// leaf returns the probe of a partition.
func (l *keyLevel) leaf(q *AfterTriggers, oid types.OID, r *expr.Resolver) (*keyProbe, error) {
	p := l.leaves[oid]
	if p != nil && p.opened == q.batch {
		return p, nil
	}
	rel, err := q.access.OpenOID(oid, lmgr.RowShare)
	if err != nil || p != nil && p.ref.Version == rel.Version {
		return p, err
	}
	on := l.onPart(rel)
	if p, err = newKeyProbe(&on, rel, r); err != nil {
		return nil, err
	}
	p.part = true
	l.leaves[oid] = p
	return p, nil
}
