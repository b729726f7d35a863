package catalog

// What the analysis of a statement rests on besides the relations that it locks:
// users' types, and the columns of composite ones. A cached plan keeps the list
// and asks whether it still holds. (PostgreSQL: PlannedStmt.invalItems.)

import "minidb/types"

// Use is a type, or the relation behind a composite type, with the version of
// its entry when it was looked at.
type Use struct {
	oid      types.OID
	version  uint64
	relation bool
}

// RecordUses runs f and returns the uses that it made, each of them once.
func (a *Access) RecordUses(f func() error) ([]Use, error) {
	outer := a.uses
	a.uses = make(map[Use]struct{})
	defer func() { a.uses = outer }()
	err := f()
	var list []Use
	for u := range a.uses {
		list = append(list, u)
	}
	return list, err
}

// Current reports whether uses are still what they were.
func (a *Access) Current(uses []Use) bool {
	for _, u := range uses {
		if u.version != a.versionOf(u) {
			return false
		}
	}
	return true
}

// versionOf returns the version of the entry now, 0 if it is gone.
func (a *Access) versionOf(u Use) uint64 {
	if !u.relation {
		if e := a.typeEntry(u.oid); e != nil {
			return e.version
		}
		return 0
	}
	if r, err := a.ByOID(u.oid); err == nil && r != nil {
		return r.Version
	}
	return 0
}
