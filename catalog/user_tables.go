package catalog

// What commands ask of the catalogs beyond names: all tables, an index's table.

import (
	"cmp"
	"slices"

	"minidb/pgerr"
	"minidb/types"
)

// UserTables returns the OIDs of all tables, partitioned ones among them, that are not
// system catalogs, in the order of their OIDs.
func (a *Access) UserTables() []types.OID {
	var out []types.OID
	for _, row := range a.Scan(a.System(PgClass), "pg_class_oid_index") {
		oid := datumOID(row[ClassOid])
		if oid >= types.FirstNormalOID && isTable(RelKind(datumChar(row[ClassRelkind]))) {
			out = append(out, oid)
		}
	}
	return out
}

func isTable(k RelKind) bool { return k == TableKind || k == PartitionedTableKind }

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

// OperatorClass is an operator class and the type that it is for.
type OperatorClass struct{ OID, Type types.OID }

// Numbers of columns of pg_opclass, less 1.
const (
	opclassName   = 2
	opclassIntype = 6
)

// BtreeClass finds an operator class of btree by name.
func (a *Access) BtreeClass(name string) (OperatorClass, bool) { return a.classNamed(BtreeAM, name) }

// HashClass finds an operator class of hash by name.
func (a *Access) HashClass(name string) (OperatorClass, bool) { return a.classNamed(HashAM, name) }

func (a *Access) classNamed(am types.OID, name string) (OperatorClass, bool) {
	row, _ := a.first(PgOpclass, "pg_opclass_am_name_nsp_index", oidDatum(am), textDatum(name), oidDatum(CatalogNamespace))
	if row == nil {
		return OperatorClass{}, false
	}
	return OperatorClass{datumOID(row[0]), datumOID(row[opclassIntype])}, true
}

// AcceptsClass checks that an operator class is one for the type: its default, or
// one of those that order texts.
func (a *Access) AcceptsClass(class, t types.OID) error {
	if class == DefaultOpClass(t) || class == DefaultHashClass(t) {
		return nil
	}
	row, _ := a.first(PgOpclass, "pg_opclass_oid_index", oidDatum(class))
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for opclass %d", class)
	}
	in := datumOID(row[opclassIntype])
	switch {
	case in == types.TextOID && (t == types.TextOID || t == types.VarcharOID), in == types.BpcharOID && t == types.BpcharOID:
		return nil
	case in == types.BpcharOID && (t == types.TextOID || t == types.VarcharOID):
		return pgerr.Unsupported(-1, "operator class "+quoted(datumText(row[opclassName]))+" for texts of another type", "Use text_pattern_ops.")
	}
	return pgerr.New(pgerr.DatatypeMismatch, "operator class %q does not accept data type %s", datumText(row[opclassName]), a.FormatType(t, -1))
}
