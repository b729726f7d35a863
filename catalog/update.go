package catalog

// Catalog rows that are changed and removed, and the ways to write few rows with a
// Writer of their own.

import (
	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// Update replaces the row at tid. Index entries are made only if one of their columns
// changed; whether the indexes are opened if not is catalog_open's business.
func (w *Writer) Update(tid storage.TID, row types.Row) error {
	ok, err := w.tryUpdate(tid, row)
	if err == nil && !ok {
		err = changedMeanwhile(storage.TMUpdated, "update")
	}
	return err
}

// tryUpdate is Update; ok is false, and nothing was written, if another
// transaction replaced or removed the row meanwhile.
func (w *Writer) tryUpdate(tid storage.TID, row types.Row) (ok bool, err error) {
	sn, release := w.a.snapshot()
	defer release()
	old, at, ok := w.rel.Heap.Fetch(sn, tid)
	if !ok || at != tid {
		return false, nil
	}
	if w.inPlace {
		return w.overwrite(sn, tid, row)
	}
	newKeys := w.keysDiffer(old, row)
	if newKeys || w.how.open != "lazy" {
		if err := w.open(); err != nil {
			return false, err
		}
	}
	w.a.spoilUpdated(w.rel.OID, old)
	before := *w.a.S.Txn.WAL
	at, res, _, err := w.rel.Heap.Update(w.a.ctx(), w.a.S.Txn, sn, tid, row, newKeys)
	w.countHeap(before)
	if ok, err := updated(res, err); !ok {
		return false, err
	}
	w.n.Tuples++
	if err := w.wrote(); err != nil {
		return true, err
	}
	if newKeys {
		err = w.index(row, at)
	} else {
		w.a.spoil(w.rel.OID, row)
	}
	if w.how.perTuple {
		w.close()
	}
	return true, err
}

// overwrite changes the row at tid for good, whatever becomes of the transaction.
func (w *Writer) overwrite(sn *storage.Snapshot, tid storage.TID, row types.Row) (ok bool, err error) {
	before := *w.a.S.Txn.WAL
	res, err := w.rel.Heap.OverwriteAt(w.a.ctx(), w.a.S.Txn, sn, tid, row)
	w.countHeap(before)
	if ok, err := updated(res, err); !ok {
		return false, err
	}
	w.n.Tuples++
	w.a.spoilForGood(w.rel.OID, row)
	return true, w.wrote()
}

// updated tells whether a row was changed; without an error it was not if another
// transaction came first.
func updated(res storage.TMResult, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case res == storage.TMUpdated || res == storage.TMDeleted:
		return false, nil
	case res != storage.TMOk:
		return false, changedMeanwhile(res, "update")
	}
	return true, nil
}

// changedMeanwhile is the error for a row that cannot be changed any more, in
// the words of simple_heap_update and simple_heap_delete.
func changedMeanwhile(res storage.TMResult, verb string) error {
	switch res {
	case storage.TMSelfModified:
		return pgerr.New(pgerr.Internal, "tuple already updated by self")
	case storage.TMUpdated:
		return pgerr.New(pgerr.Internal, "tuple concurrently updated")
	case storage.TMDeleted:
		return pgerr.New(pgerr.Internal, "tuple concurrently deleted")
	}
	return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "attempted to %s invisible tuple", verb)
}

func (w *Writer) keysDiffer(old, row types.Row) bool {
	for _, ix := range w.rel.Indexes {
		for _, k := range ix.Keys {
			if types.Compare(old[k.Attr-1], row[k.Attr-1]) != 0 {
				return true
			}
		}
	}
	return false
}

// Delete removes the row at tid.
func (w *Writer) Delete(tid storage.TID) error {
	sn, release := w.a.snapshot()
	defer release()
	old, _, ok := w.rel.Heap.Fetch(sn, tid)
	if ok {
		w.a.spoil(w.rel.OID, old)
	}
	before := *w.a.S.Txn.WAL
	res, _, err := w.rel.Heap.Delete(w.a.ctx(), w.a.S.Txn, sn, tid)
	w.countHeap(before)
	if err != nil {
		return err
	}
	if res != storage.TMOk {
		return changedMeanwhile(res, "delete")
	}
	w.n.Tuples++
	return w.wrote()
}

// insertRow, insertRows, updateRow and deleteRow write with a Writer of their own.

func (a *Access) insertRow(catalog types.OID, row types.Row) error {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	_, err := w.Insert(row)
	return err
}

func (a *Access) insertRows(catalog types.OID, rows []types.Row) error {
	w, err := a.bulkWriter(catalog, len(rows))
	if err != nil {
		return err
	}
	defer w.Close()
	return w.MultiInsert(rows)
}

func (a *Access) updateRow(catalog types.OID, tid storage.TID, row types.Row) error {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	return w.Update(tid, row)
}

func (a *Access) deleteRow(catalog types.OID, tid storage.TID) error {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	return w.Delete(tid)
}

// change finds a row by a unique index, lets f change a copy, and writes that. If
// another transaction replaced the row meanwhile it starts again, unless the
// statement was canceled; f may say that nothing is to be done. found is false
// if there is no such row.
func (a *Access) change(catalog types.OID, index string, key []types.Datum, f func(types.Row) bool) (found bool, err error) {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	return w.change(index, key, f)
}

// changeInPlace is change for what PostgreSQL writes over the row itself
// (systable_inplace_update): no column of an index.
func (a *Access) changeInPlace(catalog types.OID, index string, key []types.Datum, f func(types.Row) bool) (found bool, err error) {
	w := a.Writer(a.System(catalog))
	w.inPlace = true
	defer w.Close()
	return w.change(index, key, f)
}

func (w *Writer) change(index string, key []types.Datum, f func(types.Row) bool) (found bool, err error) {
	for {
		row, tid := w.a.first(w.rel.OID, index, key...)
		if row == nil {
			return false, nil
		}
		if !f(row) {
			return true, nil
		}
		if ok, err := w.tryUpdate(tid, row); ok || err != nil {
			return true, err
		}
		if err := w.a.S.Interrupted(); err != nil {
			return true, err
		}
	}
}

// deleteWhere removes every row that the index finds for key.
func (a *Access) deleteWhere(catalog types.OID, index string, key ...types.Datum) error {
	found := a.rows(catalog, index, key...)
	if len(found) == 0 {
		return nil
	}
	w := a.Writer(a.System(catalog))
	defer w.Close()
	for _, f := range found {
		if err := w.Delete(f.tid); err != nil {
			return err
		}
	}
	return nil
}
