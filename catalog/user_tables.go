package catalog

// What commands ask of the catalogs beyond names: all tables, an index's table.

import (
	"cmp"
	"slices"

	"minidb/types"
)

// UserTables returns the OIDs of all ordinary tables that are not system
// catalogs, in the order of their OIDs.
func (a *Access) UserTables() []types.OID {
	var out []types.OID
	for _, row := range a.Scan(a.System(PgClass), "pg_class_oid_index") {
		oid := datumOID(row[ClassOid])
		if oid >= types.FirstNormalOID && RelKind(row[ClassRelkind].Text()[0]) == TableKind {
			out = append(out, oid)
		}
	}
	return out
}

// Catalogs returns the system catalogs that have storage, in the order of their
// OIDs.
func (a *Access) Catalogs() []*Relation {
	var out []*Relation
	for _, r := range a.static {
		if r.Heap != nil && r.Kind == TableKind {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(x, y *Relation) int { return cmp.Compare(x.OID, y.OID) })
	return out
}

// IndexTable returns the table that an index belongs to, 0 if there is no such
// index.
func (a *Access) IndexTable(index types.OID) types.OID {
	r, _, err := a.tableOfIndex(index)
	if r == nil || err != nil {
		return 0
	}
	return r.OID
}

// OperatorClass is an operator class of btree and the type that it is for.
type OperatorClass struct{ OID, Type types.OID }

// opclassIntype is the number of pg_opclass.opcintype, less 1.
const opclassIntype = 6

// BtreeClass finds an operator class of btree by name.
func (a *Access) BtreeClass(name string) (OperatorClass, bool) {
	row, _ := a.first(PgOpclass, "pg_opclass_am_name_nsp_index", oidDatum(BtreeAM), textDatum(name), oidDatum(CatalogNamespace))
	if row == nil {
		return OperatorClass{}, false
	}
	return OperatorClass{datumOID(row[0]), datumOID(row[opclassIntype])}, true
}
