package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/expr"
	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// The entries that a row gets in the indexes of its table (PostgreSQL's
// ExecInsertIndexTuples).

// indexWriter makes the entries of one index.
type indexWriter struct {
	*catalog.IndexInfo
	key     []types.Datum // of the row at hand
	arbiter bool          // a conflict in it is what ON CONFLICT is about
}

// newIndexWriters takes two allocations for all of a relation's indexes.
func newIndexWriters(infos []*catalog.IndexInfo) []indexWriter {
	n := 0
	for _, ix := range infos {
		n += ix.NKeys
	}
	ws, keys := make([]indexWriter, len(infos)), make([]types.Datum, n)
	for i, ix := range infos {
		ws[i].IndexInfo, ws[i].key, keys = ix, keys[:ix.NKeys:ix.NKeys], keys[ix.NKeys:]
	}
	return ws
}

// form fills w.key from a row; ok is false if the row is not in the index.
func (w *indexWriter) form(ec *expr.Ctx, row types.Row) (ok bool, err error) {
	return w.FormKey(ec, row, w.key)
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
			return w.duplicate(r.c.Access, r.rel)
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
	if !w.Unique {
		return storage.InvalidTID, w.Tree.Insert(r.c.Sess.Txn, w.key, tid)
	}
	if !w.Immediate {
		return storage.InvalidTID, r.insertDeferrable(w, tid)
	}
	return w.insertUnique(r.c.Sess, r.rel, tid)
}

// insertUnique makes the entry for the key in w.key unless a row has it already,
// which is returned.
func (w *indexWriter) insertUnique(s *session.Session, rel *catalog.Relation, tid storage.TID) (storage.TID, error) {
	conflict, err := w.Tree.InsertUnique(s.Ctx, s.Txn, rel.Heap, w.key, tid)
	if err != nil {
		err = waitedIn(err, w.Name)
	}
	return conflict, err
}

// insertDeferrable makes an entry whatever else has its key. A row in doubt counts
// as there: the check at the end decides.
func (r *resultRel) insertDeferrable(w *indexWriter, tid storage.TID) error {
	s := r.c.Sess
	if err := w.Tree.Insert(s.Txn, w.key, tid); err != nil {
		return err
	}
	other, err := w.Tree.FindOther(s.Ctx, s.Txn, r.rel.Heap, w.key, tid, false)
	if other != storage.InvalidTID {
		r.recheck = append(r.recheck, w.OID)
	}
	return err
}

// duplicate words the error for the key in w.key.
func (w *indexWriter) duplicate(a *catalog.Access, rel *catalog.Relation) error {
	e := pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %q", w.Name).On(rel.Schema, rel.Name, w.Name)
	cols := make([]int, w.NKeys)
	for i := range cols {
		cols[i] = w.Keys[i].Attr
	}
	if !mayRead(a, rel, cols) {
		return e
	}
	return e.WithDetail("Key %s already exists.", w.describeKey(a.S, rel))
}

// mayRead tells whether the current role may read columns of a relation, of which 0
// stands for an expression: only then errors show values.
func mayRead(a *catalog.Access, rel *catalog.Relation, cols []int) bool {
	return a.HasPrivilege(a.S.CurrentRole, rel, catalog.SelectPrivilege) ||
		!slices.Contains(cols, 0) && a.CheckColumns(a.S.CurrentRole, rel, cols, catalog.SelectPrivilege) == nil
}
