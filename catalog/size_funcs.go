package catalog

import (
	"slices"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// pg_relation_size and its kin: bytes that PostgreSQL's files would have, by the
// pages that the rows of now would need. Values that PostgreSQL moves to TOAST
// tables are not counted, since how far they compress is not known.

// sizer counts the bytes of relations, with what a snapshot sees.
type sizer struct {
	a  *Access
	sn *storage.Snapshot
}

var forkNames = []string{"main", "fsm", "vm", "init"}

const (
	pagesWithoutMap = 4     // a heap of more has a free space map
	mapFanout       = 4069  // pages that a page of that map tells of
	visibilityPages = 32672 // pages that a page of the visibility map tells of
)

// fork is the size of one of a relation's files, or of an index's if ix is given.
func (s *sizer) fork(r *Relation, ix *Index, fork string) int64 {
	pages := int64(0)
	if r.PartKey != nil {
		return 0 // neither the table nor its indexes are stored
	}
	switch fork {
	case "main":
		pages = s.pages(r, ix)
	case "init": // an empty index, or a sequence at its start
		if r.Persistence == 'u' && (ix != nil || r.Kind == SequenceKind) {
			pages = 1
		}
	default:
		if ix != nil || r.Kind != TableKind || r.System {
			break
		}
		switch n := s.pages(r, nil); {
		case n == 0:
		case fork == "fsm" && (n > pagesWithoutMap || r.AllVisible > 0): // VACUUM makes one for each
			pages = 2 + (n+mapFanout-1)/mapFanout
		case fork == "vm" && r.AllVisible > 0:
			pages = (n + visibilityPages - 1) / visibilityPages
		}
	}
	return pages * pageBytes
}

// pages counts those of the main fork.
func (s *sizer) pages(r *Relation, ix *Index) int64 {
	switch {
	case ix != nil:
		pages, _ := IndexSize(s.a, r, ix)
		return pages
	case r.Kind == SequenceKind:
		return 1
	case r.Heap != nil:
		return s.a.HeapPages(r, s.sn)
	}
	return 0
}

// whole is the size of all files of a relation, with its TOAST table, or of an index.
func (s *sizer) whole(r *Relation, ix *Index) int64 {
	n := int64(0)
	for _, fork := range forkNames {
		n += s.fork(r, ix, fork)
	}
	if ix == nil && s.a.needsToast(r) {
		n += pageBytes // its index
		if r.Persistence == 'u' {
			n += pageBytes
		}
	}
	return n
}

// indexes is the size of all indexes of a relation; an index has none.
func (s *sizer) indexes(r *Relation, ix *Index) int64 {
	n := int64(0)
	if ix != nil {
		return n
	}
	for _, ix := range r.Indexes {
		n += s.whole(r, ix)
	}
	return n
}

// needsToast tells whether PostgreSQL gives a table a TOAST table: its rows may
// become longer than a quarter of a page, and some values may be moved.
func (a *Access) needsToast(r *Relation) bool {
	if r.Kind != TableKind || r.System {
		return false
	}
	size, unknown, movable := 0.0, false, false
	for i := range r.Columns {
		c := &r.Columns[i]
		t, ok := a.TypeInfo(c.Type)
		if c.Dropped || c.Virtual || !ok {
			continue
		}
		size = alignBy(size, t)
		if t.Len > 0 {
			size += float64(t.Len)
			continue
		}
		longest := longestValue(c)
		size += float64(longest)
		unknown = unknown || longest == 0
		storage := c.Storage
		if storage == 0 {
			storage = t.Storage
		}
		movable = movable || storage != 'p'
	}
	header := float64(23 + (len(r.Columns)+7)/8)
	return movable && (unknown || alignMax(header)+alignMax(size) > tupleLimit)
}

// longestValue is how many bytes a column's values take at most, 0 if its type does not tell.
func longestValue(c *Column) int {
	if c.Typmod < 4 {
		return 0
	}
	switch n := int(c.Typmod) - 4; c.Type {
	case types.VarcharOID, types.BpcharOID:
		return 4*n + 4 // UTF-8
	case types.NumericOID:
		return 8 + 2*((n>>16&0xffff+6)/4)
	}
	return 0
}

// sized calls f with the relation or index of that OID; the answer is NULL if there
// is none.
func (a *Access) sized(oid types.OID, f func(*sizer, *Relation, *Index) (int64, error)) (types.Datum, error) {
	r, ix, err := a.tableOfIndex(oid)
	if ix == nil && err == nil {
		r, err = a.ByOID(oid)
	}
	if err != nil || r == nil {
		return null, err
	}
	sn, release := a.snapshot()
	defer release()
	n, err := f(&sizer{a, sn}, r, ix)
	return types.NewInt(n), err
}

// sizeOf is a function of a relation or an index.
func sizeOf(size func(*sizer, *Relation, *Index) int64) catalogFunc {
	return func(a *Access, args []types.Datum) (types.Datum, error) {
		return a.sized(datumOID(args[0]), func(s *sizer, r *Relation, ix *Index) (int64, error) {
			return size(s, r, ix), nil
		})
	}
}

// relationSize is pg_relation_size: of one fork, main if none is named.
func relationSize(a *Access, args []types.Datum) (types.Datum, error) {
	return a.sized(datumOID(args[0]), func(s *sizer, r *Relation, ix *Index) (int64, error) {
		fork := "main"
		if len(args) > 1 {
			fork = args[1].Text()
		}
		if !slices.Contains(forkNames, fork) {
			return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid fork name").
				WithHint(`Valid fork names are "main", "fsm", "vm", and "init".`)
		}
		return s.fork(r, ix, fork), nil
	})
}

func databaseSize(a *Access, _ []types.Datum) (types.Datum, error) {
	sn, release := a.snapshot()
	defer release()
	s := &sizer{a, sn}
	n := int64(0)
	for _, c := range a.classRows(TableKind, SequenceKind) {
		r, err := a.ByOID(datumOID(c[ClassOid]))
		if err != nil {
			return null, err
		}
		if r != nil {
			n += s.whole(r, nil) + s.indexes(r, nil)
		}
	}
	return types.NewInt(n), nil
}
