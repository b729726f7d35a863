package catalog

// ALTER TYPE of an enum: labels added and renamed. A label's sort order never
// changes once it is given, since the datums of an enum are sort orders.
// (PostgreSQL: pg_enum.c.)

import (
	"slices"

	"minidb/pgerr"
	"minidb/storage"
	"minidb/types"
)

// newEnums are the labels that a running transaction added to enums that are
// older than itself, which may not be used before it commits, and the enums that
// it made outside of savepoints, whose labels may: the first ones and, outside of
// savepoints too, later ones.
// (PostgreSQL: uncommitted_enum_values.)
type newEnums struct {
	txn    *storage.Txn
	labels map[types.OID]bool
	types  map[types.OID]bool
}

// newEnums returns those of the running transaction.
func (a *Access) newEnums() *newEnums {
	if a.enums == nil || a.enums.txn != a.S.Txn {
		a.enums = &newEnums{a.S.Txn, map[types.OID]bool{}, map[types.OID]bool{}}
	}
	return a.enums
}

// EnumPlace is where AddEnumLabel puts a label: at the end unless Has is set,
// else before or After the Neighbor.
type EnumPlace struct {
	Has      bool
	Neighbor string
	After    bool
}

// HasEnumLabel reports whether an enum has the label.
func (a *Access) HasEnumLabel(t types.OID, label string) bool {
	return slices.Contains(a.EnumLabels(t), label)
}

// CheckEnumLabel refuses labels that are too long.
func CheckEnumLabel(label string) error {
	if len(label) > maxNameBytes {
		return pgerr.New(pgerr.InvalidName, "invalid enum label %s", quoted(label)).WithDetail("Labels must be 63 bytes or less.")
	}
	return nil
}

// AddEnumLabel adds a label that the enum does not have.
func (a *Access) AddEnumLabel(t types.OID, label string, at EnumPlace) error {
	order, last, err := a.enumOrder(t, at)
	if err != nil {
		return err
	}
	oid := a.evenOID()
	if !last {
		oid = a.oddOID() // the order of OIDs is no longer that of labels
	}
	row := types.Row{oidDatum(oid), oidDatum(t), types.NewFloat4(order), textDatum(label)}
	if err := a.insertRow(PgEnum, row); err != nil {
		return err
	}
	if n := a.newEnums(); !n.types[t] || a.S.Savepoints() > 0 { // a savepoint may be newer than the type
		n.labels[oid] = true
	}
	a.CommandEnd()
	return nil
}

// enumOrder finds the sort order for a new label, and whether it is the last.
func (a *Access) enumOrder(t types.OID, at EnumPlace) (order float32, last bool, err error) {
	labels := a.enumLabels(t)
	n := len(labels)
	if !at.Has {
		if n == 0 {
			return 1, true, nil
		}
		return labels[n-1].order + 1, true, nil
	}
	i := slices.IndexFunc(labels, func(l enumLabel) bool { return l.label == at.Neighbor })
	if i < 0 {
		return 0, false, noEnumLabel(at.Neighbor)
	}
	if at.After {
		i++
	}
	switch i {
	case 0:
		return labels[0].order - 1, false, nil
	case n:
		return labels[n-1].order + 1, true, nil
	}
	order = (labels[i-1].order + labels[i].order) / 2
	if order == labels[i-1].order || order == labels[i].order {
		return 0, false, pgerr.Unsupported(-1, "an enum label between "+quoted(labels[i-1].label)+" and "+quoted(labels[i].label),
			"There is no float4 left between their sort orders.")
	}
	return order, false, nil
}

func noEnumLabel(label string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "%s is not an existing enum label", quoted(label))
}

// RenameEnumLabel gives a label another text.
func (a *Access) RenameEnumLabel(t types.OID, from, to string) error {
	if !a.HasEnumLabel(t, from) {
		return noEnumLabel(from)
	}
	if a.HasEnumLabel(t, to) {
		return pgerr.New(pgerr.DuplicateObject, "enum label %s already exists", quoted(to))
	}
	key := []types.Datum{oidDatum(t), textDatum(from)}
	_, err := a.change(PgEnum, "pg_enum_typid_label_index", key, func(row types.Row) bool {
		row[EnumEnumlabel] = textDatum(to)
		return true
	})
	a.CommandEnd()
	return err
}

// RenameType gives a type that is no row type another name; its array follows.
func (a *Access) RenameType(oid types.OID, name string) error {
	row, _ := a.first(PgType, "pg_type_oid_index", oidDatum(oid))
	if row == nil {
		return pgerr.New(pgerr.Internal, "cache lookup failed for type %d", oid)
	}
	if err := a.renameType(oid, datumOID(row[TypeTypnamespace]), Truncate(name)); err != nil {
		e := pgerr.From(err)
		e.Hint = ""
		return e
	}
	a.CommandEnd()
	return nil
}

// safeLabel refuses a label that the running transaction added to an older enum:
// other transactions might meet it in an index before they can read it.
func (a *Access) safeLabel(t types.OID, l enumLabel) error {
	if a.enums == nil || a.enums.txn != a.S.Txn || !a.enums.labels[l.oid] {
		return nil
	}
	return pgerr.New(pgerr.UnsafeNewEnumValueUsage, "unsafe use of new value %s of enum type %s", quoted(l.label), a.FormatType(t, -1)).
		WithHint("New enum values must be committed before they can be used.")
}

// oddOID is evenOID for labels that are not the last.
func (a *Access) oddOID() types.OID {
	for {
		if oid := a.NewOID(); oid%2 == 1 {
			return oid
		}
	}
}
