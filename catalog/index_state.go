package catalog

// The states of an index while it is made, replaced or dropped beside those who use its
// table: pg_index.indislive, indisready, indisvalid. Each change is committed, and waited
// for, before the next one.
//
//	        live  ready  valid
//	made    x                    updates keep chains of versions that it can use
//	built   x     x              rows are entered
//	valid   x     x      x       queries use it
//	invalid x     x              as built
//	dead                         nobody touches it
//
// After PostgreSQL 18, catalog/index.c (index_set_state_flags).

import (
	"minidb/pgerr"
	"minidb/types"
)

// IndexState is a change of the state of an index.
type IndexState uint8

// The changes.
const (
	IndexReady   IndexState = iota // rows are to be entered
	IndexValid                     // queries may use it
	IndexUsable                    // it is whole, whatever it was
	IndexInvalid                   // queries may not use it any more
	IndexDead                      // it is about to be dropped
)

// apply changes a row of pg_index; false if nothing is to be changed.
func (s IndexState) apply(row types.Row) (changed bool) {
	set := func(col int, v bool) {
		changed = changed || row[col].IsTrue() != v
		row[col] = boolDatum(v)
	}
	switch s {
	case IndexReady:
		set(IndexIndisready, true)
	case IndexValid:
		set(IndexIndisvalid, true)
	case IndexUsable:
		set(IndexIndisvalid, true)
		set(IndexIndisready, true)
		set(IndexIndislive, true)
	case IndexDead:
		set(IndexIndisready, false)
		set(IndexIndislive, false)
		fallthrough
	case IndexInvalid:
		set(IndexIndisvalid, false)
		set(IndexIndisclustered, false)
		set(IndexIndisreplident, false)
	}
	return changed
}

// SetIndexState changes the state of indexes, with one Writer.
func (a *Access) SetIndexState(s IndexState, indexes ...types.OID) error {
	w := a.Writer(a.System(PgIndex))
	defer w.Close()
	for _, oid := range indexes {
		row, tid := a.first(PgIndex, "pg_index_indexrelid_index", oidDatum(oid))
		if row == nil {
			return pgerr.New(pgerr.Internal, "cache lookup failed for index %d", oid)
		}
		if !s.apply(row) {
			continue
		}
		if err := w.Update(tid, row); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}
