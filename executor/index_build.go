package executor

import (
	"slices"

	"minidb/catalog"
	"minidb/pgerr"
	"minidb/session"
	"minidb/storage"
	"minidb/types"
)

// The filling of a new index from its table: at once while nobody writes, or beside
// writers in two passes. The first pass enters what one snapshot sees; from then on
// writers enter their rows themselves; the second adds what was written in between.
// After PostgreSQL 18, access/heap/heapam_handler.c (heapam_index_build_range_scan,
// heapam_index_validate_scan) and catalog/index.c (validate_index).

// indexBuild is a pass over a table that makes entries of one index.
type indexBuild struct {
	c    *Ctx
	rel  *catalog.Relation
	w    *indexWriter
	root storage.TID // of the row at hand
}

func newIndexBuild(c *Ctx, rel *catalog.Relation, ix *catalog.Index) (*indexBuild, error) {
	info, err := rel.IndexInfo(ix)
	if err != nil {
		return nil, err
	}
	return &indexBuild{c: c, rel: rel, w: &newIndexWriters([]*catalog.IndexInfo{info})[0]}, nil
}

// each calls enter for the rows that c.Snapshot sees and want, nil for all, says; those
// that belong into the index, with their key in w.key.
func (b *indexBuild) each(want func(root storage.TID) bool, enter func() error) error {
	shape := newRowShape(nil, b.rel, nil)
	scan := b.rel.Heap.Scan(b.c.Snapshot)
	defer scan.Done(b.c.Sess.StmtStart)
	b.c.Sess.Progress.Start(session.Indexing, b.rel.Heap.LiveEstimate())
	var poll poll
	for {
		row := scan.Next()
		if row == nil {
			return nil
		}
		if err := poll.check(b.c.Sess); err != nil {
			return err
		}
		b.c.Sess.Progress.Add(session.Indexing)
		if b.root = b.rel.Heap.Root(scan.TID()); want != nil && !want(b.root) {
			continue
		}
		if ok, err := b.w.form(&b.c.Expr, shape.complete(row, b.root)); err != nil {
			return err
		} else if !ok {
			continue
		}
		if err := enter(); err != nil {
			return err
		}
	}
}

func (b *indexBuild) insert() error { return b.w.Tree.Insert(b.c.Sess.Txn, b.w.key, b.root) }

// duplicateRows is among how many rows the duplicate is looked for that PostgreSQL
// reports; in larger tables it is the first in the table's order.
const duplicateRows = 1 << 17

// firstDuplicate makes w.key, a duplicate, the one that PostgreSQL's sort meets first.
func (b *indexBuild) firstDuplicate() error {
	s := newKeySorter(b.w)
	defer s.Close()
	key := slices.Clone(b.w.key)
	n := 0
	err := b.each(nil, func() error {
		if n++; n > duplicateRows {
			return nil
		}
		return s.Put(b.w.key)
	})
	if err != nil {
		return err
	}
	if n <= duplicateRows {
		if first := s.FirstEqual(b.w.Tree.Spec().NullsNotDistinct); first != nil {
			key = slices.Clone(first)
		}
	}
	b.w.key = key
	return nil
}

// SortFew returns the roots of the rows that c.Snapshot sees, sorted by an index's key if
// they are at most storage.FewRows, else nil.
func SortFew(c *Ctx, rel *catalog.Relation, ix *catalog.Index) ([]storage.TID, error) {
	if rel.Heap.LiveEstimate() > storage.FewRows {
		return nil, nil
	}
	b, err := newIndexBuild(c, rel, ix)
	if err != nil {
		return nil, err
	}
	s := newKeySorter(b.w)
	defer s.Close()
	row, few := make(types.Row, len(b.w.key)+1), []storage.TID{}
	err = b.each(nil, func() error {
		copy(row, b.w.key)
		row[len(b.w.key)] = tidDatum(b.root)
		return s.Put(row)
	})
	if err == nil {
		err = s.Sort()
	}
	if err != nil {
		return nil, err
	}
	for r := s.Next(); r != nil; r = s.Next() {
		few = append(few, storage.TID(r[len(r)-1].Int()-1))
	}
	return few, nil
}

// newKeySorter makes a sorter in memory of rows that begin with an index's keys.
func newKeySorter(w *indexWriter) *storage.Sorter {
	specs := w.Tree.Spec().Keys
	keys := make([]storage.SortKey, len(specs))
	for i, k := range specs {
		keys[i] = storage.SortKey{Col: i, Kind: k.Kind, Desc: k.Desc, NullsFirst: k.NullsFirst, Bpchar: k.Bpchar}
	}
	return storage.NewSorter(storage.SortConfig{Keys: keys, WorkMem: 1 << 40})
}

// duplicated is the error of a unique index that cannot be made.
func (b *indexBuild) duplicated() error {
	if err := b.firstDuplicate(); err != nil {
		return err
	}
	return pgerr.New(pgerr.UniqueViolation, "could not create unique index %q", b.w.Name).
		WithDetail("Key %s is duplicated.", b.w.describeKey(b.c.Sess, b.rel)).On(b.rel.Schema, b.rel.Name, b.w.Name)
}

// BuildIndex fills a new index from its table with the rows that c.Snapshot sees,
// which must be taken after the table's lock. Others may have older snapshots, for
// which the index is not good if rows were replaced since. It returns 23505 if a
// unique index cannot be made, a deferrable one too.
func BuildIndex(c *Ctx, rel *catalog.Relation, ix *catalog.Index) error {
	b, err := newIndexBuild(c, rel, ix)
	if err != nil {
		return err
	}
	if rel.Heap.HasRecentlyDead() {
		ix.Tree.MarkYoung(c.Sess.Txn)
	}
	if !ix.Unique {
		return b.each(nil, b.insert)
	}
	return b.each(nil, func() error {
		conflict, err := b.w.insertUnique(c.Sess, rel, b.root)
		if err == nil && conflict != storage.InvalidTID {
			err = b.duplicated()
		}
		return err
	})
}

// BuildIndexBeside is BuildIndex while others write, into an index that they know but do
// not write to yet.
func BuildIndexBeside(c *Ctx, rel *catalog.Relation, ix *catalog.Index) error {
	b, err := newIndexBuild(c, rel, ix)
	if err != nil {
		return err
	}
	if !ix.Unique {
		return b.each(nil, b.insert)
	}
	return b.each(nil, func() error {
		conflict, err := ix.Tree.InsertDistinct(c.Sess.Txn, b.w.key, b.root)
		if err == nil && conflict != storage.InvalidTID {
			err = b.duplicated()
		}
		return err
	})
}

// ValidateIndex adds to an index the rows that c.Snapshot sees and that are not in it,
// while others write to it: 23505 if a unique index has the key already.
func ValidateIndex(c *Ctx, rel *catalog.Relation, ix *catalog.Index) error {
	b, err := newIndexBuild(c, rel, ix)
	if err != nil {
		return err
	}
	there := ix.Tree.Places()
	missing := func(root storage.TID) bool {
		_, found := slices.BinarySearch(there, root)
		return !found
	}
	if !ix.Unique {
		return b.each(missing, b.insert)
	}
	return b.each(missing, func() error {
		conflict, err := b.w.insertUnique(c.Sess, rel, b.root)
		if err == nil && conflict != storage.InvalidTID && rel.Heap.There(c.Sess.Txn, b.root) {
			err = b.w.duplicate(c.Access, rel)
		}
		return err
	})
}
