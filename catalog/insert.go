package catalog

// Writer is the only way catalog rows are written: the heap row, an entry in
// each index of the catalog, and the note that cached entries are out of date.
// The indexes of a catalog are opened once per Writer, at its first row: opening
// one takes its lock and works out its key columns.
//
//	                 done per
//	open, close      index and Writer
//	heap record      page of a batch, or row
//	index entry      index and row
//
// Log records and bytes are counted where they are written: around each call of
// the heap and of an index, from what the transaction's log grew by.
//
// After PostgreSQL 18, catalog/indexing.c: CatalogOpenIndexes,
// CatalogTupleInsertWithInfo, CatalogTuplesMultiInsertWithInfo. Catalogs have
// neither expression nor partial indexes.

import (
	"strings"

	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// maxBatchBytes bounds what a batch holds in memory: 65535 is
// MAX_CATALOG_MULTI_INSERT_BYTES of PostgreSQL 18, catalog/indexing.h.
const maxBatchBytes = 65535

// Writer writes rows of one catalog within the session's running transaction.
// Close must be called at its end, also after an error.
type Writer struct {
	a       *Access
	rel     *Relation
	n       *session.CatalogInsertCounters
	indexes []indexState // empty until opened
	opened  bool
	key     []types.Datum
	tids    []storage.TID
}

// indexState is an open index: PostgreSQL's IndexInfo.
type indexState struct {
	ix   *Index
	cols []int // positions of its key columns in a row
}

// Writer returns a writer for a catalog.
func (a *Access) Writer(catalog *Relation) *Writer {
	w := &Writer{a: a, rel: catalog, n: &session.CatalogInsertCounters{}}
	if a.S.Counters != nil {
		w.n = &a.S.Counters.CatalogInsert
	}
	return w
}

// open locks the catalog's indexes and works out their keys.
func (w *Writer) open() error {
	if w.opened {
		return nil
	}
	w.opened = true
	w.indexes = make([]indexState, 0, len(w.rel.Indexes))
	for _, ix := range w.rel.Indexes {
		if _, err := w.a.lock(ix.OID, lmgr.RowExclusive); err != nil {
			return err
		}
		st := indexState{ix: ix, cols: make([]int, ix.NKeys)}
		for i := range st.cols {
			st.cols[i] = ix.Keys[i].Attr - 1
		}
		w.indexes = append(w.indexes, st)
		w.n.IndexOpens++
		w.n.IndexLocks++
		w.n.IndexInfoBuilt++
	}
	return nil
}

// Close gives the indexes back; their locks go at once, the rows stay locked by
// the transaction.
func (w *Writer) Close() {
	for _, st := range w.indexes {
		if w.a.S.Locks != nil {
			w.a.S.Locks.Release(lmgr.RelationTag(uint32(st.ix.OID)), lmgr.RowExclusive)
		}
		w.n.IndexCloses++
	}
	w.indexes, w.opened = nil, false
}

// Insert writes one row. The row may be reused by the caller.
func (w *Writer) Insert(row types.Row) (storage.TID, error) {
	if err := w.open(); err != nil {
		return storage.InvalidTID, err
	}
	before := *w.a.S.Txn.WAL
	tid, err := w.rel.Heap.Insert(w.a.S.Txn, row)
	w.countHeap(before, 1, err == nil)
	if err != nil {
		return tid, err
	}
	return tid, w.index(row, tid)
}

// MultiInsert writes rows in batches of bounded size, each with one heap record
// a page.
func (w *Writer) MultiInsert(rows []types.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if err := w.open(); err != nil {
		return err
	}
	for len(rows) > 0 {
		n := batchLen(rows)
		if err := w.batch(rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// batchLen returns how many of rows fill one batch, at least one.
func batchLen(rows []types.Row) int {
	size := int64(0)
	for i, row := range rows {
		if size += types.RowBytes(row); size > maxBatchBytes && i > 0 {
			return i
		}
	}
	return len(rows)
}

func (w *Writer) batch(rows []types.Row) error {
	before := *w.a.S.Txn.WAL
	tids, err := w.rel.Heap.MultiInsert(w.a.S.Txn, rows, w.tids[:0])
	w.countHeap(before, len(rows), err == nil)
	if err != nil {
		return err
	}
	w.tids = tids
	w.n.Batches++
	for i, row := range rows {
		if err := w.index(row, tids[i]); err != nil {
			return err
		}
	}
	return nil
}

// countHeap adds what a call of the heap has logged since before, and the rows
// that it wrote, each through a slot.
func (w *Writer) countHeap(before storage.WALStats, rows int, done bool) {
	now := w.a.S.Txn.WAL
	w.n.HeapRecords += now.Records - before.Records
	w.n.WALBytes += now.Bytes - before.Bytes
	if done {
		w.n.Slots += int64(rows)
		w.n.Tuples += int64(rows)
	}
}

// countIndex adds what a call of an index has logged since before.
func (w *Writer) countIndex(before storage.WALStats) {
	now := w.a.S.Txn.WAL
	w.n.IndexRecords += now.Records - before.Records
	w.n.WALBytes += now.Bytes - before.Bytes
}

// index enters one row into every index and spoils the cached entry.
func (w *Writer) index(row types.Row, tid storage.TID) error {
	w.a.spoil(w.rel.OID, row)
	for i := range w.indexes {
		st := &w.indexes[i]
		w.key = w.key[:0]
		for _, c := range st.cols {
			w.key = append(w.key, row[c])
		}
		before := *w.a.S.Txn.WAL
		conflict, err := w.enter(st.ix, tid)
		w.countIndex(before)
		if err != nil {
			return err
		}
		if conflict != storage.InvalidTID {
			return w.duplicate(st, w.key)
		}
	}
	return nil
}

// enter makes the entry of w.key; conflict is the row that has the key already.
func (w *Writer) enter(ix *Index, tid storage.TID) (conflict storage.TID, err error) {
	if !ix.Unique {
		return storage.InvalidTID, ix.Tree.Insert(w.a.S.Txn, w.key, tid)
	}
	return ix.Tree.InsertUnique(w.a.ctx(), w.a.S.Txn, w.rel.Heap, w.key, tid)
}

func (w *Writer) duplicate(st *indexState, key []types.Datum) error {
	var names, vals []string
	for i, c := range st.cols {
		names = append(names, w.rel.Columns[c].Name)
		vals = append(vals, types.Output(key[i], st.ix.Keys[i].Type, types.DefaultEnv()))
	}
	return pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %s", quoted(st.ix.Name)).
		WithDetail("Key (%s)=(%s) already exists.", strings.Join(names, ", "), strings.Join(vals, ", ")).
		On("pg_catalog", w.rel.Name, st.ix.Name)
}

// Update replaces the row at tid. Indexes are touched only if one of their
// columns changed.
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
	newKeys := w.keysDiffer(old, row)
	if newKeys {
		if err := w.open(); err != nil {
			return false, err
		}
	}
	w.a.spoilUpdated(w.rel.OID, old)
	before := *w.a.S.Txn.WAL
	at, res, _, err := w.rel.Heap.Update(w.a.ctx(), w.a.S.Txn, sn, tid, row, newKeys)
	w.countHeap(before, 1, err == nil && res == storage.TMOk)
	switch {
	case err != nil:
		return false, err
	case res == storage.TMUpdated || res == storage.TMDeleted:
		return false, nil
	case res != storage.TMOk:
		return false, changedMeanwhile(res, "update")
	}
	if newKeys {
		return true, w.index(row, at)
	}
	w.a.spoil(w.rel.OID, row)
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
	w.countHeap(before, 0, false)
	if err != nil {
		return err
	}
	if res != storage.TMOk {
		return changedMeanwhile(res, "delete")
	}
	w.n.Tuples++
	return nil
}

// insertRow, insertRows, updateRow and deleteRow write with a Writer of their own.

func (a *Access) insertRow(catalog types.OID, row types.Row) error {
	w := a.Writer(a.System(catalog))
	defer w.Close()
	_, err := w.Insert(row)
	return err
}

func (a *Access) insertRows(catalog types.OID, rows []types.Row) error {
	w := a.Writer(a.System(catalog))
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
	for {
		row, tid := a.first(catalog, index, key...)
		if row == nil {
			return false, nil
		}
		if !f(row) {
			return true, nil
		}
		if ok, err := w.tryUpdate(tid, row); ok || err != nil {
			return true, err
		}
		if err := a.S.Interrupted(); err != nil {
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
