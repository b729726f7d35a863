package catalog

// Finding relations: by name along search_path, by OID, with and without a lock.

import (
	"strings"

	"minidb/pgerr"
	"minidb/storage/lmgr"
	"minidb/types"
)

// NoLock is for Open and OpenOID when the caller holds a lock already.
const NoLock lmgr.Mode = 0

// Lookup finds a relation by name: in schema, or along search_path if schema
// is empty. It takes no lock. It returns nil without an error if there is none,
// also if there is no such schema.
func (a *Access) Lookup(schema, name string) (*Relation, error) {
	if schema != "" {
		ns, ok := a.ExplicitNamespace(schema)
		if !ok {
			return nil, nil
		}
		if err := a.CheckUse(ns); err != nil {
			return nil, err
		}
		return a.byName(nameKey{ns, name})
	}
	for _, ns := range a.SearchPath() {
		if r, err := a.byName(nameKey{ns, name}); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// LookupIn finds a relation in one schema, nil if there is none.
func (a *Access) LookupIn(ns types.OID, name string) (*Relation, error) {
	return a.byName(nameKey{ns, name})
}

// byName finds a relation in one schema.
func (a *Access) byName(k nameKey) (*Relation, error) {
	if r := a.staticNames[k]; r != nil {
		return r, nil
	}
	if k.namespace == CatalogNamespace && !strings.HasPrefix(k.name, "pg_") {
		return nil, nil // only indexes of catalogs are left, whose names begin so
	}
	private := false
	if ov := a.overlay(); ov != nil {
		private = ov.names
	}
	if !private {
		if r := a.shared.byName(k); r != nil {
			return a.ByOID(r.OID)
		}
	}
	row, _ := a.first(PgClass, "pg_class_relname_nsp_index", textDatum(k.name), oidDatum(k.namespace))
	if row == nil {
		return nil, nil
	}
	return a.ByOID(datumOID(row[ClassOid]))
}

// ByOID returns a relation's entry, nil if there is no such relation. It takes
// no lock: the caller holds one, or is content with a relation that may change.
func (a *Access) ByOID(oid types.OID) (*Relation, error) {
	if r := a.static[oid]; r != nil {
		return r, nil
	}
	gen := a.shared.generation()
	if ov := a.overlay(); ov != nil {
		if p, mine := ov.rels[oid]; mine || ov.schemas {
			if p.valid && p.gen == gen {
				return p.entry, nil
			}
			r, err := a.build(oid)
			if err == nil {
				ov.rels[oid] = private[*Relation]{r, true, gen}
			}
			return r, err
		}
	}
	if r := a.shared.byOID(oid); r != nil {
		return r, nil
	}
	r, err := a.build(oid)
	if err != nil || r == nil {
		return nil, err
	}
	return a.shared.add(r, gen), nil
}

// Open finds a relation by name, locks it and looks again, until name and lock
// agree: the table may have been dropped or renamed while the session waited.
// pos is the name's offset in the statement, for the error.
func (a *Access) Open(schema, name string, mode lmgr.Mode, pos int32) (*Relation, error) {
	for {
		r, err := a.Lookup(schema, name)
		if err != nil {
			return nil, unlocked(err, pos)
		}
		if r == nil {
			return nil, a.undefinedTable(schema, name, pos)
		}
		if mode == NoLock || a.S.Locks == nil {
			return r, nil
		}
		fresh, err := a.lock(r.OID, mode)
		if err != nil {
			return nil, unlocked(err, pos)
		}
		again, err := a.Lookup(schema, name)
		if err != nil {
			return nil, err
		}
		if again != nil && again.OID == r.OID {
			return again, nil
		}
		if fresh {
			a.S.Locks.Release(lmgr.RelationTag(uint32(r.OID)), mode)
		}
	}
}

// unlocked points an error of locking a relation at its name, unless the statement
// was canceled.
func unlocked(err error, pos int32) error {
	if pos < 0 || pgerr.CodeOf(err) == pgerr.QueryCanceled {
		return err
	}
	e := *pgerr.From(err)
	return e.At(int(pos))
}

// OpenOID locks a relation and returns its entry as it is under the lock. A
// relation that is gone is an internal error: see TryOpenOID.
func (a *Access) OpenOID(oid types.OID, mode lmgr.Mode) (*Relation, error) {
	r, err := a.TryOpenOID(oid, mode)
	if err == nil && r == nil {
		err = pgerr.New(pgerr.Internal, "could not open relation with OID %d", oid)
	}
	return r, err
}

// TryOpenOID is OpenOID for a relation that another session may have dropped
// while this one waited for the lock: then it returns nil, without the lock.
func (a *Access) TryOpenOID(oid types.OID, mode lmgr.Mode) (*Relation, error) {
	fresh := false
	if mode != NoLock {
		var err error
		if fresh, err = a.lock(oid, mode); err != nil {
			return nil, err
		}
	}
	r, err := a.ByOID(oid)
	if r == nil && fresh {
		a.S.Locks.Release(lmgr.RelationTag(uint32(oid)), mode)
	}
	return r, err
}

// Known is a relation as a plan was made for it.
type Known struct {
	OID     types.OID
	Version uint64 // of its entry
	looked  uint64 // Access.Version when the entry had that version last; 0: not looked yet
}

// LockCurrent locks a relation and reports whether its entry is still of the version
// known; if not, it gives the lock back. Unless something has changed since it was last
// asked, nothing of the entry is read. One session may use k.
func (a *Access) LockCurrent(k *Known, mode lmgr.Mode) (bool, error) {
	fresh, err := a.lock(k.OID, mode)
	if err != nil {
		return false, err
	}
	now := a.Version()
	if k.looked == now && now != 0 {
		return true, nil
	}
	r, err := a.ByOID(k.OID)
	if err == nil && r != nil && r.Version == k.Version {
		k.looked = now
		return true, nil
	}
	if fresh {
		a.S.Locks.Release(lmgr.RelationTag(uint32(k.OID)), mode)
	}
	return false, err
}

// Lock locks a relation that cannot go away meanwhile, or whose name the caller
// looks up again. fresh tells that the session had no such lock: what it knew of
// the relation may be old. With nowait a lock that is not free is 55P03, which the
// caller words.
func (a *Access) Lock(oid types.OID, mode lmgr.Mode, nowait bool) (fresh bool, err error) {
	if a.S.Locks == nil {
		return false, nil
	}
	if mode == lmgr.AccessExclusive && a.S.Txn != nil {
		a.S.Txn.XID() // as PostgreSQL, which writes such locks into its WAL
	}
	return a.S.Locks.Acquire(a.ctx(), lmgr.RelationTag(uint32(oid)), mode, nowait)
}

// WaitForLockers waits for the end of all transactions that now have a relation locked in
// a mode that conflicts with the given one.
func (a *Access) WaitForLockers(oid types.OID, mode lmgr.Mode) error {
	return a.S.Locks.WaitForLockers(a.ctx(), lmgr.RelationTag(uint32(oid)), mode)
}

// LockForSession locks a relation until UnlockForSession, beyond the end of the
// transaction unless that rolls back.
func (a *Access) LockForSession(oid types.OID, mode lmgr.Mode) error {
	_, err := a.S.Locks.AcquireSession(a.ctx(), lmgr.RelationTag(uint32(oid)), mode, false)
	return err
}

// UnlockForSession undoes one LockForSession.
func (a *Access) UnlockForSession(oid types.OID, mode lmgr.Mode) {
	a.S.Locks.ReleaseSession(lmgr.RelationTag(uint32(oid)), mode)
}

// Unlock undoes one Lock.
func (a *Access) Unlock(oid types.OID, mode lmgr.Mode) {
	if a.S.Locks != nil {
		a.S.Locks.Release(lmgr.RelationTag(uint32(oid)), mode)
	}
}

func (a *Access) lock(oid types.OID, mode lmgr.Mode) (bool, error) { return a.Lock(oid, mode, false) }

// LockIndex locks an index of a table that the caller has locked: so it cannot go
// away meanwhile. With NoLock it does nothing.
func (a *Access) LockIndex(ix *Index, mode lmgr.Mode) error {
	if mode == NoLock {
		return nil
	}
	_, err := a.lock(ix.OID, mode)
	return err
}

// LockIndexes locks all indexes of a table that the caller has locked.
func (a *Access) LockIndexes(r *Relation, mode lmgr.Mode) error {
	for _, ix := range r.Indexes {
		if err := a.LockIndex(ix, mode); err != nil {
			return err
		}
	}
	return nil
}

// undefinedTable: a query, which has a place for the name, does not care why the
// relation is missing; others say so if the schema is.
func (a *Access) undefinedTable(schema, name string, pos int32) error {
	if schema != "" && pos < 0 {
		if _, ok := a.ExplicitNamespace(schema); !ok {
			return pgerr.New(pgerr.InvalidSchemaName, "schema %s does not exist", quoted(schema))
		}
	}
	return noRelation(schema, name).At(int(pos))
}

func noRelation(schema, name string) *pgerr.Error {
	if schema != "" {
		name = schema + "." + name
	}
	return pgerr.New(pgerr.UndefinedTable, "relation %s does not exist", quoted(name))
}

// quoted puts a name between double quotes as messages do, without escapes.
func quoted(s string) string { return `"` + s + `"` }
