package catalog

// ALTER TABLE SET SCHEMA: a table moves with its row type, indexes and
// constraints (PostgreSQL's AlterTableNamespaceInternal).

import (
	"minidb/pgerr"
	"minidb/types"
)

// SetSchema moves a table to another schema: 42P07 if its name is taken there.
func (a *Access) SetSchema(r *Relation, ns types.OID) error {
	if err := a.lockNamespace(ns); err != nil || ns == r.Namespace {
		return err
	}
	if err := a.moveRelation(r.OID, r.Name, ns); err != nil {
		return err
	}
	if err := a.moveDepend(RelationObject(r.OID), r.Namespace, ns); err != nil {
		return err
	}
	if err := a.moveRowType(r, ns); err != nil {
		return err
	}
	for _, ix := range r.Indexes {
		if err := a.moveRelation(ix.OID, ix.Name, ns); err != nil {
			return err
		}
	}
	for _, c := range a.Constraints(r.OID) {
		if err := a.changeConstraint(c.OID, func(row types.Row) { row[ConstraintConnamespace] = oidDatum(ns) }); err != nil {
			return err
		}
	}
	a.CommandEnd()
	return nil
}

func (a *Access) moveRelation(oid types.OID, name string, ns types.OID) error {
	if a.relationOID(ns, name) != 0 {
		return pgerr.New(pgerr.DuplicateTable, "relation %s already exists in schema %s", quoted(name), quoted(a.NamespaceName(ns)))
	}
	return a.UpdateClass(oid, func(row types.Row) { row[ClassRelnamespace] = oidDatum(ns) })
}

// moveRowType moves a table's row type and the array of that.
func (a *Access) moveRowType(r *Relation, ns types.OID) error {
	t, ok := a.TypeInfo(r.RowType)
	if !ok {
		return nil
	}
	array := t.Array
	for _, oid := range []types.OID{r.RowType, array} {
		if oid == 0 {
			continue
		}
		name := ""
		if t, ok := a.TypeInfo(oid); ok {
			name = t.Name
		}
		if _, taken := a.typeIn(ns, name); taken {
			return pgerr.New(pgerr.DuplicateObject, "type %s already exists in schema %s", quoted(name), quoted(a.NamespaceName(ns)))
		}
		_, err := a.change(PgType, "pg_type_oid_index", []types.Datum{oidDatum(oid)},
			func(row types.Row) bool { row[TypeTypnamespace] = oidDatum(ns); return true })
		if err != nil {
			return err
		}
	}
	return nil
}

// moveDepend makes an object depend on another schema.
func (a *Access) moveDepend(o Object, from, to types.OID) error {
	w := a.Writer(a.System(PgDepend))
	defer w.Close()
	for _, f := range a.rows(PgDepend, "pg_depend_depender_index", dependKey(o)...) {
		if datumOID(f.row[DependRefclassid]) == PgNamespace && datumOID(f.row[DependRefobjid]) == from {
			if err := w.Delete(f.tid); err != nil {
				return err
			}
		}
	}
	return a.AddDepends(o, NormalDep, Object{Class: PgNamespace, OID: to})
}
