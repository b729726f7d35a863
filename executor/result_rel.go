package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/planner"
	"minidb/session"
	"minidb/storage"
	"minidb/storage/lmgr"
	"minidb/types"
)

// resultRel is a relation that rows are written to: PostgreSQL's
// ResultRelInfo, with its indexes open.
type resultRel struct {
	c        *Ctx
	rel      *catalog.Relation
	indexes  []indexWriter
	locked   bool  // indexes are locked
	building bool  // an index is being filled: even a deferrable one is checked at once
	notNull  []int // attnums minus 1

	onInsert, onUpdate, onDelete []resultTrigger
	// recheck are the deferrable indexes in which the row just written met its key.
	recheck []types.OID
	// virtual columns that are NOT NULL
	virtual []virtualNotNull
}

// virtualNotNull computes a virtual column, that it may not be NULL.
type virtualNotNull struct {
	col  *catalog.Column
	eval expr.Eval
}

// compileVirtual compiles the test of one.
func compileVirtual(rel *catalog.Relation, num int) (v virtualNotNull, err error) {
	v.col = &rel.Columns[num-1]
	v.eval, err = expr.Compile(tableRowExpr(planner.StoredRow(rel, v.col.Default)))
	return v, err
}

// indexWriter makes the entries of one index.
type indexWriter struct {
	ix    *catalog.Index
	attrs []int       // by key column: index into the row, -1 for an expression
	exprs []expr.Eval // by key column: nil for a plain one
	pred  expr.Filter // partial index; nil if all rows are in it
	key   []types.Datum
	reads []int // columns (attnum minus 1) that key and predicate depend on
}

// newResultRel prepares to write to a relation; open must come next.
func newResultRel(c *Ctx, rel *catalog.Relation) (*resultRel, error) {
	r := &resultRel{c: c, rel: rel, indexes: make([]indexWriter, 0, len(rel.Indexes))}
	for i := range rel.Columns {
		col := &rel.Columns[i]
		switch {
		case !col.NotNull || col.Dropped:
		case !col.Virtual:
			r.notNull = append(r.notNull, i)
		default:
			v, err := compileVirtual(rel, col.Num)
			if err != nil {
				return nil, err
			}
			r.virtual = append(r.virtual, v)
		}
	}
	for _, ix := range rel.Indexes {
		if !ix.Ready && !ix.Live {
			continue
		}
		w, err := newIndexWriter(rel, ix)
		if err != nil {
			return nil, err
		}
		r.indexes = append(r.indexes, w)
	}
	return r, nil
}

// open begins an execution that writes to the relation.
func (r *resultRel) open() error {
	n := &r.c.Sess.Counters.ModifyTable
	n.ResultRelsOpened++
	n.IndexesOpened += int64(len(r.indexes))
	return r.openTriggers()
}

// restart makes the relation as new, for another execution to open.
func (r *resultRel) restart() {
	r.onInsert, r.onUpdate, r.onDelete = r.onInsert[:0], r.onUpdate[:0], r.onDelete[:0]
	r.recheck = r.recheck[:0]
	for i := range r.indexes {
		clear(r.indexes[i].key)
	}
}

// lockIndexes locks the indexes from the first row that is written to the last: an
// INSERT keeps no lock on them (ExecOpenIndices).
func (r *resultRel) lockIndexes() error {
	if r.locked {
		return nil
	}
	for i := range r.indexes {
		if err := r.c.Access.LockIndex(r.indexes[i].ix, lmgr.RowExclusive); err != nil {
			return err
		}
	}
	r.locked = true
	return nil
}

func (r *resultRel) unlockIndexes() {
	if !r.locked {
		return
	}
	r.locked = false
	for i := range r.indexes {
		r.c.Access.Unlock(r.indexes[i].ix.OID, lmgr.RowExclusive)
	}
}

func newIndexWriter(rel *catalog.Relation, ix *catalog.Index) (indexWriter, error) {
	n := ix.NKeys
	ints := make([]int, n, 2*n)
	w := indexWriter{ix: ix, attrs: ints, reads: ints[n:n], key: make([]types.Datum, n)}
	for i := range n {
		k := &ix.Keys[i]
		w.attrs[i] = k.Attr - 1
		if k.Attr != 0 {
			w.reads = append(w.reads, k.Attr-1)
			continue
		}
		if w.exprs == nil {
			w.exprs = make([]expr.Eval, n)
		}
		e := planner.StoredRow(rel, k.Expr)
		f, err := expr.Compile(tableRowExpr(e))
		if err != nil {
			return w, err
		}
		w.exprs[i] = f
		w.reads = appendVars(w.reads, e)
	}
	if ix.Predicate != nil {
		e := planner.StoredRow(rel, ix.Predicate)
		f, err := expr.CompileFilter(tableRowExpr(e))
		if err != nil {
			return w, err
		}
		w.pred = f
		w.reads = appendVars(w.reads, e)
	}
	return w, nil
}

// tableRowExpr returns an expression over a table's columns with its Vars'
// slots set for the stored row: attnum i at slot i-1.
func tableRowExpr(e expr.Expr) expr.Expr {
	return expr.Mutate(e, func(n expr.Expr) (expr.Expr, bool) {
		v, ok := n.(*expr.Var)
		if !ok {
			return nil, false
		}
		c := *v
		c.Slot = v.Attr - 1
		return &c, true
	})
}

func appendVars(dst []int, e expr.Expr) []int {
	expr.Walk(e, func(n expr.Expr) bool {
		if v, ok := n.(*expr.Var); ok && v.Attr > 0 {
			dst = append(dst, v.Attr-1)
		}
		return true
	})
	return dst
}

// form fills w.key from a row; ok is false if the row is not in the index.
func (w *indexWriter) form(ec *expr.Ctx, row types.Row) (ok bool, err error) {
	if w.pred != nil {
		if ok, err := w.pred(ec, row); !ok || err != nil {
			return false, err
		}
	}
	for i, a := range w.attrs {
		if a >= 0 {
			w.key[i] = row[a]
		} else if w.key[i], err = w.exprs[i](ec, row); err != nil {
			return false, err
		}
	}
	return true, nil
}

// insertEntries adds a row to every index; a duplicate in a unique one is 23505,
// or noted in recheck if the constraint is deferrable.
func (r *resultRel) insertEntries(row types.Row, tid storage.TID) error {
	r.recheck = r.recheck[:0]
	for i := range r.indexes {
		w := &r.indexes[i]
		conflict, err := r.insertEntry(w, row, tid)
		if err != nil {
			return err
		}
		if conflict != storage.InvalidTID {
			return r.duplicate(w)
		}
	}
	return nil
}

// insertEntry adds a row to one index. A row with the same key is returned, and
// then no entry is made; but in a deferrable index it is.
func (r *resultRel) insertEntry(w *indexWriter, row types.Row, tid storage.TID) (storage.TID, error) {
	ok, err := w.form(&r.c.Expr, row)
	if !ok || err != nil {
		return storage.InvalidTID, err
	}
	if !w.ix.Unique {
		return storage.InvalidTID, w.ix.Tree.Insert(r.c.Sess.Txn, w.key, tid)
	}
	if !w.ix.Immediate && !r.building {
		return storage.InvalidTID, r.insertDeferrable(w, tid)
	}
	conflict, err := w.ix.Tree.InsertUnique(r.c.Sess.Ctx, r.c.Sess.Txn, r.rel.Heap, w.key, tid)
	if err != nil {
		err = waitedIn(err, w.ix.Name)
	}
	return conflict, err
}

// insertDeferrable makes an entry whatever else has its key. A row in doubt counts
// as there: the check at the end decides.
func (r *resultRel) insertDeferrable(w *indexWriter, tid storage.TID) error {
	s := r.c.Sess
	if err := w.ix.Tree.Insert(s.Txn, w.key, tid); err != nil {
		return err
	}
	other, err := w.ix.Tree.FindOther(s.Ctx, s.Txn, r.rel.Heap, w.key, tid, false)
	if other != storage.InvalidTID {
		r.recheck = append(r.recheck, w.ix.OID)
	}
	return err
}

// duplicate words the error for the key in w.key.
func (r *resultRel) duplicate(w *indexWriter) error {
	return pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %q", w.ix.Name).
		WithDetail("Key %s already exists.", r.describeKey(w)).
		On(r.rel.Schema, r.rel.Name, w.ix.Name)
}

// changed tells whether an indexed column differs between two versions of a row,
// and how strongly the old version must be locked: LockUpdate only if a column
// changed by which other tables may refer to the row.
func (r *resultRel) changed(old, row types.Row) (newKeys bool, mode storage.LockMode) {
	for i := range r.indexes {
		w := &r.indexes[i]
		if newKeys && !w.identifies() {
			continue
		}
		for _, a := range w.reads {
			if types.Same(old[a], row[a]) {
				continue
			}
			newKeys = true
			if w.identifies() {
				return true, storage.LockUpdate
			}
		}
	}
	return newKeys, storage.LockNoKeyUpdate
}

// identifies tells whether a foreign key could refer to the index's columns: it is
// unique, and neither partial nor over expressions.
func (w *indexWriter) identifies() bool { return w.ix.Unique && w.pred == nil && w.exprs == nil }

// lockMode is the lock that a row needs before the given columns (attnums) of it
// are set, whatever they are set to.
func (r *resultRel) lockMode(set []int) storage.LockMode {
	for i := range r.indexes {
		w := &r.indexes[i]
		for _, a := range w.attrs {
			if w.identifies() && slices.Contains(set, a+1) {
				return storage.LockUpdate
			}
		}
	}
	return storage.LockNoKeyUpdate
}

// BuildIndex fills a new index from its table with the rows that c.Snapshot sees,
// which must be taken after the table's lock. Others may have older snapshots, for
// which the index is not good if rows were replaced since. It returns 23505 if a
// unique index cannot be made.
func BuildIndex(c *Ctx, rel *catalog.Relation, ix *catalog.Index) error {
	w, err := newIndexWriter(rel, ix)
	if err != nil {
		return err
	}
	if rel.Heap.HasRecentlyDead() {
		ix.Tree.MarkYoung(c.Sess.Txn)
	}
	shape := newRowShape(rel, nil)
	scan := rel.Heap.Scan(c.Snapshot)
	c.Sess.Progress.Start(session.Indexing, rel.Heap.LiveEstimate())
	var poll poll
	for {
		row := scan.Next()
		if row == nil {
			return nil
		}
		if err := poll.check(c.Sess); err != nil {
			return err
		}
		c.Sess.Progress.Add(session.Indexing)
		tid := rel.Heap.Root(scan.TID())
		row = shape.complete(row, tid)
		r := &resultRel{c: c, rel: rel, building: true}
		conflict, err := r.insertEntry(&w, row, tid)
		if err != nil {
			return err
		}
		if conflict != storage.InvalidTID {
			return pgerr.New(pgerr.UniqueViolation, "could not create unique index %q", ix.Name).
				WithDetail("Key %s is duplicated.", r.describeKey(&w)).On(rel.Schema, rel.Name, ix.Name)
		}
	}
}
