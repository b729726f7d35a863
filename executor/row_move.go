package executor

// An UPDATE that gives a row another partition key moves it (ExecCrossPartitionUpdate):
// it is deleted in its partition, made a row of the table that the statement names,
// routed from there and inserted. If nothing was deleted, nothing is inserted.

import (
	"minidb/storage"
	"minidb/types"
)

// moveRow moves the row whose new version is t.row. The result is that of the delete.
func (m *modifyTable) moveRow(t *targetRel, old types.Row, tid storage.TID) (types.Row, storage.TMResult, storage.TMFailure, error) {
	if t.above == t.rel {
		return nil, 0, storage.TMFailure{}, t.misplaced(t.row, t.rel)
	}
	router, err := m.moves()
	if err != nil {
		return nil, 0, storage.TMFailure{}, err
	}
	res, fail, err := t.rel.Heap.DeleteMoved(m.c.Sess.Ctx, m.c.Sess.Txn, m.c.Snapshot, tid)
	if res != storage.TMOk || err != nil {
		return nil, res, fail, err
	}
	if err := t.deleted(old, tid, true); err != nil {
		return nil, res, fail, err
	}
	row, err := t.asRoot(router.maps)
	if err != nil {
		return nil, res, fail, err
	}
	dest, err := router.route(row)
	if err != nil {
		return nil, res, fail, err
	}
	m.c.Sess.Counters.ModifyTable.RowsMoved++
	if dest.oldAt > 0 {
		dest.put(dest.oldAt, t, old, tid)
	}
	m.wrote = dest
	written, err := m.insertMoved(dest, row)
	if err == nil {
		err = m.movedKeys(t, old, tid, dest, row)
	}
	return written, res, fail, err
}

// insertMoved writes a row of the root into the partition that it belongs to now, and
// returns it.
func (m *modifyTable) insertMoved(t *targetRel, row types.Row) (types.Row, error) {
	if err := t.lockIndexes(); err != nil {
		return nil, err
	}
	row, err := t.fitted(row)
	if err != nil {
		return nil, err
	}
	if err := t.checkRow(row); err != nil {
		return nil, err
	}
	tid, err := t.rel.Heap.Insert(m.c.Sess.Txn, row)
	if err != nil {
		return nil, err
	}
	t.retAt = tid
	if err := t.insertEntries(row, tid); err != nil {
		return nil, err
	}
	if err := t.inserted(tid); err != nil {
		return nil, err
	}
	return row, t.checkViews(row)
}

// moves returns the router of rows that move, which begins with the first.
func (m *modifyTable) moves() (*router, error) {
	if m.route == nil {
		m.route = &router{newLeaf: m.targets.leaf}
	}
	if m.route.top != nil {
		return m.route, nil
	}
	return m.route, m.route.start(m.c, m.plan.Relation, &m.plan.Rels[0])
}

// movesAtStart is the old way: routing and the maps of all partitions are made at the
// start, whether rows will move or not.
func (m *modifyTable) movesAtStart() error {
	router, err := m.moves()
	if err != nil {
		return err
	}
	for _, t := range m.targets.list {
		if err := t.mapToRoot(router.maps); err != nil {
			return err
		}
	}
	return nil
}

// mapToRoot finds the conversion of rows to those of the table named, once.
func (t *targetRel) mapToRoot(maps *attrMaps) (err error) {
	if t.rooted {
		return nil
	}
	t.rooted = true
	above := t.levels[0]
	member := &above.desc.Members[above.desc.Member(t.rel.OID)]
	if t.toRoot, err = maps.up(t.rel, t.above, member.Layout); t.toRoot != nil && t.rootRow == nil {
		t.rootRow = t.c.newRow(len(t.above.Columns))
	}
	return err
}

// asRoot is t.row as a row of the table named.
func (t *targetRel) asRoot(maps *attrMaps) (types.Row, error) {
	if err := t.mapToRoot(maps); err != nil {
		return nil, err
	}
	if t.toRoot == nil {
		return t.row, nil
	}
	t.toRoot.convert(t.row, t.rootRow)
	return t.rootRow, nil
}
