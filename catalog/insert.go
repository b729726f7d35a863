package catalog

// Writer is the only way catalog rows are written: the heap row, an entry in each
// index of the catalog, and the note that cached entries are out of date. It is where
// strategy S4 is: how often the indexes are opened, and how many rows, and entries,
// are written at a time. Opening an index takes its lock, pins its cache entry and
// works out its key columns; a slot is a row that entries are formed from. For T rows
// of a catalog with I indexes:
//
//	catalog_insert        per_tuple  open_once  multi           multi
//	catalog_index_insert                        each            batch
//	opens, closes, locks  T x I      I          I               I
//	heap records          T          T          pages           pages
//	index records         T x I      T x I      T x I           leaves
//	slots                 T          T          min(T, cap)+T   min(T, cap)
//
// The cap is what rows of maxBatchBytes are, 862 for pg_enum. What happens if there
// is no row, or none that needs an entry, is catalog_open's business:
//
//	eager         opened when the writer of many rows is made
//	lazy_unknown  likewise if the number of rows is known then, else at the first row
//	lazy          at the first row that needs an entry
//
// Log records and bytes are counted where they are written: around each call of
// the heap and of an index, from what the transaction's log grew by.
//
// After PostgreSQL 18, catalog/indexing.c: CatalogOpenIndexes, CatalogTupleInsert,
// CatalogTupleInsertWithInfo, CatalogTuplesMultiInsertWithInfo, CatalogIndexInsert.
// Catalogs have neither expression nor partial indexes.

import (
	"strings"

	"minidb/pgerr"
	"minidb/session"
	"minidb/settings"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// maxBatchBytes bounds what a batch holds: MAX_CATALOG_MULTI_INSERT_BYTES of
// PostgreSQL 18, catalog/indexing.h.
const maxBatchBytes = 65535

// Writer writes rows of one catalog within the session's running transaction.
// Close must be called at its end, also after an error.
type Writer struct {
	a       *Access
	rel     *Relation
	n       session.CatalogInsertCounters // since the Writer was made
	how     writing
	indexes []indexInfo // empty until opened
	opened  bool
	inPlace bool // updates change no key, and open nothing
	key     []types.Datum

	// The batch: rows that are not written yet.
	slots []types.Row // used and free
	used  int
	bytes int           // of the used
	slab  []types.Datum // that slots are cut from
	tids  []storage.TID
}

// writing is what the settings of strategy S4 say.
type writing struct {
	perTuple, multi, batch bool
	open                   string
}

// best is how the template is written, before there are settings.
var best = writing{multi: true, batch: true, open: "lazy"}

// indexInfo is an open index: PostgreSQL's IndexInfo.
type indexInfo struct {
	ix   *Index
	cols []int       // positions of its key columns in a row
	typs []types.OID // and their types
}

// Writer returns a writer for a catalog, for one row, or for changes.
func (a *Access) Writer(catalog *Relation) *Writer {
	w := &Writer{a: a, rel: catalog, how: best}
	if set := a.S.Set; set != nil {
		insert := set.Enum(settings.CatalogInsert)
		w.how = writing{perTuple: insert == "per_tuple", multi: insert == "multi",
			batch: set.Enum(settings.CatalogIndexInsert) == "batch", open: set.Enum(settings.CatalogOpen)}
	}
	return w
}

// unknown is for bulkWriter: how many rows there will be is not known.
const unknown = -1

// bulkWriter is Writer for that many rows; an error needs no Close.
func (a *Access) bulkWriter(catalog types.OID, rows int) (*Writer, error) {
	w := a.Writer(a.System(catalog))
	if w.how.perTuple || w.how.open == "lazy" || w.how.open == "lazy_unknown" && rows == unknown {
		return w, nil
	}
	if err := w.open(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// open opens the catalog's indexes: each is locked, found in the cache and pinned,
// and its info is built.
func (w *Writer) open() error {
	if w.opened {
		return nil
	}
	w.opened = true
	w.indexes = make([]indexInfo, 0, len(w.rel.Indexes))
	for _, listed := range w.rel.Indexes {
		if _, err := w.a.lock(listed.OID, lmgr.RowExclusive); err != nil {
			return err
		}
		w.n.IndexLocks++
		ix := w.a.pin(listed.OID)
		w.n.IndexOpens++
		w.indexes = append(w.indexes, buildIndexInfo(ix))
		w.n.IndexInfoBuilt++
	}
	return nil
}

func buildIndexInfo(ix *Index) indexInfo {
	info := indexInfo{ix: ix, cols: make([]int, ix.NKeys), typs: make([]types.OID, ix.NKeys)}
	for i := range info.cols {
		info.cols[i], info.typs[i] = ix.Keys[i].Attr-1, ix.Keys[i].Type
	}
	return info
}

// pin finds a system index in the cache and keeps its entry there until unpin.
func (a *Access) pin(oid types.OID) *Index {
	if a.pins == nil {
		a.pins = map[types.OID]int{}
	}
	a.pins[oid]++
	return a.staticIndexes[oid]
}

func (a *Access) unpin(oid types.OID) {
	if a.pins[oid]--; a.pins[oid] == 0 {
		delete(a.pins, oid)
	}
}

// close gives the indexes back; their locks go at once.
func (w *Writer) close() {
	for _, info := range w.indexes {
		w.a.unpin(info.ix.OID)
		if w.a.S.Locks != nil {
			w.a.S.Locks.Release(lmgr.RelationTag(uint32(info.ix.OID)), lmgr.RowExclusive)
		}
		w.n.IndexCloses++
	}
	w.indexes, w.opened = nil, false
}

// Close closes the indexes, forgets rows that were not flushed, and adds up the
// counters, for the catalog and for all of them.
func (w *Writer) Close() {
	w.close()
	w.used, w.bytes = 0, 0
	if c := w.a.S.Counters; c != nil && w.n != (session.CatalogInsertCounters{}) {
		c.CatalogInsert.Add(&w.n)
		c.For(w.rel.Name).CatalogInsert.Add(&w.n)
	}
	w.n = session.CatalogInsertCounters{}
}

// Insert writes one row. The row may be reused by the caller.
func (w *Writer) Insert(row types.Row) (storage.TID, error) {
	if err := w.open(); err != nil {
		return storage.InvalidTID, err
	}
	before := *w.a.S.Txn.WAL
	tid, err := w.rel.Heap.Insert(w.a.S.Txn, row)
	w.countHeap(before)
	if err != nil {
		return tid, err
	}
	w.n.Tuples++
	if err := w.wrote(); err != nil {
		return tid, err
	}
	if err := w.index(row, tid); err != nil {
		return tid, err
	}
	if w.how.perTuple {
		w.close()
	}
	return tid, nil
}

// Put writes a row, at once or with others: no later than at Flush. The row may be
// reused by the caller.
func (w *Writer) Put(row types.Row) error {
	if !w.how.multi {
		_, err := w.Insert(row)
		return err
	}
	bytes := w.rel.layout.DataBytes(row)
	if w.used > 0 && w.bytes+bytes > maxBatchBytes {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if w.used == len(w.slots) {
		w.slots = append(w.slots, w.makeSlot())
	}
	slot := w.slots[w.used]
	clear(slot[copy(slot, row):])
	w.used++
	w.bytes += bytes
	return w.wrote()
}

// makeSlot makes a row of the catalog's width. After the first they are made several
// at a time.
func (w *Writer) makeSlot() types.Row {
	n := len(w.rel.Columns)
	if len(w.slab) < n {
		w.slab = make([]types.Datum, n*int(min(max(w.n.Slots, 1), 32)))
	}
	slot := w.slab[:n:n]
	w.slab = w.slab[n:]
	w.n.Slots++
	return slot
}

// Flush writes the rows that were put, with one heap record a page.
func (w *Writer) Flush() error {
	if w.used == 0 {
		return nil
	}
	if err := w.open(); err != nil {
		return err
	}
	rows := w.slots[:w.used]
	w.used, w.bytes = 0, 0
	before := *w.a.S.Txn.WAL
	tids, err := w.rel.Heap.MultiInsert(w.a.S.Txn, rows, w.tids[:0])
	w.countHeap(before)
	if err != nil {
		return err
	}
	w.tids = tids
	w.n.Tuples += int64(len(rows))
	w.n.Batches++
	if err := w.wrote(); err != nil {
		return err
	}
	if w.how.batch {
		return w.indexBatch(rows, tids)
	}
	for i, row := range rows {
		if err := w.index(row, tids[i]); err != nil {
			return err
		}
	}
	return nil
}

// MultiInsert puts rows and flushes them.
func (w *Writer) MultiInsert(rows []types.Row) error {
	for _, row := range rows {
		if err := w.Put(row); err != nil {
			return err
		}
	}
	return w.Flush()
}

// wrote gives a test the chance to fail a write in its middle.
func (w *Writer) wrote() error {
	if w.a.AfterCatalogWrite == nil {
		return nil
	}
	return w.a.AfterCatalogWrite(w.rel.Name)
}

// countHeap adds what a call of the heap has logged since before.
func (w *Writer) countHeap(before storage.WALStats) {
	now := w.a.S.Txn.WAL
	w.n.HeapRecords += now.Records - before.Records
	w.n.WALBytes += now.Bytes - before.Bytes
}

// countIndex adds what a call of an index has logged since before.
func (w *Writer) countIndex(before storage.WALStats) {
	now := w.a.S.Txn.WAL
	w.n.IndexRecords += now.Records - before.Records
	w.n.WALBytes += now.Bytes - before.Bytes
}

// index enters one row into every index, through a slot made for it, and spoils the
// cached entry: PostgreSQL's CatalogIndexInsert.
func (w *Writer) index(row types.Row, tid storage.TID) error {
	w.a.spoil(w.rel.OID, row)
	slot := w.makeSlot()
	copy(slot, row)
	for i := range w.indexes {
		info := &w.indexes[i]
		w.key = info.appendKey(w.key[:0], slot)
		before := *w.a.S.Txn.WAL
		conflict, err := w.enter(info.ix, tid)
		w.countIndex(before)
		if err != nil {
			return err
		}
		if conflict != storage.InvalidTID {
			return w.duplicate(info, slot)
		}
	}
	return w.wrote()
}

// appendKey appends the key of a row.
func (info *indexInfo) appendKey(key []types.Datum, row types.Row) []types.Datum {
	for _, c := range info.cols {
		key = append(key, row[c])
	}
	return key
}

// enter makes the entry of w.key; conflict is the row that has the key already.
func (w *Writer) enter(ix *Index, tid storage.TID) (conflict storage.TID, err error) {
	if !ix.Unique {
		return storage.InvalidTID, ix.Tree.Insert(w.a.S.Txn, w.key, tid)
	}
	return ix.Tree.InsertUnique(w.a.ctx(), w.a.S.Txn, w.rel.Heap, w.key, tid)
}

// indexBatch enters many rows into one index after the other, in the order of their
// keys. Of several keys that are there already the error names the one that is met
// first row by row.
func (w *Writer) indexBatch(rows []types.Row, tids []storage.TID) error {
	for _, row := range rows {
		w.a.spoil(w.rel.OID, row)
	}
	first, where := len(rows), -1
	for i := range w.indexes {
		info := &w.indexes[i]
		w.key = w.key[:0]
		for _, row := range rows {
			w.key = info.appendKey(w.key, row)
		}
		before := *w.a.S.Txn.WAL
		conflict, err := info.ix.Tree.InsertBatch(w.a.ctx(), w.a.S.Txn, w.rel.Heap, info.ix.Unique, w.key, tids)
		w.countIndex(before)
		if err != nil {
			return err
		}
		if conflict >= 0 && conflict < first {
			first, where = conflict, i
		}
		if err := w.wrote(); err != nil {
			return err
		}
	}
	if where >= 0 {
		return w.duplicate(&w.indexes[where], rows[first])
	}
	return nil
}

// duplicate is the error for a row whose key is there already.
func (w *Writer) duplicate(info *indexInfo, row types.Row) error {
	var names, vals []string
	for i, c := range info.cols {
		names = append(names, w.rel.Columns[c].Name)
		vals = append(vals, types.Output(row[c], info.typs[i], types.DefaultEnv()))
	}
	return pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %s", quoted(info.ix.Name)).
		WithDetail("Key (%s)=(%s) already exists.", strings.Join(names, ", "), strings.Join(vals, ", ")).
		On("pg_catalog", w.rel.Name, info.ix.Name)
}
