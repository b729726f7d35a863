package catalog

// Files of relations: new ones for TRUNCATE, old ones freed when the transaction
// that gave them up has committed; and the statistics that VACUUM leaves.

import (
	"minidb/storage"
	"minidb/types"
)

// SetFile gives a table an empty heap and empty indexes in new files, as
// TRUNCATE does. The old files are freed at commit, the new ones at rollback.
// It returns the table's new entry.
func (a *Access) SetFile(r *Relation) (*Relation, error) {
	if r.Heap != nil {
		file := a.newHeap(len(r.Columns), r.Persistence)
		if err := a.replaceFile(r.OID, file); err != nil {
			return nil, err
		}
		a.freeHeap(r.File)
	}
	for _, ix := range r.Indexes {
		if ix.Tree == nil {
			continue
		}
		if err := a.newIndexFile(r, ix); err != nil {
			return nil, err
		}
	}
	a.CommandEnd()
	return a.ByOID(r.OID)
}

// SetIndexFile gives one index an empty tree in a new file, as REINDEX does, and
// returns its table's new entry.
func (a *Access) SetIndexFile(r *Relation, ix *Index) (*Relation, error) {
	if err := a.newIndexFile(r, ix); err != nil {
		return nil, err
	}
	a.CommandEnd()
	return a.ByOID(r.OID)
}

func (a *Access) newIndexFile(r *Relation, ix *Index) error {
	if err := a.replaceFile(ix.OID, a.newTree(ix.Tree.Spec(), r.Persistence)); err != nil {
		return err
	}
	a.freeTree(ix.File)
	return nil
}

func (a *Access) replaceFile(rel types.OID, file storage.FileID) error {
	return a.UpdateClass(rel, func(row types.Row) {
		row[ClassRelfilenode] = oidDatum(types.OID(file))
		row[ClassRelpages] = intDatum(0)
		row[ClassReltuples] = types.NewFloat4(-1)
		row[ClassRelallvisible] = intDatum(0)
	})
}

func (a *Access) freeHeap(id storage.FileID) {
	store := a.store
	store.Replaced(a.S.Txn, id)
	a.S.Txn.OnEnd(func(committed bool) {
		if committed {
			store.DropHeap(id)
		}
	})
}

func (a *Access) freeTree(id storage.FileID) {
	store := a.store
	store.Replaced(a.S.Txn, id)
	a.S.Txn.OnEnd(func(committed bool) {
		if committed {
			store.DropIndex(id)
		}
	})
}

// SetPersistence changes the relpersistence of a relation and its indexes, which
// the files that they get next will have.
func (a *Access) SetPersistence(r *Relation, p byte) error {
	set := func(row types.Row) { row[ClassRelpersistence] = charDatum(p) }
	if err := a.UpdateClass(r.OID, set); err != nil {
		return err
	}
	for _, ix := range r.Indexes {
		if err := a.UpdateClass(ix.OID, set); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

// SetFrozen notes that no row of a table has an older xmin or xmax than xid.
func (a *Access) SetFrozen(rel types.OID, xid storage.XID) error {
	_, err := a.changeInPlace(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(rel)}, func(row types.Row) bool {
		newer := row[ClassRelfrozenxid].Int() < int64(xid)
		row[ClassRelfrozenxid] = types.NewInt(int64(xid))
		return newer
	})
	a.CommandEnd()
	return err
}

// UpdateStats notes a relation's size in pg_class, as VACUUM and ANALYZE do.
// Nothing is written if nothing changed.
func (a *Access) UpdateStats(rel types.OID, pages int64, tuples float64, allVisible int64) error {
	return a.updateStats(rel, pages, tuples, allVisible, false)
}

// UpdateTableStats is UpdateStats for a table. Outside a transaction block, where nobody
// can take back that its last index is gone, relhasindex follows.
func (a *Access) UpdateTableStats(r *Relation, pages int64, tuples float64, allVisible int64) error {
	return a.updateStats(r.OID, pages, tuples, allVisible, len(r.Indexes) == 0 && !a.S.InBlock())
}

func (a *Access) updateStats(rel types.OID, pages int64, tuples float64, allVisible int64, noIndex bool) error {
	_, err := a.changeInPlace(PgClass, "pg_class_oid_index", []types.Datum{oidDatum(rel)}, func(row types.Row) bool {
		same := row[ClassRelpages].Int() == pages && row[ClassReltuples].Float() == float64(float32(tuples)) &&
			row[ClassRelallvisible].Int() == allVisible && !(noIndex && row[ClassRelhasindex].IsTrue())
		if noIndex {
			row[ClassRelhasindex] = boolDatum(false)
		}
		row[ClassRelpages] = types.NewInt(pages)
		row[ClassReltuples] = types.NewFloat4(float32(tuples))
		row[ClassRelallvisible] = types.NewInt(allVisible)
		return !same
	})
	a.CommandEnd()
	return err
}

// MarkClustered notes that CLUSTER is to sort the table by that index of its, by
// none if it is 0.
func (a *Access) MarkClustered(r *Relation, index types.OID) error {
	for _, ix := range r.Indexes {
		_, err := a.change(PgIndex, "pg_index_indexrelid_index", []types.Datum{oidDatum(ix.OID)}, func(row types.Row) bool {
			was := row[IndexIndisclustered].IsTrue()
			row[IndexIndisclustered] = boolDatum(ix.OID == index)
			return was != (ix.OID == index)
		})
		if err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}
